// The trend as a table for other programs.
import type { Row } from "../run/scalars";

/** One line a step; every digit of a number; empty where a step has no value. */
export function toCsv(rows: readonly Row[], names: readonly string[]): string {
  const lines = rows.map(({ step, values }) => [step, ...names.map((name) => values[name] ?? "")].join(","));
  return [["step", ...names].map(quote).join(","), ...lines, ""].join("\n");
}

function quote(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
