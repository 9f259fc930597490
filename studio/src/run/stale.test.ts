import { describe, expect, it } from "vitest";
import type { Block, Page } from "../api/types";
import { staleBlocks } from "./stale";

const block = (name: string, attrs: Record<string, string> = {}): Block => ({
  name,
  op: name === "x" ? "Const" : "Relu",
  x: 0,
  y: 0,
  attrs,
  literals: {},
  ...(name === "x" && { value: { dtype: "float", shape: "2", text: "1,2" } }),
});

/** x → a → b, and c on its own. */
const page: Page = {
  blocks: { x: block("x"), a: block("a"), b: block("b"), c: block("c") },
  wires: [
    { from: "x", output: 0, to: "a", input: "features" },
    { from: "a", output: 0, to: "b", input: "features" },
  ],
  groups: {},
  comments: {},
  views: [],
};
const having = (change: Partial<Block> & { name: string }): Page => ({
  ...page,
  blocks: { ...page.blocks, [change.name]: { ...block(change.name), ...change } },
});
const stale = (now: Page) => [...staleBlocks(page, now)].sort();

describe("staleBlocks", () => {
  it("finds nothing on the same page", () => expect(stale(page)).toEqual([]));

  it("does not mind where a block lies or what its note says", () =>
    expect(stale(having({ name: "a", x: 90, note: "moved", group: "g" }))).toEqual([]));

  it("carries a change to everything that follows, and no further", () => {
    expect(stale(having({ name: "a", attrs: { T: "half" } }))).toEqual(["a", "b"]);
    expect(stale(having({ name: "x", value: { dtype: "float", shape: "2", text: "1,3" } }))).toEqual(["a", "b", "x"]);
    expect(stale(having({ name: "c", literals: { features: "1" } }))).toEqual(["c"]);
  });

  it("sees wires that moved, whatever their order", () => {
    const [first, second] = page.wires;
    if (!first || !second) throw new Error("two wires");
    expect(stale({ ...page, wires: [second, first] })).toEqual([]);
    expect(stale({ ...page, wires: [first, { ...second, from: "c" }] })).toEqual(["b"]);
    expect(stale({ ...page, wires: [first] })).toEqual(["b"]);
  });

  it("counts a block that left, and what it fed", () => {
    const blocks = { ...page.blocks };
    delete (blocks as Record<string, Block>).a;
    expect(stale({ ...page, blocks })).toEqual(["a", "b"]);
  });

  it("ends on a page with a cycle", () => {
    const wires = [...page.wires, { from: "b", output: 0, to: "a", input: "^" }];
    expect([...staleBlocks({ ...page, wires }, { ...having({ name: "b", op: "Elu" }), wires })].sort()).toEqual(["a", "b"]);
  });
});
