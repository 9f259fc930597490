// The header: menus, the page's name, undo and redo, running.
import { Icon } from "./Icon";
import { invoke } from "../actions/commands";
import { RunBar } from "../run";
import { usePage } from "../store/page";
import { useUi } from "../store/ui";
import { Menu } from "./Menu";

export function Header() {
  const path = usePage((s) => s.path);
  const dirty = usePage((s) => s.dirty);
  const undo = usePage((s) => s.history.done.at(-1)?.label);
  const redo = usePage((s) => s.history.undone.at(-1)?.label);
  const elsewhere = useUi((s) => s.elsewhere);
  const name = path ?? "Untitled page";
  return (
    <header className="header">
      <h1 className="brand">
        <img src="./icon.svg" alt="" width="16" height="16" /> Voxgrad <span>Studio</span>
      </h1>
      <nav aria-label="Menus" className="menus">
        <Menu title="File" />
        <Menu title="Edit" />
        <Menu title="View" />
        <Menu title="Run" />
        <Menu title="Help" />
      </nav>
      <div className="history">
        <button
          type="button"
          className="icon"
          disabled={undo === undefined}
          title={undo ? `Undo: ${undo} (Ctrl+Z)` : "Nothing to undo"}
          aria-label={undo ? `Undo: ${undo}` : "Undo"}
          onClick={() => invoke("undo")}
        >
          <Icon name="undo" />
        </button>
        <button
          type="button"
          className="icon"
          disabled={redo === undefined}
          title={redo ? `Redo: ${redo} (Ctrl+Y)` : "Nothing to redo"}
          aria-label={redo ? `Redo: ${redo}` : "Redo"}
          onClick={() => invoke("redo")}
        >
          <Icon name="redo" />
        </button>
      </div>
      <div className="page-name" data-testid="page-name" title={dirty ? `${name}: not saved yet` : name}>
        {name}
        {dirty && <span className="dirty"> · edited</span>}
        {elsewhere !== null && (
          <span className="tag warn" title="Another tab has this page open; whoever saves second is asked.">
            also open in another tab
          </span>
        )}
      </div>
      <RunBar />
    </header>
  );
}
