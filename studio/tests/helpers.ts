// What people do on the page, in the words of the tests.
import { expect } from "vitest";
import type { Locator, Page } from "playwright-core";

export const block = (page: Page, name: string): Locator => page.getByTestId(`block-${name}`);
export const result = (page: Page, name: string): Locator => page.getByTestId(`result-${name}`);

/** Waits until the page is there and the engine has answered; a new page where the start asks which. */
export async function ready(page: Page): Promise<void> {
  await page.locator(".react-flow__pane").waitFor();
  await settled(page);
  const dialog = page.locator("dialog[open]");
  if ((await dialog.count()) > 0) await dialog.getByRole("button", { name: "New page" }).click();
}

/** Waits until nothing has been asked of the server for longer than the page holds back its questions. */
export async function settled(page: Page): Promise<void> {
  const quiet = 400;
  let last = Date.now();
  const note = (): void => {
    last = Date.now();
  };
  page.on("request", note);
  page.on("response", note);
  while (Date.now() - last < quiet) await page.waitForTimeout(50);
  page.off("request", note);
  page.off("response", note);
}

/** By the search: a few letters and Enter. */
export async function addOp(page: Page, op: string): Promise<void> {
  await page.keyboard.press("Escape");
  await page.locator(".react-flow__pane").click({ position: { x: 5, y: 5 } });
  await page.keyboard.press("/");
  await page.getByRole("combobox", { name: "Search ops" }).fill(op);
  await page.keyboard.press("Enter");
}

/** Types into a field of a block that is entered by F2. */
export async function setField(page: Page, name: string, field: string, text: string): Promise<void> {
  const there = block(page, name);
  await there.locator(".block-head").click({ position: { x: 20, y: 8 } });
  await page.keyboard.press("F2");
  const input = there.locator(`input[data-field="${field}"], select[data-field="${field}"]`);
  await input.waitFor();
  if ((await input.evaluate((element) => element.tagName)) === "SELECT") await input.selectOption(text);
  else await input.fill(text);
  await page.keyboard.press("Escape");
}

export async function run(page: Page): Promise<void> {
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => page.locator(".run-status").textContent(), { timeout: 60_000 }).toMatch(/ in /);
}

/** Blocks and wires as they were last sent to the engine, which is not asked when only comments change. */
export function watchPage(page: Page): () => { blocks: object; wires: object } | undefined {
  let last: { blocks: object; wires: object } | undefined;
  page.on("request", (request) => {
    if (!request.url().endsWith("/api/infer")) return;
    const { blocks, wires } = (request.postDataJSON() as { page: { blocks: object; wires: object } }).page;
    last = { blocks, wires };
  });
  return () => last;
}
