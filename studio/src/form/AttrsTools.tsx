// `data_format_ = NDHWC;dilations_ = {1,1,1,1,1};`: the text that enuSpace's pages tell people to type, both ways.
import { useState } from "react";
import { call } from "../api/client";
import type { AttrEntry, Block, OpEntry } from "../api/types";
import { change, without } from "../page/edits";
import { usePage } from "../store/page";
import { useUi } from "../store/ui";

interface AttrsToolsProps {
  readonly block: Block;
  readonly op: OpEntry;
  readonly attrs: readonly AttrEntry[];
}

export function AttrsTools({ block, op, attrs }: AttrsToolsProps) {
  const [text, setText] = useState("");
  const notice = useUi((s) => s.notice);

  const fill = async (typed: string): Promise<void> => {
    try {
      const read = await call<{ attrs: Record<string, string> }>("/api/attrs", { op: op.name, text: typed });
      usePage.getState().edit(`Set attrs of ${block.name}`, (page) => {
        const now = page.blocks[block.name];
        return now ? change(page, now.name, { attrs: { ...now.attrs, ...read.attrs } }) : page;
      });
      setText("");
    } catch (error) {
      notice(error instanceof Error ? error.message : String(error), true);
    }
  };
  const copy = async (): Promise<void> => {
    const typed = Object.fromEntries(
      attrs.flatMap(({ name }) => (block.attrs[name] === undefined ? [] : [[name, block.attrs[name]]])),
    );
    try {
      const written = await call<{ text: string }>("/api/attrs", { op: op.name, attrs: typed });
      await navigator.clipboard.writeText(written.text);
      notice(written.text ? `Copied: ${written.text}` : "Copied: all attributes are at their defaults.");
    } catch (error) {
      notice(error instanceof Error ? error.message : String(error), true);
    }
  };
  const reset = (): void =>
    usePage.getState().edit(`Reset attrs of ${block.name}`, (page) => {
      const now = page.blocks[block.name];
      return now
        ? change(page, now.name, {
            attrs: without(
              now.attrs,
              attrs.map((attr) => attr.name),
            ),
          })
        : page;
    });

  return (
    <span className="attrs-tools nodrag">
      <input
        className="field nodrag"
        aria-label={`attrs of ${block.name} as text`}
        title="Paste data_format_ = NDHWC; and press Enter: the fields below are filled"
        placeholder="paste text"
        spellCheck={false}
        data-field="attrs"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData("text");
          if (!pasted.includes("=")) return;
          event.preventDefault();
          event.stopPropagation();
          void fill(pasted);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && text.trim() !== "") {
            event.stopPropagation();
            void fill(text);
          }
        }}
      />
      <button type="button" className="nokey" title="Copy the attributes as text" onClick={() => void copy()}>
        copy
      </button>
      <button type="button" className="nokey" title="All attributes back to their defaults" onClick={reset}>
        reset
      </button>
    </span>
  );
}
