// How a run goes: until which value stops changing, and from which seed.
import { useShallow } from "zustand/react/shallow";
import { useInfer } from "../store/infer";
import { formatCount } from "./format";
import { Popover } from "./Popover";
import { useRun } from "./store";
import { WholeField } from "./WholeField";

/** How many steps a run until something is still takes at most, where the count says 1. */
const atMost = 100_000;
const usualTolerance = 1e-6;

/** Outputs that hold one number, as the engine says or as a run has shown. */
function useScalars(): readonly string[] {
  const seen = useRun(useShallow((state) => Object.keys(state.rows.at(-1)?.values ?? {})));
  const said = useInfer(    useShallow((state) =>
      Object.entries(state.answer.blocks).flatMap(([block, info]) =>
        info.outputs.flatMap(({ shape }, i) => (shape === "[]" ? [`${block}:${i}`] : [])),
      ),
    ),
  );
  return [...new Set([...said, ...seen])];
}

export function RunOptions() {
  const until = useRun((state) => state.until);
  const count = useRun((state) => state.count);
  const configure = useRun((state) => state.configure);
  const scalars = useScalars();
  const choose = (output: string) => {
    if (output === "") configure({ until: null });
    else
      configure({
        until: { output, tolerance: until?.tolerance ?? usualTolerance },
        ...(count === 1 && { count: atMost }),
      });
  };
  return (
    <Popover
      label="Run options"
      title="Run until a value stops changing; seed"
      className={until ? "chosen" : ""}
      button={until ? `until ${until.output} is still` : "Options"}
    >
      <label className="popover-row">
        Until this stops changing
        <select value={until?.output ?? ""} onChange={(event) => choose(event.target.value)}>
          <option value="">– all steps –</option>
          {scalars.map((output) => (
            <option key={output}>{output}</option>
          ))}
        </select>
      </label>
      <label className="popover-row">
        Change below, relative
        <input
          key={until?.output}
          type="number"
          min="0"
          step="any"
          disabled={!until}
          defaultValue={until?.tolerance ?? usualTolerance}
          onChange={(event) => {
            const tolerance = event.target.valueAsNumber;
            if (until && tolerance >= 0) configure({ until: { ...until, tolerance } });
          }}
        />
      </label>
      <SeedField />
      <p className="hint">
        {scalars.length === 0
          ? "No block of this page gives a single number to wait for."
          : `A run ends after ${formatCount(count)} ${count === 1 ? "step" : "steps"} at the latest.`}
      </p>
    </Popover>
  );
}

function SeedField() {
  const seed = useRun((state) => state.seed);
  const configure = useRun((state) => state.configure);
  return (
    <WholeField
      className="popover-row"
      label="Seed"
      title="Random recipes give the same numbers again under the same seed"
      least={0}
      value={seed}
      set={(value) => configure({ seed: value })}
    />
  );
}
