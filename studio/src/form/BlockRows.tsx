// The rows of one block: pins with their literals, attributes, the value.
import type { AttrEntry, Block, BlockInfo, OpEntry, Page } from "../api/types";
import { Pin } from "../canvas/Pin";
import { setAttr, setLiteral } from "../page/edits";
import { useOps } from "../store/ops";
import { AttrsTools } from "./AttrsTools";
import { Field } from "./Field";
import { attrsText, choicesOf, rowsOf, valueText, type Row } from "./rows";
import { ValueEditor } from "./ValueEditor";

interface RowsProps {
  readonly op: OpEntry;
  readonly block: Block;
  readonly info: BlockInfo | undefined;
  readonly wired: ReadonlySet<string>;
  readonly open: boolean;
}

export function BlockRows(props: RowsProps) {
  const { op, block, wired } = props;
  return rowsOf(op, block, wired).map((row) => <RowOf key={rowKey(row)} row={row} {...props} />);
}

const rowKey = (row: Row): string => {
  if (row.kind === "input") return `in ${row.pin}`;
  return row.kind === "attr" ? `attr ${row.attr.name}` : row.kind;
};

function RowOf({ row, ...props }: RowsProps & { readonly row: Row }) {
  switch (row.kind) {
    case "scope":
      return (
        <div className="row quiet" title={row.title}>
          <span className="mark scope" />
          <span className="label">scope</span>
          <span className="field-text fallback">this page</span>
        </div>
      );
    case "input":
      return <InputRow row={row} {...props} />;
    case "attr":
      return <AttrRow attr={row.attr} title={row.title} {...props} />;
    case "attrs":
      return <AttrsRows attrs={row.attrs} title={row.title} {...props} />;
    case "value":
      return <ValueRow row={row} {...props} />;
  }
}

function InputRow({
  row,
  block,
  info,
  wired,
  open,
}: RowsProps & { readonly row: Extract<Row, { kind: "input" }> }) {
  const { pin } = row;
  const arrives = info?.pins.find((p) => p.pin === pin)?.text ?? "";
  const isWired = wired.has(pin);
  const bad =
    info?.problems.some((problem) => problem.argument === pin || problem.argument === row.entry.name) ??
    false;
  const [first = "", ...more] = row.title.split("\n");
  const title = [arrives ? `${first} — ${arrives}` : first, ...more].join("\n");
  return (
    <div className={`row ${bad ? "bad" : ""}`} title={title}>
      <Pin
        block={block.name}
        pin={pin}
        label={pin}
        dtype={arrives.split(" ")[0]}
        title={title}
        wired={isWired}
      />
      {isWired ? (
        <span className="arrives">{arrives.split(" ").slice(1).join(" ").split(" · ")[0]}</span>
      ) : (
        <Field
          block={block.name}
          name={pin}
          label={pin}
          text={block.literals[pin] ?? ""}
          fallback=""
          open={open}
          bad={bad}
          title={`${title}\nA literal for an input without a wire: 0.01, {{1,2},{3,4}}`}
          set={(page, text) => setLiteral(page, block.name, pin, text)}
        />
      )}
    </div>
  );
}

function AttrRow({
  attr,
  title,
  block,
  info,
  open,
  inner = false,
}: RowsProps & { readonly attr: AttrEntry; readonly title: string; readonly inner?: boolean }) {
  const dtypes = useOps((s) => s.table.dtypes);
  const follows = info?.attrs[attr.name];
  const bad = info?.problems.some((problem) => problem.argument === attr.name) ?? false;
  return (
    <div className={`row ${inner ? "inner" : ""} ${bad ? "bad" : ""}`} title={title}>
      <span className="mark" />
      <span className="label">{attr.name}</span>
      <Field
        block={block.name}
        name={attr.name}
        label={attr.name}
        text={block.attrs[attr.name] ?? ""}
        fallback={follows ?? attr.default ?? ""}
        choices={choicesOf(attr, dtypes)}
        open={open}
        bad={bad}
        title={title}
        set={(page: Page, text) => setAttr(page, block.name, attr.name, text)}
      />
    </div>
  );
}

function AttrsRows({
  attrs,
  title,
  ...props
}: RowsProps & { readonly attrs: readonly AttrEntry[]; readonly title: string }) {
  const { block, info, open, op } = props;
  const bad = info?.problems.some((p) => attrs.some((attr) => attr.name === p.argument)) ?? false;
  if (!open) {
    const text = attrsText(attrs, block.attrs);
    return (
      <div
        className={`row ${bad ? "bad" : ""} ${text ? "" : "quiet"}`}
        title={`${title}\n${text || "All at their defaults."}`}
      >
        <span className="mark" />
        <span className="label">attrs</span>
        <Field
          block={block.name}
          name={attrs[0]?.name ?? "attrs"}
          label="attrs"
          text={text}
          fallback="defaults"
          open={false}
          bad={bad}
          title={`${title}\n${text || "All at their defaults."}`}
          set={(page) => page}
        />
      </div>
    );
  }
  return (
    <>
      <div className="row" title={title}>
        <span className="mark" />
        <span className="label">attrs</span>
        <AttrsTools block={block} op={op} attrs={attrs} />
      </div>
      {attrs.map((attr) => (
        <AttrRow
          key={attr.name}
          attr={attr}
          title={`${attr.cpp} ${attr.name}_\n${attr.doc}`}
          {...props}
          inner
        />
      ))}
    </>
  );
}

function ValueRow({ row, block, open, info }: RowsProps & { readonly row: Extract<Row, { kind: "value" }> }) {
  const bad = info?.problems.some((p) => p.argument === "value" || p.argument === row.name) ?? false;
  if (open) return <ValueEditor block={block} />;
  return (
    <div className={`row ${bad ? "bad" : ""}`} title={row.title}>
      <span className="mark" />
      <span className="label">{row.name}</span>
      <Field
        block={block.name}
        name="value"
        label={row.name}
        text={valueText(block)}
        fallback="no value"
        open={false}
        bad={bad}
        set={(page) => page}
      />
    </div>
  );
}
