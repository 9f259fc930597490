// The canvas: React Flow with our blocks, wires and gestures.
import {
  Background,
  BackgroundVariant,
  ReactFlow,
  SelectionMode,
  type Connection,
  type OnConnectStartParams,
  type ReactFlowInstance,
  type Viewport,
} from "@xyflow/react";
import { useCallback, useRef, useState, type DragEvent, type MouseEvent } from "react";
import { dropOnCanvas } from "../actions/drop";
import { usePage } from "../store/page";
import { useSelection } from "../store/selection";
import { useUi, type WireEnd } from "../store/ui";
import { BlockNode } from "./BlockNode";
import { CommentNode } from "./CommentNode";
import { setFlow, toPage } from "./flow";
import { GroupNode } from "./GroupNode";
import { nameOf, type AnyNode, type WireEdge as Wires } from "./project";
import { onEdgesChange, onNodesChange, useView } from "./view";
import { LabelLayer, WireEdge } from "./WireEdge";
import { addWire, useWiring } from "./wiring";

const nodeTypes = { block: BlockNode, frame: GroupNode, comment: CommentNode };
const edgeTypes = { wire: WireEdge };
/** Below this zoom the text cannot be read and is not drawn. */
const farZoom = 0.45;
/** From here on only what is in view is in the document; the outline lists the rest. */
const manyBlocks = 150;

export function Canvas({ dark }: { readonly dark: boolean }) {
  const nodes = useView((s) => s.nodes);
  const edges = useView((s) => s.edges);
  const everything = useUi((s) => s.drawAll);
  const frame = useRef<HTMLDivElement>(null);
  const [labels, setLabels] = useState<Element | null>(null);
  const onInit = useCallback((flow: ReactFlowInstance<AnyNode, Wires>) => {
    setFlow(flow);
    setLabels(frame.current?.querySelector(".react-flow__edgelabel-renderer") ?? null);
  }, []);
  const onMove = useCallback((_: unknown, { zoom }: Viewport) => {
    frame.current?.classList.toggle("far", zoom < farZoom);
  }, []);

  return (
    <div
      className="canvas"
      ref={frame}
      onDoubleClick={onDoubleClick}
      onDrop={dropOnCanvas}
      onDragOver={(event: DragEvent) => event.preventDefault()}
    >
      <LabelLayer value={labels}>
        <ReactFlow<AnyNode, Wires>
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          onInit={onInit}
          onMove={onMove}
          onNodesChange={onNodesChange}
          onEdgesChange={onEdgesChange}
          onConnectStart={onConnectStart}
          onConnect={onConnect}
          onConnectEnd={onConnectEnd}
          onReconnect={onReconnect}
          onNodeDoubleClick={onNodeDoubleClick}
          onlyRenderVisibleElements={nodes.length > manyBlocks && !everything}
          edgesFocusable={false}
          deleteKeyCode={null}
          panActivationKeyCode={null}
          selectionKeyCode="Shift"
          multiSelectionKeyCode={["Control", "Meta", "Shift"]}
          selectionMode={SelectionMode.Partial}
          zoomOnDoubleClick={false}
          connectionRadius={24}
          minZoom={0.1}
          maxZoom={2}
          colorMode={dark ? "dark" : "light"}
          ariaLabelConfig={ariaLabels}
          proOptions={{ hideAttribution: true }}
        >
          <Background variant={BackgroundVariant.Dots} gap={20} size={1} />
        </ReactFlow>
      </LabelLayer>
    </div>
  );
}

const ariaLabels = {
  "node.a11yDescription.default":
    "Enter opens its fields, C its pins, arrows move it once it is selected, Delete removes it.",
  "node.a11yDescription.keyboardDisabled": "Enter opens its fields, C its pins, Delete removes it.",
};

function endOf({ nodeId, handleId, handleType }: OnConnectStartParams): WireEnd | null {
  if (nodeId?.startsWith("b:") !== true || handleId === null) return null;
  const block = nameOf(nodeId);
  if (handleType === "source") return { from: block, output: Number(handleId.replace("out:", "")) };
  return { to: block, input: handleId };
}

function onConnectStart(_: unknown, start: OnConnectStartParams): void {
  const end = endOf(start);
  if (end) void useWiring.getState().begin(end);
}

function wireOf({
  source,
  target,
  sourceHandle,
  targetHandle,
}: Connection): Parameters<typeof addWire>[0] | null {
  if (!source.startsWith("b:") || !target.startsWith("b:") || sourceHandle === null || targetHandle === null)
    return null;
  const output = Number(sourceHandle.replace("out:", ""));
  return { from: nameOf(source), output, to: nameOf(target), input: targetHandle };
}

function onConnect(connection: Connection): void {
  const wire = wireOf(connection);
  if (wire) addWire(wire);
}

/** The end of a wire was pulled to another pin: one step. */
function onReconnect(old: Wires, connection: Connection): void {
  const wire = wireOf(connection);
  const was = old.data?.wire;
  if (!wire || !was) return;
  usePage.getState().edit("Move wire", (page) => ({
    ...page,
    wires: [...page.wires.filter((w) => w !== was && !(w.to === wire.to && w.input === wire.input)), wire],
  }));
}

/** Dropped on nothing: the search offers what takes it. */
function onConnectEnd(
  event: globalThis.MouseEvent | TouchEvent,
  { isValid }: { isValid: boolean | null },
): void {
  const { end, finish } = useWiring.getState();
  const onPane = event.target instanceof Element && event.target.classList.contains("react-flow__pane");
  if (end && isValid !== true && onPane && "clientX" in event) {
    useUi.getState().show({ kind: "search", at: toPage({ x: event.clientX, y: event.clientY }), wire: end });
  }
  finish();
}

function onNodeDoubleClick(event: MouseEvent, node: AnyNode): void {
  event.stopPropagation();
  if (node.type === "block") useSelection.getState().enter(node.data.block.name);
}

function onDoubleClick(event: MouseEvent): void {
  if (!(event.target instanceof Element) || !event.target.classList.contains("react-flow__pane")) return;
  useUi.getState().show({ kind: "search", at: toPage({ x: event.clientX, y: event.clientY }) });
}
