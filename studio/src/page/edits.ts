// Edits of a page as functions from page to page. What did not change stays the same object.
import type { Block, Comment, Group, OpEntry, Page, Value, Wire } from "../api/types";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Items {
  readonly blocks?: readonly string[];
  readonly groups?: readonly string[];
  readonly comments?: readonly string[];
  readonly wires?: readonly Wire[];
}

export function without<T>(record: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> {
  const gone = new Set(names);
  return Object.fromEntries(Object.entries(record).filter(([name]) => !gone.has(name)));
}

/** `base`, or `base_1`, `base_2`, … as TensorFlow numbers names. */
export function freshName(base: string, taken: (name: string) => boolean): string {
  if (!taken(base)) return base;
  const stem = base.replace(/_\d+$/, "");
  for (let i = 1; ; ++i) if (!taken(`${stem}_${i}`)) return `${stem}_${i}`;
}

export function addBlock(page: Page, op: OpEntry, at: Point): { page: Page; name: string } {
  const name = freshName(op.name, (n) => n in page.blocks);
  const { attrs, value } = op.fresh;
  const block: Block = { name, op: op.name, ...snapped(at), attrs, literals: {}, ...(value && { value }) };
  return { page: { ...page, blocks: { ...page.blocks, [name]: block } }, name };
}

export function change(page: Page, name: string, part: Partial<Block>): Page {
  const block = page.blocks[name];
  if (!block) return page;
  return { ...page, blocks: { ...page.blocks, [name]: { ...block, ...part } } };
}

/** Leaves `key` out where the text is empty: the default, or nothing, holds again. */
function withText(
  texts: Readonly<Record<string, string>>,
  key: string,
  text: string,
): Record<string, string> {
  return text.trim() === "" ? without(texts, [key]) : { ...texts, [key]: text };
}

export function setAttr(page: Page, name: string, attr: string, text: string): Page {
  const block = page.blocks[name];
  return block ? change(page, name, { attrs: withText(block.attrs, attr, text) }) : page;
}

export function setLiteral(page: Page, name: string, pin: string, text: string): Page {
  const block = page.blocks[name];
  return block ? change(page, name, { literals: withText(block.literals, pin, text) }) : page;
}

export function setValue(page: Page, name: string, value: Value): Page {
  return change(page, name, { value });
}

/** Without a key whose value is undefined, so that pages compare by what they say. */
export function setOptional(
  page: Page,
  name: string,
  key: "note" | "group" | "init",
  value?: string | boolean,
): Page {
  const block = page.blocks[name];
  if (!block) return page;
  const rest = Object.fromEntries(Object.entries(block).filter(([k]) => k !== key)) as unknown as Block;
  const next = value === undefined || value === "" || value === false ? rest : { ...rest, [key]: value };
  return { ...page, blocks: { ...page.blocks, [name]: next } };
}

export function move(page: Page, to: Readonly<Record<string, Point>>): Page {
  const blocks = { ...page.blocks };
  for (const [name, point] of Object.entries(to)) {
    const block = blocks[name];
    if (block) blocks[name] = { ...block, ...snapped(point) };
  }
  return { ...page, blocks };
}

/** Whole numbers: the file stays short, and a drag that comes back is no change. */
export function snapped({ x, y }: Point): Point {
  return { x: Math.round(x), y: Math.round(y) };
}

export function rename(page: Page, from: string, to: string): Page {
  const block = page.blocks[from];
  if (!block || from === to || to in page.blocks || to.trim() === "") return page;
  // At its old place in the record: lists keep their order.
  const blocks = Object.fromEntries(
    Object.entries(page.blocks).map(([name, b]) => (name === from ? [to, { ...b, name: to }] : [name, b])),
  );
  const wires = page.wires.map((wire) =>
    wire.from === from || wire.to === from
      ? { ...wire, from: wire.from === from ? to : wire.from, to: wire.to === from ? to : wire.to }
      : wire,
  );
  const views = page.views.map((view) => {
    const colon = view.output.lastIndexOf(":");
    return view.output.slice(0, colon) === from ? { ...view, output: to + view.output.slice(colon) } : view;
  });
  return { ...page, blocks, wires, views };
}

export function addComment(page: Page, comment: Comment): { page: Page; id: string } {
  const id = freshName("comment", (n) => n in page.comments);
  return { page: { ...page, comments: { ...page.comments, [id]: { ...comment, ...snapped(comment) } } }, id };
}

export function setComment(page: Page, id: string, part: Partial<Comment>): Page {
  const comment = page.comments[id];
  return comment ? { ...page, comments: { ...page.comments, [id]: { ...comment, ...part } } } : page;
}

export function setGroup(page: Page, id: string, part: Partial<Group>): Page {
  const group = page.groups[id];
  return group ? { ...page, groups: { ...page.groups, [id]: { ...group, ...part } } } : page;
}

export function addGroup(
  page: Page,
  members: readonly string[],
  frame: Omit<Group, "title" | "collapsed">,
): Page {
  const id = freshName("group", (n) => n in page.groups);
  const blocks = { ...page.blocks };
  for (const name of members) {
    const block = blocks[name];
    if (block) blocks[name] = { ...block, group: id };
  }
  const number = id.replace(/^group_?/, "");
  const group: Group = {
    ...frame,
    title: number ? `Group ${Number(number) + 1}` : "Group",
    collapsed: false,
  };
  return dropEmptyGroups({ ...page, blocks, groups: { ...page.groups, [id]: group } });
}

/** The groups are gone, their blocks stay. */
export function unpack(page: Page, groups: readonly string[]): Page {
  let next: Page = { ...page, groups: without(page.groups, groups) };
  for (const block of Object.values(page.blocks)) {
    if (block.group !== undefined && groups.includes(block.group))
      next = setOptional(next, block.name, "group");
  }
  return next;
}

export function members(page: Page, group: string): Block[] {
  return Object.values(page.blocks).filter((block) => block.group === group);
}

export function dropEmptyGroups(page: Page): Page {
  const used = new Set(Object.values(page.blocks).map((block) => block.group));
  const empty = Object.keys(page.groups).filter((group) => !used.has(group));
  return empty.length > 0 ? { ...page, groups: without(page.groups, empty) } : page;
}
