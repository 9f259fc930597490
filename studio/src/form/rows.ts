// The rows of a block, in the order in which the documents list its arguments: made from the table alone.
import type { AttrEntry, Block, OpEntry, PinEntry } from "../api/types";
import { listPin, pinsOf } from "../page/wiring";

export type Row =
  | { readonly kind: "scope"; readonly title: string }
  | { readonly kind: "input"; readonly pin: string; readonly entry: PinEntry; readonly title: string }
  | { readonly kind: "attr"; readonly attr: AttrEntry; readonly title: string }
  | { readonly kind: "attrs"; readonly attrs: readonly AttrEntry[]; readonly title: string }
  | { readonly kind: "value"; readonly name: string; readonly title: string };

interface Argument {
  readonly cpp: string;
  readonly name: string;
  readonly python: string;
}

/** `Input grad`, then its Python name where that differs, then what the documents say. */
export function titleOf(argument: Argument, doc = ""): string {
  const python = argument.python && argument.python !== argument.name ? `Python: ${argument.python}` : "";
  return [`${argument.cpp} ${argument.name}`, python, doc].filter(Boolean).join("\n");
}

/** The arguments of the op's class; what they leave out follows: nothing of an op is without a row. */
function argumentsOf(op: OpEntry): Argument[] {
  const said = op.arguments;
  const names = new Set(said.flatMap((argument) => [argument.name, argument.python]));
  const missing = (entry: { name: string; cpp: string }): Argument[] =>
    names.has(entry.name) ? [] : [{ cpp: entry.cpp, name: entry.name, python: entry.name }];
  const optional = op.attrs.some((attr) => isOptional(op, attr)) && !names.has("attrs");
  return [
    ...said,
    ...op.inputs.flatMap(missing),
    ...op.attrs
      .filter((attr) => !isOptional(op, attr) && !attr.follows && !heldByValue(op, attr))
      .flatMap(missing),
    ...(optional ? [{ cpp: `${op.cpp_class || op.name}::Attrs`, name: "attrs", python: "" }] : []),
  ];
}

const isOptional = (op: OpEntry, attr: AttrEntry): boolean => attr.optional && !attr.follows && !op.special;

/** The type, shape and value of a Const stand in its value. */
function heldByValue(op: OpEntry, attr: AttrEntry): boolean {
  return op.fresh.value !== undefined && ["value", "dtype", "shape"].includes(attr.name);
}

export function rowsOf(op: OpEntry, block: Block, wired: Iterable<string>): Row[] {
  const pins = pinsOf(op, block, wired);
  const attrs = op.attrs.filter((attr) => isOptional(op, attr));
  let value = op.fresh.value !== undefined || block.value !== undefined;
  const rows = argumentsOf(op).flatMap((argument): Row[] => {
    const is = (entry: { name: string }): boolean =>
      entry.name === argument.name || entry.name === argument.python;
    if (argument.name === "scope") {
      return [{ kind: "scope", title: `${titleOf(argument)}\nThis page is the scope: it is never wired.` }];
    }
    const input = op.inputs.find(is);
    if (input) {
      const title = titleOf(argument, input.doc);
      return pins
        .filter((pin) => (listPin(pin)?.list ?? pin) === input.name)
        .map((pin) => ({ kind: "input", pin, entry: input, title }));
    }
    if (argument.name === "attrs")
      return attrs.length > 0 ? [{ kind: "attrs", attrs, title: titleOf(argument) }] : [];
    const attr = op.attrs.find(is);
    if (attr && !heldByValue(op, attr)) return [{ kind: "attr", attr, title: titleOf(argument, attr.doc) }];
    if (!value) return [];
    value = false;
    return [{ kind: "value", name: argument.name, title: titleOf(argument) }];
  });
  return value ? [...rows, { kind: "value", name: "value", title: "The value" }] : rows;
}

export function choicesOf(attr: AttrEntry, dtypes: readonly string[]): readonly string[] | undefined {
  if (attr.choices && attr.choices.length > 0) return attr.choices;
  if (attr.kind === "bool") return ["false", "true"];
  return attr.kind === "type" ? dtypes : undefined;
}

/** What a closed block says of its optional attributes. */
export function attrsText(attrs: readonly AttrEntry[], texts: Readonly<Record<string, string>>): string {
  const typed = attrs.filter((attr) => texts[attr.name] !== undefined);
  return typed.map((attr) => `${attr.name} = ${texts[attr.name] ?? ""}`).join("; ");
}

/** What a closed block says of its value. */
export function valueText(block: Block): string {
  const { value } = block;
  if (!value) return "";
  const what = value.generator ?? value.text ?? value.file?.replace(/^upload:.*/, "uploaded file") ?? "";
  return what.length > 60 ? `${what.slice(0, 60)}…` : what;
}
