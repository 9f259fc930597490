import { describe, expect, it } from "vitest";
import { columnsOf, namesOf, ScalarLog } from "./scalars";

const filled = (capacity: number, steps: number) => {
  const log = new ScalarLog(capacity);
  for (let step = 1; step <= steps; ++step) log.add(step, { "loss:0": 1 / step });
  return log;
};

describe("ScalarLog", () => {
  it("keeps the newest rows, oldest first", () => {
    const log = filled(4, 10);
    expect(log.length).toBe(4);
    expect(log.list().map((row) => row.step)).toEqual([7, 8, 9, 10]);
  });

  it("is in order right at the seam of the ring", () => {
    expect(filled(4, 4).list().map((row) => row.step)).toEqual([1, 2, 3, 4]);
    expect(filled(4, 5).list().map((row) => row.step)).toEqual([2, 3, 4, 5]);
    expect(filled(4, 8).list().map((row) => row.step)).toEqual([5, 6, 7, 8]);
  });

  it("starts again after clear", () => {
    const log = filled(3, 5);
    log.clear();
    log.add(1, { "a:0": 2 });
    expect(log.list()).toEqual([{ step: 1, values: { "a:0": 2 } }]);
  });

  it("gives columns with gaps where a value is missing or cannot be drawn", () => {
    const log = new ScalarLog();
    log.add(1, { "a:0": 1 });
    log.add(2, { "a:0": "NaN", "b:0": 5 });
    log.add(3, { "a:0": "-Inf", "b:0": 6 });
    expect(namesOf(log.list())).toEqual(["a:0", "b:0"]);
    expect(columnsOf(log.list(), ["a:0", "b:0"])).toEqual([
      [1, 2, 3],
      [1, null, null],
      [null, 5, 6],
    ]);
  });
});
