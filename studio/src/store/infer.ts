// What the engine says of the page: asked after every edit, the latest answer wins.
import { create } from "zustand";
import { ApiError, call } from "../api/client";
import type { BlockInfo, InferAnswer } from "../api/types";
import { same } from "./history";
import { usePage } from "./page";

interface InferState {
  readonly answer: InferAnswer;
  /** The answer is not of the page as it is now. */
  readonly pending: boolean;
  /** Why there is no answer. */
  readonly failure: string | null;
}

const noAnswer: InferAnswer = { blocks: {}, wires: {}, nodes: 0 };

export const useInfer = create<InferState>()(() => ({ answer: noAnswer, pending: false, failure: null }));

/** Long enough to let a burst of edits pass, short enough not to be felt. */
const delayMs = 40;

let timer: ReturnType<typeof setTimeout> | undefined;
let running: AbortController | undefined;

/** Blocks of which nothing new was said stay the same objects: only the others are drawn again. */
export function reuse(old: InferAnswer, fresh: InferAnswer): InferAnswer {
  const blocks: Record<string, BlockInfo> = {};
  for (const [name, info] of Object.entries(fresh.blocks)) {
    const before = old.blocks[name];
    blocks[name] = before && same(before, info) ? before : info;
  }
  return { ...fresh, blocks, wires: same(old.wires, fresh.wires) ? old.wires : fresh.wires };
}

export async function inferNow(): Promise<void> {
  clearTimeout(timer);
  running?.abort();
  const mine = new AbortController();
  running = mine;
  try {
    const fresh = await call<InferAnswer>("/api/infer", { page: usePage.getState().page }, mine.signal);
    if (running !== mine) return;
    useInfer.setState({ answer: reuse(useInfer.getState().answer, fresh), pending: false, failure: null });
  } catch (error) {
    if (running !== mine) return;
    const failure = error instanceof ApiError ? error.message : String(error);
    useInfer.setState({ pending: false, failure });
  }
}

usePage.subscribe((now, before) => {
  if (now.page === before.page) return;
  useInfer.setState({ pending: true });
  clearTimeout(timer);
  timer = setTimeout(() => void inferNow(), delayMs);
});
