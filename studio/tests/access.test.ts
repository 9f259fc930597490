// Accessibility in both colour schemes: nothing serious, and nothing serious left undecided.
import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "vitest";
import type { Page } from "playwright-core";
import { block, ready, result, run } from "./helpers";
import { newContext, openTab, serverForTests } from "./support";

const running = serverForTests();

/** What axe calls serious on the page as it is, and what it could not decide and would be. */
async function expectNothingSerious(page: Page): Promise<void> {
  // The numbers in the cells of a picture repeat the table, unseen by screen readers; axe never decides on text that
  // lies on a picture.
  const found = await new AxeBuilder({ page }).exclude(".plane .numbers").analyze();
  const serious = (list: typeof found.violations): string[] =>
    list
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
  expect(serious(found.violations)).toEqual([]);
  expect(serious(found.incomplete)).toEqual([]);
}

test.each([false, true])("dark: %s", async (dark) => {
  // Tall, so that nothing is scrolled out of view: what cannot be seen cannot be judged.
  const context = await newContext({ dark, width: 1600, height: 1600 });
  const { page } = await openTab(context, `${running.server.url}&open=gallery/avg_pool3d_grad.pbtxt`);
  await ready(page);
  await run(page);
  await expectNothingSerious(page);
  await result(page, "pooled").getByRole("button").first().click();
  await page.getByTestId("look-panel").waitFor();
  await expectNothingSerious(page);
  await block(page, "pooled").locator(".block-head").click({ position: { x: 20, y: 8 } });
  await page.getByRole("tab", { name: "Window" }).click();
  await page.locator(".window-view .said").waitFor();
  await expectNothingSerious(page);
  await context.close();
});

test.each([false, true])("the nodes of gradients, dark: %s", async (dark) => {
  const context = await newContext({ dark, width: 1600, height: 1600 });
  const { page } = await openTab(context, `${running.server.url}&open=gallery/second_order.pbtxt`);
  await ready(page);
  await block(page, "dy").getByRole("button", { name: "Open its nodes" }).click();
  await page.locator(".plain-node").first().waitFor();
  await expectNothingSerious(page);
  await context.close();
});
