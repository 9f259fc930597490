import { describe, expect, it } from "vitest";
import { countText, listed, marginsOf, nextCell, partners, placesOf, type WindowAxis } from "./window";

/** 4 cells, window 3, stride 1, SAME. */
const same: WindowAxis = {
  name: "W",
  in: 4,
  out: 4,
  window: 3,
  stride: 1,
  dilation: 1,
  cells: [[-1, 0, 1], [0, 1, 2], [1, 2, 3], [2, 3, -1]],
  feeds: [[0, 1], [0, 1, 2], [1, 2, 3], [2, 3]],
  cut: false,
};
/** 4 cells, window 2, stride 2, VALID. */
const tiles: WindowAxis = {
  ...same,
  name: "H",
  out: 2,
  window: 2,
  stride: 2,
  cells: [[0, 1], [2, 3]],
  feeds: [[0], [0], [1], [1]],
};
/** 5 cells, window 3 at every second cell, SAME. */
const dilated: WindowAxis = {
  ...same,
  in: 5,
  out: 5,
  dilation: 2,
  cells: [[-1, 0, 2], [-1, 1, 3], [0, 2, 4], [1, 3, -1], [2, 4, -1]],
  feeds: [[0, 2], [1, 3], [0, 2, 4], [1, 3], [2, 4]],
};

describe("listed", () => {
  it("ends where the lists of a long axis end", () => {
    const long = listed({ ...tiles, in: 4000, out: 2000, cut: true });
    expect([long.in, long.out]).toEqual([4, 2]);
  });
});

describe("placesOf", () => {
  it("puts padding where it lies", () => {
    expect(placesOf(same, 0)).toEqual([-1, 0, 1]);
    expect(placesOf(same, 3)).toEqual([2, 3, 4]);
    expect(placesOf(dilated, 0)).toEqual([-2, 0, 2]);
    expect(placesOf(dilated, 4)).toEqual([2, 4, 6]);
  });
  it("has none for a window that lies in the padding altogether", () =>
    expect(placesOf({ ...same, out: 1, cells: [[-1, -1, -1]] }, 0)).toEqual([]));
});

describe("marginsOf", () => {
  it("is what the windows reach over", () => {
    expect(marginsOf(same)).toEqual({ before: 1, after: 1 });
    expect(marginsOf(tiles)).toEqual({ before: 0, after: 0 });
    expect(marginsOf(dilated)).toEqual({ before: 2, after: 2 });
  });
});

describe("partners and counts", () => {
  it("go both ways", () => {
    expect(partners(tiles, "output", 1)).toEqual([2, 3]);
    expect(partners(tiles, "input", 3)).toEqual([1]);
  });
  it("say how much is padding", () => {
    expect(countText([same, same], "output", [0, 0])).toBe("4 of 9 cells; the rest is padding");
    expect(countText([same, same], "output", [1, 1])).toBe("9 cells");
    expect(countText([tiles, tiles], "input", [0, 0])).toBe("1 cell");
  });
});

describe("nextCell", () => {
  it("walks row by row and begins again", () => {
    const walk = [[0, 0]];
    for (let i = 0; i < 4; ++i) walk.push(nextCell(walk.at(-1) ?? [], [2, 2], [0, 1]));
    expect(walk).toEqual([[0, 0], [0, 1], [1, 0], [1, 1], [0, 0]]);
  });
  it("leaves the axis that is not drawn alone", () => expect(nextCell([3, 0, 1], [4, 2, 2], [1, 2])).toEqual([3, 1, 0]));
});
