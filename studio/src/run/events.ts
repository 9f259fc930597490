// What the lines of a run make of the picture that the page shows of it.
import type { BlockResult, Page, RunEvent } from "../api/types";
import { formatBytes, formatCount, formatTime } from "./format";

export interface Progress {
  readonly step: number;
  readonly steps: number;
  readonly done: number;
  readonly of: number;
  readonly block: string;
}

export interface Held {
  readonly result: BlockResult;
  /** The page that it was computed from. */
  readonly page: Page;
}

export interface Message {
  readonly text: string;
  readonly tone: "plain" | "good" | "bad";
}

export interface RunPicture {
  readonly progress: Progress | null;
  readonly results: Readonly<Record<string, Held>>;
  /** What went wrong in the last run, by block. */
  readonly errors: Readonly<Record<string, string>>;
  readonly message: Message | null;
  /** Steps since the variables began. */
  readonly steps: number;
}

/** The picture after some lines. `page` is the one that runs, `before` counts the steps of earlier runs. */
export function applyEvents(
  picture: RunPicture,
  events: readonly RunEvent[],
  page: Page,
  before: number,
): RunPicture {
  let { progress, message, steps } = picture;
  const results = { ...picture.results };
  const errors = { ...picture.errors };
  for (const event of events) {
    switch (event.event) {
      case "start":
        progress = { step: 1, steps: event.steps, done: 0, of: event.blocks.length, block: "" };
        break;
      case "progress":
        progress = {
          step: event.step,
          steps: progress?.steps ?? 1,
          done: event.done,
          of: event.of,
          block: event.block,
        };
        break;
      case "step":
        steps = before + event.step;
        if (progress) progress = { ...progress, step: event.step };
        break;
      case "result":
        results[event.block] = { result: event.result, page };
        break;
      case "error":
        if (event.block !== undefined) errors[event.block] = event.message;
        message = { text: event.message, tone: "bad" };
        break;
      case "done":
        steps = before + event.steps;
        progress = null;
        if (message?.tone !== "bad") message = { text: doneText(event), tone: "good" };
        break;
    }
  }
  return { progress, results, errors, message, steps };
}

/** Why a run ended before its last step; an error has a sentence of its own. */
const endings: Readonly<Record<string, string>> = { until: ", then it stood still", cancelled: ", then stopped" };

function doneText(done: Extract<RunEvent, { event: "done" }>): string {
  const steps = done.steps === 1 ? "1 step" : `${formatCount(done.steps)} steps`;
  const why = endings[done.stopped] ?? "";
  const memory = done.peak_bytes > 0 ? ` · peak ${formatBytes(done.peak_bytes)}` : "";
  return `${steps} in ${formatTime(done.ms)}${why}${memory}`;
}
