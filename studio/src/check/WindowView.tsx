// The window of a pooling or convolution block: which input cells one output cell sees, and the way back.
import { useEffect, useEffectEvent, useState } from "react";
import { call } from "../api/client";
import type { Page } from "../api/types";
import { useLatest } from "../look/latest";
import { Icon } from "../run/icons";
import { useOps } from "../store/ops";
import { usePage } from "../store/page";
import { CellGrid } from "./CellGrid";
import "./check.css";
import { countText, listed, marginsOf, nextCell, partners, type Side, type WindowAxis } from "./window";

interface WindowAnswer {
  readonly padding: string;
  /** The block is a gradient op: it goes the way back. */
  readonly gradient: boolean;
  readonly axes: readonly WindowAxis[];
}

let pages = 0;
const pageIds = new WeakMap<Page, number>();

/** A text for each page that was: asked again after every edit. */
function idOf(page: Page): string {
  const id = pageIds.get(page) ?? ++pages;
  pageIds.set(page, id);
  return String(id);
}

export function WindowView({ block }: { readonly block: string }) {
  const page = usePage((state) => state.page);
  const op = usePage((state) => state.page.blocks[block]?.op);
  const hasWindow = useOps((state) => op !== undefined && (state.byName.get(op)?.window ?? false));
  const answer = useLatest(block, hasWindow ? idOf(page) : null, (signal) =>
    call<WindowAnswer>("/api/window", { page, block }, signal),
  );
  if (!hasWindow) return <p className="window-view empty">Select a pooling or convolution block to see its window.</p>;
  if (answer?.error !== undefined) return <p className="window-view empty">{answer.error}</p>;
  const window = answer?.value;
  if (!window || window.axes.length === 0) return <p className="window-view empty">…</p>;
  return <WindowGrids key={`${block}/${window.axes.length}`} block={block} window={window} />;
}

interface GridsProps {
  readonly block: string;
  readonly window: WindowAnswer;
}

/** Milliseconds a cell stays while it plays. */
const pace = 550;

function WindowGrids({ block, window }: GridsProps) {
  const { gradient, padding } = window;
  const axes = window.axes.map(listed);
  const last = axes.length - 1;
  const [drawn, setDrawn] = useState<readonly [number, number]>([Math.max(0, last - 1), last]);
  const [side, setSide] = useState<Side>(gradient ? "input" : "output");
  const [wanted, setCell] = useState<readonly number[]>(axes.map(() => 0));
  const [playing, setPlaying] = useState(false);
  const sizes = axes.map((axis) => (side === "output" ? axis.out : axis.in));
  const cell = sizes.map((size, d) => Math.max(0, Math.min(size - 1, wanted[d] ?? 0)));
  usePlayer(playing, () => setCell(nextCell(cell, sizes, drawn)));

  const [r, c] = drawn;
  const rows = axes[r];
  const columns = axes[c];
  if (!rows || !columns) return null;
  const choose = (from: Side) => (row: number, column: number) => {
    setSide(from);
    setPlaying(false);
    setCell(cell.map((x, d) => (d === r ? row : d === c ? column : x)));
  };
  const lit = {
    rows: r === c ? [0] : partners(rows, side, cell[r] ?? 0),
    columns: partners(columns, side, cell[c] ?? 0),
  };
  const at = [r === c ? 0 : (cell[r] ?? 0), cell[c] ?? 0] as const;
  const names = gradient ? { input: "dX", output: "dY" } : { input: "input", output: "output" };
  const grid = (which: Side) => (
    <CellGrid
      title={names[which]}
      rows={r === c ? oneRow : gridAxis(rows, which)}
      columns={gridAxis(columns, which)}
      cell={side === which ? at : null}
      lit={side === which ? null : lit}
      onChoose={choose(which)}
    />
  );
  return (
    <section className="window-view" aria-label={`Window of ${block}`}>
      <div className="window-tools">
        <button type="button" aria-pressed={playing} onClick={() => setPlaying(!playing)}>
          <Icon name={playing ? "pause" : "run"} />
          {playing ? "Pause" : "Play"}
        </button>
        <button type="button" onClick={() => setCell(nextCell(cell, sizes, drawn))} aria-label="Next cell">
          <Icon name="step" />
        </button>
        <SidePicker side={side} names={names} onChange={setSide} />
        {axes.length > 2 && <PairPicker axes={axes} drawn={drawn} onChange={setDrawn} />}
      </div>
      {axes.map((axis, d) =>
        d === r || d === c ? null : (
          <DepthSlider
            key={axis.name}
            axis={axis}
            side={side}
            at={cell[d] ?? 0}
            names={names}
            onChange={(to) => setCell(cell.map((x, e) => (e === d ? to : x)))}
          />
        ),
      )}
      <p className="hint">
        {axesText(axes)} · {padding}
        {axes.some((axis) => axis.cut) && " · only the first cells are drawn"}
      </p>
      <div className="grids">
        {grid("input")}
        {grid("output")}
      </div>
      <p className="said" role="status" aria-live={playing ? "off" : "polite"}>
        {side === "output"
          ? `${names.output} [${cell.join(",")}] sees ${countText(axes, side, cell)} of ${names.input}.`
          : `${names.input} [${cell.join(",")}] is fed by ${countText(axes, side, cell)} of ${names.output}.`}
      </p>
    </section>
  );
}

/** `D: window 3, stride 1 · H, W: window 3, stride 2`: axes that are alike are said together. */
function axesText(axes: readonly WindowAxis[]): string {
  const alike = new Map<string, string[]>();
  for (const axis of axes) alike.set(axisText(axis), [...(alike.get(axisText(axis)) ?? []), axis.name]);
  return [...alike].map(([text, names]) => `${names.join(", ")}: ${text}`).join(" · ");
}

/** `window 3, stride 2`, and what is not usual. */
function axisText({ window, stride, dilation }: WindowAxis): string {
  return [`window ${window}`, `stride ${stride}`, ...(dilation > 1 ? [`dilation ${dilation}`] : [])].join(", ");
}

const oneRow = { name: "", size: 1, before: 0, after: 0 };

function gridAxis(axis: WindowAxis, side: Side) {
  const margins = side === "input" ? marginsOf(axis) : { before: 0, after: 0 };
  return { name: axis.name, size: side === "input" ? axis.in : axis.out, ...margins };
}

function usePlayer(playing: boolean, advance: () => void): void {
  const step = useEffectEvent(advance);
  useEffect(() => {
    if (!playing) return undefined;
    const timer = setInterval(() => step(), pace);
    return () => clearInterval(timer);
  }, [playing]);
}

interface SidePickerProps {
  readonly side: Side;
  readonly names: Readonly<Record<Side, string>>;
  readonly onChange: (side: Side) => void;
}

function SidePicker({ side, names, onChange }: SidePickerProps) {
  return (
    <select aria-label="Direction" value={side} onChange={(event) => onChange(event.target.value as Side)}>
      <option value="output">
        one {names.output} cell → {names.input}
      </option>
      <option value="input">
        one {names.input} cell → {names.output}
      </option>
    </select>
  );
}

interface PairPickerProps {
  readonly axes: readonly WindowAxis[];
  readonly drawn: readonly [number, number];
  readonly onChange: (drawn: readonly [number, number]) => void;
}

function PairPicker({ axes, drawn, onChange }: PairPickerProps) {
  const pairs = axes.flatMap((_, a) => axes.flatMap((__, b) => (a < b ? [[a, b] as const] : []))).reverse();
  return (
    <select
      aria-label="Axes"
      value={drawn.join()}
      onChange={(event) => onChange(pairs.find((pair) => pair.join() === event.target.value) ?? drawn)}
    >
      {pairs.map(([a, b]) => (
        <option key={`${a},${b}`} value={`${a},${b}`}>
          {axes[a]?.name} × {axes[b]?.name}
        </option>
      ))}
    </select>
  );
}

interface DepthProps {
  readonly axis: WindowAxis;
  readonly side: Side;
  readonly at: number;
  readonly names: Readonly<Record<Side, string>>;
  readonly onChange: (at: number) => void;
}

/** The axis that is not drawn: one slice of it, and the slices that belong to it on the other side. */
function DepthSlider({ axis, side, at, names, onChange }: DepthProps) {
  const other = side === "output" ? names.input : names.output;
  const last = (side === "output" ? axis.out : axis.in) - 1;
  const inside = partners(axis, side, at).filter((x) => x >= 0 && x < (side === "output" ? axis.in : axis.out));
  return (
    <label className="depth">
      {names[side]} {axis.name}
      <input
        type="range"
        min={0}
        max={last}
        value={at}
        aria-label={`Slice along ${axis.name}`}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
      <output>
        {at} → {other} {inside.length > 0 ? inside.join(", ") : "none"}
      </output>
    </label>
  );
}
