// What lies over the pixels of a plane: the cross-hair, and in small planes the numbers.
import { sizeOf, type Axes } from "./axes";
import { colourAt, inkOn, nanColour, place } from "./colours";
import type { Look } from "./store";
import { useNumbers } from "./usePlane";

interface Props {
  readonly look: Look;
  readonly axes: Axes;
  /** Up to this many cells a side there is room for numbers. */
  readonly legible: number;
}

export function PlaneCells({ look, axes, legible }: Props) {
  const numbers = useNumbers(look, axes, legible);
  const rows = sizeOf(look.summary.shape, axes.rows);
  const columns = sizeOf(look.summary.shape, axes.columns);
  const row = axes.rows < 0 ? 0 : (look.index[axes.rows] ?? 0);
  const column = axes.columns < 0 ? 0 : (look.index[axes.columns] ?? 0);
  const percent = (x: number, of: number) => `${(100 * x) / of}%`;
  return (
    <>
      {numbers && (
        <div className="numbers" aria-hidden="true" style={{ gridTemplateColumns: `repeat(${columns}, 1fr)` }}>
          {numbers.flatMap((line, r) =>
            line.map((text, c) => (
              <span key={`${r},${c}`} style={{ color: inkFor(look, text) }}>
                {short(text)}
              </span>
            )),
          )}
        </div>
      )}
      <div className="across" style={{ top: percent(row + 0.5, rows) }} />
      <div className="down" style={{ left: percent(column + 0.5, columns) }} />
      <div
        className="cell"
        style={{
          left: percent(column, columns),
          top: percent(row, rows),
          width: percent(1, columns),
          height: percent(1, rows),
        }}
      />
    </>
  );
}

function inkFor(look: Look, text: string): string {
  const value = Number(text);
  const colour = Number.isNaN(value) ? nanColour : colourAt(look.map, place(look.map, value, look.window));
  return inkOn(colour);
}

/** Four digits: enough for the eye, the table has them all. */
function short(text: string): string {
  const value = Number(text);
  return Number.isFinite(value) && text.length > 6 ? String(Number(value.toPrecision(3))) : text;
}
