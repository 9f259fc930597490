import { describe, expect, it } from "vitest";
import type { Summary } from "../api/types";
import { dragWindow, lookOf } from "./store";

const subject = { session: "s", output: "dx:0" };
const summary: Summary = {
  output: "dx:0",
  dtype: "float",
  shape: [1, 8, 8, 8, 2],
  text: "",
  min: -1,
  max: 3,
  nan: 0,
  inf: 0,
  zeros: 0,
  count: 1024,
};

describe("lookOf", () => {
  it("follows from the result where nothing was chosen", () => {
    const look = lookOf(subject, "v", summary, null, {});
    expect(look).toMatchObject({
      axes: { rows: 2, columns: 3 },
      index: [0, 4, 4, 4, 0],
      map: "diverging",
      range: { low: -1, high: 3 },
      window: { low: -3, high: 3 },
    });
  });

  it("keeps what was chosen, within the result", () => {
    const look = lookOf(subject, "v", summary, null, {
      axes: { rows: 1, columns: 4 },
      index: [0, 99, 0, 0, 1],
      map: "grey",
      window: { low: 0, high: 1 },
    });
    expect(look).toMatchObject({
      axes: { rows: 1, columns: 4 },
      index: [0, 7, 0, 0, 1],
      map: "grey",
      window: { low: 0, high: 1 },
    });
  });

  it("takes the range of the finite values where there are infinities", () => {
    const histogram = { edges: [-2, 0, 2], counts: [1, 1] };
    expect(lookOf(subject, "v", { ...summary, max: "Inf" }, histogram, {}).range).toEqual({ low: -2, high: 2 });
    expect(lookOf(subject, "v", { ...summary, max: "Inf" }, null, {}).range).toEqual({ low: 0, high: 1 });
  });
});

describe("dragWindow", () => {
  const window = { low: 2, high: 4 };
  it("widens to the right about its level", () => {
    const { low, high } = dragWindow(window, 120, 0);
    expect((low + high) / 2).toBeCloseTo(3);
    expect(high - low).toBeCloseTo(2 * Math.E);
  });
  it("moves up with the pointer", () => expect(dragWindow(window, 0, -90)).toEqual({ low: 3, high: 5 }));
  it("gets a width where it had none", () => {
    const { low, high } = dragWindow({ low: 1, high: 1 }, 0, 0);
    expect(high - low).toBe(1);
  });
});
