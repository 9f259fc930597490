// A page from nothing: by mouse, and by keyboard alone; run, and the numbers read.
import { expect, test } from "vitest";
import { addOp, block, ready, result, run, setField, settled } from "./helpers";
import { newContext, openTab, serverForTests } from "./support";

const running = serverForTests();

test("by mouse: AvgPoolGrad of two literals", async () => {
  const context = await newContext();
  const { page, errors } = await openTab(context, running.server.url);
  await ready(page);
  await page.getByRole("searchbox", { name: "Search ops" }).fill("AvgPoolGrad");
  await page.getByTestId("palette-AvgPoolGrad").click();
  const there = page.locator('[data-op="AvgPoolGrad"]');
  await there.waitFor();
  const name = (await there.getAttribute("data-testid"))?.replace("block-", "") ?? "";
  await setField(page, name, "orig_input_shape", "1,2,2,1");
  await setField(page, name, "grad", "float[1,1,1,1]:4");
  await setField(page, name, "ksize", "1,2,2,1");
  await setField(page, name, "strides", "{1,2,2,1}");
  await setField(page, name, "padding", "VALID");
  await settled(page);
  await run(page);
  expect(await result(page, name).textContent()).toContain("{{{{1},{1}},{{1},{1}}}}");
  expect(errors).toEqual([]);
  await context.close();
});

test("by mouse: a wire is pulled from pin to pin and says its shape", async () => {
  const context = await newContext();
  const { page, errors } = await openTab(context, running.server.url);
  await ready(page);
  await addOp(page, "Const");
  await block(page, "Const").waitFor();
  await page.locator(".react-flow__pane").click({ position: { x: 30, y: 400 } });
  await addOp(page, "Square");
  await block(page, "Square").waitFor();
  const header = block(page, "Square").locator(".block-head");
  const box = await header.boundingBox();
  if (!box) throw new Error("Square is not on the screen");
  await page.mouse.move(box.x + 60, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + 360, box.y + 60, { steps: 5 });
  await page.mouse.up();
  const from = block(page, "Const").locator(".react-flow__handle.source:not(.control)");
  const to = block(page, "Square").locator(".react-flow__handle.target:not(.control)");
  await from.dragTo(to);
  await settled(page);
  expect(await page.locator(".react-flow__edge").count()).toBe(1);
  await run(page);
  expect(await result(page, "Square").textContent()).toContain("result_y");
  expect(errors).toEqual([]);
  await context.close();
});

test("by keyboard alone: two blocks, connected, run, read", async () => {
  const context = await newContext();
  const { page, errors } = await openTab(context, running.server.url);
  await ready(page);
  await addOp(page, "Const");
  await block(page, "Const").waitFor();
  await addOp(page, "Square");
  await block(page, "Square").waitFor();
  // C goes to the pins of the block; Enter on an output starts a wire, Enter on an input ends it.
  await page.locator('.react-flow__node:has([data-testid="block-Const"])').focus();
  await page.keyboard.press("c");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.getByRole("status").allTextContents()).toEqual(
    expect.arrayContaining([expect.stringMatching(/fit/)]),
  );
  await page.keyboard.press("Enter");
  await settled(page);
  expect(await page.locator(".react-flow__edge").count()).toBe(1);
  await run(page);
  expect(await result(page, "Square").isVisible()).toBe(true);
  expect(errors).toEqual([]);
  await context.close();
});
