// The palette: every op of the table by group, found by a few letters, added by a click, Enter or a drag.
import { useMemo, useState } from "react";
import type { OpEntry } from "../api/types";
import { opType } from "../actions/drop";
import { addOp } from "../actions/edit";
import { freePlace } from "../canvas/flow";
import { SearchField } from "../form/SearchField";
import { byGroup, find } from "../page/find";
import { useOps } from "../store/ops";

export function Palette() {
  const ops = useOps((s) => s.table.ops);
  const [query, setQuery] = useState("");
  const groups = useMemo(() => byGroup(query === "" ? ops : find(ops, query)), [ops, query]);
  return (
    <>
      <SearchField
        label="Search ops"
        query={query}
        setQuery={setQuery}
        onKeyDown={(event) => {
          const [first] = find(ops, query);
          if (event.key === "Enter" && query !== "" && first) addOp(first.name, freePlace());
        }}
      />
      <div className="palette">
        {groups.map(([group, members]) => (
          <details key={group} open={query !== "" || groups.length <= 2 || members.some((op) => op.special)}>
            <summary>
              {group} <span className="dim">{members.length}</span>
            </summary>
            {members.map((op) => (
              <Entry key={op.name} op={op} />
            ))}
          </details>
        ))}
        {groups.length === 0 && <p className="hint">No op is called that.</p>}
      </div>
    </>
  );
}

function Entry({ op }: { readonly op: OpEntry }) {
  return (
    <button
      type="button"
      className="palette-op"
      draggable
      title={op.summary}
      data-testid={`palette-${op.name}`}
      onDragStart={(event) => {
        event.dataTransfer.setData(opType, op.name);
        event.dataTransfer.effectAllowed = "copy";
      }}
      onClick={() => addOp(op.name, freePlace())}
    >
      {op.name}
    </button>
  );
}
