// The page as React Flow wants it: nodes and edges, the same objects as before where nothing changed.
import type { Edge, Node } from "@xyflow/react";
import type { Block, Comment, Group, Page, Wire } from "../api/types";
import { wireKey } from "../page/wiring";
import { same } from "../store/history";
import type { Selection } from "../store/selection";

/** A pin of a collapsed group: that of a block inside which a wire crosses the border to. */
export interface Crossing {
  readonly id: string;
  readonly text: string;
}

export type BlockNode = Node<{ block: Block; inputs: string; outputs: string }, "block">;
export type GroupNode = Node<
  { id: string; group: Group; count: number; inputs: readonly Crossing[]; outputs: readonly Crossing[] },
  "frame"
>;
export type CommentNode = Node<{ id: string; comment: Comment }, "comment">;
export type AnyNode = BlockNode | GroupNode | CommentNode;
export type WireEdge = Edge<{ wire: Wire; index: number }, "wire">;

export interface View {
  readonly nodes: AnyNode[];
  readonly edges: WireEdge[];
}

export const blockId = (name: string): string => `b:${name}`;
export const groupId = (id: string): string => `g:${id}`;
export const commentId = (id: string): string => `c:${id}`;
export const outputHandle = (output: number): string => `out:${output}`;
/** What a node is called in the page. */
export const nameOf = (nodeId: string): string => nodeId.slice(2);

export const usualSize = { width: 224, height: 140 };
const margin = { side: 16, top: 38, bottom: 16 };

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The frame around some nodes, with room for the title. */
export function frame(nodes: readonly Pick<AnyNode, "position" | "measured">[]): Box {
  const right = nodes.map((n) => n.position.x + (n.measured?.width ?? usualSize.width));
  const bottom = nodes.map((n) => n.position.y + (n.measured?.height ?? usualSize.height));
  const x = Math.min(...nodes.map((n) => n.position.x)) - margin.side;
  const y = Math.min(...nodes.map((n) => n.position.y)) - margin.top;
  return {
    x,
    y,
    width: Math.max(...right) + margin.side - x,
    height: Math.max(...bottom) + margin.bottom - y,
  };
}

/** The old node where it says the same, else the new one with the old one's measured size. */
function keep<T extends AnyNode>(old: ReadonlyMap<string, AnyNode>, node: T): T {
  const before = old.get(node.id);
  if (before?.type !== node.type) return node;
  const said: (keyof T)[] = ["selected", "hidden", "zIndex", "width", "height", "ariaLabel"];
  const unchanged =
    said.every((key) => (before as T)[key] === node[key]) &&
    same(before.position, node.position) &&
    Object.entries(node.data).every(([key, value]) => {
      const was = (before.data as Record<string, unknown>)[key];
      return was === value || (Array.isArray(value) && same(was, value));
    });
  return unchanged ? (before as T) : { ...node, ...(before.measured && { measured: before.measured }) };
}

export function project(page: Page, selection: Selection, before: View): View {
  const old = new Map(before.nodes.map((node) => [node.id, node]));
  const folded = new Set(Object.entries(page.groups).flatMap(([id, group]) => (group.collapsed ? [id] : [])));
  const foldedIn = (name: string): string | undefined => {
    const group = page.blocks[name]?.group;
    return group !== undefined && folded.has(group) ? group : undefined;
  };
  const blocks = blockNodes(page, new Set(selection.blocks), foldedIn, old);
  const groups = groupNodes(page, new Set(selection.groups), blocks, old);
  const comments = Object.entries(page.comments).map(([id, comment]) =>
    keep<CommentNode>(old, {
      id: commentId(id),
      type: "comment",
      position: { x: comment.x, y: comment.y },
      width: comment.width,
      height: comment.height,
      data: { id, comment },
      selected: selection.comments.includes(id),
      zIndex: -2,
      ariaLabel: `Comment: ${comment.text}`,
    }),
  );
  return {
    nodes: [...groups, ...comments, ...blocks],
    edges: wireEdges(page, selection.wire, foldedIn, before.edges),
  };
}

type FoldedIn = (block: string) => string | undefined;

function blockNodes(
  page: Page,
  selected: Set<string>,
  foldedIn: FoldedIn,
  old: Map<string, AnyNode>,
): BlockNode[] {
  const inputs = new Map<string, string[]>();
  const outputs = new Map<string, Set<number>>();
  for (const wire of page.wires) {
    inputs.set(wire.to, [...(inputs.get(wire.to) ?? []), wire.input]);
    outputs.set(wire.from, (outputs.get(wire.from) ?? new Set()).add(wire.output));
  }
  return Object.values(page.blocks).map((block) =>
    keep<BlockNode>(old, {
      id: blockId(block.name),
      type: "block",
      position: { x: block.x, y: block.y },
      // As text, so that a block whose wires did not change is known without looking into a list.
      data: {
        block,
        inputs: inputs.get(block.name)?.join("\n") ?? "",
        outputs: [...(outputs.get(block.name) ?? [])].join("\n"),
      },
      selected: selected.has(block.name),
      initialWidth: usualSize.width,
      initialHeight: usualSize.height,
      hidden: foldedIn(block.name) !== undefined,
      ariaLabel: `${block.op} ${block.name}`,
    }),
  );
}

function groupNodes(
  page: Page,
  selected: Set<string>,
  blocks: BlockNode[],
  old: Map<string, AnyNode>,
): GroupNode[] {
  return Object.entries(page.groups).map(([id, group]) => {
    const inside = blocks.filter((node) => node.data.block.group === id);
    const box = group.collapsed || inside.length === 0 ? group : frame(inside);
    const names = new Set(inside.map((node) => node.data.block.name));
    const crossing = group.collapsed ? page.wires.filter((w) => names.has(w.from) !== names.has(w.to)) : [];
    const pins = (ids: { id: string; text: string }[]): Crossing[] => [
      ...new Map(ids.map((p) => [p.id, p])).values(),
    ];
    return keep<GroupNode>(old, {
      id: groupId(id),
      type: "frame",
      position: { x: box.x, y: box.y },
      ...(!group.collapsed && { width: box.width, height: box.height }),
      data: {
        id,
        group,
        count: inside.length,
        inputs: pins(crossing.filter((w) => names.has(w.to)).map((w) => inPin(w))),
        outputs: pins(crossing.filter((w) => names.has(w.from)).map((w) => outPin(w))),
      },
      selected: selected.has(id),
      // Under everything, also when selected, which lifts a node by 1000.
      ...(!group.collapsed && { zIndex: selected.has(id) ? -1001 : -1, dragHandle: ".group-title" }),
      ariaLabel: `Group ${group.title}, ${inside.length} blocks`,
    });
  });
}

const inPin = (wire: Wire): Crossing => ({
  id: `${wire.to}|${wire.input}`,
  text: `${wire.to} ${wire.input}`,
});
const outPin = (wire: Wire): Crossing => ({
  id: `${wire.from}|${wire.output}`,
  text: `${wire.from}:${wire.output}`,
});

function wireEdges(
  page: Page,
  selected: number | null,
  foldedIn: FoldedIn,
  before: readonly WireEdge[],
): WireEdge[] {
  const old = new Map(before.map((edge) => [edge.id, edge]));
  return page.wires.flatMap((wire, index) => {
    if (!(wire.from in page.blocks) || !(wire.to in page.blocks)) return [];
    const [from, to] = [foldedIn(wire.from), foldedIn(wire.to)];
    if (from !== undefined && from === to) return [];
    const edge: WireEdge = {
      id: wireKey(wire),
      type: "wire",
      source: from === undefined ? blockId(wire.from) : groupId(from),
      sourceHandle: from === undefined ? outputHandle(wire.output) : outPin(wire).id,
      target: to === undefined ? blockId(wire.to) : groupId(to),
      targetHandle: to === undefined ? wire.input : inPin(wire).id,
      data: { wire, index },
      selected: selected === index,
      ariaLabel: `Wire from ${wire.from} to ${wire.input} of ${wire.to}`,
    };
    const was = old.get(edge.id);
    return was && same(was, edge) ? [was] : [edge];
  });
}
