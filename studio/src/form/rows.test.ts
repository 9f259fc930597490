import { expect, test } from "vitest";
import type { Block } from "../api/types";
import { avgPool3DGrad, concat, constant, opNamed } from "../page/testing";
import { attrsText, choicesOf, rowsOf, valueText } from "./rows";

const block = (part: Partial<Block> = {}): Block => ({
  name: "b",
  op: "Op",
  x: 0,
  y: 0,
  attrs: {},
  literals: {},
  ...part,
});
const names = (rows: ReturnType<typeof rowsOf>): string[] =>
  rows.map((row) => (row.kind === "input" ? row.pin : row.kind === "attr" ? row.attr.name : row.kind));

test("rows follow the arguments of the documents", () => {
  expect(names(rowsOf(avgPool3DGrad, block(), []))).toEqual([
    "scope",
    "orig_input_shape",
    "grad",
    "ksize",
    "padding",
    "attrs",
  ]);
  const ksize = rowsOf(avgPool3DGrad, block(), []).find((row) => row.kind === "attr");
  expect(ksize?.title).toBe("ArraySlice<int> ksize");
});

test("an op without listed arguments still has a row for each input, with the free pin of a list", () => {
  expect(names(rowsOf(concat, block(), ["values[0]"]))).toEqual(["values[0]", "values[1]", "axis"]);
});

test("optional attributes without an argument of their own get the attrs row", () => {
  const op = opNamed("Op", { attrs: [{ ...(avgPool3DGrad.attrs[2] as (typeof avgPool3DGrad.attrs)[0]) }] });
  expect(names(rowsOf(op, block(), []))).toEqual(["attrs"]);
});

test("the value of a Const stands in one row, not in its attributes", () => {
  const rows = rowsOf(constant, block(), []);
  expect(names(rows)).toEqual(["scope", "value"]);
  expect(rows[1]).toMatchObject({ name: "val", title: "Input::Initializer val\nPython: value" });
});

test("what a closed block says", () => {
  const optional = avgPool3DGrad.attrs.filter((attr) => attr.optional);
  expect(attrsText(optional, { ksize: "1", data_format: "NCDHW" })).toBe("data_format = NCDHW");
  expect(attrsText(optional, {})).toBe("");
  expect(valueText(block({ value: { dtype: "float", shape: "2", generator: "ball radius=1" } }))).toBe(
    "ball radius=1",
  );
  expect(valueText(block({ value: { dtype: "float", shape: "2", file: "upload:123" } }))).toBe(
    "uploaded file",
  );
  expect(valueText(block({ value: { dtype: "float", shape: "99", text: "1,".repeat(99) } }))).toHaveLength(
    61,
  );
});

test("few values are chosen from a list", () => {
  const [ksize, padding, , T] = avgPool3DGrad.attrs;
  expect(ksize && choicesOf(ksize, [])).toBeUndefined();
  expect(padding && choicesOf(padding, [])).toEqual(["SAME", "VALID"]);
  expect(T && choicesOf(T, ["float", "half"])).toEqual(["float", "half"]);
});
