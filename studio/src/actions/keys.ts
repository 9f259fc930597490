// Keys: one listener for the window that looks commands up by what was pressed.
import { useWiring } from "../canvas/wiring";
import { usePage } from "../store/page";
import { useSelection } from "../store/selection";
import { useUi } from "../store/ui";
import { commands, type Command } from "./commands";
import { copyText, leaveBlock, pasteText, removeSelected } from "./edit";
import { keyText } from "./keyText";
import { openLink } from "./start";
import { linkIn } from "./share";

const byKey = new Map<string, Command>(
  commands.flatMap((command) => (command.keys ?? []).map((key) => [key, command])),
);

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.matches("input, textarea, select") || target.isContentEditable);

/** Enter and Space press a button that has the focus; so do they in menus and lists. */
const pressesItself = (target: EventTarget | null, key: string): boolean =>
  (key === "Enter" || key === "Space") &&
  target instanceof HTMLElement &&
  target.closest("button, a, summary, [role=option], [role=menuitem], [role=treeitem], [role=tab]") !== null;

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
  if (event.key === "Escape") {
    if (useWiring.getState().end) useWiring.getState().finish();
    else if (!leaveBlock()) useSelection.getState().select({});
    return;
  }
  const text = keyText(event);
  const command = byKey.get(text);
  if (!command || (isField(event.target) && !command.always) || pressesItself(event.target, text)) return;
  event.preventDefault();
  // React Flow takes Enter and Space on a block for selecting it; the command comes after that.
  if (command.id === "enter" || command.id === "connect" || command.id === "runTo" || command.id === "rename")
    selectFocused(event.target);
  if (command.enabled?.() ?? true) command.run();
}

/** Keys on a block that has the focus mean this block. */
function selectFocused(target: EventTarget | null): void {
  const id =
    target instanceof HTMLElement ? target.closest<HTMLElement>(".react-flow__node")?.dataset.id : undefined;
  if (id?.startsWith("b:") !== true) return;
  const name = id.slice(2);
  if (!useSelection.getState().blocks.includes(name)) useSelection.getState().select({ blocks: [name] });
}

const typing = (): boolean => isField(document.activeElement) || (getSelection()?.toString() ?? "") !== "";

function onCopy(event: ClipboardEvent, cutToo: boolean): void {
  if (typing() || document.querySelector("dialog[open]")) return;
  const text = copyText();
  if (text === null) return;
  event.preventDefault();
  event.clipboardData?.setData("text/plain", text);
  if (cutToo) removeSelected();
  else useUi.getState().say("Copied.");
}

function onPaste(event: ClipboardEvent): void {
  if (isField(document.activeElement) || document.querySelector("dialog[open]")) return;
  const text = event.clipboardData?.getData("text/plain") ?? "";
  const link = linkIn(text);
  if (link !== null) void openLink(link);
  else if (!pasteText(text)) {
    if (text.trim() !== "") useUi.getState().say("The clipboard holds no blocks.");
    return;
  }
  event.preventDefault();
}

export function startKeys(): void {
  // First in line: React Flow would take Enter and the arrows on a block for itself.
  window.addEventListener("keydown", onKeyDown);
  window.addEventListener("keyup", (event) => {
    if (event.key.startsWith("Arrow")) usePage.getState().endGesture();
  });
  document.addEventListener("copy", (event) => onCopy(event, false));
  document.addEventListener("cut", (event) => onCopy(event, true));
  document.addEventListener("paste", onPaste);
}
