// A page from nothing: by mouse, and by keyboard alone; run, and the numbers read.
import { expect, test } from "vitest";
import { addOp, block, ready, result, run, setField, settled } from "./helpers";
import { constant, newContext, openTab, serverForTests } from "./support";

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

test("a wire that is dropped on the canvas is offered what takes it, Session and Gradients too", async () => {
  const url = await running.server.draw("drop.pbtxt", [constant("x", "{1,2}")]);
  const context = await newContext();
  const { page, errors } = await openTab(context, url);
  await ready(page);
  const drop = async (op: string): Promise<void> => {
    const pin = await block(page, "x").locator(".react-flow__handle.source:not(.control)").boundingBox();
    const pane = await page.locator(".react-flow").boundingBox();
    if (!pin || !pane) throw new Error("x is not on the screen");
    await page.mouse.move(pin.x + 4, pin.y + 4);
    await page.mouse.down();
    await page.mouse.move(pin.x + 80, pin.y + 60, { steps: 4 });
    await page.mouse.move(pane.x + pane.width - 60, pane.y + pane.height - 60, { steps: 4 });
    await page.mouse.up();
    await page.getByRole("combobox", { name: "Search ops" }).fill(op);
    await page.getByTestId(`offer-${op}`).waitFor();
    await page.keyboard.press("Enter");
  };
  await drop("Session");
  await expect.poll(() => page.locator(".react-flow__edge").count()).toBe(1);
  await expect.poll(() => block(page, "Session").textContent()).toContain("fetch_outputs[1]");
  await page.keyboard.press("Control+z"); // block and wire are one step
  await expect.poll(() => page.locator(".react-flow__edge").count()).toBe(0);
  expect(await block(page, "Session").count()).toBe(0);
  await drop("Gradients");
  await expect.poll(() => page.locator(".react-flow__edge").count()).toBe(1);
  await expect.poll(() => block(page, "Gradients").textContent()).toContain("outputs[1]");
  expect(errors).toEqual([]);
  await context.close();
});

test("blocks are copied from one tab to another, with the wires between them", async () => {
  const url = await running.server.draw(
    "copy.pbtxt",
    [constant("x", "{1,2,3}"), { name: "y", op: "Square" }],
    [{ from: "x", output: 0, to: "y", input: "x" }],
  );
  const context = await newContext();
  const from = await openTab(context, url);
  await ready(from.page);
  await from.page.locator(".react-flow__pane").click({ position: { x: 5, y: 5 } });
  await from.page.keyboard.press("Control+a");
  await from.page.keyboard.press("Control+c");
  const to = await openTab(context, running.server.url);
  await ready(to.page);
  await to.page.keyboard.press("Control+v");
  await expect.poll(() => to.page.locator(".react-flow__edge").count()).toBe(1);
  await run(to.page);
  expect(await result(to.page, "y").textContent()).toContain("{1,4,9}");
  for (const { errors } of [from, to]) expect(errors).toEqual([]);
  await context.close();
});

test.each([
  [1280, 720],
  [3840, 2160],
])("everything is on a screen of %i × %i, and nothing lies over the canvas", async (width, height) => {
  const context = await newContext({ width, height });
  const { page } = await openTab(context, `${running.server.url}&open=gallery/unet3d.pbtxt`);
  await ready(page);
  const outside = await page.evaluate(() =>
    [...document.querySelectorAll("header, aside, footer, .canvas, .panel")]
      .filter((element) => !element.closest(".react-flow"))
      .flatMap((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        const fits = left >= 0 && top >= 0 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
        return fits ? [] : [element.className || element.tagName];
      }),
  );
  expect(outside).toEqual([]);
  const canvas = await page.locator(".canvas").boundingBox();
  expect(canvas?.width).toBeGreaterThan(width * 0.5);
  const covered = await page.locator(".canvas").evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const corners = [[left + 4, top + 4], [right - 4, top + 4], [left + 4, bottom - 4], [right - 4, bottom - 4]];
    return corners.filter(([x = 0, y = 0]) => !element.contains(document.elementFromPoint(x, y))).length;
  });
  expect(covered).toBe(0);
  await context.close();
});
