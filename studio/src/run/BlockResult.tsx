// The foot of a block: what it gave, how long it took. One line an output, `result_X` of output X.
import type { BlockResult as Result, Summary } from "../api/types";
import { showOutput } from "../look/show";
import { useInfer } from "../store/infer";
import { useSelection } from "../store/selection";
import { formatBytes, formatNumber, formatTime } from "./format";
import "./result.css";
import { useRun } from "./store";
import { useThumbnail } from "./thumbnail";

/** The longest value that is written out on a block that could show a picture instead. */
const fits = 96;

export function BlockResult({ block }: { readonly block: string }) {
  const held = useRun((state) => state.results[block]);
  const error = useRun((state) => state.errors[block]);
  const stale = useRun((state) => state.stale.has(block));
  const busy = useRun((state) => state.progress?.block === block);
  if (!held && error === undefined && !busy) return null;
  const classes = ["block-result", stale ? "stale" : "", busy ? "busy" : ""].filter(Boolean).join(" ");
  return (
    <div className={classes} data-testid={`result-${block}`}>
      {error !== undefined && <p className="error">{error}</p>}
      {held?.result.outputs.map((summary, i) => (
        <OutputResult key={summary.output} block={block} index={i} summary={summary} />
      ))}
      {(held ?? busy) && <Cost result={held?.result} stale={stale} busy={busy} />}
    </div>
  );
}

interface OutputProps {
  readonly block: string;
  readonly index: number;
  readonly summary: Summary;
}

function OutputResult({ block, index, summary }: OutputProps) {
  const name = useInfer((state) => state.answer.blocks[block]?.outputs[index]?.name) ?? "output";
  const looked = useSelection((state) => state.looked === summary.output);
  const whole = !summary.text.includes("…") && summary.text.length <= (summary.thumbnail ? fits : 3 * fits);
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`result nodrag nokey ${looked ? "looked" : ""}`}
      aria-pressed={looked}
      title={`Look at ${summary.output}: ${summary.dtype} [${summary.shape.join(",")}]`}
      onClick={() => showOutput(summary.output)}
    >
      <span className="name">result_{name}</span>
      <Health summary={summary} />
      {whole ? <code className="value">{summary.text}</code> : <Brief summary={summary} />}
    </button>
  );
}

function Brief({ summary }: { readonly summary: Summary }) {
  const image = useThumbnail(summary);
  return (
    <span className="brief">
      {summary.thumbnail && (
        <img ref={image} alt="" width={56} height={56} draggable={false} decoding="async" />
      )}
      <span className="figures">
        <span>max {formatNumber(summary.max, 4)}</span>
        <span>mean {formatNumber(summary.mean, 4)}</span>
        <span>min {formatNumber(summary.min, 4)}</span>
      </span>
    </span>
  );
}

/** NaN and Inf are said wherever they are; a result without them says nothing. */
function Health({ summary }: { readonly summary: Summary }) {
  if (summary.nan > 0) return <span className="ill">{summary.nan} NaN</span>;
  if (summary.inf > 0) return <span className="ill">{summary.inf} Inf</span>;
  return null;
}

interface CostProps {
  readonly result: Result | undefined;
  readonly stale: boolean;
  readonly busy: boolean;
}

function Cost({ result, stale, busy }: CostProps) {
  if (busy) return <span className="cost">running…</span>;
  if (!result) return null;
  const parts = result.cached
    ? ["unchanged, not run again"]
    : [
        formatTime(result.ms),
        ...(result.bytes > 0 ? [formatBytes(result.bytes)] : []),
        ...(result.gb_per_s >= 0.01 ? [`${formatNumber(result.gb_per_s, 3)} GB/s`] : []),
      ];
  return (
    <span className="cost">
      {stale && <span className="mark">changed since</span>}
      {parts.join(" · ")}
    </span>
  );
}
