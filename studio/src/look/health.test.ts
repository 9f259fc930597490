import { describe, expect, it } from "vitest";
import type { Summary } from "../api/types";
import { healthOf, healthParts } from "./health";

const of = (change: Partial<Summary>): Summary => ({
  output: "y:0",
  dtype: "float",
  shape: [100],
  text: "",
  min: 0,
  max: 9,
  nan: 0,
  inf: 0,
  zeros: 0,
  count: 100,
  ...change,
});

describe("healthOf", () => {
  it.each([
    [{}, "good", "all finite"],
    [{ zeros: 80 }, "good", "sparse, 80 % zeros"],
    [{ zeros: 100, max: 0 }, "warn", "all zeros"],
    [{ min: 2, max: 2 }, "warn", "all the same"],
    [{ inf: 1 }, "bad", "1 Inf (1 %)"],
    [{ nan: 3, inf: 2 }, "bad", "3 NaN (3 %)"],
    [{ count: 0 }, "warn", "empty"],
  ])("of %o is %s: %s", (change, tone, text) => expect(healthOf(of(change))).toEqual({ tone, text }));
});

describe("healthParts", () => {
  it("adds up to the whole", () => {
    const parts = healthParts(of({ nan: 1, inf: 2, zeros: 50 }));
    expect(parts.map((part) => part.kind)).toEqual(["rest", "zeros", "inf", "nan"]);
    expect(parts.reduce((sum, part) => sum + part.percent, 0)).toBeCloseTo(100);
  });
  it("has none for an empty tensor", () => expect(healthParts(of({ count: 0 }))).toEqual([]));
});
