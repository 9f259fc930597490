// How a result is doing, in a word: what a trained eye looks for first.
import type { Summary } from "../api/types";
import { formatCount, formatShare, toNumber } from "../run/format";

export interface Health {
  readonly tone: "good" | "warn" | "bad";
  readonly text: string;
}

export function healthOf(summary: Summary): Health {
  const { nan, inf, zeros, count } = summary;
  if (count === 0) return { tone: "warn", text: "empty" };
  if (nan > 0) return { tone: "bad", text: `${formatCount(nan)} NaN (${formatShare(nan, count)})` };
  if (inf > 0) return { tone: "bad", text: `${formatCount(inf)} Inf (${formatShare(inf, count)})` };
  if (zeros === count) return { tone: "warn", text: "all zeros" };
  if (count > 1 && toNumber(summary.min) === toNumber(summary.max)) return { tone: "warn", text: "all the same" };
  if (zeros > count / 2) return { tone: "good", text: `sparse, ${formatShare(zeros, count)} zeros` };
  return { tone: "good", text: "all finite" };
}

/** The parts of the bar that shows it, in percent of all elements; together 100. */
export function healthParts(summary: Summary): readonly { readonly kind: string; readonly percent: number }[] {
  const { nan, inf, zeros, count } = summary;
  const rest = Math.max(0, count - nan - inf - zeros);
  const parts = { rest, zeros, inf, nan };
  return Object.entries(parts)
    .filter(([, n]) => n > 0)
    .map(([kind, n]) => ({ kind, percent: (100 * n) / count }));
}
