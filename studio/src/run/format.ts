// How numbers, sizes and times read in the page.

/** A number as JSON carries it: NaN and the infinities travel as texts. */
export type Num = number | string;

/** The number itself; NaN where there is none. */
export function toNumber(x: Num | undefined): number {
  if (typeof x === "number") return x;
  if (x === "Inf") return Infinity;
  if (x === "-Inf") return -Infinity;
  return NaN;
}

/** A short text of a number: five digits, no trailing zeros, an exponent only where it helps. */
export function formatNumber(x: Num | undefined, digits = 5): string {
  if (x === undefined) return "–";
  if (typeof x === "string") return x;
  if (Number.isNaN(x)) return "NaN";
  if (!Number.isFinite(x)) return x > 0 ? "Inf" : "-Inf";
  if (Number.isInteger(x) && Math.abs(x) < 1e9) return String(x);
  const size = Math.abs(x);
  if (size < 1e-4 || size >= 1e9) {
    const [mantissa = "0", exponent = "0"] = x.toExponential(Math.max(0, digits - 2)).split("e");
    return `${trim(mantissa)}e${exponent.replace("+", "")}`;
  }
  return trim(x.toPrecision(digits));
}

function trim(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** `113 MB`: decimal units, three digits. */
export function formatBytes(bytes: number): string {
  return withUnit(bytes, ["B", "kB", "MB", "GB", "TB"]);
}

/** `340 µs`, `1.25 ms`, `2.1 s`. */
export function formatTime(ms: number): string {
  if (ms >= 60_000) return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
  if (ms >= 1000) return `${threeDigits(ms / 1000)} s`;
  if (ms >= 1) return `${threeDigits(ms)} ms`;
  return `${threeDigits(ms * 1000)} µs`;
}

/** `1,234,567`, for counts of elements and steps. */
export function formatCount(n: number): string {
  return String(Math.round(n)).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** A share as people say it: `12 %`, `< 0.1 %`, never 0 or 100 unless it is exact. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0 || part === 0) return "0 %";
  if (part === whole) return "100 %";
  const percent = (100 * part) / whole;
  if (percent < 0.1) return "< 0.1 %";
  if (percent > 99.9) return "> 99.9 %";
  return `${threeDigits(percent)} %`;
}

export function formatShape(shape: readonly number[]): string {
  return `[${shape.join(",")}]`;
}

/** `[0,12,4,7,0]`, the place of an element. */
export const formatIndex = formatShape;

function withUnit(x: number, units: readonly string[]): string {
  let unit = 0;
  while (x >= 999.5 && unit + 1 < units.length) {
    x /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? String(Math.round(x)) : threeDigits(x)} ${units[unit] ?? ""}`;
}

function threeDigits(x: number): string {
  return trim(x >= 999.5 ? x.toFixed(0) : x.toPrecision(3));
}
