// Which axes of a tensor to draw first. A guess for the eye only: the pickers change it, and nothing is computed by it.

/** The axes of a picture; -1 is no axis, the one row or column of a vector. */
export interface Axes {
  readonly rows: number;
  readonly columns: number;
}

export const noAxis = -1;

/** Sizes along an axis; an axis that is none has one cell. */
export function sizeOf(shape: readonly number[], axis: number): number {
  return axis === noAxis ? 1 : (shape[axis] ?? 1);
}

/**
 * `count` neighbouring axes longer than 1 that are most alike in size: height and width are, batch and channels
 * seldom are. Among equals not the first axis, which is the batch. Null where there are fewer.
 */
export function evenAxes(shape: readonly number[], count: number): readonly number[] | null {
  const long = shape.flatMap((size, axis) => (size > 1 ? [axis] : []));
  let best: readonly number[] | null = null;
  let bestScore = -1;
  for (let start = 0; start + count <= long.length; ++start) {
    const axes = long.slice(start, start + count);
    const sizes = axes.map((axis) => shape[axis] ?? 1);
    const batch = axes[0] === 0 && shape.length > count;
    const score = Math.min(...sizes) / Math.max(...sizes) - (batch ? 1e-6 : 0);
    if (score > bestScore) {
      best = axes;
      bestScore = score;
    }
  }
  return best;
}

/** The three axes of a volume, or null where the tensor is none. */
export function volumeAxes(shape: readonly number[]): readonly [number, number, number] | null {
  const [d, h, w] = evenAxes(shape, 3) ?? [];
  return d !== undefined && h !== undefined && w !== undefined ? [d, h, w] : null;
}

export function firstAxes(shape: readonly number[]): Axes {
  const volume = volumeAxes(shape);
  if (volume) return { rows: volume[1], columns: volume[2] };
  const [rows, columns] = evenAxes(shape, 2) ?? [];
  if (rows !== undefined && columns !== undefined) return { rows, columns };
  const [only] = evenAxes(shape, 1) ?? [shape.length - 1];
  if (shape.length < 2) return { rows: noAxis, columns: only ?? noAxis };
  return only === 0 ? { rows: 0, columns: 1 } : { rows: (only ?? 1) - 1, columns: only ?? 1 };
}

/** The middle of the volume, the first of everything else. */
export function firstIndex(shape: readonly number[]): readonly number[] {
  const middle = new Set<number>(volumeAxes(shape) ?? []);
  return shape.map((size, axis) => (middle.has(axis) ? Math.floor(size / 2) : 0));
}

/** Axes and index kept from an earlier result, where they still fit this one. */
export function keepAxes(shape: readonly number[], axes: Axes | undefined): Axes {
  const there = (axis: number) => axis === noAxis || axis < shape.length;
  const enough = axes && there(axes.rows) && there(axes.columns) && (shape.length < 2 || axes.rows !== noAxis);
  return enough ? axes : firstAxes(shape);
}

export function keepIndex(shape: readonly number[], index: readonly number[] | undefined): readonly number[] {
  if (index?.length !== shape.length) return firstIndex(shape);
  return index.map((i, axis) => Math.max(0, Math.min(i, (shape[axis] ?? 1) - 1)));
}

/** A new choice for one of the two; the other gives way by taking the old one. */
export function chooseAxis(axes: Axes, which: keyof Axes, axis: number): Axes {
  const other = which === "rows" ? "columns" : "rows";
  const next = { ...axes, [which]: axis };
  return axes[other] === axis ? { ...next, [other]: axes[which] } : next;
}

/** The index with the cell of a plane put in. */
export function withCell(index: readonly number[], axes: Axes, row: number, column: number): readonly number[] {
  return index.map((i, axis) => (axis === axes.rows ? row : axis === axes.columns ? column : i));
}
