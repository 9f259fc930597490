// One block: name, note, group, what its arguments are called in C++ and Python, what the engine found out.
import { useState } from "react";
import type { Block, BlockInfo, OpEntry } from "../api/types";
import { CheckSection } from "../check";
import { ValueEditor } from "../form/ValueEditor";
import { rename, setAttr, setOptional } from "../page/edits";
import { useInfer } from "../store/infer";
import { useOps } from "../store/ops";
import { usePage } from "../store/page";
import { useSelection } from "../store/selection";
import { useUi } from "../store/ui";
import { CommandButtons } from "./CommandButtons";

export function renameBlock(from: string, to: string): string | null {
  const name = to.trim();
  if (name === from) return null;
  if (name === "") return "A block needs a name.";
  if (name in usePage.getState().page.blocks)
    return `There is a block ${name} already: names are unique on a page.`;
  usePage.getState().edit(`Rename ${from} to ${name}`, (page) => rename(page, from, name));
  useSelection.getState().select({ blocks: [name] });
  return null;
}

export function BlockProperties({ name }: { readonly name: string }) {
  const block = usePage((s) => s.page.blocks[name]);
  const info = useInfer((s) => s.answer.blocks[name]);
  const op = useOps((s) => (block ? s.byName.get(block.op) : undefined));
  if (!block) return null;
  return (
    <div className="properties">
      <h2>{block.op}</h2>
      {op && <p className="summary">{op.summary}</p>}
      <Name block={block} />
      {info && <Findings block={name} info={info} />}
      {(block.value ?? op?.fresh.value) && (
        <section>
          <h3>Value</h3>
          <ValueEditor block={block} />
        </section>
      )}
      {op && <Arguments op={op} block={block} info={info} />}
      <CheckSection block={name} />
      <Extras block={block} />
      <CommandButtons ids={["enter", "runTo", "duplicate", "delete"]} />
      {op?.description && (
        <details>
          <summary>Documentation</summary>
          <p className="description">{op.description}</p>
        </details>
      )}
      {block.raw !== undefined && <pre className="raw">{block.raw}</pre>}
    </div>
  );
}

function Name({ block }: { readonly block: Block }) {
  const [text, setText] = useState(block.name);
  const [error, setError] = useState<string | null>(null);
  const commit = (): void => setError(renameBlock(block.name, text));
  return (
    <label className="stacked">
      Name
      <input
        className={`field ${error === null ? "" : "bad"}`}
        value={text}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === "Enter" && commit()}
      />
      {error !== null && <span className="problem">{error}</span>}
    </label>
  );
}

function Findings({ block, info }: { readonly block: string; readonly info: BlockInfo }) {
  const edit = usePage((s) => s.edit);
  const look = useSelection((s) => s.look);
  return (
    <>
      {info.problems.map(({ message, fix }, i) => (
        <p className="problem" key={i}>
          {message}{" "}
          {fix && (
            <button
              type="button"
              className="fix"
              onClick={() => edit(fix.label, (page) => setAttr(page, block, fix.attr, fix.value))}
            >
              {fix.label}
            </button>
          )}
        </p>
      ))}
      <dl className="facts">
        {info.outputs.map((output, i) => (
          <Fact key={output.name + String(i)} name={output.name}>
            <button
              type="button"
              className="link"
              title="Look at it"
              onClick={() => {
                look(`${block}:${i}`);
                useUi.setState({ rightTab: "look" });
              }}
            >
              {output.text}
            </button>
          </Fact>
        ))}
        {Object.entries(info.attrs).map(([attr, text]) => (
          <Fact key={attr} name={`${attr} follows`}>
            {text}
          </Fact>
        ))}
        {info.groups !== undefined && <Fact name="groups">{info.groups}</Fact>}
      </dl>
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Arguments({
  op,
  block,
  info,
}: {
  readonly op: OpEntry;
  readonly block: Block;
  readonly info: BlockInfo | undefined;
}) {
  const now = (name: string): string =>
    info?.pins.find((pin) => pin.pin === name)?.text ||
    block.attrs[name] ||
    op.attrs.find((attr) => attr.name === name)?.default ||
    "";
  const docOf = (name: string): string =>
    op.inputs.find((pin) => pin.name === name)?.doc ?? op.attrs.find((attr) => attr.name === name)?.doc ?? "";
  return (
    <section>
      <h3>Arguments</h3>
      <table className="arguments">
        <thead>
          <tr>
            <th scope="col">argument</th>
            <th scope="col">now</th>
          </tr>
        </thead>
        <tbody>
          {op.arguments.map((argument) => (
            <tr key={argument.name} title={docOf(argument.python || argument.name)}>
              <td>
                <span className="dim">{argument.cpp}</span> {argument.name}
                {argument.python !== "" && argument.python !== argument.name && (
                  <span className="dim"> (Python: {argument.python})</span>
                )}
              </td>
              <td>{argument.name === "scope" ? "this page" : now(argument.python || argument.name)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Extras({ block }: { readonly block: Block }) {
  const edit = usePage((s) => s.edit);
  const groups = usePage((s) => s.page.groups);
  const { name } = block;
  return (
    <section>
      <h3>On the page</h3>
      <label className="stacked">
        Note
        <textarea
          className="field"
          rows={2}
          value={block.note ?? ""}
          onChange={(event) =>
            edit(
              `Note on ${name}`,
              (page) => setOptional(page, name, "note", event.target.value),
              `note ${name}`,
            )
          }
          onBlur={() => usePage.getState().endGesture()}
        />
      </label>
      {Object.keys(groups).length > 0 && (
        <label className="stacked">
          Group
          <select
            className="field"
            value={block.group ?? ""}
            onChange={(event) =>
              edit(`Group of ${name}`, (page) => setOptional(page, name, "group", event.target.value))
            }
          >
            <option value="">none</option>
            {Object.entries(groups).map(([id, { title }]) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
      )}
      <label className="inline">
        <input
          type="checkbox"
          checked={block.init === true}
          onChange={(event) =>
            edit(event.target.checked ? `${name} runs first` : `${name} runs in every step`, (page) =>
              setOptional(page, name, "init", event.target.checked),
            )
          }
        />
        Runs once, before the first step
      </label>
    </section>
  );
}
