// The controls beside a picture: which axes, which slice, and the value under the cursor.
import { formatIndex } from "../run/format";
import { chooseAxis, type Axes } from "./axes";
import { useLatest } from "./latest";
import { useLook, type Look } from "./store";
import { askValue } from "./tensor";

export function AxisPickers({ look }: { readonly look: Look }) {
  const { shape } = look.summary;
  if (shape.length < 3) return null;
  const pick = (which: keyof Axes) => (
    <label>
      {which}
      <select
        value={look.axes[which]}
        onChange={(event) =>
          useLook.getState().choose(look.subject.output, {
            axes: chooseAxis(look.axes, which, Number(event.target.value)),
          })
        }
      >
        {shape.map((size, axis) => (
          <option key={axis} value={axis}>
            axis {axis} · {size}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <div className="axis-pickers">
      {pick("rows")}
      {pick("columns")}
    </div>
  );
}

interface SliderProps {
  readonly look: Look;
  /** The axes that have no slider. */
  readonly without: readonly number[];
}

export function AxisSliders({ look, without }: SliderProps) {
  const axes = look.summary.shape.flatMap((size, axis) => (size > 1 && !without.includes(axis) ? [axis] : []));
  if (axes.length === 0) return null;
  return (
    <div className="axis-sliders">
      {axes.map((axis) => {
        const last = (look.summary.shape[axis] ?? 1) - 1;
        const at = look.index[axis] ?? 0;
        return (
          <label key={axis}>
            <span>axis {axis}</span>
            <input
              type="range"
              min={0}
              max={last}
              value={at}
              aria-label={`Slice along axis ${axis}`}
              onChange={(event) =>
                useLook.getState().choose(look.subject.output, {
                  index: look.index.map((i, a) => (a === axis ? event.target.valueAsNumber : i)),
                })
              }
            />
            <output>
              {at} / {last}
            </output>
          </label>
        );
      })}
    </div>
  );
}

/** The exact value under the pointer, or under the cross-hair. */
export function ReadOut({ look }: { readonly look: Look }) {
  const hover = useLook((state) => state.hover);
  const index = hover?.length === look.index.length ? hover : look.index;
  const answer = useLatest(look.version, index.join(), (signal) => askValue(look.subject, index, signal));
  const fresh = answer?.key === index.join();
  return (
    <p className="read-out" role="status" aria-live={hover ? "off" : "polite"}>
      <span>{formatIndex(index)}</span>
      <strong className={fresh ? "" : "waiting"}>{answer?.error ?? answer?.value?.text ?? "…"}</strong>
    </p>
  );
}
