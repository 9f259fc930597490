// The numbers of a plane, page by page.
import { useCallback, useState } from "react";
import { formatNumber } from "../run/format";
import { sizeOf } from "./axes";
import { AxisPickers, AxisSliders, ReadOut } from "./Controls";
import { useLatest } from "./latest";
import "./table.css";
import { useLook, type Look } from "./store";
import { askTable } from "./tensor";

const pageRows = 16;
/** Of a column, in pixels: five digits; the whole number is in the tooltip and in the line below. */
const columnWidth = 78;
const headWidth = 34;

export function TableView({ look }: { readonly look: Look }) {
  const { axes, index, summary } = look;
  const rows = sizeOf(summary.shape, axes.rows);
  const columns = sizeOf(summary.shape, axes.columns);
  const [box, width] = useWidth();
  const pageColumns = Math.max(1, Math.floor((width - headWidth) / columnWidth));
  const [wanted, setPage] = useState<readonly [number, number]>([0, 0]);
  const top = clamp(wanted[0], rows, pageRows);
  const left = clamp(wanted[1], columns, pageColumns);
  const size = [Math.min(pageRows, rows - top), Math.min(pageColumns, columns - left)] as const;
  const subject = `${look.version}/${axes.rows},${axes.columns}`;
  const answer = useLatest(subject, `${index.join()}/${top},${left},${size[1]}`, (signal) =>
    askTable(look.subject, axes, index, [top, left], size, signal),
  );
  const pick = (r: number, c: number) =>
    useLook.getState().choose(look.subject.output, {
      index: index.map((i, axis) => (axis === axes.rows ? r : axis === axes.columns ? c : i)),
    });
  const current = (r: number, c: number) =>
    (axes.rows < 0 || index[axes.rows] === r) && (axes.columns < 0 || index[axes.columns] === c);

  return (
    <>
      <AxisPickers look={look} />
      <AxisSliders look={look} without={[axes.rows, axes.columns]} />
      {answer?.error !== undefined && <p className="error">{answer.error}</p>}
      <div className="table-box" ref={box}>
        <table>
          <thead>
            <tr>
              <th aria-label="row" />
              {Array.from({ length: size[1] }, (_, c) => (
                <th key={c} scope="col">
                  {left + c}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {answer?.value?.cells.map((line, r) => (
              <tr key={r}>
                <th scope="row">{top + r}</th>
                {line.map((text, c) => (
                  <td
                    key={c}
                    className={`${kind(text)} ${current(top + r, left + c) ? "current" : ""}`}
                    title={text}
                    onClick={() => pick(top + r, left + c)}
                  >
                    {short(text)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="pager">
        <Pager what="rows" from={top} page={pageRows} size={rows} go={(to) => setPage([to, left])} />
        <Pager what="columns" from={left} page={pageColumns} size={columns} go={(to) => setPage([top, to])} />
      </div>
      <ReadOut look={look} />
    </>
  );
}

function short(text: string): string {
  const value = Number(text);
  return Number.isFinite(value) ? formatNumber(value) : text;
}

/** How wide an element is, whenever that changes. */
function useWidth(): [(element: HTMLElement | null) => (() => void) | undefined, number] {
  const [width, setWidth] = useState(280);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const watch = new ResizeObserver(() => setWidth(element.clientWidth));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return [ref, width];
}

/** The start of the page that `from` lies on, within the axis. */
function clamp(from: number, size: number, page: number): number {
  return Math.max(0, Math.min(from, Math.floor((size - 1) / page) * page));
}

function kind(text: string): string {
  if (text === "NaN" || text.endsWith("Inf")) return "ill";
  return text === "0" ? "zero" : "";
}

interface PagerProps {
  readonly what: string;
  readonly from: number;
  readonly page: number;
  readonly size: number;
  readonly go: (to: number) => void;
}

function Pager({ what, from, page, size, go }: PagerProps) {
  if (size <= page) return null;
  const last = Math.min(size, from + page) - 1;
  return (
    <span role="group" aria-label={`Pages of ${what}`}>
      <button type="button" disabled={from === 0} aria-label={`Earlier ${what}`} onClick={() => go(from - page)}>
        ‹
      </button>
      {what} {from}–{last} of {size}
      <button type="button" disabled={last + 1 >= size} aria-label={`Later ${what}`} onClick={() => go(from + page)}>
        ›
      </button>
    </span>
  );
}
