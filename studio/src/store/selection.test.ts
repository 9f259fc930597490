import { beforeEach, expect, test } from "vitest";
import type { Block, Page } from "../api/types";
import { disconnect, remove } from "../page/wiring";
import { usePage } from "./page";
import { useSelection } from "./selection";

const block = (name: string): Block => ({ name, op: "Add", x: 0, y: 0, attrs: {}, literals: {} });
const page: Page = {
  blocks: { a: block("a"), b: block("b"), c: block("c") },
  wires: [
    { from: "a", output: 0, to: "b", input: "x" },
    { from: "b", output: 1, to: "c", input: "x" },
  ],
  groups: {},
  comments: {},
  views: [],
};

beforeEach(() => {
  usePage.getState().open(page, null, "");
  useSelection.getState().select({});
  useSelection.getState().look(null);
});

test("a block shows its first output, a wire what it carries", () => {
  const { select } = useSelection.getState();
  select({ blocks: ["a"] });
  expect(useSelection.getState().looked).toBe("a:0");
  select({ wire: 1 });
  expect(useSelection.getState().looked).toBe("b:1");
  select({ blocks: ["a", "c"] });
  expect(useSelection.getState().looked).toBe("b:1");
});

test("what leaves the page is not selected any more", () => {
  const { select, enter, compare } = useSelection.getState();
  select({ blocks: ["a", "b"] });
  enter("b");
  compare("b:0");
  usePage.getState().edit("Delete", (now) => remove(now, { blocks: ["b"] }));
  expect(useSelection.getState()).toMatchObject({ blocks: [], entered: null, compared: null });
});

test("the selected wire is found again at its new place, or is none", () => {
  useSelection.getState().select({ wire: 1 });
  const [first, second] = page.wires;
  if (!first || !second) throw new Error("wires are missing");
  usePage.getState().edit("Disconnect", (now) => disconnect(now, [first]));
  expect(useSelection.getState().wire).toBe(0);
  usePage.getState().edit("Disconnect", (now) => disconnect(now, [second]));
  expect(useSelection.getState().wire).toBeNull();
});

test("selecting something else leaves the block that was entered", () => {
  useSelection.getState().enter("a", "ksize");
  expect(useSelection.getState()).toMatchObject({ entered: "a", field: "ksize", blocks: ["a"] });
  useSelection.getState().select({ blocks: ["b"] });
  expect(useSelection.getState()).toMatchObject({ entered: null, field: null });
});
