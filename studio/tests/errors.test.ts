// Mistakes are said on the block, in the engine's words, and what is right still runs.
import { expect, test } from "vitest";
import { addOp, block, ready, result, setField, settled } from "./helpers";
import { newContext, openTab, serverForTests } from "./support";

const running = serverForTests();

test("data_format_ = NHWC on a 3-D block: the sentence, and one click mends it", async () => {
  const context = await newContext();
  const { page, errors } = await openTab(context, `${running.server.url}&open=gallery/avg_pool3d_grad.pbtxt`);
  await ready(page);
  await block(page, "dx").locator(".block-head").click({ position: { x: 20, y: 8 } });
  await page.keyboard.press("F2");
  const format = block(page, "dx").locator('select[data-field="data_format"]');
  await format.waitFor();
  await format.evaluate((element: HTMLSelectElement) => {
    element.add(new Option("NHWC"));
  });
  await format.selectOption("NHWC");
  await page.keyboard.press("Escape");
  await settled(page);
  const problem = block(page, "dx").locator(".problems");
  await problem.waitFor();
  expect(await problem.textContent()).toMatch(/AvgPool3DGrad.*NHWC.*NDHWC/s);
  await page.keyboard.press("Control+Enter"); // the other block still runs
  await result(page, "pooled").waitFor();
  expect(await result(page, "pooled").textContent()).toContain("{{{{{8,9}}}},{{{{24,25}}}}}");
  await problem.getByRole("button", { name: /NDHWC/ }).click();
  await expect.poll(() => block(page, "dx").locator(".problems").count()).toBe(0);
  expect(errors).toEqual([]);
  await context.close();
});

test("an input that is missing, and a text that cannot be read", async () => {
  const context = await newContext();
  const { page } = await openTab(context, running.server.url);
  await ready(page);
  await addOp(page, "MaxPool3D");
  await settled(page);
  await expect.poll(() => block(page, "MaxPool3D").locator(".problems").textContent()).toMatch(/input/);
  await setField(page, "MaxPool3D", "ksize", "1,2,x,2,1");
  await settled(page);
  await expect.poll(() => block(page, "MaxPool3D").locator(".problems").textContent()).toMatch(/ksize.*1,2,x,2,1/s);
  await context.close();
});
