// The bar that runs the page: run, step, how often, until when, and how it went.
import { useSelection } from "../store/selection";
import { formatCount } from "./format";
import { Icon } from "./icons";
import "./run.css";
import { RunOptions } from "./RunOptions";
import { useRun } from "./store";
import { WholeField } from "./WholeField";

export function RunBar() {
  return (
    <div className="run-bar" role="toolbar" aria-label="Run">
      <RunButtons />
      <CountField />
      <RunOptions />
      <ResetButton />
      <RunStatus />
    </div>
  );
}

function RunButtons() {
  const { run, runTo, step, stop } = useRun.getState();
  const running = useRun((state) => state.running);
  const block = useSelection((state) => (state.blocks.length === 1 ? state.blocks[0] : undefined));
  return (
    <>
      {running ? (
        <button type="button" className="primary stop" onClick={stop} title="Stop the run (Ctrl+Shift+X)">
          <Icon name="stop" />
          Stop
        </button>
      ) : (
        <button type="button" className="primary" onClick={() => void run()} title="Run (Ctrl+Enter)">
          <Icon name="run" />
          Run
        </button>
      )}
      <button type="button" disabled={running} onClick={() => void step()} title="One step (Ctrl+.)">
        <Icon name="step" />
        Step
      </button>
      <button
        type="button"
        disabled={running || block === undefined}
        onClick={() => {
          if (block !== undefined) void runTo(block);
        }}
        aria-label="Run to here"
        title={block === undefined ? "Run to here: select a block first" : `Run to ${block} (Shift+Enter)`}
      >
        <Icon name="runTo" />
      </button>
    </>
  );
}

function CountField() {
  const count = useRun((state) => state.count);
  const configure = useRun((state) => state.configure);
  return (
    <WholeField
      label="steps"
      title="How many steps Run takes; variables keep their values from step to step"
      least={1}
      value={count}
      set={(steps) => configure({ count: steps })}
    />
  );
}

function ResetButton() {
  const reset = useRun((state) => state.reset);
  const running = useRun((state) => state.running);
  const resetNext = useRun((state) => state.resetNext);
  return (
    <button
      type="button"
      className={resetNext ? "chosen" : ""}
      disabled={running}
      onClick={reset}
      aria-label="Reset variables"
      title="Reset: variables begin anew, the trend is cleared"
    >
      <Icon name="reset" />
    </button>
  );
}

/** How far a run is, or how the last one went. */
function RunStatus() {
  const progress = useRun((state) => state.progress);
  const running = useRun((state) => state.running);
  const message = useRun((state) => state.message);
  const steps = useRun((state) => state.steps);
  if (running) {
    const many = (progress?.steps ?? 1) > 1;
    const done = progress ? (many ? progress.step : progress.done) : 0;
    const of = progress ? (many ? progress.steps : progress.of) : 1;
    return (
      <span className="run-status">
        <progress aria-label="Progress of the run" max={of} value={done} />
        <span className="text">
          {many ? `step ${formatCount(done)} of ${formatCount(of)}` : `block ${done} of ${of}`}
          {progress?.block ? ` · ${progress.block}` : ""}
        </span>
      </span>
    );
  }
  return (
    <span className={`run-status ${message?.tone ?? "plain"}`} role="status">
      <span className="text" title={message?.text}>
        {message?.text}
      </span>
      {steps > 1 && <span className="run-steps">at step {formatCount(steps)}</span>}
    </span>
  );
}
