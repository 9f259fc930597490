// A plane of a tensor as a picture: a cross-hair to move, a window to drag, and numbers in the cells where they fit.
import { useEffect, useEffectEvent, useRef, type KeyboardEvent, type PointerEvent } from "react";
import { formatIndex } from "../run/format";
import { sizeOf, withCell, type Axes } from "./axes";
import "./picture.css";
import { PlaneCells } from "./PlaneCells";
import { dragWindow, useLook, type Look } from "./store";
import { usePlane } from "./usePlane";

interface Props {
  readonly look: Look;
  readonly axes: Axes;
  readonly label: string;
  /** In pixels; Infinity fills the width. */
  readonly tallest: number;
  /** Up to this many cells a side the numbers are written into them. */
  readonly legible: number;
  /** The axis that the wheel and the page keys walk along. */
  readonly through?: number | undefined;
}

/** The largest side of a cell, so that a 2 × 2 tensor does not fill the panel. */
const largestCell = 56;

export function Plane({ look, axes, label, tallest, legible, through }: Props) {
  const { canvas, answer } = usePlane(look, axes);
  const box = useRef<HTMLDivElement>(null);
  const drag = useRef<{ x: number; y: number; window: Look["window"] } | null>(null);
  const rows = sizeOf(look.summary.shape, axes.rows);
  const columns = sizeOf(look.summary.shape, axes.columns);
  const choose = (choice: Parameters<ReturnType<typeof useLook.getState>["choose"]>[1]) =>
    useLook.getState().choose(look.subject.output, choice);

  const cellAt = (event: PointerEvent): readonly number[] => {
    const at = event.currentTarget.getBoundingClientRect();
    const cell = (x: number, size: number) => Math.max(0, Math.min(size - 1, Math.floor(x * size)));
    const row = cell((event.clientY - at.top) / at.height, rows);
    return withCell(look.index, axes, row, cell((event.clientX - at.left) / at.width, columns));
  };
  const onDown = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    const level = event.button === 2 || event.shiftKey;
    drag.current = level ? { x: event.clientX, y: event.clientY, window: look.window } : null;
    if (!level) choose({ index: cellAt(event) });
  };
  const onMove = (event: PointerEvent) => {
    const from = drag.current;
    if (event.buttons !== 0 && from) {
      choose({ window: dragWindow(from.window, event.clientX - from.x, event.clientY - from.y) });
      return;
    }
    const index = cellAt(event);
    if (event.buttons === 1) choose({ index });
    useLook.setState({ hover: index });
  };

  const walk = (axis: number | undefined, by: number) => {
    if (axis === undefined || axis < 0) return;
    const last = sizeOf(look.summary.shape, axis) - 1;
    const moved = look.index.map((i, a) => (a === axis ? Math.max(0, Math.min(last, i + by)) : i));
    choose({ index: moved });
  };
  const onKey = (event: KeyboardEvent) => {
    const far = event.shiftKey ? 10 : 1;
    const moves: Record<string, readonly [number | undefined, number]> = {
      ArrowUp: [axes.rows, -far],
      ArrowDown: [axes.rows, far],
      ArrowLeft: [axes.columns, -far],
      ArrowRight: [axes.columns, far],
      PageUp: [through, -1],
      PageDown: [through, 1],
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    walk(...move);
  };
  useWheel(box, through === undefined ? null : (by) => walk(through, by));

  const widest = tallest < Infinity ? Math.min(columns * largestCell, (tallest * columns) / rows) : Infinity;
  const width = widest < Infinity ? `min(100%, ${Math.max(widest, 24)}px)` : "100%";
  return (
    <figure className="plane">
      <div
        ref={box}
        className="picture"
        style={{ width, aspectRatio: `${columns} / ${rows}` }}
        role="application"
        tabIndex={0}
        aria-label={`${label}, at ${formatIndex(look.index)}. Arrow keys move, page keys change the slice.`}
        onPointerDown={onDown}
        onPointerMove={onMove}
        onPointerUp={() => (drag.current = null)}
        onPointerLeave={() => useLook.setState({ hover: null })}
        onContextMenu={(event) => event.preventDefault()}
        onKeyDown={onKey}
      >
        <canvas ref={canvas} aria-hidden="true" />
        <PlaneCells look={look} axes={axes} legible={legible} />
      </div>
      <figcaption>{answer?.error ?? label}</figcaption>
    </figure>
  );
}

/** React's own wheel listener cannot keep the panel from scrolling along. */
function useWheel(box: React.RefObject<HTMLElement | null>, turn: ((by: number) => void) | null): void {
  const turnNow = useEffectEvent((by: number) => turn?.(by));
  const able = turn !== null;
  useEffect(() => {
    const element = box.current;
    if (!element || !able) return undefined;
    const onWheel = (event: WheelEvent) => {
      if (event.deltaY === 0 || event.ctrlKey) return;
      event.preventDefault();
      turnNow(Math.sign(event.deltaY));
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [box, able]);
}
