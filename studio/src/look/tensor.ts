// Looks at a result: the server cuts, counts and quantises; the browser never gets a whole volume.
import { bytes, call } from "../api/client";
import type { Summary } from "../api/types";
import type { Num } from "../run/format";
import type { Axes } from "./axes";
import type { Range } from "./colours";

export interface Subject {
  readonly session: string;
  readonly output: string;
}

export interface Histogram {
  readonly edges: readonly number[];
  readonly counts: readonly number[];
}

export interface Slice {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
  /** What 1 and 255 stand for. */
  readonly range: Range;
  /** Every k-th cell only. */
  readonly every: number;
}

export interface Comparison {
  readonly equal: boolean;
  readonly largest?: {
    readonly difference: Num;
    readonly index: readonly number[];
    readonly a: Num;
    readonly b: Num;
  };
  readonly mean_difference?: Num;
  readonly nan_only_in_one: number;
}

function ask<T>(subject: Subject, what: string, more: object, signal: AbortSignal): Promise<T> {
  return call<T>("/api/tensor", { ...subject, what, ...more }, signal);
}

export const askSummary = (subject: Subject, signal: AbortSignal) => ask<Summary>(subject, "summary", {}, signal);

export const askHistogram = (subject: Subject, bins: number, signal: AbortSignal) =>
  ask<Histogram>(subject, "histogram", { bins }, signal);

export const askValue = (subject: Subject, index: readonly number[], signal: AbortSignal) =>
  ask<{ text: string }>(subject, "value", { index }, signal);

export const askComparison = (subject: Subject, other: string, signal: AbortSignal) =>
  ask<Comparison>(subject, "compare", { other }, signal);

export const differenceOf = (a: string, b: string): string => `diff(${a},${b})`;

export function askTable(
  subject: Subject,
  axes: Axes,
  index: readonly number[],
  from: readonly [number, number],
  size: readonly [number, number],
  signal: AbortSignal,
): Promise<{ cells: readonly (readonly string[])[] }> {
  return ask(subject, "table", { ...axes, index, from, size }, signal);
}

export async function askSlice(
  subject: Subject,
  axes: Axes,
  index: readonly number[],
  window: Range,
  signal: AbortSignal,
): Promise<Slice> {
  const body = { ...subject, what: "slice", ...axes, index, ...window };
  const { data, headers } = await bytes("/api/tensor", body, signal);
  const said = JSON.parse(headers.get("X-Voxgrad-Slice") ?? "{}") as Partial<
    Record<"width" | "height" | "low" | "high" | "every", number>
  >;
  const { width = 0, height = 0, low = window.low, high = window.high, every = 1 } = said;
  if (data.length !== width * height) throw new Error("The picture of this slice did not arrive whole: look again.");
  return { width, height, data, range: { low, high }, every };
}
