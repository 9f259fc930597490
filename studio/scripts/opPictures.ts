// The pictures of docs/ops: each op's block, and the page of its example after a run. `npm run pictures` makes all
// pictures, `npm run pictures -- -t AvgPool3DGrad` those of one op. They are what Studio exports as SVG, less the font.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { OpTable, Wire } from "../src/api/types";
import { ready, run } from "../tests/helpers";
import { newContext, openTab, serverForTests, VOX, type Drawn } from "../tests/support";

/** As `vox ops --json` prints it. */
interface DocumentedOp {
  readonly name: string;
  readonly inputs: readonly { readonly name: string; readonly number_attr?: string }[];
  readonly example: { readonly text: string; readonly arguments: readonly (readonly [name: string, text: string])[] };
}

const ops = JSON.parse(execFileSync(VOX, ["ops", "--json"], { maxBuffer: 1 << 26 }).toString()) as DocumentedOp[];
const folder = resolve(import.meta.dirname, "../../docs/ops");
const running = serverForTests();

/** Smaller, and the same on every run: short colours and numbers, and no font, which a page of documents has. */
function compact(svg: string): string {
  const hex = (_: string, ...parts: string[]): string =>
    `#${parts.slice(0, 3).map((part) => Number(part).toString(16).padStart(2, "0")).join("")}`;
  return svg
    .replace(/<style>.*?<\/style>/s, "")
    .replaceAll(/rgb\((\d+), (\d+), (\d+)\)/g, hex)
    .replaceAll(/\.0+(?=")/g, "")
    .replaceAll(/ (?:font-weight="400"|rx="0"|stroke="none" stroke-width="[^"]*"|stroke-width="1px")/g, "")
    .replaceAll(/<(rect|path|text|image)/g, "\n<$1")
    .replace('font-family="Inter, sans-serif"', 'font-family="Inter, system-ui, sans-serif"')
    .replace(/\n?<\/svg>$/, "\n</svg>\n");
}

async function exported(page: Page): Promise<string> {
  // How long a run took is another number each time.
  await page.locator(".cost").evaluateAll((all) => {
    for (const element of all) (element as HTMLElement).style.display = "none";
  });
  await page.getByRole("button", { name: "File" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Export picture (.svg)" }).click(),
  ]);
  return compact(readFileSync(await download.path(), "utf8"));
}

function write(path: string, svg: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, svg);
}

/** The example as a page: its tensors as blocks beside the op's, sizes and axes typed into it. */
function examplePage(op: DocumentedOp): { blocks: Drawn[]; wires: Wire[] } {
  const attrs: Record<string, string> = {};
  const literals: Record<string, string> = {};
  const given: Drawn[] = [];
  const wires: Wire[] = [];
  const seen = new Map<string, number>();
  for (const [name, text] of op.example.arguments) {
    const input = op.inputs.find((arg) => arg.name === name);
    if (!input) {
      attrs[name] = text;
      continue;
    }
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    const list = op.example.arguments.filter(([other]) => other === name).length > 1 || Boolean(input.number_attr);
    const pin = list ? `${name}[${count}]` : name;
    const [, dtype, shape, numbers] = /^(\w+)\[([\d,]*)\]:(.*)$/.exec(text) ?? [];
    if (dtype === undefined || shape === undefined || numbers === undefined) {
      literals[pin] = text;
      continue;
    }
    const block = list ? `${name}_${count}` : name;
    given.push({ name: block, op: "Const", x: 0, y: 150 * given.length, value: { dtype, shape, text: numbers } });
    wires.push({ from: block, output: 0, to: op.name, input: pin });
  }
  const own: Drawn = { name: op.name, op: op.name, x: given.length > 0 ? 360 : 0, y: 0, attrs, literals };
  if (op.name !== "Const") return { blocks: [...given, own], wires };
  const [, dtype = "", shape = "", text = ""] = /^(\w+)\[([\d,]*)\]:(.*)$/.exec(attrs.value ?? "") ?? [];
  return { blocks: [{ ...own, attrs: {}, value: { dtype, shape, text } }], wires };
}

test.each(ops.map(({ name }) => name))("block of %s", async (name) => {
  const table = (await (await running.server.post("/api/ops", {})).json()) as OpTable;
  const fresh = table.ops.find((op) => op.name === name)?.fresh;
  const url = await running.server.draw("block.pbtxt", [{ name, op: name, ...fresh }]);
  const context = await newContext();
  // A block that nothing is wired to says so; here it is shown as the table has it.
  await context.route("**/api/infer", (route) => route.fulfill({ json: { blocks: {}, wires: {}, nodes: 0 } }));
  const { page } = await openTab(context, url);
  await ready(page);
  await page.getByTestId(`block-${name}`).waitFor();
  write(resolve(folder, "blocks", `${name}.svg`), await exported(page));
  await context.close();
});

const examples = ops.filter((op) => op.example.text !== "").map((op) => [op.name, op] as const);

test.each(examples)("example of %s", async (name, op) => {
  const { blocks, wires } = examplePage(op);
  const url = await running.server.draw("example.pbtxt", blocks, wires);
  const context = await newContext();
  const { page, errors } = await openTab(context, url);
  await ready(page);
  await run(page);
  expect(await page.locator(".block.bad, .react-flow__edge-path.bad").count()).toBe(0);
  await page.locator(".react-flow__pane").click({ position: { x: 3, y: 3 } });
  await page.keyboard.press("l"); // results need room
  await expect.poll(() => page.getByRole("status").allTextContents()).toContainEqual(expect.stringMatching(/^Tidied/));
  write(resolve(folder, "examples", `${name}.svg`), await exported(page));
  expect(errors).toEqual([]);
  await context.close();
});
