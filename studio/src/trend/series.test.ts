import { describe, expect, it } from "vitest";
import { emptyPage } from "../store/page";
import { positiveOnly, shownSeries, toggleSeries } from "./series";

const names = ["a:0", "b:0", "c:0", "d:0", "e:0"];

describe("shownSeries", () => {
  it("draws the first few until something is chosen", () => {
    expect(shownSeries([], names)).toEqual(["a:0", "b:0", "c:0", "d:0"]);
    expect(shownSeries([{ kind: "trend", output: "e:0" }], names)).toEqual(["e:0"]);
    expect(shownSeries([{ kind: "slice", output: "e:0" }], ["a:0"])).toEqual(["a:0"]);
  });
});

describe("toggleSeries", () => {
  it("takes one away and puts it back, leaving other views alone", () => {
    const page = { ...emptyPage, views: [{ kind: "slice" as const, output: "x:0" }] };
    const without = toggleSeries(page, ["a:0", "b:0"], "a:0");
    expect(shownSeries(without.views, names)).toEqual(["b:0"]);
    expect(without.views[0]).toEqual({ kind: "slice", output: "x:0" });
    expect(shownSeries(toggleSeries(without, names, "a:0").views, names)).toEqual(["b:0", "a:0"]);
  });
  it("never has more series than colours", () => {
    const many = Array.from({ length: 9 }, (_, i) => `s${i}:0`);
    const page = many.reduce((p, name) => (shownSeries(p.views, many).includes(name) ? p : toggleSeries(p, many, name)), emptyPage);
    expect(shownSeries(page.views, many)).toHaveLength(6);
    expect(shownSeries(page.views, many)).toContain("s8:0");
  });
});

describe("positiveOnly", () => {
  it("leaves gaps where there is no logarithm", () =>
    expect(positiveOnly([[1, 0, -2, null, 1e-9]])).toEqual([[1, null, null, null, 1e-9]]));
});
