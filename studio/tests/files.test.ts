// Saving, opening again, two tabs on one page, a run that is stopped.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { addOp, block, ready, run, settled } from "./helpers";
import { newContext, openTab, Server, serverForTests } from "./support";

const running = serverForTests();

test("a page is saved, and is the same after the server was killed and started again", async () => {
  const context = await newContext();
  const first = await openTab(context, `${running.server.url}&open=gallery/second_order.pbtxt`);
  await ready(first.page);
  await first.page.keyboard.press("Control+Shift+s");
  await first.page.getByRole("textbox").last().fill("mine.pbtxt");
  await first.page.keyboard.press("Enter");
  await expect.poll(() => existsSync(join(running.server.folder, "mine.pbtxt")), { timeout: 20_000 }).toBe(true);
  await first.page.close();
  await running.server.kill();
  const text = readFileSync(join(running.server.folder, "mine.pbtxt"), "utf8");
  expect(text).toContain('op: "Mul"');
  running.server = await Server.start(running.server.folder);
  const again = await openTab(context, `${running.server.url}&open=mine.pbtxt`);
  await ready(again.page);
  await block(again.page, "ddy").waitFor();
  await run(again.page);
  expect(again.errors).toEqual([]);
  await context.close();
});

test("two tabs on one page notice each other", async () => {
  const context = await newContext();
  const url = `${running.server.url}&open=mine.pbtxt`;
  const one = await openTab(context, url);
  await ready(one.page);
  const two = await openTab(context, url);
  await ready(two.page);
  await expect.poll(() => two.page.getByTestId("page-name").textContent()).toContain("another tab");
  await expect.poll(() => one.page.getByTestId("page-name").textContent()).toContain("another tab");
  await context.close();
});

test("a long run is stopped, and the page goes on", async () => {
  const context = await newContext();
  const { page, errors } = await openTab(context, `${running.server.url}&open=gallery/xor.pbtxt`);
  await ready(page);
  await page.getByRole("spinbutton", { name: /steps/ }).fill("1000000");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByTitle("Run (Ctrl+Enter)").waitFor();
  await page.getByRole("spinbutton", { name: /steps/ }).fill("3");
  await run(page);
  await addOp(page, "Square");
  await settled(page);
  expect(errors).toEqual([]);
  await context.close();
});
