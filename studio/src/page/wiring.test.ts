import { expect, test } from "vitest";
import type { Block, Page, Wire } from "../api/types";
import { bypass, closeLists, connect, disconnect, listPin, pinsOf, remove } from "./wiring";
import { concat } from "./testing";

const block = (name: string, literals: Record<string, string> = {}): Block => ({
  name,
  op: "Concat",
  x: 0,
  y: 0,
  attrs: {},
  literals,
});
const page = (names: string[], wires: Wire[]): Page => ({
  blocks: Object.fromEntries(names.map((name) => [name, block(name)])),
  wires,
  groups: {},
  comments: {},
  views: [],
});
const wire = (from: string, to: string, input: string, output = 0): Wire => ({ from, output, to, input });

test("pins of a list have a free one behind the last that is used", () => {
  expect(pinsOf(concat, block("c"), [])).toEqual(["values[0]", "axis"]);
  expect(pinsOf(concat, block("c"), ["values[0]", "values[1]"])).toEqual([
    "values[0]",
    "values[1]",
    "values[2]",
    "axis",
  ]);
  expect(pinsOf(concat, block("c", { "values[1]": "7" }), [])).toEqual([
    "values[0]",
    "values[1]",
    "values[2]",
    "axis",
  ]);
  expect(listPin("a[b][12]")).toEqual({ list: "a[b]", index: 12 });
  expect(listPin("axis")).toBeNull();
});

test("a pin takes one wire, but an operation waits for many", () => {
  const two = connect(connect(page(["a", "b", "c"], []), wire("a", "c", "axis")), wire("b", "c", "axis"));
  expect(two.wires).toEqual([wire("b", "c", "axis")]);
  const waits = connect(connect(page(["a", "b", "c"], []), wire("a", "c", "^", -1)), wire("b", "c", "^", -1));
  expect(waits.wires).toHaveLength(2);
  expect(connect(waits, wire("a", "c", "^", -1)).wires).toHaveLength(2);
});

test("a list closes up when one of its wires leaves", () => {
  const wires = [wire("a", "d", "values[0]"), wire("b", "d", "values[1]"), wire("c", "d", "values[2]")];
  const left = disconnect(page(["a", "b", "c", "d"], wires), [wires[1] as Wire]);
  expect(left.wires.map((w) => [w.from, w.input])).toEqual([
    ["a", "values[0]"],
    ["c", "values[1]"],
  ]);
});

test("literals of a list close up with its wires", () => {
  const start = page(["a", "d"], [wire("a", "d", "values[2]")]);
  const typed: Page = {
    ...start,
    blocks: { ...start.blocks, d: block("d", { "values[1]": "5", axis: "0" }) },
  };
  const closed = closeLists(typed, "d");
  expect(closed.blocks.d?.literals).toEqual({ "values[0]": "5", axis: "0" });
  expect(closed.wires[0]?.input).toBe("values[1]");
  expect(closeLists(closed, "d")).toBe(closed);
});

test("removing a block takes its wires and views, and empty groups", () => {
  const start = page(["a", "b"], [wire("a", "b", "axis")]);
  const grouped: Page = {
    ...start,
    blocks: { ...start.blocks, a: { ...block("a"), group: "g" } },
    groups: { g: { title: "G", x: 0, y: 0, width: 1, height: 1, collapsed: false } },
    views: [{ kind: "trend", output: "a:0" }],
  };
  const left = remove(grouped, { blocks: ["a"] });
  expect(left).toEqual(page(["b"], []));
  expect(remove(grouped, { groups: ["g"] })).toEqual(page(["b"], []));
});

test("taking a block out of a chain joins its ends", () => {
  const left = bypass(
    page(["a", "b", "c", "d"], [wire("a", "b", "axis", 1), wire("b", "c", "axis"), wire("b", "d", "axis")]),
    "b",
  );
  expect(left.wires).toEqual([wire("a", "c", "axis", 1), wire("a", "d", "axis", 1)]);
});
