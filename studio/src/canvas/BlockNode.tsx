// A block on the canvas: header, arguments, outputs, problems, and at its foot what a run gave.
import { useUpdateNodeInternals, type NodeProps } from "@xyflow/react";
import { memo, useEffect, useMemo, useRef } from "react";
import type { BlockInfo, OpEntry } from "../api/types";
import { CheckBadge } from "../check";
import { BlockRows } from "../form/BlockRows";
import { onDropFile } from "../form/ValueEditor";
import { setAttr } from "../page/edits";
import { after } from "../page/wiring";
import { BlockResult } from "../run";
import { useInfer } from "../store/infer";
import { useOps } from "../store/ops";
import { usePage } from "../store/page";
import { useSelection } from "../store/selection";
import { useUi } from "../store/ui";
import { Pin } from "./Pin";
import { blockId, type BlockNode as BlockNodeType } from "./project";

const lines = (text: string): string[] => (text === "" ? [] : text.split("\n"));

export const BlockNode = memo(function BlockNode({ data }: NodeProps<BlockNodeType>) {
  const { block } = data;
  const { name } = block;
  const op = useOps((s) => s.byName.get(block.op));
  const info = useInfer((s) => s.answer.blocks[name]);
  const open = useSelection((s) => s.entered === name);
  const wired = useMemo(() => new Set(lines(data.inputs)), [data.inputs]);
  const wiredOut = useMemo(() => lines(data.outputs).map(Number), [data.outputs]);
  const outputs = outputsOf(op, info, wiredOut);
  const pins = `${data.inputs} ${outputs.length} ${open ? "open" : ""}`;
  const update = useUpdateNodeInternals();
  const drawn = useRef(pins);
  useEffect(() => {
    // React Flow measures a new block by itself; asking for each of many would take minutes.
    if (drawn.current === pins) return;
    drawn.current = pins;
    update(blockId(name));
  }, [pins, name, update]);
  const bad = (info?.problems.length ?? 0) > 0;
  const holds = block.value !== undefined || op?.fresh.value !== undefined;
  return (
    <div
      className={`block ${bad ? "bad" : ""} ${open ? "open" : ""} ${op?.special ? "special" : ""}`}
      data-testid={`block-${name}`}
      data-op={block.op}
      {...(holds && { onDrop: onDropFile(name) })}
    >
      <Header
        name={name}
        op={block.op}
        info={info}
        after={wired.has(after)}
        runs={wiredOut.includes(-1)}
        init={block.init}
      />
      <div className="details">
        {op ? (
          <BlockRows op={op} block={block} info={info} wired={wired} open={open} />
        ) : (
          <Unknown wired={[...wired].filter((pin) => pin !== after)} block={name} op={block.op} />
        )}
        {outputs.map((output, index) => (
          <OutputRow
            key={output.name}
            block={name}
            index={index}
            {...output}
            wired={wiredOut.includes(index)}
          />
        ))}
        {block.op === "Gradients" && <GradientsFoot block={name} />}
        {block.note !== undefined && <p className="note">{block.note}</p>}
        {info && bad && <Problems block={name} info={info} />}
        <BlockResult block={name} />
      </div>
    </div>
  );
});

interface OutputView {
  readonly name: string;
  readonly cpp: string;
  readonly doc: string;
  readonly dtype: string | undefined;
  readonly text: string;
  readonly shape: string;
}

/** What the engine says there is; before it answered, what the table says, and never less than what is wired. */
function outputsOf(
  op: OpEntry | undefined,
  info: BlockInfo | undefined,
  wired: readonly number[],
): OutputView[] {
  const known = info?.outputs ?? [];
  const count = Math.max(
    known.length,
    known.length > 0 ? 0 : (op?.outputs.length ?? 0),
    ...wired.map((i) => i + 1),
  );
  return Array.from({ length: count }, (_, i) => {
    const entry = op?.outputs[i] ?? op?.outputs.at(-1);
    return {
      name: known[i]?.name ?? (op?.outputs[i]?.name || `output ${i}`),
      cpp: entry?.cpp ?? "Output",
      doc: entry?.doc ?? "",
      dtype: known[i]?.dtype,
      text: known[i]?.text ?? "",
      shape: known[i]?.shape ?? "",
    };
  });
}

function OutputRow({
  block,
  index,
  name,
  cpp,
  doc,
  dtype,
  text,
  shape,
  wired,
}: OutputView & { block: string; index: number; wired: boolean }) {
  const title = [`${cpp} ${name}${text && ` — ${text}`}`, doc].filter(Boolean).join("\n");
  return (
    <div className="row out" title={title}>
      <span className="arrives">{shape}</span>
      <Pin block={block} pin={index} label={name} dtype={dtype} title={title} wired={wired} />
    </div>
  );
}

interface HeaderProps {
  readonly name: string;
  readonly op: string;
  readonly info: BlockInfo | undefined;
  readonly after: boolean;
  readonly runs: boolean;
  readonly init: boolean | undefined;
}

function Header({ name, op, info, after: waits, runs, init }: HeaderProps) {
  const summary = useOps((s) => s.byName.get(op)?.summary);
  return (
    <header className="block-head" title={summary}>
      <Pin
        block={name}
        pin={after}
        label="runs after"
        dtype={undefined}
        title="Runs after what is wired here"
        wired={waits}
        control
      />
      <b>{op}</b>
      {info?.groups !== undefined && info.groups > 1 && (
        <span className="tag" title={`A grouped convolution: ${info.groups} groups of channels`}>
          {info.groups} groups
        </span>
      )}
      {init && (
        <span className="tag" title="Runs once before the first step">
          init
        </span>
      )}
      <CheckBadge block={name} />
      <span className="block-name">{name}</span>
      <Pin
        block={name}
        pin={-1}
        label="then"
        dtype={undefined}
        title="The operation itself: what is wired here runs after it"
        wired={runs}
        control
      />
    </header>
  );
}

function Problems({ block, info }: { readonly block: string; readonly info: BlockInfo }) {
  const edit = usePage((s) => s.edit);
  return (
    <ul className="problems">
      {info.problems.map((problem, i) => (
        <li key={i}>
          {problem.message}
          {problem.fix && (
            <button
              type="button"
              className="fix nodrag nokey"
              onClick={() => {
                const { label, attr, value } = problem.fix ?? { label: "", attr: "", value: "" };
                edit(label, (page) => setAttr(page, block, attr, value));
              }}
            >
              {problem.fix.label}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

function GradientsFoot({ block }: { readonly block: string }) {
  const show = useUi((s) => s.show);
  return (
    <div className="row foot">
      <button type="button" className="small nodrag nokey" onClick={() => show({ kind: "gradients", block })}>
        Open its nodes
      </button>
    </div>
  );
}

/** An op that the table does not have: kept as it is, its wires too. */
function Unknown({
  wired,
  block,
  op,
}: {
  readonly wired: readonly string[];
  readonly block: string;
  readonly op: string;
}) {
  return (
    <>
      {wired.map((pin) => (
        <div className="row" key={pin}>
          <Pin block={block} pin={pin} label={pin} dtype={undefined} title={`${pin} of ${op}`} wired />
        </div>
      ))}
    </>
  );
}
