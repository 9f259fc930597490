// Every command once: menus, keys and the sheet of keys are made from this list.
import { fit, freePlace, zoomBy } from "../canvas/flow";
import { focusPins } from "../canvas/pinKeys";
import { useWiring } from "../canvas/wiring";
import { useRun } from "../run";
import { usePage } from "../store/page";
import { useSelection } from "../store/selection";
import { useUi } from "../store/ui";
import * as edit from "./edit";
import { exportAs, exportPng, exportSvg, share } from "./export";
import { newPage, save } from "./files";
import { tidy } from "./tidy";

export interface Command {
  readonly id: string;
  readonly title: string;
  readonly menu: "File" | "Edit" | "View" | "Run" | "Help";
  /** `Ctrl+Shift+Z`; the first is shown. Ctrl is Command on a Mac. */
  readonly keys?: readonly string[];
  /** Works while a field has the focus too. */
  readonly always?: boolean;
  /** A line above it in the menu. */
  readonly apart?: boolean;
  readonly enabled?: () => boolean;
  readonly run: () => unknown;
}

const ui = () => useUi.getState();
const anySelected = (): boolean => edit.countText(edit.selected()) !== "";
const oneBlock = (): string | undefined => {
  const { blocks } = useSelection.getState();
  return blocks.length === 1 ? blocks[0] : undefined;
};
const onOneBlock = (f: (name: string) => void) => (): void => {
  const name = oneBlock();
  if (name !== undefined) f(name);
};
const hasOne = (): boolean => oneBlock() !== undefined;

function search(): void {
  const { end } = useWiring.getState();
  ui().show({ kind: "search", at: freePlace(), ...(end && { wire: end }) });
}

export const commands: readonly Command[] = [
  { id: "new", title: "New page", menu: "File", run: newPage },
  {
    id: "open",
    title: "Open…",
    menu: "File",
    keys: ["Ctrl+O"],
    always: true,
    run: () => ui().show({ kind: "open" }),
  },
  { id: "gallery", title: "Gallery…", menu: "File", run: () => ui().show({ kind: "gallery" }) },
  { id: "save", title: "Save", menu: "File", keys: ["Ctrl+S"], always: true, apart: true, run: () => save() },
  {
    id: "saveAs",
    title: "Save as…",
    menu: "File",
    keys: ["Ctrl+Shift+S"],
    always: true,
    run: () => ui().show({ kind: "save", path: usePage.getState().path ?? "page.pbtxt" }),
  },
  {
    id: "versions",
    title: "Earlier versions…",
    menu: "File",
    enabled: () => usePage.getState().path !== null,
    run: () => ui().show({ kind: "versions" }),
  },
  {
    id: "pbtxt",
    title: "Export GraphDef text (.pbtxt)",
    menu: "File",
    apart: true,
    run: () => exportAs("pbtxt"),
  },
  { id: "pb", title: "Export GraphDef binary (.pb)", menu: "File", run: () => exportAs("pb") },
  { id: "cpp", title: "Export C++ program (.cc)", menu: "File", run: () => exportAs("cpp") },
  { id: "python", title: "Export Python program (.py)", menu: "File", run: () => exportAs("python") },
  { id: "dot", title: "Export Graphviz (.dot)", menu: "File", run: () => exportAs("dot") },
  { id: "svg", title: "Export picture (.svg)", menu: "File", run: exportSvg },
  { id: "png", title: "Export picture (.png)", menu: "File", run: exportPng },
  { id: "share", title: "Link that carries this page…", menu: "File", apart: true, run: share },

  {
    id: "undo",
    title: "Undo",
    menu: "Edit",
    keys: ["Ctrl+Z"],
    always: true,
    enabled: () => usePage.getState().history.done.length > 0,
    run: () => usePage.getState().undo(),
  },
  {
    id: "redo",
    title: "Redo",
    menu: "Edit",
    keys: ["Ctrl+Y", "Ctrl+Shift+Z"],
    always: true,
    enabled: () => usePage.getState().history.undone.length > 0,
    run: () => usePage.getState().redo(),
  },
  {
    id: "add",
    title: "Add a block…",
    menu: "Edit",
    keys: ["Space", "/", "Insert"],
    apart: true,
    run: search,
  },
  {
    id: "comment",
    title: "Add a comment",
    menu: "Edit",
    keys: ["Shift+C"],
    run: () => edit.addComment(freePlace()),
  },
  {
    id: "duplicate",
    title: "Duplicate",
    menu: "Edit",
    keys: ["Ctrl+D"],
    apart: true,
    enabled: anySelected,
    run: edit.duplicate,
  },
  {
    id: "delete",
    title: "Delete",
    menu: "Edit",
    keys: ["Delete", "Backspace"],
    enabled: anySelected,
    run: edit.removeSelected,
  },
  {
    id: "bypass",
    title: "Take out, keep the wire",
    menu: "Edit",
    keys: ["Shift+Delete"],
    enabled: hasOne,
    run: edit.bypassSelected,
  },
  { id: "selectAll", title: "Select all", menu: "Edit", keys: ["Ctrl+A"], run: edit.selectAll },
  {
    id: "rename",
    title: "Rename…",
    menu: "Edit",
    keys: ["R"],
    apart: true,
    enabled: hasOne,
    run: onOneBlock((block) => ui().show({ kind: "rename", block })),
  },
  {
    id: "enter",
    title: "Edit the fields of the block",
    menu: "Edit",
    keys: ["Enter", "F2"],
    enabled: hasOne,
    run: onOneBlock((name) => edit.enterBlock(name)),
  },
  {
    id: "connect",
    title: "Connect by keyboard",
    menu: "Edit",
    keys: ["C"],
    enabled: hasOne,
    run: onOneBlock(focusPins),
  },
  {
    id: "group",
    title: "Group",
    menu: "Edit",
    keys: ["Ctrl+G"],
    apart: true,
    enabled: anySelected,
    run: edit.group,
  },
  {
    id: "ungroup",
    title: "Unpack, leave the group",
    menu: "Edit",
    keys: ["Ctrl+Shift+G"],
    enabled: anySelected,
    run: edit.ungroup,
  },
  {
    id: "collapse",
    title: "Collapse or open the group",
    menu: "Edit",
    keys: ["G"],
    enabled: anySelected,
    run: edit.toggleCollapsed,
  },
  { id: "tidy", title: "Tidy", menu: "Edit", keys: ["L"], apart: true, run: tidy },

  { id: "fit", title: "Show everything", menu: "View", keys: ["F"], run: () => fit() },
  { id: "zoomIn", title: "Larger", menu: "View", keys: ["+", "="], run: () => zoomBy(1.25) },
  { id: "zoomOut", title: "Smaller", menu: "View", keys: ["-"], run: () => zoomBy(0.8) },
  { id: "left", title: "Blocks panel", menu: "View", keys: ["["], apart: true, run: () => ui().fold("left") },
  { id: "right", title: "Properties panel", menu: "View", keys: ["]"], run: () => ui().fold("right") },
  {
    id: "bottom",
    title: "Problems and trend panel",
    menu: "View",
    keys: ["P"],
    run: () => ui().fold("bottom"),
  },
  { id: "map", title: "Overview map", menu: "View", keys: ["M"], run: () => ui().fold("map") },
  { id: "auto", title: "Colours of the system", menu: "View", apart: true, run: () => ui().setTheme("auto") },
  { id: "light", title: "Light", menu: "View", run: () => ui().setTheme("light") },
  { id: "dark", title: "Dark", menu: "View", run: () => ui().setTheme("dark") },

  {
    id: "run",
    title: "Run",
    menu: "Run",
    keys: ["Ctrl+Enter"],
    always: true,
    run: () => useRun.getState().run(),
  },
  {
    id: "runTo",
    title: "Run to here",
    menu: "Run",
    keys: ["Shift+Enter"],
    enabled: hasOne,
    run: onOneBlock((name) => void useRun.getState().runTo(name)),
  },
  {
    id: "step",
    title: "One step",
    menu: "Run",
    keys: ["Ctrl+."],
    always: true,
    run: () => useRun.getState().step(),
  },
  {
    id: "stop",
    title: "Stop",
    menu: "Run",
    keys: ["Ctrl+Shift+X"],
    always: true,
    run: () => useRun.getState().stop(),
  },
  { id: "reset", title: "Reset variables", menu: "Run", run: () => useRun.getState().reset() },

  { id: "keys", title: "Keys", menu: "Help", keys: ["?"], run: () => ui().show({ kind: "keys" }) },
];

export function invoke(id: string): void {
  const command = commands.find((c) => c.id === id);
  if (command && (command.enabled?.() ?? true)) command.run();
}
