// Tidy: layers from left to right, by dagre.
import * as dagre from "@dagrejs/dagre";

export interface LayoutTask {
  readonly nodes: readonly {
    readonly id: string;
    readonly width: number;
    readonly height: number;
    readonly group?: string;
  }[];
  readonly wires: readonly {
    readonly from: string;
    readonly to: string;
    /** The width of the wire's text, for which there must be room. */
    readonly label: number;
    /** The place of its pin on the block, from above. */
    readonly pin: number;
  }[];
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
  const boxes = nodes.map(({ id, width, height }) => {
    const { x, y } = graph.node(id) as { x: number; y: number };
    return { id, x: x - width / 2, y: y - height / 2, width, height };
  });
  orderByPins(boxes, wires);
  return Object.fromEntries(boxes.map(({ id, x, y }) => [id, { x, y }]));
}

interface Box {
  readonly id: string;
  readonly x: number;
  y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * dagre knows no pins: blocks that only feed one other stand in any order. Where they stand one above the other,
 * they are put into the order of the pins that they go to, so that their wires do not cross.
 */
function orderByPins(boxes: readonly Box[], wires: LayoutTask["wires"]): void {
  const targets = new Map<string, Set<string>>();
  const pins = new Map<string, number>();
  for (const { from, to, pin } of wires) {
    targets.set(from, (targets.get(from) ?? new Set()).add(to));
    pins.set(from, Math.min(pins.get(from) ?? Infinity, pin));
  }
  const column = (box: Box): number => Math.round(box.x + box.width / 2);
  const siblings = new Map<string, Box[]>();
  for (const box of boxes) {
    const [target, second] = targets.get(box.id) ?? [];
    if (target === undefined || second !== undefined) continue;
    const key = `${column(box)} ${target}`;
    siblings.set(key, [...(siblings.get(key) ?? []), box]);
  }
  for (const all of siblings.values()) {
    const top = Math.min(...all.map((box) => box.y));
    const bottom = Math.max(...all.map((box) => box.y + box.height));
    const [first] = all;
    const between = (box: Box): boolean =>
      first !== undefined && column(box) === column(first) && box.y < bottom && box.y + box.height > top;
    if (boxes.filter(between).length !== all.length) continue;
    const gap = (bottom - top - all.reduce((sum, box) => sum + box.height, 0)) / Math.max(1, all.length - 1);
    let y = top;
    for (const box of all.toSorted((a, b) => (pins.get(a.id) ?? 0) - (pins.get(b.id) ?? 0))) {
      box.y = y;
      y += box.height + gap;
    }
  }
}
