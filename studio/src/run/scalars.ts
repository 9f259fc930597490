// The scalars of each step, for the trend: a ring of rows, so that a run of a million steps cannot fill the tab.
import { toNumber, type Num } from "./format";

export interface Row {
  readonly step: number;
  readonly values: Readonly<Record<string, number>>;
}

export class ScalarLog {
  private readonly rows: Row[] = [];
  private start = 0; // of the oldest row, once the ring is full

  constructor(readonly capacity = 20_000) {}

  get length(): number {
    return this.rows.length;
  }

  add(step: number, scalars: Readonly<Record<string, Num>>): void {
    const values = Object.fromEntries(Object.entries(scalars).map(([name, x]) => [name, toNumber(x)]));
    if (this.rows.length < this.capacity) {
      this.rows.push({ step, values });
    } else {
      this.rows[this.start] = { step, values };
      this.start = (this.start + 1) % this.capacity;
    }
  }

  clear(): void {
    this.rows.length = 0;
    this.start = 0;
  }

  /** Oldest first. */
  list(): readonly Row[] {
    return [...this.rows.slice(this.start), ...this.rows.slice(0, this.start)];
  }
}

/** Every name that any row has, in the order in which they came up. */
export function namesOf(rows: readonly Row[]): readonly string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row.values)))];
}

/** A row of steps and one row a series, as uPlot takes them; null where a step has no such value or none to draw. */
export function columnsOf(rows: readonly Row[], names: readonly string[]): [number[], ...(number | null)[][]] {
  const series = names.map((name) =>
    rows.map(({ values }) => {
      const value = values[name];
      return value !== undefined && Number.isFinite(value) ? value : null;
    }),
  );
  return [rows.map((row) => row.step), ...series];
}
