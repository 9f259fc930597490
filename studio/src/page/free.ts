// A place on the page where nothing is in the way.
import type { Point } from "./edits";

interface Size {
  readonly width: number;
  readonly height: number;
}

const gap = 20;
const step = { x: 40, y: 30 };
const farthest = 24;

/** The free place nearest to `at`, the right and the space below first; `at` itself where none is near. */
export function nearestFree(at: Point, size: Size, boxes: readonly (Point & Size)[]): Point {
  const free = ({ x, y }: Point): boolean =>
    boxes.every(
      (box) =>
        x + size.width + gap <= box.x ||
        box.x + box.width + gap <= x ||
        y + size.height + gap <= box.y ||
        box.y + box.height + gap <= y,
    );
  const places: Point[] = [];
  for (let i = -farthest; i <= farthest; ++i) {
    for (let j = -farthest; j <= farthest; ++j) places.push({ x: i * step.x, y: j * step.y });
  }
  const cost = ({ x, y }: Point): number => Math.hypot(x, y) * (x < 0 || y < 0 ? 1.2 : 1);
  places.sort((a, b) => cost(a) - cost(b));
  const found = places.find((by) => free({ x: at.x + by.x, y: at.y + by.y }));
  return found ? { x: at.x + found.x, y: at.y + found.y } : at;
}
