// Pages beyond one tab: links that carry them, earlier versions, twenty at once, and one seen from afar.
import { expect, test } from "vitest";
import { block, ready, result, run } from "./helpers";
import { constant, newContext, openTab, serverForTests } from "./support";

const running = serverForTests();

test("a link carries the page to another browser", async () => {
  const context = await newContext();
  const { page, errors } = await openTab(context, `${running.server.url}&open=gallery/second_order.pbtxt`);
  await ready(page);
  await page.getByRole("button", { name: "File" }).click();
  await page.getByRole("menuitem", { name: /Link that carries/ }).click();
  const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
  expect(link).toMatch(/#page=[A-Za-z0-9_-]+$/);
  expect(errors).toEqual([]);
  await context.close();

  const other = await newContext();
  const opened = await openTab(other, `${running.server.url}&${new URL(link).hash.slice(1)}`);
  await ready(opened.page);
  await run(opened.page);
  expect(await result(opened.page, "ddy").textContent()).toContain("{-6,3,12,18}");
  expect(opened.errors).toEqual([]);
  await other.close();
});

test("a link that was cut is refused with a sentence", async () => {
  const context = await newContext();
  const { page } = await openTab(context, `${running.server.url}&page=eJyrVkrKyU`);
  await page.locator(".react-flow__pane").waitFor();
  await expect.poll(() => page.getByRole("alert").textContent()).toContain("This link is not whole");
  await context.close();
});

test("five earlier versions are kept, and one comes back as an edit", async () => {
  const url = await running.server.draw("versions.pbtxt", [constant("v0", "0")]);
  for (let i = 1; i <= 7; ++i) await running.server.draw("versions.pbtxt", [constant(`v${i}`, String(i))]);
  const context = await newContext();
  const { page, errors } = await openTab(context, url);
  await ready(page);
  await block(page, "v7").waitFor();
  await page.getByRole("button", { name: "File" }).click();
  await page.getByRole("menuitem", { name: /Earlier versions/ }).click();
  const listed = page.locator("dialog[open] .page-list button");
  await expect.poll(() => listed.count()).toBe(5);
  await listed.first().click();
  await block(page, "v6").waitFor();
  expect(await block(page, "v7").count()).toBe(0);
  await page.keyboard.press("Control+z");
  await block(page, "v7").waitFor();
  await page.getByRole("button", { name: "File" }).click();
  await page.getByRole("menuitem", { name: /Earlier versions/ }).click();
  await listed.last().click();
  await block(page, "v2").waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

test("twenty tabs: each answers and runs", async () => {
  const url = await running.server.draw(
    "many.pbtxt",
    [constant("x", "{1,2,3}"), { name: "y", op: "Square" }],
    [{ from: "x", output: 0, to: "y", input: "x" }],
  );
  const context = await newContext();
  const tabs = [];
  for (let i = 0; i < 20; ++i) tabs.push(await openTab(context, url));
  for (const { page } of tabs) await ready(page);
  for (const { page } of tabs) {
    await page.bringToFront();
    await run(page);
    expect(await result(page, "y").textContent()).toContain("{1,4,9}");
  }
  // Every tab knows of the others, and saving in one is told to them.
  const [first, last] = [tabs[0]?.page, tabs.at(-1)?.page];
  if (!first || !last) throw new Error("no tabs");
  await expect.poll(() => first.getByTestId("page-name").textContent()).toContain("another tab");
  for (const { errors } of tabs) expect(errors).toEqual([]);
  await context.close();
}, 300_000);

test("from afar a block is a box with a name; its wires stay, and C goes near", async () => {
  const url = await running.server.draw(
    "far.pbtxt",
    [constant("x", "{1,2,3}"), { name: "y", op: "Square" }],
    [{ from: "x", output: 0, to: "y", input: "x" }],
  );
  const context = await newContext();
  const { page, errors } = await openTab(context, url);
  await ready(page);
  const wire = page.locator(".react-flow__edge-path").first();
  const path = await wire.getAttribute("d");
  const height = (await block(page, "y").evaluate((element) => (element as HTMLElement).offsetHeight));
  await page.locator(".react-flow__pane").click({ position: { x: 5, y: 5 } });
  for (let i = 0; i < 7; ++i) await page.keyboard.press("-");
  await page.locator(".canvas.far").waitFor();
  expect(await block(page, "y").locator(".row").count()).toBe(0);
  expect(await block(page, "y").textContent()).toBe("Square");
  expect(await block(page, "y").evaluate((element) => (element as HTMLElement).offsetHeight)).toBe(height);
  expect(await wire.getAttribute("d")).toBe(path);
  await page.locator('.react-flow__node:has([data-testid="block-x"])').focus();
  await page.keyboard.press("c");
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-pin"))).toBe("x/out/0");
  expect(await page.locator(".canvas.far").count()).toBe(0);
  expect(await wire.getAttribute("d")).toBe(path);
  expect(errors).toEqual([]);
  await context.close();
});
