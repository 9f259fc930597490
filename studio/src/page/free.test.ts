import { expect, test } from "vitest";
import { nearestFree } from "./free";

const size = { width: 200, height: 100 };

test("an empty page has room where one asks", () => {
  expect(nearestFree({ x: 3, y: 4 }, size, [])).toEqual({ x: 3, y: 4 });
});

test("twenty blocks one after another cover nothing", () => {
  const boxes: { x: number; y: number; width: number; height: number }[] = [];
  for (let i = 0; i < 20; ++i) boxes.push({ ...nearestFree({ x: 0, y: 0 }, size, boxes), ...size });
  for (const a of boxes) {
    for (const b of boxes) {
      if (a === b) continue;
      const apart = a.x + 200 <= b.x || b.x + 200 <= a.x || a.y + 100 <= b.y || b.y + 100 <= a.y;
      expect(apart).toBe(true);
    }
  }
});

test("where everything is full the place is the one that was asked for", () => {
  const wall = [{ x: -9000, y: -9000, width: 18000, height: 18000 }];
  expect(nearestFree({ x: 7, y: 8 }, size, wall)).toEqual({ x: 7, y: 8 });
});
