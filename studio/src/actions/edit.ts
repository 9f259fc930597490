// What menus and keys do to the selection.
import { call } from "../api/client";
import type { Page, Wire } from "../api/types";
import { focusNode, freePlace } from "../canvas/flow";
import { blockId, frame, usualSize } from "../canvas/project";
import { useView } from "../canvas/view";
import { addWire } from "../canvas/wiring";
import { cut, extent, isEmpty, paste, read, type Clip } from "../page/clip";
import * as edits from "../page/edits";
import type { Items, Point } from "../page/edits";
import { bypass, remove } from "../page/wiring";
import { opOf } from "../store/ops";
import { usePage } from "../store/page";
import { useSelection } from "../store/selection";
import { useUi, type WireEnd } from "../store/ui";

const say = (text: string): void => useUi.getState().say(text);

export function selected(): Required<Items> {
  const { blocks, groups, comments, wire } = useSelection.getState();
  const chosen = wire === null ? undefined : usePage.getState().page.wires[wire];
  return { blocks, groups, comments, wires: chosen ? [chosen] : [] };
}

export function countText({ blocks, groups, comments, wires }: Required<Items>): string {
  const count = (n: number, word: string): string[] =>
    n === 0 ? [] : [n === 1 ? `one ${word}` : `${n} ${word}s`];
  return [
    ...count(blocks.length, "block"),
    ...count(groups.length, "group"),
    ...count(comments.length, "comment"),
    ...count(wires.length, "wire"),
  ].join(", ");
}

export function removeSelected(): void {
  const items = selected();
  const text = countText(items);
  if (text === "") return;
  usePage.getState().edit(`Delete ${text}`, (page) => remove(page, items));
  say(`Deleted ${text}.`);
}

/** Takes the block out of its chain: what came in goes on to where it went. */
export function bypassSelected(): void {
  const [block] = useSelection.getState().blocks;
  if (block !== undefined) usePage.getState().edit(`Take out ${block}`, (page) => bypass(page, block));
}

/** A new block of an op; with a wire's end it is connected at once, all in one step. */
export function addOp(name: string, at: Point, wire?: { end: WireEnd; pin: string }): void {
  const op = opOf(name);
  if (!op) return;
  const { edit, endGesture } = usePage.getState();
  let made = "";
  edit(
    `Add ${name}`,
    (page) => {
      const added = edits.addBlock(page, op, at);
      made = added.name;
      return added.page;
    },
    wire && `add ${name}`,
  );
  if (wire) {
    const { end, pin } = wire;
    const wired: Wire =
      "from" in end
        ? { from: end.from, output: end.output, to: made, input: pin }
        : { from: made, output: Number(pin) || 0, to: end.to, input: end.input };
    addWire(wired, `add ${name}`);
    endGesture();
  }
  useSelection.getState().select({ blocks: [made] });
  requestAnimationFrame(() => focusNode(blockId(made)));
  say(`Added ${made}.`);
}

export function addComment(at: Point): void {
  let id = "";
  usePage.getState().edit("Add comment", (page) => {
    const added = edits.addComment(page, { text: "", x: at.x, y: at.y, width: 220, height: 80 });
    ({ id } = added);
    return added.page;
  });
  useSelection.getState().select({ comments: [id] });
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-testid="comment-${id}"] textarea`)?.focus(),
  );
}

export function group(): void {
  const { blocks } = useSelection.getState();
  if (blocks.length === 0) return;
  const nodes = useView
    .getState()
    .nodes.filter((node) => node.type === "block" && blocks.includes(node.data.block.name));
  const box = frame(nodes);
  usePage
    .getState()
    .edit(`Group ${blocks.length} blocks`, (page) => edits.addGroup(page, blocks, roundBox(box)));
}

const roundBox = (box: ReturnType<typeof frame>): typeof box => ({
  x: Math.round(box.x),
  y: Math.round(box.y),
  width: Math.round(box.width),
  height: Math.round(box.height),
});

/** Selected groups are unpacked; blocks that lie in one leave it. */
export function ungroup(): void {
  const { blocks, groups } = useSelection.getState();
  usePage.getState().edit("Unpack", (page) => {
    const left = blocks.reduce(
      (next: Page, name) => edits.setOptional(next, name, "group"),
      edits.unpack(page, groups),
    );
    return edits.dropEmptyGroups(left);
  });
}

export function toggleCollapsed(): void {
  const { blocks, groups } = useSelection.getState();
  const { page, edit } = usePage.getState();
  const own = blocks.flatMap((name) => page.blocks[name]?.group ?? []);
  const all = [...new Set([...groups, ...own])];
  if (all.length === 0) return;
  const collapsed = !all.every((id) => page.groups[id]?.collapsed);
  edit(collapsed ? "Collapse" : "Open", (now) =>
    all.reduce((next, id) => edits.setGroup(next, id, { collapsed }), now),
  );
  useSelection.getState().select({ groups: all });
}

export function selectAll(): void {
  const { blocks, groups, comments } = usePage.getState().page;
  useSelection.getState().select({
    blocks: Object.keys(blocks),
    groups: Object.keys(groups),
    comments: Object.keys(comments),
  });
}

function insert(clip: Clip, by: Point, label: string): void {
  let pasted: Items = {};
  usePage.getState().edit(label, (page) => {
    const done = paste(page, clip, by);
    ({ pasted } = done);
    return done.page;
  });
  useSelection
    .getState()
    .select({ blocks: pasted.blocks ?? [], groups: pasted.groups ?? [], comments: pasted.comments ?? [] });
}

export function duplicate(): void {
  const items = selected();
  const clip = cut(usePage.getState().page, items, true);
  if (!isEmpty(clip)) insert(clip, { x: 30, y: 30 }, `Duplicate ${countText(items)}`);
}

/** The selection as text for the clipboard, or null where nothing that can be copied is selected. */
export function copyText(): string | null {
  const clip = cut(usePage.getState().page, selected());
  return isEmpty(clip) ? null : JSON.stringify(clip, null, 1);
}

export function pasteText(text: string): boolean {
  const clip = read(text);
  if (!clip || isEmpty(clip)) return false;
  const { x, y, width, height } = extent(clip, usualSize);
  const to = freePlace({ width, height });
  insert(clip, { x: to.x - x, y: to.y - y }, "Paste");
  return true;
}

export function enterBlock(name: string, field?: string): void {
  useSelection.getState().enter(name, field);
  requestAnimationFrame(() => {
    const node = document.querySelector(`.react-flow__node[data-id="${CSS.escape(blockId(name))}"]`);
    if (field === undefined)
      node?.querySelector<HTMLElement>("input, select, textarea")?.focus({ preventScroll: true });
  });
  say(`In ${name}: Tab walks its fields, Escape leaves.`);
}

export function leaveBlock(): boolean {
  const { entered, enter } = useSelection.getState();
  if (entered === null) return false;
  usePage.getState().endGesture();
  enter(null);
  focusNode(blockId(entered));
  say("");
  return true;
}

/** A Gradients block becomes the nodes that it stands for. */
export async function unpackGradients(block: string): Promise<void> {
  const { page } = usePage.getState();
  const at = page.blocks[block];
  if (!at) return;
  try {
    const nodes = await call<Pick<Page, "blocks" | "wires"> & { outputs: string[] }>("/api/gradients", {
      page,
      block,
    });
    usePage.getState().edit(`Unpack ${block}`, (now) => {
      const targets = now.wires.filter((wire) => wire.from === block);
      const rest = remove(now, { blocks: [block] });
      const wires = targets.flatMap((wire): Wire[] => {
        const output = nodes.outputs[wire.output] ?? "";
        const colon = output.lastIndexOf(":");
        return colon < 0
          ? []
          : [{ ...wire, from: output.slice(0, colon), output: Number(output.slice(colon + 1)) }];
      });
      return {
        ...rest,
        blocks: { ...rest.blocks, ...nodes.blocks },
        wires: [...rest.wires, ...nodes.wires, ...wires],
      };
    });
    useSelection.getState().select({ blocks: Object.keys(nodes.blocks) });
  } catch (error) {
    useUi.getState().notice(error instanceof Error ? error.message : String(error), true);
  }
}
