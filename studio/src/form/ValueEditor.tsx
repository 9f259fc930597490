// The value of a Const: numbers, a recipe, or a file, with its type and shape.
import { useEffect, useRef, type ChangeEvent, type DragEvent } from "react";
import { call } from "../api/client";
import type { Block, Value } from "../api/types";
import { setValue } from "../page/edits";
import { useOps } from "../store/ops";
import { usePage } from "../store/page";
import { useSelection } from "../store/selection";
import { useUi } from "../store/ui";

type Source = "text" | "generator" | "file";

const sourceOf = (value: Value): Source => {
  if (value.file !== undefined) return "file";
  return value.generator === undefined ? "text" : "generator";
};

/** Values read from a .npy or CSV file: the server looks into it, small ones come back as text. */
export async function uploadValue(block: string, file: File): Promise<void> {
  const type = /\.(csv|txt|tsv)$/i.test(file.name) ? "text/csv" : "application/octet-stream";
  try {
    const value = await call<Value>("/api/value", new Blob([file], { type }));
    usePage.getState().edit(`Load ${file.name} into ${block}`, (page) => setValue(page, block, value));
    useUi.getState().notice(`${block} holds ${file.name}: ${value.dtype} [${value.shape}].`);
  } catch (error) {
    useUi.getState().notice(error instanceof Error ? error.message : String(error), true);
  }
}

export function onDropFile(block: string) {
  return (event: DragEvent): void => {
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    event.stopPropagation();
    void uploadValue(block, file);
  };
}

export function ValueEditor({ block }: { readonly block: Block }) {
  const { table, byName } = useOps.getState();
  const value = block.value ?? byName.get(block.op)?.fresh.value ?? { dtype: "float", shape: "", text: "0" };
  const source = sourceOf(value);
  const { name } = block;
  const set = (part: Partial<Value>, gesture?: string): void =>
    usePage
      .getState()
      .edit(`Set the value of ${name}`, (page) => setValue(page, name, { ...value, ...part }), gesture);
  const choose = (next: Source): void => {
    const { dtype, shape } = value;
    if (next === "text") set0(name, { dtype, shape, text: value.text ?? "0" });
    if (next === "generator") set0(name, { dtype, shape, generator: table.recipes[0]?.example ?? "ramp" });
  };
  const typed = (part: keyof Value) => (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
    set({ [part]: event.target.value }, `type ${name} ${part}`);
  const end = (): void => usePage.getState().endGesture();

  return (
    <div
      className="value-editor nodrag nowheel"
      onDrop={onDropFile(name)}
      onDragOver={(event) => event.preventDefault()}
    >
      <div className="value-line">
        <select
          className="field"
          aria-label={`Type of ${name}`}
          value={value.dtype}
          onChange={(e) => set({ dtype: e.target.value })}
        >
          {[...new Set([value.dtype, ...table.dtypes])].map((dtype) => (
            <option key={dtype}>{dtype}</option>
          ))}
        </select>
        <input
          className="field"
          aria-label={`Shape of ${name}`}
          title="Sizes, as 2,2; empty for a single number"
          placeholder="shape"
          spellCheck={false}
          value={value.shape}
          onChange={typed("shape")}
          onBlur={end}
        />
        <select
          className="field"
          aria-label={`Where the value of ${name} comes from`}
          value={source}
          onChange={(e) => choose(e.target.value as Source)}
        >
          <option value="text">numbers</option>
          <option value="generator">recipe</option>
          {source === "file" && <option value="file">file</option>}
        </select>
      </div>
      {source === "text" && (
        <Numbers block={name} text={value.text ?? ""} onChange={typed("text")} onBlur={end} />
      )}
      {source === "generator" && (
        <Recipe
          block={name}
          text={value.generator ?? ""}
          set={(generator) => set({ generator }, `type ${name} recipe`)}
        />
      )}
      {source === "file" && (
        <div className="value-file">{value.file?.replace(/^upload:.*/, "uploaded file")}</div>
      )}
      <label className="value-drop">
        Drop a .npy or .csv file here, or <span className="link">choose one</span>
        <input
          type="file"
          accept=".npy,.csv,.txt,.tsv"
          aria-label={`File for the value of ${name}`}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file) void uploadValue(name, file);
          }}
        />
      </label>
    </div>
  );
}

/** Replaces the whole value: what the other source held is gone. */
function set0(name: string, value: Value): void {
  usePage.getState().edit(`Set the value of ${name}`, (page) => setValue(page, name, value));
}

interface NumbersProps {
  readonly block: string;
  readonly text: string;
  readonly onChange: (event: ChangeEvent<HTMLTextAreaElement>) => void;
  readonly onBlur: () => void;
}

function Numbers({ block, text, onChange, onBlur }: NumbersProps) {
  const wanted = useSelection((s) => s.entered === block && (s.field === "value" || s.field === null));
  const element = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (wanted) element.current?.focus({ preventScroll: true });
  }, [wanted]);
  return (
    <textarea
      ref={element}
      className="field numbers"
      aria-label={`Numbers of ${block}`}
      title="1,2,3 or {{1,2},{3,4}}; lines pasted from a table work too"
      rows={Math.min(8, Math.max(2, text.split("\n").length))}
      spellCheck={false}
      value={text}
      onChange={onChange}
      onBlur={onBlur}
      onPaste={(event) => {
        const pasted = event.clipboardData.getData("text").trim();
        // A table out of a spreadsheet or a CSV file brings its shape along.
        if (pasted.includes("{") || !/[\n\t]/.test(pasted)) return;
        event.preventDefault();
        void uploadValue(block, new File([pasted.replaceAll("\t", ",")], "pasted table.csv"));
      }}
    />
  );
}

function Recipe({
  block,
  text,
  set,
}: {
  readonly block: string;
  readonly text: string;
  readonly set: (text: string) => void;
}) {
  const recipes = useOps((s) => s.table.recipes);
  const name = text.split(" ")[0] ?? "";
  const known = recipes.find((recipe) => recipe.name === name);
  return (
    <>
      <div className="value-line">
        <select
          className="field"
          aria-label={`Recipe of ${block}`}
          value={known ? name : ""}
          onChange={(e) =>
            set(recipes.find((recipe) => recipe.name === e.target.value)?.example ?? e.target.value)
          }
        >
          {!known && <option value="">…</option>}
          {recipes.map((recipe) => (
            <option key={recipe.name}>{recipe.name}</option>
          ))}
        </select>
        <input
          className="field"
          aria-label={`Recipe of ${block} as text`}
          spellCheck={false}
          value={text}
          onChange={(event) => set(event.target.value)}
          onBlur={() => usePage.getState().endGesture()}
        />
      </div>
      {known && <div className="hint">{known.text}</div>}
    </>
  );
}
