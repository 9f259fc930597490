// The histogram with the colours under it, and the window between two handles.
import { useRef, type KeyboardEvent, type PointerEvent } from "react";
import { formatCount, formatNumber } from "../run/format";
import { autoWindow, colourAt, mapLabels, place, type MapName, type Range } from "./colours";
import "./levels.css";
import { useLook, type Look } from "./store";
import type { Histogram } from "./tensor";

export function Levels({ look }: { readonly look: Look }) {
  const { window, range, map } = look;
  const log = useLook((state) => state.logCounts);
  const setWindow = (next: Range | undefined) =>
    useLook.getState().choose(look.subject.output, { window: next });
  const whole = autoWindow(map, range);
  const domain = { low: Math.min(range.low, whole.low), high: Math.max(range.high, whole.high) };
  return (
    <section className="levels" aria-label="Histogram and colours">
      <div className="scale">
        {look.histogram && <Bars histogram={look.histogram} domain={domain} log={log} />}
        <div className="bar" style={{ background: gradient(look, domain) }} />
        <Handle which="low" window={window} domain={domain} onChange={setWindow} />
        <Handle which="high" window={window} domain={domain} onChange={setWindow} />
      </div>
      <div className="ends" aria-hidden="true">
        <span>{formatNumber(domain.low)}</span>
        <span>{formatNumber(domain.high)}</span>
      </div>
      <div className="fields">
        <NumberField label="low" value={window.low} onChange={(low) => setWindow({ ...window, low })} />
        <NumberField label="high" value={window.high} onChange={(high) => setWindow({ ...window, high })} />
        <button type="button" onClick={() => setWindow(undefined)} title="Show everything">
          Whole
        </button>
        <MapPicker look={look} />
        <label title="Heights of the bars by the logarithm of their counts">
          <input
            type="checkbox"
            checked={log}
            onChange={(event) => useLook.setState({ logCounts: event.target.checked })}
          />
          log
        </label>
      </div>
      <p className="hint">
        window {formatNumber(window.high - window.low)} · level {formatNumber((window.low + window.high) / 2)} · Shift
        or right drag on the picture changes them
      </p>
    </section>
  );
}

function MapPicker({ look }: { readonly look: Look }) {
  const chosen = useLook((state) => state.choices[look.subject.output]?.map) ?? "auto";
  return (
    <select
      aria-label="Colours"
      value={chosen}
      onChange={(event) =>
        useLook.getState().choose(look.subject.output, {
          map: event.target.value as MapName | "auto",
          window: undefined,
        })
      }
    >
      <option value="auto">Auto</option>
      {Object.entries(mapLabels).map(([name, label]) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
    </select>
  );
}

function gradient(look: Look, domain: Range): string {
  const stops = Array.from({ length: 33 }, (_, i) => {
    const value = domain.low + (i / 32) * (domain.high - domain.low);
    return `rgb(${colourAt(look.map, place(look.map, value, look.window)).join(" ")})`;
  });
  return `linear-gradient(to right, ${stops.join(", ")})`;
}

interface BarsProps {
  readonly histogram: Histogram;
  readonly domain: Range;
  readonly log: boolean;
}

function Bars({ histogram, domain, log }: BarsProps) {
  const { edges, counts } = histogram;
  const width = domain.high - domain.low || 1;
  const measure = (n: number) => (log ? Math.log1p(n) : n);
  const top = measure(Math.max(1, ...counts));
  const most = formatCount(Math.max(0, ...counts));
  return (
    <svg viewBox="0 0 1 1" preserveAspectRatio="none" role="img" aria-label={`Histogram, at most ${most} in a bin`}>
      {counts.map((count, i) => {
        const from = edges[i] ?? 0;
        const to = edges[i + 1] ?? from;
        // A bin with anything in it can be seen.
        const height = count > 0 ? Math.max(0.025, measure(count) / top) : 0;
        return (
          <rect
            key={i}
            x={(from - domain.low) / width}
            width={Math.max(0.002, (to - from) / width - 0.0012)}
            y={1 - height}
            height={height}
          >
            <title>{`${formatNumber(from)} … ${formatNumber(to)}: ${formatCount(count)}`}</title>
          </rect>
        );
      })}
    </svg>
  );
}

interface HandleProps {
  readonly which: "low" | "high";
  readonly window: Range;
  readonly domain: Range;
  readonly onChange: (window: Range) => void;
}

function Handle({ which, window, domain, onChange }: HandleProps) {
  const held = useRef(false);
  const width = domain.high - domain.low || 1;
  const at = Math.max(0, Math.min(1, (window[which] - domain.low) / width));
  const put = (value: number) =>
    onChange(
      which === "low"
        ? { ...window, low: Math.min(value, window.high) }
        : { ...window, high: Math.max(value, window.low) },
    );
  const onMove = (event: PointerEvent) => {
    const scale = event.currentTarget.parentElement?.getBoundingClientRect();
    if (held.current && scale) put(domain.low + ((event.clientX - scale.left) / scale.width) * width);
  };
  const onKey = (event: KeyboardEvent) => {
    const step = width / (event.shiftKey ? 10 : 100);
    const by = { ArrowLeft: -step, ArrowDown: -step, ArrowRight: step, ArrowUp: step }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    put(window[which] + by);
  };
  return (
    <div
      className="handle"
      role="slider"
      tabIndex={0}
      aria-label={which === "low" ? "Lower end of the colours" : "Upper end of the colours"}
      aria-valuemin={domain.low}
      aria-valuemax={domain.high}
      aria-valuenow={window[which]}
      aria-valuetext={formatNumber(window[which])}
      style={{ left: `${100 * at}%` }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        held.current = true;
      }}
      onPointerMove={onMove}
      onPointerUp={() => (held.current = false)}
      onKeyDown={onKey}
    />
  );
}

interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** Takes what was typed on Enter or when it is left, and shows the value as it is again. */
function NumberField({ label, value, onChange }: NumberFieldProps) {
  const take = (input: HTMLInputElement) => {
    const typed = Number(input.value);
    if (input.value.trim() !== "" && Number.isFinite(typed) && input.value !== formatNumber(value)) onChange(typed);
    else input.value = formatNumber(value);
  };
  return (
    <label>
      {label}
      <input
        key={value}
        defaultValue={formatNumber(value)}
        inputMode="decimal"
        onBlur={(event) => take(event.currentTarget)}
        onKeyDown={(event) => {
          if (event.key === "Enter") take(event.currentTarget);
        }}
      />
    </label>
  );
}
