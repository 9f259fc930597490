// Prints how fast Studio is on this machine: `npm run budgets`, after a build, with nothing else running. The
// limits are those that the project sets itself; this is a benchmark, so none of them fails anything.
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, test } from "vitest";
import type { Block, Page as Drawing, Wire } from "../src/api/types";
import { newContext, openTab, serverForTests } from "../tests/support";

const running = serverForTests();
const rows: [what: string, measured: string, limit: string][] = [];

afterAll(() => {
  const width = Math.max(...rows.map(([what]) => what.length));
  const lines = rows.map(([what, measured, limit]) => `${what.padEnd(width)}  ${measured.padStart(10)}   ${limit}`);
  console.log(`\n${lines.join("\n")}\n`);
});

/** A page of that many blocks: rows of poolings behind each other. */
function drawing(count: number): Drawing {
  const blocks: Record<string, Block> = {};
  const wires: Wire[] = [];
  const columns = 20;
  for (let i = 0; i < count; ++i) {
    const name = `b${i}`;
    const at = { name, x: (i % columns) * 380, y: Math.floor(i / columns) * 340, literals: {} };
    if (i % columns === 0) {
      blocks[name] = { ...at, op: "Const", attrs: {}, value: { dtype: "float", shape: "1,8,8,2", generator: "ramp" } };
    } else {
      const attrs = { ksize: "1,3,3,1", strides: "1,1,1,1", padding: "SAME" };
      blocks[name] = { ...at, op: "AvgPool", attrs };
      wires.push({ from: `b${i - 1}`, output: 0, to: name, input: "value" });
    }
  }
  return { blocks, wires, groups: {}, comments: {}, views: [] };
}

async function post(path: string, body: unknown): Promise<Response> {
  const { origin, hash } = new URL(running.server.url);
  const token = /token=([^&]+)/.exec(hash)?.[1] ?? "";
  return fetch(origin + path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Voxgrad-Token": token },
    body: JSON.stringify(body),
  });
}

async function best(times: number, work: () => Promise<number>): Promise<number> {
  const all: number[] = [];
  for (let i = 0; i < times; ++i) all.push(await work());
  return Math.min(...all);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

test("first paint and size", async () => {
  const folder = resolve(import.meta.dirname, "../../build/studio/assets");
  const gzip = readdirSync(folder)
    .filter((name) => !name.endsWith(".woff2"))
    .reduce((sum, name) => sum + gzipSync(readFileSync(resolve(folder, name))).length, 0);
  rows.push(["bundle without the font, gzip", `${(gzip / 1000).toFixed(0)} kB`, "< 300 kB"]);
  const paint = await best(3, async () => {
    const context = await newContext();
    const { page } = await openTab(context, running.server.url);
    await page.locator(".react-flow__pane").waitFor();
    const entry = await page.evaluate(
      () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
    );
    await context.close();
    return entry;
  });
  rows.push(["first paint", `${paint.toFixed(0)} ms`, "< 500 ms"]);
});

test("infer", async () => {
  const body = { page: drawing(200) };
  const ms = await best(10, () => timed(async () => (await post("/api/infer", body)).text()));
  rows.push(["infer, 200 blocks, there and back", `${ms.toFixed(1)} ms`, "< 50 ms"]);
});

test("slices of 512³", async () => {
  const value = { dtype: "float", shape: "512,512,512", generator: "ramp" };
  const blocks = { x: { name: "x", op: "Const", x: 0, y: 0, attrs: {}, literals: {}, value } };
  const page = { blocks, wires: [], groups: {}, comments: {}, views: [] };
  await (await post("/api/run", { page, session: "budget" })).text();
  for (const [axis, rowsAxis, columnsAxis] of [[0, 1, 2], [1, 0, 2], [2, 0, 1]] as const) {
    let at = 100;
    const ms = await best(10, () => {
      const index = [0, 0, 0];
      index[axis] = at++;
      const look = { session: "budget", output: "x:0", what: "slice", rows: rowsAxis, columns: columnsAxis, index };
      return timed(async () => (await post("/api/tensor", look)).arrayBuffer());
    });
    rows.push([`slice of 512³ along axis ${axis}`, `${ms.toFixed(1)} ms`, "< 30 ms"]);
  }
}, 300_000);

/** Frames while the canvas is dragged: one move a frame for three seconds, in the page itself. */
async function pan(page: Page): Promise<{ frames: number; busy: number }> {
  const client = await page.context().newCDPSession(page);
  await client.send("Performance.enable");
  const busy = async (): Promise<number> => {
    const { metrics } = await client.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
  };
  const before = await busy();
  const frames = await page.evaluate(async () => {
    const pane = document.querySelector(".react-flow__pane");
    if (!pane) return 0;
    const at = (type: string, x: number, target: EventTarget): boolean =>
      target.dispatchEvent(
        new MouseEvent(type, { view: window, bubbles: true, clientX: x, clientY: 400, button: 0, buttons: 1 }),
      );
    at("mousedown", 600, pane);
    const start = performance.now();
    let count = 0;
    while (performance.now() - start < 3000) {
      await new Promise(requestAnimationFrame);
      at("mousemove", 600 + 300 * Math.sin(count++ / 20), window);
    }
    at("mouseup", 600, window);
    return count;
  });
  return { frames, busy: (await busy()) - before };
}

test.each([
  [200, "≥ 55 fps, ≤ 10 ms"],
  [500, "≥ 30 fps, ≤ 20 ms"],
])("panning %i blocks", async (count, limit) => {
  await post("/api/pages/save", { path: `pan${count}.pbtxt`, page: drawing(count), force: true });
  let top = { frames: 0, busy: 0 };
  for (let i = 0; i < 3; ++i) {
    const context = await newContext();
    const { page } = await openTab(context, `${running.server.url}&open=pan${count}.pbtxt`);
    await page.locator(".block").first().waitFor();
    await page.waitForTimeout(2000);
    const seen = await pan(page);
    if (seen.frames > top.frames) top = seen;
    await context.close();
  }
  const text = `${(top.frames / 3).toFixed(0)} fps ${((1000 * top.busy) / top.frames).toFixed(1)} ms`;
  rows.push([`panning ${count} blocks`, text, limit]);
}, 300_000);
