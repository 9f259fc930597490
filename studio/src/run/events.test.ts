import { describe, expect, it } from "vitest";
import type { BlockResult, RunEvent } from "../api/types";
import { emptyPage } from "../store/page";
import { applyEvents, type RunPicture } from "./events";

const blank: RunPicture = { progress: null, results: {}, errors: {}, message: null, steps: 0 };
const result: BlockResult = { outputs: [], ms: 1, bytes: 8, gb_per_s: 1, cached: false };
const after = (...events: RunEvent[]) => applyEvents(blank, events, emptyPage, 0);

describe("applyEvents", () => {
  it("follows the blocks of a run", () => {
    const picture = after(
      { event: "start", blocks: ["x", "y"], steps: 5 },
      { event: "progress", step: 2, done: 1, of: 2, block: "y" },
    );
    expect(picture.progress).toEqual({ step: 2, steps: 5, done: 1, of: 2, block: "y" });
  });

  it("keeps each result with the page it came from", () => {
    const picture = after({ event: "result", block: "y", result });
    expect(picture.results.y).toEqual({ result, page: emptyPage });
  });

  it("counts steps on from those of earlier runs", () => {
    const done: RunEvent = { event: "done", steps: 10, ms: 3, peak_bytes: 0, stopped: "" };
    expect(applyEvents(blank, [{ event: "step", step: 4, scalars: {} }], emptyPage, 100).steps).toBe(104);
    expect(applyEvents(blank, [done], emptyPage, 100).steps).toBe(110);
  });

  it("says how a run went", () => {
    const done: RunEvent = { event: "done", steps: 1200, ms: 1500, peak_bytes: 2e6, stopped: "" };
    const picture = after({ event: "start", blocks: ["y"], steps: 1200 }, done);
    expect(picture.message).toEqual({ text: "1,200 steps in 1.5 s · peak 2 MB", tone: "good" });
    expect(picture.progress).toBeNull();
  });

  it("says that the value stopped changing", () => {
    const done: RunEvent = { event: "done", steps: 31, ms: 2, peak_bytes: 0, stopped: "until" };
    expect(after(done).message?.text).toBe("31 steps in 2 ms, then it stood still");
  });

  it("lets no success cover an error", () => {
    const picture = after(
      { event: "error", block: "y", message: "AvgPool: ksize is empty." },
      { event: "done", steps: 0, ms: 1, peak_bytes: 0, stopped: "error" },
    );
    expect(picture.errors).toEqual({ y: "AvgPool: ksize is empty." });
    expect(picture.message).toEqual({ text: "AvgPool: ksize is empty.", tone: "bad" });
  });

  it("leaves the old picture as it was", () => {
    after({ event: "result", block: "y", result });
    expect(blank.results).toEqual({});
  });
});
