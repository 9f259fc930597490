import { expect, test } from "vitest";
import type { Block, Page } from "../api/types";
import { cut, extent, isEmpty, paste, read } from "./clip";

const block = (name: string, x: number, group?: string): Block => ({
  name,
  op: "Add",
  x,
  y: 10,
  attrs: {},
  literals: {},
  ...(group !== undefined && { group }),
});

const page: Page = {
  blocks: { a: block("a", 0), b: block("b", 100, "g"), c: block("c", 200, "g") },
  wires: [
    { from: "a", output: 0, to: "b", input: "x" },
    { from: "b", output: 0, to: "c", input: "x" },
  ],
  groups: { g: { title: "G", x: 90, y: 0, width: 200, height: 90, collapsed: false } },
  comments: { k: { text: "hello", x: 5, y: 6, width: 10, height: 10 } },
  views: [],
};

test("a copy goes through text and comes back under new names, with its wires and its group", () => {
  const clip = read(JSON.stringify(cut(page, { blocks: ["b", "c"], comments: ["k"] })));
  if (!clip) throw new Error("the clip was not read");
  expect(extent(clip, { width: 50, height: 20 })).toEqual({ x: 5, y: 6, width: 245, height: 24 });
  const { page: after, pasted } = paste(page, clip, { x: 10.4, y: 20 });
  expect(pasted.blocks).toEqual(["b_1", "c_1"]);
  expect(after.blocks.b_1).toEqual({ ...block("b_1", 110, "g_1"), y: 30 });
  expect(after.wires.slice(2)).toEqual([{ from: "b_1", output: 0, to: "c_1", input: "x" }]);
  expect(after.groups.g_1).toMatchObject({ x: 100, y: 20 });
  expect(after.comments.k_1).toMatchObject({ text: "hello", x: 15, y: 26 });
  expect(after.blocks.a).toBe(page.blocks.a);
});

test("a duplicate keeps the wires that come in, a copy does not", () => {
  expect(paste(page, cut(page, { blocks: ["b"] }, true), { x: 0, y: 0 }).page.wires.at(-1)).toEqual({
    from: "a",
    output: 0,
    to: "b_1",
    input: "x",
  });
  expect(paste(page, cut(page, { blocks: ["b"] }), { x: 0, y: 0 }).page.wires).toHaveLength(2);
});

test("part of a group joins the group it came from, where that exists", () => {
  const clip = cut(page, { blocks: ["b"] });
  expect(clip.groups).toEqual({});
  expect(paste(page, clip, { x: 0, y: 0 }).page.blocks.b_1?.group).toBe("g");
  expect(paste({ ...page, groups: {} }, clip, { x: 0, y: 0 }).page.blocks.b_1?.group).toBeUndefined();
});

test("other text is no clip", () => {
  for (const text of [
    "",
    "hello",
    "{}",
    '{"voxgrad": "clip"}',
    '{"voxgrad": "clip", "blocks": {"a": {}}}',
    '"voxgrad"',
  ]) {
    const clip = read(text);
    expect(clip === null || isEmpty(clip)).toBe(true);
  }
});
