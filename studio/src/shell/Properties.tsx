// What is selected, in full: the block's documentation, its arguments in C++ and Python, notes; a wire; the page.
import type { Page } from "../api/types";
import { countText, removeSelected, selected } from "../actions/edit";
import { goTo } from "../canvas/flow";
import { useInfer } from "../store/infer";
import { usePage } from "../store/page";
import { useSelection } from "../store/selection";
import { BlockProperties } from "./BlockProperties";
import { CommandButtons } from "./CommandButtons";

export function Properties() {
  const blocks = useSelection((s) => s.blocks);
  const groups = useSelection((s) => s.groups);
  const comments = useSelection((s) => s.comments);
  const wire = useSelection((s) => s.wire);
  const [only] = blocks;
  const count = blocks.length + groups.length + comments.length;
  if (wire !== null) return <WireProperties index={wire} />;
  if (count === 1 && only !== undefined) return <BlockProperties name={only} key={only} />;
  if (count > 0) return <Several />;
  return <PageProperties />;
}

function Several() {
  return (
    <div className="properties">
      <h2>{countText(selected())}</h2>
      <CommandButtons ids={["group", "ungroup", "collapse", "tidy", "duplicate", "delete"]} />
    </div>
  );
}

function WireProperties({ index }: { readonly index: number }) {
  const wire = usePage((s) => s.page.wires[index]);
  const carries = useInfer((s) => (wire ? s.answer.blocks[wire.from]?.outputs[wire.output] : undefined));
  const reason = useInfer((s) => s.answer.wires[index]);
  if (!wire) return null;
  return (
    <div className="properties">
      <h2>Wire</h2>
      <dl className="facts">
        <dt>From</dt>
        <dd>
          <button type="button" className="link" onClick={() => goTo(wire.from)}>
            {wire.from}
          </button>{" "}
          {carries?.name ?? (wire.output < 0 ? "(the operation)" : wire.output)}
        </dd>
        <dt>To</dt>
        <dd>
          <button type="button" className="link" onClick={() => goTo(wire.to)}>
            {wire.to}
          </button>{" "}
          {wire.input === "^" ? "(runs after it)" : wire.input}
        </dd>
        <dt>Carries</dt>
        <dd>{carries?.text ?? "nothing known yet"}</dd>
      </dl>
      {reason !== undefined && <p className="problem">{reason}</p>}
      <div className="buttons">
        <button type="button" onClick={removeSelected}>
          Delete
        </button>
      </div>
    </div>
  );
}

/** Without the key where nothing is said, so that pages compare by what they say. */
function describe({ about, ...page }: Page, text: string): Page {
  return text === "" || (about === undefined && text.trim() === "") ? page : { ...page, about: text };
}

function PageProperties() {
  const about = usePage((s) => s.page.about ?? "");
  const edit = usePage((s) => s.edit);
  return (
    <div className="properties">
      <h2>Page</h2>
      <label className="stacked">
        About
        <textarea
          className="field"
          rows={5}
          value={about}
          placeholder="What this page shows"
          onChange={(event) => {
            const text = event.target.value;
            edit("Describe the page", (page) => describe(page, text), "type about");
          }}
          onBlur={() => usePage.getState().endGesture()}
        />
      </label>
      <p className="hint">
        Double-click the canvas or press <kbd>Space</kbd> to add a block. Pull a wire from an output on the
        right of a block to an input on the left of another. <kbd>Ctrl+Enter</kbd> runs the page, <kbd>?</kbd>{" "}
        shows all keys.
      </p>
    </div>
  );
}
