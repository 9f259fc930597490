// The pictures of the gallery (gallery/*.png) and of the README (docs/images): `npm run pictures`, after a
// build. They are made by running the pages, so they show what the code does now.
import { mkdirSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import type { Page } from "playwright-core";
import { test } from "vitest";
import { ready, run } from "../tests/helpers";
import { newContext, openTab, serverForTests } from "../tests/support";

const gallery = resolve(import.meta.dirname, "../gallery");
const images = resolve(import.meta.dirname, "../../docs/images");

const running = serverForTests();
mkdirSync(images, { recursive: true });

/** What the page is, run, as large as it fits. */
async function show(page: Page, steps = 1): Promise<void> {
  await ready(page);
  if (steps > 1) await page.getByRole("spinbutton", { name: /steps/ }).fill(String(steps));
  await run(page);
  await page.locator(".react-flow__pane").click({ position: { x: 3, y: 3 } });
  await page.keyboard.press("f");
  await page.waitForTimeout(600);
}

const pages = readdirSync(gallery).filter((name) => name.endsWith(".pbtxt"));

test.each(pages)("%s", async (file) => {
  const context = await newContext({ width: 960, height: 600 });
  const { page } = await openTab(context, `${running.server.url}&open=gallery/${file}`);
  await ready(page);
  for (const key of ["[", "]"]) await page.keyboard.press(key); // only the canvas
  await show(page);
  await page.locator(".react-flow").screenshot({ path: resolve(gallery, file.replace(".pbtxt", ".png")) });
  await context.close();
});

test.each([
  ["studio.png", false],
  ["studio-dark.png", true],
] as const)("%s", async (name, dark) => {
  const context = await newContext({ width: 1600, height: 900, dark });
  const { page } = await openTab(context, `${running.server.url}&open=gallery/slices.pbtxt`);
  await ready(page);
  await page.keyboard.press("["); // the canvas is what is to be seen
  await show(page);
  await page.getByTestId("result-volume").locator("button").first().dispatchEvent("click");
  await page.getByTestId("look-panel").waitFor();
  await page.waitForTimeout(1500);
  await page.screenshot({ path: resolve(images, name) });
  await context.close();
});

test("training.png", async () => {
  const context = await newContext({ width: 1600, height: 900 });
  const { page } = await openTab(context, `${running.server.url}&open=gallery/linear_regression.pbtxt`);
  await ready(page);
  for (const key of ["[", "]", "p"]) await page.keyboard.press(key);
  await page.getByRole("tab", { name: "Trend" }).click();
  await show(page, 60);
  await page.waitForTimeout(800);
  await page.screenshot({ path: resolve(images, "studio-training.png") });
  await context.close();
});
