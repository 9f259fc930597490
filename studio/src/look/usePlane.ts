// One slice of the result: asked for, coloured, and drawn at its own size; the style sheet scales it up.
import { useEffect, useMemo, useRef, type RefObject } from "react";
import { sizeOf, type Axes } from "./axes";
import { palette } from "./colours";
import { useLatest, type Answer } from "./latest";
import type { Look } from "./store";
import { askSlice, askTable, type Slice } from "./tensor";

export interface PlanePicture {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly answer: Answer<Slice> | null;
}

/** The index without the axes of the plane: the slice is the same for every cell of it. */
function sliceKey(look: Look, axes: Axes): string {
  return look.index.map((i, axis) => (axis === axes.rows || axis === axes.columns ? "*" : i)).join();
}

export function usePlane(look: Look, axes: Axes): PlanePicture {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { low, high } = look.window;
  const subject = `${look.version}/${axes.rows},${axes.columns}`;
  const answer = useLatest(subject, `${sliceKey(look, axes)}/${low}/${high}`, (signal) =>
    askSlice(look.subject, axes, look.index, { low, high }, signal),
  );
  const slice = answer?.value;
  const dataLow = slice?.range.low ?? 0;
  const dataHigh = slice?.range.high ?? 1;
  const colours = useMemo(
    () => palette(look.map, { low: dataLow, high: dataHigh }, { low, high }),
    [look.map, dataLow, dataHigh, low, high],
  );
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!canvas.current || !context || !slice || slice.width === 0 || slice.height === 0) return;
    canvas.current.width = slice.width;
    canvas.current.height = slice.height;
    const image = context.createImageData(slice.width, slice.height);
    const pixels = new Uint32Array(image.data.buffer);
    const table = new Uint32Array(colours.buffer);
    for (let i = 0; i < pixels.length; ++i) pixels[i] = table[slice.data[i] ?? 0] ?? 0;
    context.putImageData(image, 0, 0);
  }, [slice, colours]);
  return { canvas, answer };
}

/** The numbers of a plane as texts; null where a side has more than `legible` cells to write them in. */
export function useNumbers(look: Look, axes: Axes, legible: number): readonly (readonly string[])[] | null {
  const rows = sizeOf(look.summary.shape, axes.rows);
  const columns = sizeOf(look.summary.shape, axes.columns);
  const small = rows <= legible && columns <= legible;
  const subject = `${look.version}/${axes.rows},${axes.columns}`;
  const answer = useLatest(subject, small ? sliceKey(look, axes) : null, (signal) =>
    askTable(look.subject, axes, look.index, [0, 0], [rows, columns], signal),
  );
  return small ? (answer?.value?.cells ?? null) : null;
}
