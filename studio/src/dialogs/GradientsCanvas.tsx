// The nodes under a Gradients block as a canvas of their own, to be looked at: they are the engine's, not the page's.
import { Handle, Position, ReactFlow, ReactFlowProvider, type Edge, type Node, type NodeProps } from "@xyflow/react";
import { memo, useEffect, useState } from "react";
import { inWorker } from "../actions/layoutWorker";
import type { Places } from "../actions/layout";
import type { GradientNodes } from "../api/types";

type Drawn = Node<{ name: string; op: string; gives: string }, "plain">;

const size = { width: 190, height: 46 };

const PlainNode = memo(function PlainNode({ data }: NodeProps<Drawn>) {
  return (
    <div className={`plain-node ${data.op === "" ? "outside" : ""}`} data-testid={`node-${data.name}`}>
      <Handle type="target" position={Position.Left} isConnectable={false} />
      <b>{data.op || data.name}</b>
      <span className="dim">{data.gives || (data.op && data.name)}</span>
      <Handle type="source" position={Position.Right} isConnectable={false} />
    </div>
  );
});

const nodeTypes = { plain: PlainNode };

/** The nodes, and what they read of the page. */
function nodesOf({ blocks, wires, outputs }: GradientNodes): Drawn["data"][] {
  const outside = new Set(wires.map((wire) => wire.from).filter((name) => !(name in blocks)));
  const gives = (name: string): string =>
    outputs.flatMap((output, i) => (output.startsWith(`${name}:`) ? [`gradient ${i}`] : [])).join(", ");
  return [
    ...[...outside].map((name) => ({ name, op: "", gives: "" })),
    ...Object.values(blocks).map(({ name, op }) => ({ name, op, gives: gives(name) })),
  ];
}

export function GradientsCanvas({ nodes }: { readonly nodes: GradientNodes }) {
  const [places, setPlaces] = useState<Places | null>(null);
  useEffect(() => {
    let wanted = true;
    const task = {
      nodes: nodesOf(nodes).map(({ name }) => ({ id: name, ...size })),
      wires: nodes.wires.map(({ from, to }, pin) => ({ from, to, label: 0, pin })),
    };
    // Without places there is still the list.
    inWorker(task).then((found) => wanted && setPlaces(found), () => undefined);
    return () => {
      wanted = false;
    };
  }, [nodes]);
  if (!places) return null;
  const drawn = nodesOf(nodes).map((data): Drawn => {
    const position = places[data.name] ?? { x: 0, y: 0 };
    return { id: data.name, type: "plain", position, data, ...size };
  });
  const edges = nodes.wires.map(
    ({ from, output, to, input }): Edge => ({ id: `${from}:${output} ${to}/${input}`, source: from, target: to }),
  );
  return (
    <div className="gradients-canvas">
      <ReactFlowProvider>
        <ReactFlow<Drawn>
          id="gradients"
          nodes={drawn}
          edges={edges}
          nodeTypes={nodeTypes}
          fitView
          minZoom={0.1}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          proOptions={{ hideAttribution: true }}
        />
      </ReactFlowProvider>
    </div>
  );
}
