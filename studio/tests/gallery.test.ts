// Every page of the gallery opens, runs without a problem and shows what it gave.
import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { ready, result, run } from "./helpers";
import { newContext, openTab, serverForTests } from "./support";

const pages = readdirSync(resolve(import.meta.dirname, "../gallery")).filter((name) => name.endsWith(".pbtxt"));
const shown: Record<string, [block: string, text: string]> = {
  avg_pool3d_grad: ["pooled", "{{{{{8,9}}}},{{{{24,25}}}}}"],
  max_pool3d_grad: ["orig_output", "{{{{{15,16}}}},{{{{31,32}}}}}"],
  conv3d_backprop_input: ["Y", "{{{{{2856,2992}}}},{{{{6952,7344}}}}}"],
  second_order: ["ddy", "{-6,3,12,18}"],
};

const running = serverForTests();

test("the gallery lists them with picture and paragraph", async () => {
  const context = await newContext();
  const { page, errors } = await openTab(context, running.server.url);
  await ready(page);
  await page.getByRole("button", { name: "File" }).click();
  await page.getByRole("menuitem", { name: /Gallery/ }).click();
  await page.getByTestId("gallery-gallery/xor.pbtxt").waitFor();
  expect(await page.locator(".gallery li").count()).toBe(pages.length);
  expect(await page.locator(".gallery li img").count()).toBe(pages.length);
  expect(pages.length).toBeGreaterThanOrEqual(12);
  expect(errors).toEqual([]);
  await context.close();
});

test.each(pages)("%s", async (file) => {
  const context = await newContext();
  const { page, errors } = await openTab(context, `${running.server.url}&open=gallery/${file}`);
  await ready(page);
  await page.locator(".block").first().waitFor();
  expect(await page.locator(".block.bad").count()).toBe(0);
  await run(page);
  const expected = shown[file.replace(".pbtxt", "")];
  if (expected) expect(await result(page, expected[0]).textContent()).toContain(expected[1]);
  expect(await page.locator('[data-testid^="result-"]').count()).toBeGreaterThan(1);
  expect(errors).toEqual([]);
  await context.close();
});
