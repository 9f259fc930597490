// Tidy: layers from left to right, by dagre.
import * as dagre from "@dagrejs/dagre";

export interface LayoutTask {
  readonly nodes: readonly {
    readonly id: string;
    readonly width: number;
    readonly height: number;
    readonly group?: string;
  }[];
  /** `label`: the width of the wire's text, for which there must be room. */
  readonly wires: readonly { readonly from: string; readonly to: string; readonly label: number }[];
}

export type Places = Readonly<Record<string, { readonly x: number; readonly y: number }>>;

/** The upper left corners. */
export function layout({ nodes, wires }: LayoutTask): Places {
  const graph = new dagre.graphlib.Graph({ compound: true, multigraph: true });
  graph.setGraph({ rankdir: "LR", ranksep: 28, nodesep: 24, marginx: 0, marginy: 0 });
  for (const { id, width, height } of nodes) graph.setNode(id, { width, height });
  const groups = new Set(nodes.flatMap(({ group }) => group ?? []));
  for (const group of groups) graph.setNode(`group ${group}`, {});
  for (const { id, group } of nodes) if (group !== undefined) graph.setParent(id, `group ${group}`);
  wires.forEach(({ from, to, label }, i) =>
    graph.setEdge(from, to, { width: label, height: 14, labelpos: "c" }, String(i)),
  );
  dagre.layout(graph);
  return Object.fromEntries(
    nodes.map(({ id, width, height }) => {
      const { x, y } = graph.node(id) as { x: number; y: number };
      return [id, { x: x - width / 2, y: y - height / 2 }];
    }),
  );
}
