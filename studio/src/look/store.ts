// How each output is looked at: which axes, where, through which window. Not part of the page, not undone.
import { create } from "zustand";
import type { Summary } from "../api/types";
import { rangeOf } from "../run/thumbnail";
import { keepAxes, keepIndex, type Axes } from "./axes";
import { autoMap, autoWindow, type MapName, type Range } from "./colours";
import type { Histogram, Subject } from "./tensor";

export type Tab = "picture" | "planes" | "table";

/** What was chosen; the rest follows from the result. */
export interface Choice {
  readonly axes?: Axes;
  readonly index?: readonly number[];
  readonly window?: Range | undefined;
  readonly map?: MapName | "auto";
}

interface LookState {
  readonly tab: Tab;
  readonly choices: Readonly<Record<string, Choice>>;
  /** The difference that is shown instead of its first output; of no meaning while another one is looked at. */
  readonly difference: string | null;
  readonly logCounts: boolean;
  /** The element under the pointer. */
  readonly hover: readonly number[] | null;
  readonly choose: (output: string, choice: Choice) => void;
}

export const useLook = create<LookState>()((set, get) => ({
  tab: "picture",
  choices: {},
  difference: null,
  logCounts: false,
  hover: null,
  choose: (output, choice) => {
    const { choices } = get();
    set({ choices: { ...choices, [output]: { ...choices[output], ...choice } } });
  },
}));

/** What the viewers show: a result, and how it is looked at. */
export interface Look {
  readonly subject: Subject;
  readonly summary: Summary;
  /** Changes with the result: what was asked about another one is of no use. */
  readonly version: string;
  readonly histogram: Histogram | null;
  readonly axes: Axes;
  readonly index: readonly number[];
  readonly range: Range;
  readonly map: MapName;
  readonly window: Range;
}

export function lookOf(
  subject: Subject,
  version: string,
  summary: Summary,
  histogram: Histogram | null,
  choice: Choice,
): Look {
  const range = rangeOf(summary) ?? rangeOfHistogram(histogram) ?? { low: 0, high: 1 };
  const map = choice.map === undefined || choice.map === "auto" ? autoMap(range) : choice.map;
  return {
    subject,
    version,
    summary,
    histogram,
    range,
    map,
    axes: keepAxes(summary.shape, choice.axes),
    index: keepIndex(summary.shape, choice.index),
    window: choice.window ?? autoWindow(map, range),
  };
}

/** With infinities about, the finite values still have a range. */
function rangeOfHistogram(histogram: Histogram | null): Range | null {
  const low = histogram?.edges[0];
  const high = histogram?.edges.at(-1);
  return low !== undefined && high !== undefined && Number.isFinite(high - low) ? { low, high } : null;
}

/** The window after a drag of (dx, dy) pixels: across makes it wider, up moves it to higher values. */
export function dragWindow(window: Range, dx: number, dy: number): Range {
  const level = (window.low + window.high) / 2;
  const width = (window.high - window.low || 1) * Math.exp(dx / 120);
  const moved = level + (dy / -180) * width;
  return { low: moved - width / 2, high: moved + width / 2 };
}
