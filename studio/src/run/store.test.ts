import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Block, Page, RunEvent } from "../api/types";
import { emptyPage, usePage } from "../store/page";
import { useRun } from "./store";

type Line = (event: RunEvent) => void;
const requests: { body: Record<string, unknown>; line: Line; end: () => void; fail: (e: Error) => void; signal: AbortSignal }[] = [];

vi.mock("../api/client", () => ({
  call: () => new Promise(() => undefined),
  stream: (_path: string, body: Record<string, unknown>, line: Line, signal: AbortSignal) =>
    new Promise<void>((end, fail) => {
      requests.push({ body, line, end, fail, signal });
      signal.addEventListener("abort", () => fail(new Error("aborted")));
    }),
}));

const block = (name: string, text: string): Block => ({
  name,
  op: "Const",
  x: 0,
  y: 0,
  attrs: {},
  literals: {},
  value: { dtype: "float", shape: "", text },
});
const page: Page = { ...emptyPage, blocks: { a: block("a", "1"), b: block("b", "2") } };
const result = { outputs: [], ms: 1, bytes: 4, gb_per_s: 0, cached: false };
const done: RunEvent = { event: "done", steps: 3, ms: 1, peak_bytes: 0, stopped: "" };

function request() {
  const last = requests.at(-1);
  if (!last) throw new Error("nothing was asked");
  return last;
}

async function finish(running: Promise<void>, ...events: RunEvent[]) {
  events.forEach(request().line);
  request().end();
  await running;
}

beforeEach(() => {
  requests.length = 0;
  usePage.getState().open({ ...page }, "p.pbtxt", "1");
});

describe("useRun", () => {
  it("asks for the page with its path, session and seed", async () => {
    useRun.getState().configure({ seed: 7, count: 3 });
    await finish(useRun.getState().run(), done);
    const { session } = useRun.getState();
    expect(request().body).toMatchObject({ path: "p.pbtxt", session, seed: 7, steps: 3, reset: false });
    expect(useRun.getState()).toMatchObject({ running: false, steps: 3, round: expect.any(Number) as number });
  });

  it("runs to a block, once", async () => {
    await finish(useRun.getState().runTo("b"), { ...done, steps: 1 });
    expect(request().body).toMatchObject({ fetch: ["b"], steps: 1 });
  });

  it("takes one run at a time", async () => {
    const first = useRun.getState().run();
    await useRun.getState().run();
    expect(requests).toHaveLength(1);
    await finish(first, done);
  });

  it("gathers the scalars of steps, counting on from run to run", async () => {
    for (let i = 0; i < 2; ++i)
      await finish(useRun.getState().run(), { event: "step", step: 3, scalars: { "loss:0": 0.5 } }, done);
    expect(useRun.getState().rows.map((row) => row.step)).toEqual([3, 6]);
  });

  it("begins anew after reset, once", async () => {
    await finish(useRun.getState().run(), { event: "step", step: 3, scalars: {} }, done);
    useRun.getState().reset();
    expect(useRun.getState()).toMatchObject({ rows: [], steps: 0 });
    await finish(useRun.getState().run(), done);
    expect(request().body.reset).toBe(true);
    await finish(useRun.getState().run(), done);
    expect(request().body.reset).toBe(false);
  });

  it("stops by aborting the request, and keeps what had come", async () => {
    const running = useRun.getState().run();
    request().line({ event: "result", block: "a", result });
    useRun.getState().stop();
    await running;
    expect(request().signal.aborted).toBe(true);
    expect(useRun.getState()).toMatchObject({ running: false, message: { text: "Stopped.", tone: "plain" } });
    expect(useRun.getState().results.a?.result).toBe(result);
  });

  it("says why a run failed", async () => {
    const running = useRun.getState().run();
    request().fail(new Error("The server does not answer."));
    await running;
    expect(useRun.getState().message).toEqual({ text: "The server does not answer.", tone: "bad" });
  });

  it("marks results of changed blocks, until they ran again or the change is undone", async () => {
    const both: RunEvent[] = ["a", "b"].map((name) => ({ event: "result", block: name, result }));
    await finish(useRun.getState().run(), ...both, done);
    usePage.getState().edit("Type", (p) => ({ ...p, blocks: { ...p.blocks, a: block("a", "5") } }));
    expect([...useRun.getState().stale]).toEqual(["a"]);
    usePage.getState().undo();
    expect([...useRun.getState().stale]).toEqual([]);
    usePage.getState().redo();
    await finish(useRun.getState().run(), ...both, done);
    expect([...useRun.getState().stale]).toEqual([]);
  });

  it("forgets everything when another page is opened, and drops its late answers", async () => {
    const running = useRun.getState().run();
    const { session } = useRun.getState();
    const old = request();
    usePage.getState().open({ ...page }, "q.pbtxt", "1");
    old.line({ event: "result", block: "a", result });
    await running;
    expect(old.signal.aborted).toBe(true);
    expect(useRun.getState()).toMatchObject({ running: false, results: {}, message: null });
    expect(useRun.getState().session).not.toBe(session);
  });

  it("keeps its results when the page is saved, also where a value moves to a file", async () => {
    await finish(useRun.getState().run(), { event: "result", block: "a", result }, done);
    const sent = usePage.getState().page;
    const kept = { ...sent, blocks: { ...sent.blocks, a: { ...block("a", ""), value: { dtype: "float", shape: "", file: "a.npy" } } } };
    usePage.getState().saved(sent, kept, "copy.pbtxt", "2");
    expect(Object.keys(useRun.getState().results)).toEqual(["a"]);
    expect([...useRun.getState().stale]).toEqual([]);
  });
});
