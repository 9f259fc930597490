// Two results against each other: are they the same, where is the largest difference, and a look at the difference.
import { useShallow } from "zustand/react/shallow";
import { formatCount, formatIndex, formatNumber } from "../run/format";
import { useRun } from "../run/store";
import { useSelection } from "../store/selection";
import { useLatest } from "./latest";
import { useLook } from "./store";
import { askComparison, differenceOf, type Comparison } from "./tensor";

/** Every output that has a result. */
function useOutputs(): readonly string[] {
  return useRun(
    useShallow((state) =>
      Object.values(state.results).flatMap((held) => held.result.outputs.map((summary) => summary.output)),
    ),
  );
}

export function Compare({ output }: { readonly output: string }) {
  const compared = useSelection((state) => state.compared);
  const shown = useLook((state) => state.difference);
  const session = useRun((state) => state.session);
  const round = useRun((state) => state.round);
  const outputs = useOutputs().filter((other) => other !== output);
  const other = compared !== null && outputs.includes(compared) ? compared : null;
  const answer = useLatest(`${session}/${round}/${output}`, other, (signal) =>
    askComparison({ session, output }, other ?? "", signal),
  );
  const difference = other === null ? null : differenceOf(output, other);
  const differs = shown === difference;
  const fresh = other !== null && answer?.key === other ? answer : null;
  return (
    <section className="compare" aria-label="Compare">
      <div className="choice">
        <label>
          compare with
          <select
            value={other ?? ""}
            onChange={(event) => useSelection.getState().compare(event.target.value || null)}
          >
            <option value="">– nothing –</option>
            {outputs.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        {fresh?.value && other !== null && (
          <button
            type="button"
            onClick={() => useLook.setState({ difference: differs ? null : difference })}
            title={`${output} − ${other} in the viewer`}
          >
            {differs ? "Back to the result" : "Show the difference"}
          </button>
        )}
      </div>
      {fresh?.error !== undefined && <p className="error">{fresh.error}</p>}
      {fresh?.value && other !== null && <Outcome comparison={fresh.value} output={output} other={other} />}
    </section>
  );
}

interface OutcomeProps {
  readonly comparison: Comparison;
  readonly output: string;
  readonly other: string;
}

function Outcome({ comparison, output, other }: OutcomeProps) {
  const { equal, largest, mean_difference, nan_only_in_one } = comparison;
  if (equal) return <p className="pill good">The same in every element.</p>;
  const go = (index: readonly number[]) => {
    const { choose } = useLook.getState();
    for (const name of [output, other, differenceOf(output, other)]) choose(name, { index });
  };
  return (
    <dl className="outcome">
      {largest && (
        <div>
          <dt>largest difference</dt>
          <dd>
            {formatNumber(largest.difference)}
            <button type="button" onClick={() => go(largest.index)} title="Put the cross-hair there">
              at {formatIndex(largest.index)}
            </button>
          </dd>
        </div>
      )}
      {largest && (
        <div>
          <dt>there</dt>
          <dd>
            {formatNumber(largest.a, 7)} against {formatNumber(largest.b, 7)}
          </dd>
        </div>
      )}
      <div>
        <dt>mean difference</dt>
        <dd>{formatNumber(mean_difference)}</dd>
      </div>
      {nan_only_in_one > 0 && (
        <div className="ill">
          <dt>NaN in one only</dt>
          <dd>{formatCount(nan_only_in_one)}</dd>
        </div>
      )}
    </dl>
  );
}
