// Which cells of a window op meet, from the lists that the engine gives of each axis.

export interface WindowAxis {
  /** `H` */
  readonly name: string;
  readonly in: number;
  readonly out: number;
  readonly window: number;
  readonly stride: number;
  readonly dilation: number;
  /** For each output cell the input cells that it sees; -1 is padding. */
  readonly cells: readonly (readonly number[])[];
  /** For each input cell the output cells that see it. */
  readonly feeds: readonly (readonly number[])[];
  /** The axis is longer than its lists. */
  readonly cut: boolean;
}

/** The axis as far as its lists go. */
export function listed(axis: WindowAxis): WindowAxis {
  return { ...axis, in: axis.feeds.length, out: axis.cells.length };
}

/** Where the cells of one window lie, those of the padding too: before the first cell or behind the last. */
export function placesOf(axis: WindowAxis, output: number): readonly number[] {
  const cells = axis.cells[output] ?? [];
  const first = cells.findIndex((cell) => cell >= 0);
  if (first < 0) return [];
  const from = (cells[first] ?? 0) - first * axis.dilation;
  return cells.map((_, k) => from + k * axis.dilation);
}

/** How far windows reach over both ends of the input. */
export function marginsOf(axis: WindowAxis): { readonly before: number; readonly after: number } {
  let low = 0;
  let high = axis.in - 1;
  for (let output = 0; output < axis.out; ++output)
    for (const place of placesOf(axis, output)) {
      low = Math.min(low, place);
      high = Math.max(high, place);
    }
  return { before: Math.abs(low), after: high - (axis.in - 1) };
}

export type Side = "input" | "output";

/** The cells on the other side that belong to `cell` of `side`, along one axis. */
export function partners(axis: WindowAxis, side: Side, cell: number): readonly number[] {
  return side === "output" ? placesOf(axis, cell) : (axis.feeds[cell] ?? []);
}

/** The next cell in row-major order over the two axes that are drawn, from the last one back to the first. */
export function nextCell(cell: readonly number[], sizes: readonly number[], drawn: readonly [number, number]): number[] {
  const next = [...cell];
  const [rows, columns] = drawn;
  const column = (next[columns] ?? 0) + 1;
  next[columns] = column % Math.max(1, sizes[columns] ?? 1);
  if (column >= (sizes[columns] ?? 1)) next[rows] = ((next[rows] ?? 0) + 1) % Math.max(1, sizes[rows] ?? 1);
  return next;
}

/** `3 of 9 cells`, `9 cells`. */
export function countText(axes: readonly WindowAxis[], side: Side, cell: readonly number[]): string {
  const all = axes.reduce((n, axis, d) => n * partners(axis, side, cell[d] ?? 0).length, 1);
  const inside = axes.reduce(
    (n, axis, d) => n * partners(axis, side, cell[d] ?? 0).filter((p) => p >= 0 && p < bound(axis, side)).length,
    1,
  );
  const cells = all === 1 ? "cell" : "cells";
  return inside === all ? `${all} ${cells}` : `${inside} of ${all} ${cells}; the rest is padding`;
}

const bound = (axis: WindowAxis, side: Side): number => (side === "output" ? axis.in : axis.out);
