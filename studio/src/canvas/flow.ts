// React Flow's own hands on the canvas, for whoever has to move it.
import type { ReactFlowInstance } from "@xyflow/react";
import type { Point } from "../page/edits";
import { usePage } from "../store/page";
import { useSelection } from "../store/selection";
import { nearestFree } from "../page/free";
import { blockId, groupId, usualSize, type AnyNode, type WireEdge } from "./project";
import { sizeOf, sizeOfNode, useView, type Size } from "./view";

type Flow = ReactFlowInstance<AnyNode, WireEdge>;

let flow: Flow | null = null;
/** Room that is left around the page, in pixels. */
const edge = 28;

export function setFlow(instance: Flow): void {
  flow = instance;
}

/** The middle of what is seen, in the page's coordinates. */
export function middle(): Point {
  const box = document.querySelector(".react-flow")?.getBoundingClientRect();
  if (!flow || !box) return { x: 0, y: 0 };
  return flow.screenToFlowPosition({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
}

/** The nearest place to the middle of the view where a new block, or something of that size, covers nothing. */
export function freePlace(size: Size = usualSize): Point {
  const { x, y } = middle();
  const boxes = useView
    .getState()
    .nodes.filter((node) => node.hidden !== true && node.type !== "frame")
    .map((node) => ({ ...node.position, ...sizeOfNode(node) }));
  return nearestFree({ x: x - size.width / 2, y: y - size.height / 2 }, size, boxes);
}

export function toPage(screen: Point): Point {
  return flow?.screenToFlowPosition(screen) ?? screen;
}

/**
 * Everything in view. Where that would be smaller than `least`, the upper left of the page is shown at that zoom: it is
 * where one begins to read. By our own sizes, because React Flow knows none of blocks that were never in view.
 */
export function fit(least = 0.1): void {
  const pane = document.querySelector(".react-flow")?.getBoundingClientRect();
  const { nodes } = useView.getState();
  if (!flow || !pane || nodes.length === 0) return;
  const boxes = nodes
    .filter((node) => node.hidden !== true)
    .map((node) => ({ ...node.position, ...sizeOfNode(node) }));
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const width = Math.max(...boxes.map((box) => box.x + box.width)) - x;
  const height = Math.max(...boxes.map((box) => box.y + box.height)) - y;
  const wanted = Math.min((pane.width - 2 * edge) / width, (pane.height - 2 * edge) / height, 1);
  const zoom = Math.max(wanted, least);
  const place = (from: number, size: number, room: number): number =>
    size * zoom > room - 2 * edge + 1 ? edge - from * zoom : (room - size * zoom) / 2 - from * zoom;
  void flow.setViewport({ x: place(x, width, pane.width), y: place(y, height, pane.height), zoom });
}

export function zoomBy(factor: number): void {
  void flow?.zoomTo(flow.getZoom() * factor);
}

/** The block is selected, in view, and has the focus. */
export function goTo(name: string): void {
  const block = usePage.getState().page.blocks[name];
  if (!block || !flow) return;
  const group = block.group === undefined ? undefined : usePage.getState().page.groups[block.group];
  const hidden = group?.collapsed ? block.group : undefined;
  const at = hidden !== undefined && group ? group : block;
  const id = hidden === undefined ? blockId(name) : groupId(hidden);
  const { width, height } = sizeOf(id);
  useSelection.getState().select(hidden === undefined ? { blocks: [name] } : { groups: [hidden] });
  void flow.setCenter(at.x + width / 2, at.y + height / 2, { zoom: Math.max(flow.getZoom(), 0.75) });
  requestAnimationFrame(() => focusNode(id));
}

export function focusNode(id: string): void {
  document
    .querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`)
    ?.focus({ preventScroll: true });
}
