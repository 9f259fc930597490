// Undo and redo: random edits as people make them, all the way back and forth. The whole page, comments and
// groups included, is compared in src/store/page.test.ts.
import { expect, test } from "vitest";
import { ready, settled, watchPage } from "./helpers";
import { newContext, openTab, serverForTests } from "./support";

const running = serverForTests();

/** A generator of its own, so that a failure can be made again from its seed. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test("500 random edits, undo all = start, redo all = end", async () => {
  const seed = Number(process.env.VOXGRAD_SEED ?? 1);
  console.log(`seed ${seed}`);
  const next = random(seed);
  const context = await newContext();
  const { page, errors } = await openTab(context, `${running.server.url}&open=gallery/avg_pool3d_grad.pbtxt`);
  const current = watchPage(page);
  await ready(page);
  await page.locator(".react-flow__pane").click({ position: { x: 5, y: 5 } });
  await settled(page);
  const start = current();
  expect(start).toBeDefined();
  const keys = [
    ["Control+a", "Control+d"],
    ["Control+a", "Delete", "Control+z"],
    ["Shift+C"],
    ["Control+a", "ArrowRight"],
    ["Control+a", "ArrowDown", "ArrowDown"],
    ["Control+a", "Control+g"],
    ["l"],
    ["Control+z"],
    ["Control+z", "Control+y"],
    ["Delete"],
    ["g"],
    ["Control+a", "Control+Shift+g"],
  ];
  for (let edit = 0; edit < 500; ++edit) {
    // Copies of everything double the page: only while it is small.
    const size = Object.keys(current()?.blocks ?? {}).length;
    const from = size > 20 ? 1 : 0;
    for (const key of keys[from + next(keys.length - from)] ?? []) await page.keyboard.press(key);
    if (edit % 25 === 0) {
      await page.locator(".react-flow__pane").click({ position: { x: 5, y: 5 } });
      await settled(page);
      if (size > 20) {
        await page.keyboard.press("Control+a");
        await page.keyboard.press("Delete");
      }
    }
  }
  await settled(page);
  const end = current();
  const all = async (key: string, button: string): Promise<void> => {
    for (let step = 0; step < 2000; ++step) {
      if (await page.getByRole("button", { name: new RegExp(`^${button}`) }).isDisabled()) return;
      for (let i = 0; i < 10; ++i) await page.keyboard.press(key);
    }
    throw new Error(`${button} never ends`);
  };
  await all("Control+z", "Undo");
  await settled(page);
  expect(current()).toEqual(start);
  await all("Control+y", "Redo");
  await settled(page);
  expect(current()).toEqual(end);
  expect(errors).toEqual([]);
  await context.close();
}, 600_000);
