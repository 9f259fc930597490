// Undo without inverses: pages never change, so a step is the page before and the page after it.
import type { Page } from "../api/types";

export interface Step {
  readonly label: string;
  readonly was: Page;
  readonly is: Page;
  /** The gesture that the step belongs to, while it is open: later edits under the same key join it. */
  readonly merge?: string;
}

export interface History {
  readonly done: readonly Step[];
  readonly undone: readonly Step[];
}

export const emptyHistory: History = { done: [], undone: [] };

/** Steps that are kept. Unchanged blocks are shared between pages, so that a step costs little. */
const kept = 1000;

export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length || Array.isArray(a) !== Array.isArray(b)) return false;
  return keys.every(
    (key) => key in b && same((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
  );
}

/** The history after `is` replaced `was`; a gesture that ends where it began leaves no step. */
export function record(history: History, step: Step): History {
  const top = history.done.at(-1);
  if (step.merge !== undefined && top?.merge === step.merge) {
    const rest = history.done.slice(0, -1);
    if (same(top.was, step.is)) return { done: rest, undone: [] };
    return { done: [...rest, { ...top, is: step.is }], undone: [] };
  }
  return { done: [...closed(history).done.slice(-kept + 1), step], undone: [] };
}

/** The last step takes no further edits. */
export function closed(history: History): History {
  const top = history.done.at(-1);
  if (top?.merge === undefined) return history;
  return { ...history, done: [...history.done.slice(0, -1), { label: top.label, was: top.was, is: top.is }] };
}
