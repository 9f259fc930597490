// A group: a frame around its blocks, or, collapsed, one block with the pins that wires cross the border to.
import { Icon } from "../shell/Icon";
import { Handle, Position, type NodeProps } from "@xyflow/react";
import { memo } from "react";
import { setGroup, unpack } from "../page/edits";
import { usePage } from "../store/page";
import type { GroupNode as GroupNodeType } from "./project";

export const GroupNode = memo(function GroupNode({ data }: NodeProps<GroupNodeType>) {
  const { id, group, count, inputs, outputs } = data;
  const edit = usePage((s) => s.edit);
  const toggle = (): void =>
    edit(group.collapsed ? "Open group" : "Collapse group", (page) =>
      setGroup(page, id, { collapsed: !group.collapsed }),
    );
  const title = (
    <div className="group-title">
      <button
        type="button"
        className="icon nodrag nokey"
        onClick={toggle}
        aria-expanded={!group.collapsed}
        aria-label={`${group.collapsed ? "Open" : "Collapse"} ${group.title}`}
      >
        <Icon name={group.collapsed ? "right" : "down"} />
      </button>
      <input
        className="group-name nodrag"
        aria-label="Title of the group"
        tabIndex={-1}
        value={group.title}
        size={Math.max(6, group.title.length)}
        onChange={(event) =>
          edit("Rename group", (page) => setGroup(page, id, { title: event.target.value }), `type ${id}`)
        }
        onBlur={() => usePage.getState().endGesture()}
      />
      <span className="dim">{count} blocks</span>
      <button
        type="button"
        className="small nodrag nokey"
        tabIndex={-1}
        onClick={() => edit("Unpack group", (page) => unpack(page, [id]))}
      >
        Unpack
      </button>
    </div>
  );
  if (!group.collapsed) {
    return (
      <div className="group-frame" data-testid={`group-${id}`}>
        {title}
      </div>
    );
  }
  return (
    <div className="block group-folded" data-testid={`group-${id}`}>
      <header className="block-head">{title}</header>
      {inputs.map((pin) => (
        <div className="row" key={pin.id} title={pin.text}>
          <Handle
            type="target"
            position={Position.Left}
            id={pin.id}
            className="wired dtype-other"
            isConnectable={false}
          />
          <span className="label">{pin.text}</span>
        </div>
      ))}
      {outputs.map((pin) => (
        <div className="row out" key={pin.id} title={pin.text}>
          <span className="label">{pin.text}</span>
          <Handle
            type="source"
            position={Position.Right}
            id={pin.id}
            className="wired dtype-other"
            isConnectable={false}
          />
        </div>
      ))}
    </div>
  );
});
