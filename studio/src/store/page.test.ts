import { expect, test } from "vitest";
import type { OpEntry, Page } from "../api/types";
import { emptyPage, usePage } from "./page";
import { cut, paste } from "../page/clip";
import * as edits from "../page/edits";
import { opNamed } from "../page/testing";
import { connect, disconnect, remove } from "../page/wiring";

const op = (name: string): OpEntry => ({ ...opNamed(name), fresh: { attrs: { padding: "SAME" } } });

/** A small generator whose numbers follow from the seed. */
function random(seed: number): (below: number) => number {
  let state = seed * 2654435761 + 1;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 374761393) | 0;
    return (((state >>> 0) / 4294967296) * below) | 0;
  };
}

type Edit = (page: Page, pick: (below: number) => number) => Page;

const anyOf = (record: object, pick: (below: number) => number): string =>
  Object.keys(record)[pick(Object.keys(record).length)] ?? "";

const everyEdit: Edit[] = [
  (p, r) => edits.addBlock(p, op(["Add", "Mul", "Relu"][r(3)] ?? "Add"), { x: r(900), y: r(900) }).page,
  (p, r) => edits.addBlock(p, op("Concat"), { x: r(900), y: r(900) }).page,
  (p, r) => edits.move(p, { [anyOf(p.blocks, r)]: { x: r(900), y: r(900) } }),
  (p, r) => edits.setAttr(p, anyOf(p.blocks, r), "ksize", ["", "1,2,2,1", "{1,3,3,1}"][r(3)] ?? ""),
  (p, r) =>
    edits.setLiteral(
      p,
      anyOf(p.blocks, r),
      ["x", `values[${r(3)}]`][r(2)] ?? "x",
      ["", "1", "{1,2}"][r(3)] ?? "",
    ),
  (p, r) => edits.setOptional(p, anyOf(p.blocks, r), "note", ["", "why"][r(2)]),
  (p, r) => edits.rename(p, anyOf(p.blocks, r), `name${r(40)}`),
  (p, r) => {
    const [from, to] = [anyOf(p.blocks, r), anyOf(p.blocks, r)];
    return from
      ? connect(p, { from, output: r(2) - 1, to, input: ["x", "values[0]", "values[1]", "^"][r(4)] ?? "x" })
      : p;
  },
  (p, r) =>
    disconnect(
      p,
      p.wires.filter(() => r(6) === 0),
    ),
  (p, r) => remove(p, { blocks: [anyOf(p.blocks, r)] }),
  (p, r) => {
    const names = Object.keys(p.blocks).filter(() => r(4) === 0);
    return names.length ? edits.addGroup(p, names, { x: 0, y: 0, width: r(300), height: 10 }) : p;
  },
  (p, r) => edits.unpack(p, [anyOf(p.groups, r)]),
  (p, r) => edits.setGroup(p, anyOf(p.groups, r), { collapsed: r(2) === 0 }),
  (p, r) => edits.addComment(p, { text: "c", x: r(9), y: r(9), width: 9, height: 9 }).page,
  (p, r) => remove(p, { comments: [anyOf(p.comments, r)] }),
  (p, r) => {
    const clip = cut(p, { blocks: Object.keys(p.blocks).filter(() => r(5) === 0) }, r(2) === 0);
    return Object.keys(p.blocks).length > 60 ? p : paste(p, clip, { x: r(50), y: r(50) }).page;
  },
];

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
  "500 random edits, undone and redone one by one (seed %i)",
  (seed) => {
    const pick = random(seed);
    const { open } = usePage.getState();
    open(emptyPage, null, "");
    const texts = [JSON.stringify(emptyPage)];
    for (let i = 0; i < 500; ++i) {
      const edit = everyEdit[pick(everyEdit.length)];
      const steps = usePage.getState().history.done.length;
      usePage.getState().edit("edit", (page) => edit?.(page, pick) ?? page);
      if (usePage.getState().history.done.length > steps) texts.push(JSON.stringify(usePage.getState().page));
    }
    expect(texts.length).toBeGreaterThan(150);
    for (const text of texts.slice(0, -1).reverse()) {
      usePage.getState().undo();
      expect(JSON.stringify(usePage.getState().page)).toBe(text);
    }
    expect(usePage.getState().dirty).toBe(false);
    for (const text of texts.slice(1)) {
      usePage.getState().redo();
      expect(JSON.stringify(usePage.getState().page)).toBe(text);
    }
  },
);

test("edits of one gesture are one step, and one that comes back is none", () => {
  const { open, edit, endGesture, undo } = usePage.getState();
  const start = edits.addBlock(emptyPage, op("Add"), { x: 0, y: 0 }).page;
  open(start, "a.pbtxt", "1");
  for (const x of [5, 10, 15]) edit("Move", (page) => edits.move(page, { Add: { x, y: 0 } }), "arrows");
  expect(usePage.getState().history.done).toHaveLength(1);
  edit("Move", (page) => edits.move(page, { Add: { x: 0, y: 0 } }), "arrows");
  expect(usePage.getState().history.done).toHaveLength(0);
  expect(usePage.getState().dirty).toBe(false);
  edit("Move", (page) => edits.move(page, { Add: { x: 5, y: 0 } }), "arrows");
  endGesture();
  edit("Move", (page) => edits.move(page, { Add: { x: 9, y: 0 } }), "arrows");
  expect(usePage.getState().history.done).toHaveLength(2);
  undo();
  expect(usePage.getState().page.blocks.Add?.x).toBe(5);
});

test("an edit that changes nothing is no step, and one after an undo drops what was undone", () => {
  const { open, edit, undo, redo } = usePage.getState();
  open(edits.addBlock(emptyPage, op("Add"), { x: 0, y: 0 }).page, "a.pbtxt", "1");
  edit("Nothing", (page) => ({ ...page, blocks: { ...page.blocks } }));
  expect(usePage.getState().history.done).toHaveLength(0);
  edit("Note", (page) => edits.setOptional(page, "Add", "note", "a"));
  undo();
  edit("Note", (page) => edits.setOptional(page, "Add", "note", "b"));
  redo();
  expect(usePage.getState().page.blocks.Add?.note).toBe("b");
});

test("saving keeps what is typed meanwhile dirty", () => {
  const { open, edit, saved, undo } = usePage.getState();
  open(emptyPage, null, "");
  edit("Add", (page) => edits.addBlock(page, op("Add"), { x: 0, y: 0 }).page);
  const sent = usePage.getState().page;
  edit("Add", (page) => edits.addBlock(page, op("Mul"), { x: 0, y: 0 }).page);
  saved(sent, sent, "a.pbtxt", "2");
  expect(usePage.getState().dirty).toBe(true);
  undo();
  expect(usePage.getState().dirty).toBe(false);
});
