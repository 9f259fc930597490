import { describe, expect, it } from "vitest";
import { chooseAxis, evenAxes, firstAxes, firstIndex, keepAxes, keepIndex, noAxis, volumeAxes, withCell } from "./axes";

describe("volumeAxes", () => {
  it.each([
    [[1, 96, 96, 96, 32], [1, 2, 3]],
    [[1, 2, 8, 8, 8], [2, 3, 4]],
    [[2, 2, 2, 2, 2], [1, 2, 3]],
    [[3, 3, 3, 2, 4], [0, 1, 2]],
    [[512, 512, 512], [0, 1, 2]],
    [[1, 16, 64, 64, 1], [1, 2, 3]],
  ])("of %s are %s", (shape, axes) => expect(volumeAxes(shape)).toEqual(axes));

  it("needs three axes that are longer than 1", () => {
    expect(volumeAxes([1, 4, 4, 1])).toBeNull();
    expect(volumeAxes([])).toBeNull();
  });
});

describe("firstAxes", () => {
  it.each([
    [[4, 6], 0, 1],
    [[1, 5, 5, 1], 1, 2],
    [[1, 8, 8, 8, 2], 2, 3],
    [[7], noAxis, 0],
    [[], noAxis, noAxis],
    [[9, 1], 0, 1],
    [[1, 9], 0, 1],
    [[1, 1], 0, 1],
    [[1, 1, 5], 1, 2],
  ])("of %s are %i and %i", (shape, rows, columns) => expect(firstAxes(shape)).toEqual({ rows, columns }));

  it("never takes one axis twice", () => {
    for (const shape of [[1], [2], [1, 1], [2, 1], [1, 2, 1], [3, 1, 1], [1, 1, 1, 1, 1], [0, 3], [0]]) {
      const { rows, columns } = firstAxes(shape);
      expect(rows === noAxis || rows !== columns, String(shape)).toBe(true);
      expect(Math.max(rows, columns)).toBeLessThan(shape.length);
    }
  });
});

describe("an index", () => {
  it("begins in the middle of a volume and at the first of the rest", () =>
    expect(firstIndex([2, 8, 6, 4, 9])).toEqual([0, 4, 3, 2, 0]));
  it("stays where it still fits", () => {
    expect(keepIndex([4, 4], [3, 9])).toEqual([3, 3]);
    expect(keepIndex([4, 4], [3])).toEqual([0, 0]);
    expect(keepAxes([4, 4], { rows: 1, columns: 0 })).toEqual({ rows: 1, columns: 0 });
    expect(keepAxes([4, 4], { rows: 2, columns: 3 })).toEqual({ rows: 0, columns: 1 });
    expect(keepAxes([4, 4], { rows: noAxis, columns: 0 })).toEqual({ rows: 0, columns: 1 });
  });
  it("takes the cell of a plane", () =>
    expect(withCell([0, 1, 2, 3, 4], { rows: 3, columns: 1 }, 7, 8)).toEqual([0, 8, 2, 7, 4]));
});

describe("chooseAxis", () => {
  it("swaps when the other one is taken", () => {
    expect(chooseAxis({ rows: 1, columns: 2 }, "rows", 2)).toEqual({ rows: 2, columns: 1 });
    expect(chooseAxis({ rows: 1, columns: 2 }, "columns", 3)).toEqual({ rows: 1, columns: 3 });
  });
});

describe("evenAxes", () => {
  it("prefers axes alike in size", () => {
    expect(evenAxes([1, 28, 28, 64], 2)).toEqual([1, 2]);
    expect(evenAxes([64, 28, 28], 2)).toEqual([1, 2]);
  });
});
