// Which scalars the trend draws. The page keeps the choice; without one the first few are drawn.
import type { Page, View } from "../api/types";

/** As many as there are colours. */
export const mostSeries = 6;
const firstSeries = 4;

export function shownSeries(views: readonly View[], names: readonly string[]): readonly string[] {
  const chosen = views.filter((view) => view.kind === "trend").map((view) => view.output);
  return chosen.length > 0 ? chosen.slice(0, mostSeries) : names.slice(0, firstSeries);
}

/** The page with one series more or less; what was drawn by itself becomes a choice with the first click. */
export function toggleSeries(page: Page, names: readonly string[], name: string): Page {
  const shown = shownSeries(page.views, names);
  const next = shown.includes(name) ? shown.filter((other) => other !== name) : [...shown, name].slice(-mostSeries);
  const others = page.views.filter((view) => view.kind !== "trend");
  return { ...page, views: [...others, ...next.map((output) => ({ kind: "trend" as const, output }))] };
}

/** A logarithm has no place for values that are not positive. */
export function positiveOnly(columns: readonly (readonly (number | null)[])[]): (number | null)[][] {
  return columns.map((column) => column.map((value) => (value !== null && value > 0 ? value : null)));
}
