// The bottom line: what just happened, how large the page is, what is wrong, and the panels that are folded.
import { Icon } from "./Icon";
import { useUi, type Panel } from "../store/ui";
import { useInfer } from "../store/infer";
import { usePage } from "../store/page";
import { useSelection } from "../store/selection";

const panelNames: readonly (readonly [Panel, string])[] = [
  ["left", "Blocks"],
  ["right", "Properties"],
  ["bottom", "Problems"],
];

function showProblems(): void {
  useUi.setState({ bottomTab: "problems" });
  useUi.getState().fold("bottom", true);
}

export function StatusLine() {
  const status = useUi((s) => s.status);
  const panels = useUi((s) => s.panels);
  const fold = useUi((s) => s.fold);
  const blocks = usePage((s) => Object.keys(s.page.blocks).length);
  const wires = usePage((s) => s.page.wires.length);
  const chosen = useSelection((s) => s.blocks.length);
  const answer = useInfer((s) => s.answer);
  const failure = useInfer((s) => s.failure);
  const problems = countProblems(answer);
  return (
    <footer className="status">
      <span role="status" data-testid="status" className="status-text">
        {status}
      </span>
      {failure !== null && <span className="bad-text">{failure}</span>}
      <span>
        {blocks} blocks, {wires} wires{chosen > 1 ? `, ${chosen} selected` : ""}
      </span>
      <button type="button" className={problems > 0 ? "bad-text" : ""} onClick={showProblems}>
        {problems === 0 ? "No problems" : problems === 1 ? "1 problem" : `${problems} problems`}
      </button>
      {panelNames
        .filter(([panel]) => !panels[panel])
        .map(([panel, name]) => (
          <button
            key={panel}
            type="button"
            onClick={() => fold(panel, true)}
            aria-label={`Open the panel ${name}`}
          >
            <Icon name="right" /> {name}
          </button>
        ))}
    </footer>
  );
}

export function countProblems(answer: ReturnType<typeof useInfer.getState>["answer"]): number {
  const inBlocks = Object.values(answer.blocks).reduce((sum, info) => sum + info.problems.length, 0);
  return inBlocks + Object.keys(answer.wires).length;
}
