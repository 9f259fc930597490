// A block from afar: a box with its name. Its pins are places for wires to end at, where the whole block has them.
import type { Block, OpEntry } from "../api/types";
import { rowsOf } from "../form/rows";
import { after } from "../page/wiring";
import { outputHandle } from "./project";

interface FarProps {
  readonly block: Block;
  readonly op: OpEntry | undefined;
  readonly wired: ReadonlySet<string>;
  readonly outputs: number;
  readonly bad: boolean;
  /** As the whole block was measured, so that nothing moves when the zoom changes. */
  readonly height: number | undefined;
}

/** Of the style sheet: the header, the space above the rows, a row. */
const head = 24;
const space = 3;
const rowHeight = 20;

const middleOf = (row: number): number => head + space + rowHeight * (row + 0.5);

/** The pin of each row, undefined where the row has none. */
function pinsOfRows(op: OpEntry | undefined, block: Block, wired: ReadonlySet<string>): (string | undefined)[] {
  if (!op) return [...wired].filter((pin) => pin !== after);
  return rowsOf(op, block, wired).map((row) => (row.kind === "input" ? row.pin : undefined));
}

/** What React Flow measures of a handle, without the subscriptions of one. */
function Place({ id, source, top }: { readonly id: string; readonly source: boolean; readonly top: number }) {
  return (
    <div
      className={`react-flow__handle ${source ? "source react-flow__handle-right" : "target react-flow__handle-left"}`}
      data-handleid={id}
      data-handlepos={source ? "right" : "left"}
      style={{ top }}
    />
  );
}

export function FarBlock({ block, op, wired, outputs, bad, height }: FarProps) {
  const pins = pinsOfRows(op, block, wired);
  return (
    <div
      className={`block ${bad ? "bad" : ""} ${op?.special ? "special" : ""}`}
      style={{ height }}
      data-testid={`block-${block.name}`}
      data-op={block.op}
    >
      <header className="block-head">
        <b>{block.op}</b>
      </header>
      <Place id={after} source={false} top={head / 2} />
      <Place id={outputHandle(-1)} source top={head / 2} />
      {pins.map((pin, row) => pin !== undefined && <Place key={pin} id={pin} source={false} top={middleOf(row)} />)}
      {Array.from({ length: outputs }, (_, i) => (
        <Place key={i} id={outputHandle(i)} source top={middleOf(pins.length + i)} />
      ))}
    </div>
  );
}
