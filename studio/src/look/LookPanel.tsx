// The viewer: what a block gave, as figures, pictures and a table.
import { useShallow } from "zustand/react/shallow";
import { formatShape } from "../run/format";
import { useRun } from "../run/store";
import { useInfer } from "../store/infer";
import { useSelection } from "../store/selection";
import { volumeAxes } from "./axes";
import { Compare } from "./Compare";
import { Levels } from "./Levels";
import "./look.css";
import { HeatMap, VolumePlanes } from "./Pictures";
import { useLook, type Look, type Tab } from "./store";
import { SummaryView } from "./SummaryView";
import { TableView } from "./TableView";
import { blockOf, useLookAt } from "./useLookAt";

export function LookPanel() {
  const looked = useLookAt();
  if (!looked) return <p className="look-panel empty">Click a wire or a result to look at it.</p>;
  const { output, look, stale, error } = looked;
  return (
    <div className="look-panel" data-testid="look-panel">
      <Head output={output} look={look} stale={stale} />
      {look ? <Views look={look} /> : <NoResult output={output} error={error} />}
      {look && <Compare output={output} />}
    </div>
  );
}

interface HeadProps {
  readonly output: string;
  readonly look: Look | null;
  readonly stale: boolean;
}

function Head({ output, look, stale }: HeadProps) {
  const block = blockOf(output);
  const outputs = useInfer(useShallow((state) => state.answer.blocks[block]?.outputs.map((out) => out.name) ?? []));
  const difference = look !== null && look.subject.output !== output;
  return (
    <header>
      <h2>{difference ? look.subject.output : block}</h2>
      {!difference && outputs.length > 1 && (
        <select
          aria-label="Output"
          value={output}
          onChange={(event) => useSelection.getState().look(event.target.value)}
        >
          {outputs.map((name, i) => (
            <option key={name} value={`${block}:${i}`}>
              {name}
            </option>
          ))}
        </select>
      )}
      {look && (
        <span className="type">
          {look.summary.dtype} {formatShape(look.summary.shape)}
        </span>
      )}
      {stale && (
        <span className="pill warn" title="The block or what it follows from changed since this was computed">
          changed since
        </span>
      )}
    </header>
  );
}

function NoResult({ output, error }: { readonly output: string; readonly error: string | undefined }) {
  const running = useRun((state) => state.running);
  const block = blockOf(output);
  return (
    <div className="empty">
      <p>{error ?? `${block} has not run yet.`}</p>
      <button type="button" disabled={running} onClick={() => void useRun.getState().runTo(block)}>
        Run to here
      </button>
    </div>
  );
}

const tabLabels: Readonly<Record<Tab, string>> = { picture: "Picture", planes: "Planes", table: "Table" };

function Views({ look }: { readonly look: Look }) {
  const chosen = useLook((state) => state.tab);
  const { summary } = look;
  const volume = volumeAxes(summary.shape) !== null;
  const pictures = summary.count > 0 && summary.dtype !== "string";
  const tabs: readonly Tab[] = pictures ? (volume ? ["picture", "planes", "table"] : ["picture", "table"]) : ["table"];
  const tab = tabs.includes(chosen) ? chosen : (tabs[0] ?? "table");
  const wholeText = !summary.text.includes("…") && summary.text.length <= 240;
  return (
    <>
      <SummaryView summary={summary} />
      {wholeText && summary.count > 0 && <code className="whole">{summary.text}</code>}
      {summary.count > 1 && (
        <>
          <Tabs tabs={tabs} tab={tab} />
          <div className="view" role="tabpanel" id="look-view" aria-label={tabLabels[tab]}>
            {tab === "picture" && <HeatMap look={look} />}
            {tab === "planes" && <VolumePlanes look={look} />}
            {tab === "table" && <TableView look={look} />}
          </div>
          {pictures && <Levels look={look} />}
        </>
      )}
    </>
  );
}

function Tabs({ tabs, tab }: { readonly tabs: readonly Tab[]; readonly tab: Tab }) {
  const go = (by: number) => {
    const next = tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length];
    if (next) useLook.setState({ tab: next });
    document.getElementById(`look-tab-${next ?? tab}`)?.focus();
  };
  return (
    <div
      className="look-tabs"
      role="tablist"
      aria-label="Ways to look"
      onKeyDown={(event) => {
        const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        go(by);
      }}
    >
      {tabs.map((name) => (
        <button
          key={name}
          id={`look-tab-${name}`}
          type="button"
          role="tab"
          aria-selected={name === tab}
          aria-controls="look-view"
          tabIndex={name === tab ? 0 : -1}
          onClick={() => useLook.setState({ tab: name })}
        >
          {tabLabels[name]}
        </button>
      ))}
    </div>
  );
}
