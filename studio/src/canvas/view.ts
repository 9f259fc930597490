// What React Flow holds besides the page: sizes as measured, a drag under way. The page feeds it.
import type { EdgeChange, NodeChange } from "@xyflow/react";
import { create } from "zustand";
import * as edits from "../page/edits";
import type { Point } from "../page/edits";
import { usePage } from "../store/page";
import { useSelection } from "../store/selection";
import { nameOf, project, usualSize, type AnyNode, type View, type WireEdge } from "./project";

export const useView = create<View>()(() => ({ nodes: [], edges: [] }));

function rebuild(): void {
  useView.setState(project(usePage.getState().page, useSelection.getState(), useView.getState()));
}

usePage.subscribe((now, before) => {
  if (now.page !== before.page) rebuild();
});
useSelection.subscribe((now, before) => {
  if (
    now.blocks !== before.blocks ||
    now.groups !== before.groups ||
    now.comments !== before.comments ||
    now.wire !== before.wire
  ) {
    rebuild();
  }
});

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** As drawn, or the usual size of a block. */
export function sizeOfNode({
  measured,
  width,
  height,
}: Partial<Pick<AnyNode, "measured" | "width" | "height">>): Size {
  return {
    width: measured?.width ?? width ?? usualSize.width,
    height: measured?.height ?? height ?? usualSize.height,
  };
}

export function sizeOf(id: string): Size {
  return sizeOfNode(useView.getState().nodes.find((node) => node.id === id) ?? {});
}

let dragging = false;

export function onNodesChange(changes: NodeChange<AnyNode>[]): void {
  const measured = new Map<string, Size>();
  const moved = new Map<string, Point>();
  const selected = new Map<string, boolean>();
  let ends = false;
  for (const change of changes) {
    if (change.type === "dimensions" && change.dimensions) measured.set(change.id, change.dimensions);
    if (change.type === "dimensions" && change.resizing === false)
      resized(change.id, measured.get(change.id));
    if (change.type === "select") selected.set(change.id, change.selected);
    if (change.type === "position") {
      if (change.position) moved.set(change.id, change.position);
      if (change.dragging) dragging = true;
      else ends = true;
    }
  }
  if (measured.size > 0) measure(measured);
  if (selected.size > 0) select(selected);
  if (moved.size > 0) (ends ? land : drag)(moved);
  if (ends) dragging = false;
}

function measure(sizes: ReadonlyMap<string, Size>): void {
  const nodes = useView.getState().nodes.map((node) => {
    const size = sizes.get(node.id);
    if (!size) return node;
    // A comment that is being resized follows the pointer; its size is kept when it ends.
    return { ...node, measured: size, ...(node.type === "comment" && size) };
  });
  useView.setState({ nodes });
  if (nodes.some((node) => node.type === "frame" && !node.data.group.collapsed)) rebuild();
}

function resized(id: string, size?: Size): void {
  if (!size || !id.startsWith("c:")) return;
  const { x: width, y: height } = edits.snapped({ x: size.width, y: size.height });
  usePage.getState().edit("Resize comment", (page) => edits.setComment(page, nameOf(id), { width, height }));
}

function select(changes: ReadonlyMap<string, boolean>): void {
  const chosen = useView.getState().nodes.filter((node) => changes.get(node.id) ?? node.selected);
  const names = (type: AnyNode["type"]): string[] =>
    chosen.filter((n) => n.type === type).map((n) => nameOf(n.id));
  const { wire, select } = useSelection.getState();
  select({
    blocks: names("block"),
    groups: names("frame"),
    comments: names("comment"),
    wire: chosen.length > 0 ? null : wire,
  });
}

/** Where everything goes when these nodes do: a group takes its blocks along. */
function withMembers(moved: ReadonlyMap<string, Point>): Map<string, Point> {
  const { nodes } = useView.getState();
  const all = new Map(moved);
  for (const node of nodes) {
    const to = moved.get(node.id);
    if (node.type !== "frame" || !to) continue;
    for (const inside of nodes) {
      if (inside.type !== "block" || inside.data.block.group !== node.data.id || moved.has(inside.id))
        continue;
      const { x, y } = inside.position;
      all.set(inside.id, { x: x + to.x - node.position.x, y: y + to.y - node.position.y });
    }
  }
  return all;
}

function drag(moved: ReadonlyMap<string, Point>): void {
  const all = withMembers(moved);
  const nodes = useView.getState().nodes.map((node) => {
    const position = all.get(node.id);
    return position ? { ...node, position, dragging: true } : node;
  });
  useView.setState({ nodes });
}

function land(moved: ReadonlyMap<string, Point>): void {
  const all = withMembers(moved);
  const gesture = dragging ? undefined : "move";
  usePage.getState().edit(
    all.size === 1 ? "Move" : `Move ${all.size} things`,
    (page) => {
      const blocks: Record<string, Point> = {};
      let next = page;
      for (const [id, to] of all) {
        const name = nameOf(id);
        if (id.startsWith("b:")) blocks[name] = to;
        if (id.startsWith("c:")) next = edits.setComment(next, name, edits.snapped(to));
        if (id.startsWith("g:")) next = edits.setGroup(next, name, edits.snapped(to));
      }
      return join(edits.move(next, blocks), dragging ? Object.keys(blocks) : []);
    },
    gesture,
  );
  // A drag that came back to its start changed no page: the view goes back by itself.
  rebuild();
}

/** Blocks of no group that were dropped on a frame belong to it. */
function join(page: ReturnType<typeof edits.move>, dropped: readonly string[]): typeof page {
  const frames = useView
    .getState()
    .nodes.filter((node) => node.type === "frame" && !node.data.group.collapsed);
  return dropped.reduce((next, name) => {
    const block = next.blocks[name];
    if (!block || block.group !== undefined) return next;
    const centre = { x: block.x + sizeOf(`b:${name}`).width / 2, y: block.y + 20 };
    const on = frames.find(
      ({ position, width = 0, height = 0 }) =>
        centre.x > position.x &&
        centre.x < position.x + width &&
        centre.y > position.y &&
        centre.y < position.y + height,
    );
    return on ? edits.setOptional(next, name, "group", nameOf(on.id)) : next;
  }, page);
}

export function onEdgesChange(changes: EdgeChange<WireEdge>[]): void {
  let { wire } = useSelection.getState();
  for (const change of changes) {
    if (change.type !== "select") continue;
    const index = useView.getState().edges.find((edge) => edge.id === change.id)?.data?.index;
    if (index === undefined) continue;
    if (change.selected) wire = index;
    else if (wire === index) wire = null;
  }
  const { blocks, groups, comments, select } = useSelection.getState();
  if (wire !== useSelection.getState().wire) select({ blocks, groups, comments, wire });
}
