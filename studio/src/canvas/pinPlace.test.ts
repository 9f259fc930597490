import { expect, test } from "vitest";
import { dtypeClass } from "./dtype";
import { pinText, readPin } from "./pinPlace";

test("a pin's name comes back, also from a block with slashes", () => {
  for (const place of [
    { block: "a", side: "in", pin: "values[1]" },
    { block: "net/in/conv", side: "out", pin: "0" },
    { block: "x", side: "in", pin: "^" },
  ] as const) {
    expect(readPin(pinText(place))).toEqual(place);
  }
  expect(readPin("nothing")).toBeNull();
});

test("a type has the colour of its family", () => {
  expect(
    ["float", "double", "bfloat16", "int64", "quint8", "bool", "complex64", "float_ref"].map(dtypeClass),
  ).toEqual(
    ["float", "double", "half", "int", "int", "bool", "complex", "float"].map((family) => `dtype-${family}`),
  );
  expect(dtypeClass(undefined)).toBe("dtype-other");
});
