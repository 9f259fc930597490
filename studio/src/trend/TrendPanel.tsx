// Scalars over steps: what is learnt, and whether it still moves.
import { useMemo, useState } from "react";
import { download } from "../actions/download";
import { formatCount, formatNumber } from "../run/format";
import { columnsOf, namesOf } from "../run/scalars";
import { useRun } from "../run/store";
import { usePage } from "../store/page";
import { toCsv } from "./csv";
import { Plot } from "./Plot";
import { mostSeries, positiveOnly, shownSeries, toggleSeries } from "./series";
import "./trend.css";

export function TrendPanel() {
  const rows = useRun((state) => state.rows);
  const views = usePage((state) => state.page.views);
  const [logarithmic, setLogarithmic] = useState(false);
  const [cursor, setCursor] = useState<number | null>(null);
  const names = useMemo(() => namesOf(rows), [rows]);
  const shown = useMemo(() => shownSeries(views, names), [views, names]);
  const columns = useMemo(() => {
    const [steps, ...values] = columnsOf(rows, shown);
    return [steps, ...(logarithmic ? positiveOnly(values) : values)];
  }, [rows, shown, logarithmic]);

  if (names.length === 0)
    return (
      <p className="trend-panel empty">
        Run several steps: every output with a single number is drawn here, step by step.
      </p>
    );
  const at = cursor ?? rows.length - 1;
  return (
    <section className="trend-panel" aria-label="Trend">
      <div className="trend-side">
        <p className="trend-step">step {formatCount(columns[0]?.[at] ?? 0)}</p>
        <ul>
          {[...new Set([...shown, ...names])].map((name) => (
            <SeriesRow
              key={name}
              name={name}
              place={shown.indexOf(name)}
              only={shown.length === 1}
              full={shown.length >= mostSeries}
              value={columns[1 + shown.indexOf(name)]?.[at]}
              names={names}
            />
          ))}
        </ul>
        <div className="trend-tools">
          <label>
            <input
              type="checkbox"
              checked={logarithmic}
              onChange={(event) => setLogarithmic(event.target.checked)}
            />
            log scale
          </label>
          <button type="button" onClick={() => download("trend.csv", toCsv(rows, names), "text/csv")}>
            CSV
          </button>
        </div>
      </div>
      <Plot names={shown} columns={columns} log={logarithmic} onCursor={setCursor} />
    </section>
  );
}

interface RowProps {
  readonly name: string;
  /** Among the series that are drawn; -1 when it is not. */
  readonly place: number;
  /** The last one stays. */
  readonly only: boolean;
  readonly full: boolean;
  readonly value: number | null | undefined;
  readonly names: readonly string[];
}

function SeriesRow({ name, place, only, full, value, names }: RowProps) {
  const drawn = place >= 0;
  return (
    <li>
      <label title={!drawn && full ? `At most ${mostSeries} curves: the oldest gives way` : name}>
        <input
          type="checkbox"
          checked={drawn}
          disabled={drawn && only}
          onChange={() =>
            usePage
              .getState()
              .edit(`${drawn ? "Hide" : "Show"} the trend of ${name}`, (page) => toggleSeries(page, names, name))
          }
        />
        <i style={drawn ? { background: `var(--series-${place + 1})` } : undefined} aria-hidden="true" />
        <span className="series-name">{name.replace(/:0$/, "")}</span>
        {drawn && <span className="series-value">{value == null ? "–" : formatNumber(value)}</span>}
      </label>
    </li>
  );
}
