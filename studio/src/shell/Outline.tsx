// All blocks of the page as a list: what is out of view is found here, also by a screen reader.
import { useState } from "react";
import { goTo } from "../canvas/flow";
import { SearchField } from "../form/SearchField";
import { useInfer } from "../store/infer";
import { usePage } from "../store/page";
import { useSelection } from "../store/selection";

export function Outline() {
  const blocks = usePage((s) => s.page.blocks);
  const groups = usePage((s) => s.page.groups);
  const infos = useInfer((s) => s.answer.blocks);
  const selected = useSelection((s) => s.blocks);
  const [query, setQuery] = useState("");
  const wanted = query.toLowerCase();
  const shown = Object.values(blocks).filter((b) =>
    `${b.name} ${b.op} ${b.note ?? ""}`.toLowerCase().includes(wanted),
  );
  return (
    <>
      <SearchField label="Search blocks" query={query} setQuery={setQuery} />
      <ul className="outline" aria-label="Blocks of the page">
        {shown.map(({ name, op, group }) => {
          const info = infos[name];
          const bad = (info?.problems.length ?? 0) > 0;
          return (
            <li key={name}>
              <button
                type="button"
                className={`outline-row ${selected.includes(name) ? "selected" : ""}`}
                aria-current={selected.includes(name)}
                onClick={() => goTo(name)}
              >
                <span className={bad ? "dot bad" : "dot"} aria-hidden />
                <span className="outline-name">{name}</span>
                <span className="dim">{op === name ? (info?.outputs[0]?.shape ?? "") : op}</span>
                {group !== undefined && <span className="dim">{groups[group]?.title}</span>}
                {bad && <span className="hidden-text">has a problem</span>}
              </button>
            </li>
          );
        })}
      </ul>
      {shown.length === 0 && (
        <p className="hint">{query === "" ? "The page is empty." : "No block is called that."}</p>
      )}
    </>
  );
}
