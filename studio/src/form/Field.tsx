// One typed text of a block: words until the block is entered, then an input or a list.
import { useEffect, useRef } from "react";
import { usePage } from "../store/page";
import { useSelection } from "../store/selection";
import type { Page } from "../api/types";

export interface FieldProps {
  readonly block: string;
  /** The attribute or pin. */
  readonly name: string;
  readonly label: string;
  /** As typed; empty where nothing is. */
  readonly text: string;
  /** What holds when nothing is typed. */
  readonly fallback: string;
  readonly choices?: readonly string[] | undefined;
  /** The block is entered: an input instead of words. */
  readonly open: boolean;
  readonly bad?: boolean;
  readonly title?: string;
  readonly set: (page: Page, text: string) => Page;
}

export function Field(props: FieldProps) {
  const { block, name, label, text, fallback, open, bad, title } = props;
  const enter = useSelection((s) => s.enter);
  if (open) return <OpenField {...props} />;
  return (
    <span
      className={`field-text ${text === "" ? "fallback" : ""} ${bad ? "bad" : ""}`}
      title={title ?? label}
      data-field={name}
      onDoubleClick={(event) => {
        event.stopPropagation();
        enter(block, name);
      }}
    >
      {text === "" ? fallback || "–" : text}
    </span>
  );
}

function OpenField({ block, name, label, text, fallback, choices, bad, title, set }: FieldProps) {
  const edit = usePage((s) => s.edit);
  const wanted = useSelection((s) => s.entered === block && s.field === name);
  const element = useRef<HTMLInputElement & HTMLSelectElement>(null);
  useEffect(() => {
    if (!wanted) return;
    element.current?.focus({ preventScroll: true });
    if (element.current instanceof HTMLInputElement) element.current.select();
  }, [wanted]);
  const change = (value: string, gesture?: string) =>
    edit(`Set ${name} of ${block}`, (page) => set(page, value), gesture);
  const common = {
    ref: element,
    className: `field nodrag ${bad ? "bad" : ""}`,
    "aria-label": `${label} of ${block}`,
    "aria-invalid": bad === true,
    title: title ?? label,
    "data-field": name,
  };
  if (choices) {
    const shown = text === "" ? fallback : text;
    const all = choices.includes(shown) ? choices : [shown, ...choices];
    return (
      <select
        {...common}
        value={shown}
        onChange={(e) => change(e.target.value === fallback ? "" : e.target.value)}
      >
        {all.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    );
  }
  return (
    <input
      {...common}
      type="text"
      spellCheck={false}
      autoComplete="off"
      value={text}
      placeholder={fallback}
      onChange={(e) => change(e.target.value, `type ${block} ${name}`)}
      onBlur={() => usePage.getState().endGesture()}
    />
  );
}
