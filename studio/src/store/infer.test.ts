import { expect, test } from "vitest";
import type { BlockInfo, InferAnswer } from "../api/types";
import { reuse } from "./infer";

const info = (shape: string): BlockInfo => ({
  problems: [],
  outputs: [{ name: "y", dtype: "float", shape, text: `float ${shape}` }],
  attrs: { T: "float" },
  pins: [],
});
const answer = (blocks: Record<string, BlockInfo>, wires: Record<string, string> = {}): InferAnswer => ({
  blocks,
  wires,
  nodes: 1,
});

test("blocks of which nothing new is said stay the same objects", () => {
  const old = answer({ a: info("[2]"), b: info("[3]"), gone: info("[4]") }, { 0: "no" });
  const next = reuse(old, answer({ a: info("[2]"), b: info("[5]"), fresh: info("[6]") }, { 0: "no" }));
  expect(next.blocks.a).toBe(old.blocks.a);
  expect(next.blocks.b).toEqual(info("[5]"));
  expect(Object.keys(next.blocks)).toEqual(["a", "b", "fresh"]);
  expect(next.wires).toBe(old.wires);
});
