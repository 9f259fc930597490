import { expect, test } from "vitest";
import { layout } from "./layout";

const node = (id: string, group?: string) => ({
  id,
  width: 224,
  height: 100,
  ...(group !== undefined && { group }),
});

test("wires lead to the right, with room for their labels, and nothing overlaps", () => {
  const places = layout({
    nodes: ["a", "b", "c", "d"].map((id) => node(id)),
    wires: [
      { from: "a", to: "c", label: 120 },
      { from: "b", to: "c", label: 120 },
      { from: "c", to: "d", label: 200 },
    ],
  });
  const { a, b, c, d } = places;
  if (!a || !b || !c || !d) throw new Error("a block has no place");
  expect(c.x - (a.x + 224)).toBeGreaterThanOrEqual(120);
  expect(d.x - (c.x + 224)).toBeGreaterThanOrEqual(200);
  expect(Math.abs(a.y - b.y)).toBeGreaterThanOrEqual(100);
});

test("groups, cycles and two wires between the same blocks are laid out too", () => {
  const places = layout({
    nodes: [node("a", "g"), node("b", "g"), node("c")],
    wires: [
      { from: "a", to: "b", label: 0 },
      { from: "a", to: "b", label: 0 },
      { from: "b", to: "a", label: 0 },
      { from: "b", to: "c", label: 0 },
    ],
  });
  for (const place of Object.values(places)) expect(Number.isFinite(place.x + place.y)).toBe(true);
});
