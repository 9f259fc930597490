import { expect, test } from "vitest";
import type { Block, Page } from "../api/types";
import { project, type View } from "./project";

const block = (name: string, x: number, group?: string): Block => ({
  name,
  op: "Add",
  x,
  y: 0,
  attrs: {},
  literals: {},
  ...(group !== undefined && { group }),
});

const page: Page = {
  blocks: { a: block("a", 0), b: block("b", 300, "g"), c: block("c", 600, "g") },
  wires: [
    { from: "a", output: 0, to: "b", input: "x" },
    { from: "b", output: 0, to: "c", input: "x" },
  ],
  groups: { g: { title: "G", x: 280, y: -30, width: 1, height: 1, collapsed: false } },
  comments: {},
  views: [],
};
const nothing = { blocks: [], groups: [], comments: [], wire: null };
const empty: View = { nodes: [], edges: [] };
const ids = (view: View): string[] =>
  view.nodes.filter((node) => node.hidden !== true).map((node) => node.id);

test("nodes and edges that say the same stay the same objects", () => {
  const first = project(page, nothing, empty);
  const measured: View = {
    ...first,
    nodes: first.nodes.map((n) => ({ ...n, measured: { width: 200, height: 90 } })),
  };
  const second = project({ ...page, blocks: { ...page.blocks, a: block("a", 5) } }, nothing, measured);
  const node = (view: View, id: string) => view.nodes.find((n) => n.id === id);
  expect(node(second, "b:b")).toBe(node(measured, "b:b"));
  expect(node(second, "b:a")).not.toBe(node(measured, "b:a"));
  expect(node(second, "b:a")).toMatchObject({ position: { x: 5 }, measured: { width: 200 } });
  expect(second.edges[0]).toBe(first.edges[0]);
});

test("a frame lies around its blocks", () => {
  const frame = project(page, nothing, empty).nodes.find((node) => node.id === "g:g");
  expect(frame?.position.x).toBeLessThan(300);
  expect((frame?.position.x ?? 0) + (frame?.width ?? 0)).toBeGreaterThan(600 + 200);
});

test("a collapsed group hides its blocks and takes the wires that cross its border", () => {
  const g = page.groups.g;
  if (!g) throw new Error("no group");
  const view = project({ ...page, groups: { g: { ...g, collapsed: true } } }, nothing, empty);
  expect(ids(view)).toEqual(["g:g", "b:a"]);
  expect(view.edges).toHaveLength(1);
  expect(view.edges[0]).toMatchObject({ source: "b:a", target: "g:g", targetHandle: "b|x" });
  expect(view.nodes.find((node) => node.id === "g:g")?.data).toMatchObject({
    count: 2,
    inputs: [{ id: "b|x", text: "b x" }],
    outputs: [],
  });
});

test("selection marks nodes and the wire at its place", () => {
  const view = project(page, { ...nothing, blocks: ["a"], wire: 1 }, empty);
  expect(view.nodes.filter((node) => node.selected).map((node) => node.id)).toEqual(["b:a"]);
  expect(view.edges.map((edge) => edge.selected)).toEqual([false, true]);
});

test("a wire to a block that is not there is not drawn", () => {
  const view = project(
    { ...page, wires: [{ from: "gone", output: 0, to: "a", input: "x" }] },
    nothing,
    empty,
  );
  expect(view.edges).toEqual([]);
});
