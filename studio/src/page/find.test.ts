import { expect, test } from "vitest";
import { byGroup, find } from "./find";
import { opNamed } from "./testing";

const ops = [
  opNamed("AvgPool3DGrad", { summary: "Computes gradients of average pooling function." }),
  opNamed("AvgPool", { summary: "Performs average pooling." }),
  opNamed("MaxPool3DGrad"),
  opNamed("Mul", { cpp_class: "Multiply", group: "math_ops" }),
  opNamed("Add", { group: "math_ops", aliases: ["plus"] }),
];
const names = (query: string): string[] => find(ops, query).map((op) => op.name);

test("the name comes first, then other names, then what it does", () => {
  expect(names("avgpool")).toEqual(["AvgPool", "AvgPool3DGrad"]);
  expect(names("3dgrad")).toEqual(["AvgPool3DGrad", "MaxPool3DGrad"]);
  expect(names("multiply")).toEqual(["Mul"]);
  expect(names("plus")).toEqual(["Add"]);
  expect(names("average")).toEqual(["AvgPool", "AvgPool3DGrad"]);
  expect(names("nothing like it")).toEqual([]);
});

test("initials find a name, and every word has to match", () => {
  expect(names("ap3g")).toEqual(["AvgPool3DGrad"]);
  expect(names("pool grad")).toEqual(["AvgPool3DGrad", "MaxPool3DGrad"]);
});

test("groups keep the order of the table", () => {
  expect(byGroup(ops).map(([group, members]) => [group, members.length])).toEqual([
    ["nn_ops", 3],
    ["math_ops", 2],
  ]);
});
