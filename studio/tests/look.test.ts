// Looking at results: two compared, the window of a pooling, the trend and its file, a check of a gradient.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Page } from "playwright-core";
import { block, ready, result, run } from "./helpers";
import { constant, newContext, openTab, serverForTests } from "./support";

const running = serverForTests();

async function select(page: Page, name: string): Promise<void> {
  await block(page, name).locator(".block-head").click({ position: { x: 20, y: 8 } });
}

test("two results: the largest difference, where it is, and a look at the difference", async () => {
  const url = await running.server.draw("compare.pbtxt", [
    constant("a", "{1,2,3,4}"),
    constant("b", "{1,2,3.5,4}"),
  ]);
  const context = await newContext();
  const { page, errors } = await openTab(context, url);
  await ready(page);
  await run(page);
  await result(page, "a").getByRole("button").first().click();
  const panel = page.getByTestId("look-panel");
  await panel.getByRole("combobox", { name: "compare with" }).selectOption("b:0");
  const outcome = panel.locator(".outcome");
  await outcome.waitFor();
  expect(await outcome.textContent()).toMatch(/largest difference0\.5at \[2\]there3 against 3\.5mean difference0\.125/);
  await panel.getByRole("button", { name: "Show the difference" }).click();
  await expect.poll(() => panel.locator(".whole").textContent()).toBe("{0,0,-0.5,0}");
  await panel.getByRole("button", { name: "Back to the result" }).click();
  await expect.poll(() => panel.locator(".whole").textContent()).toBe("{1,2,3,4}");
  expect(errors).toEqual([]);
  await context.close();
});

test("the window of a pooling: which cells an output sees, and which outputs feed a gradient's cell", async () => {
  const window = { ksize: "1,3,3,1", strides: "1,1,1,1", padding: "SAME" };
  const url = await running.server.draw(
    "window.pbtxt",
    [
      { name: "x", op: "Const", value: { dtype: "float", shape: "1,4,4,1", generator: "ramp" } },
      { name: "pool", op: "AvgPool", attrs: window },
      { name: "back", op: "AvgPoolGrad", attrs: window, literals: { orig_input_shape: "1,4,4,1" } },
    ],
    [
      { from: "x", output: 0, to: "pool", input: "value" },
      { from: "pool", output: 0, to: "back", input: "grad" },
    ],
  );
  const context = await newContext({ width: 1600, height: 900 });
  const { page, errors } = await openTab(context, url);
  await ready(page);
  await select(page, "pool");
  await page.getByRole("tab", { name: "Window" }).click();
  const said = page.locator(".window-view .said");
  await expect.poll(() => said.textContent()).toBe("output [0,0] sees 4 cells of input and 5 of padding.");
  await page.getByRole("button", { name: "Next cell" }).click();
  await expect.poll(() => said.textContent()).toBe("output [0,1] sees 6 cells of input and 3 of padding.");
  await select(page, "back");
  await page.getByRole("tab", { name: "Window" }).click();
  await expect.poll(() => said.textContent()).toBe("dX [0,0] is fed by 4 cells of dY.");
  expect(errors).toEqual([]);
  await context.close();
});

test("the trend of a training, and its file", async () => {
  const context = await newContext();
  const { page, errors } = await openTab(context, `${running.server.url}&open=gallery/linear_regression.pbtxt`);
  await ready(page);
  await page.getByRole("spinbutton", { name: /steps/ }).fill("12");
  await run(page);
  await page.locator(".react-flow__pane").click({ position: { x: 5, y: 5 } });
  await page.keyboard.press("p");
  await page.getByRole("tab", { name: "Trend" }).click();
  await page.locator(".trend-panel canvas").waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("trend.csv");
  const lines = readFileSync(await download.path(), "utf8").trim().split("\n");
  const names = lines[0]?.split(",") ?? [];
  const rows = lines.slice(1).map((line) => line.split(",").map(Number));
  expect(rows.map(([step]) => step)).toEqual(Array.from({ length: 12 }, (_, i) => i + 1));
  const loss = rows.map((row) => row[names.indexOf("loss:0")] ?? Number.NaN);
  expect(loss[0]).toBeGreaterThan(0);
  for (const [i, value] of loss.slice(1).entries()) expect(value).toBeLessThan(loss[i] ?? 0);
  expect(errors).toEqual([]);
  await context.close();
});

test("a run until a value stands still ends before its last step", async () => {
  const context = await newContext();
  const { page, errors } = await openTab(context, `${running.server.url}&open=gallery/linear_regression.pbtxt`);
  await ready(page);
  await page.getByRole("button", { name: "Run options" }).click();
  const options = page.getByRole("dialog", { name: "Run options" });
  await options.getByRole("combobox").selectOption("loss:0");
  await options.getByRole("spinbutton", { name: /Change below/ }).fill("0.05");
  await page.keyboard.press("Escape");
  await run(page);
  const said = (await page.locator(".run-status").textContent()) ?? "";
  expect(said).toContain("then it stood still");
  const steps = Number(/^([\d,   ]+) steps/.exec(said)?.[1]?.replaceAll(/\D/g, ""));
  expect(steps).toBeGreaterThan(1);
  expect(steps).toBeLessThan(100_000);
  expect(errors).toEqual([]);
  await context.close();
});

test("a gradient is checked: the verdict, and the worst element both ways", async () => {
  const url = await running.server.draw(
    "check.pbtxt",
    [constant("x", "{1,2,3}"), { name: "y", op: "Square" }],
    [{ from: "x", output: 0, to: "y", input: "x" }],
  );
  const context = await newContext();
  const { page, errors } = await openTab(context, url);
  await ready(page);
  await block(page, "y").getByRole("button", { name: "Check the gradient of y" }).click();
  await block(page, "y").getByRole("button", { name: "Gradient of y: right" }).click();
  const found = page.getByTestId("check-y").first();
  expect(await found.textContent()).toMatch(/The gradient is right\..*3 compared.*worstx \[\d\].*analytic.*numeric/s);
  expect(errors).toEqual([]);
  await context.close();
});
