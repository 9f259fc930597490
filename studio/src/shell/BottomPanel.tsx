// Bottom: everything that is wrong, in words, each a click away from its block; and the trend of scalars.
import { useSelection } from "../store/selection";
import { goTo } from "../canvas/flow";
import { useInfer } from "../store/infer";
import { usePage } from "../store/page";
import { useUi } from "../store/ui";
import { TrendPanel } from "../trend";
import { countProblems } from "./StatusLine";
import { Tabs } from "./Tabs";

export function BottomPanel() {
  const tab = useUi((s) => s.bottomTab);
  const fold = useUi((s) => s.fold);
  const problems = useInfer((s) => countProblems(s.answer));
  return (
    <section className="panel bottom" aria-label="Problems and trend">
      <Tabs
        label="Problems and trend"
        tabs={[
          { id: "problems", title: "Problems", count: problems },
          { id: "trend", title: "Trend" },
        ]}
        chosen={tab}
        choose={(bottomTab) => useUi.setState({ bottomTab })}
        fold={() => fold("bottom")}
      />
      <div className="panel-body" role="tabpanel" aria-label={tab === "problems" ? "Problems" : "Trend"}>
        {tab === "problems" ? <Problems /> : <TrendPanel />}
      </div>
    </section>
  );
}

function Problems() {
  const answer = useInfer((s) => s.answer);
  const wires = usePage((s) => s.page.wires);
  const select = useSelection((s) => s.select);
  return (
    <ul className="problem-list">
      {Object.entries(answer.blocks).flatMap(([name, info]) =>
        info.problems.map((problem, i) => (
          <li key={`${name} ${i}`}>
            <button type="button" onClick={() => goTo(name)}>
              {name}
            </button>
            <span>{problem.message}</span>
          </li>
        )),
      )}
      {Object.entries(answer.wires).map(([index, reason]) => {
        const wire = wires[Number(index)];
        if (!wire) return null;
        return (
          <li key={`wire ${index}`}>
            <button
              type="button"
              onClick={() => {
                goTo(wire.to);
                select({ wire: Number(index) });
              }}
            >
              {wire.from} → {wire.to}
            </button>
            <span>{reason}</span>
          </li>
        );
      })}
      {countProblems(answer) === 0 && <li className="hint">Nothing is wrong.</li>}
    </ul>
  );
}
