// Accessibility in both colour schemes: nothing serious, and nothing serious left undecided.
import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "vitest";
import { ready, run } from "./helpers";
import { newContext, openTab, serverForTests } from "./support";

const running = serverForTests();

test.each([false, true])("dark: %s", async (dark) => {
  // Tall, so that nothing is scrolled out of view: what cannot be seen cannot be judged.
  const context = await newContext({ dark, width: 1600, height: 1600 });
  const { page } = await openTab(context, `${running.server.url}&open=gallery/avg_pool3d_grad.pbtxt`);
  await ready(page);
  await run(page);
  const found = await new AxeBuilder({ page }).analyze();
  const serious = (list: typeof found.violations): string[] =>
    list
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
  expect(serious(found.violations)).toEqual([]);
  expect(serious(found.incomplete)).toEqual([]);
  await context.close();
});
