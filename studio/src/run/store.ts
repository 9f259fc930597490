// Runs: what was asked, how far it is, and what came of it. One run at a time; stopping it aborts its request.
import { create } from "zustand";
import { stream } from "../api/client";
import type { Page, RunEvent } from "../api/types";
import { usePage } from "../store/page";
import { applyEvents, type RunPicture } from "./events";
import { ScalarLog, type Row } from "./scalars";
import { staleBlocks } from "./stale";

export interface Until {
  readonly output: string;
  readonly tolerance: number;
}

export interface Ask {
  /** Blocks or outputs instead of the page's Session. */
  readonly fetch?: readonly string[];
  readonly steps?: number;
  readonly until?: Until;
}

export interface RunState extends RunPicture {
  readonly running: boolean;
  /** Under which the server keeps the variables and results of this tab's runs of this page. */
  readonly session: string;
  /** Results that are not of the page as it is now. */
  readonly stale: ReadonlySet<string>;
  /** Counts up with every finished run: looks at results are asked again. */
  readonly round: number;
  /** The scalars of the steps since the variables began, oldest first. */
  readonly rows: readonly Row[];
  readonly seed: number;
  /** How many steps Run takes. */
  readonly count: number;
  readonly until: Until | null;
  /** Variables begin anew with the next run. */
  readonly resetNext: boolean;
  readonly run: (ask?: Ask) => Promise<void>;
  readonly runTo: (block: string) => Promise<void>;
  readonly step: () => Promise<void>;
  readonly stop: () => void;
  readonly reset: () => void;
  readonly configure: (what: Partial<Pick<RunState, "seed" | "count" | "until">>) => void;
}

const nothingRan: RunPicture = { progress: null, results: {}, errors: {}, message: null, steps: 0 };

/** How long lines are gathered before the page draws them: a run can send thousands a second. */
const gatherMs = 50;

let running: AbortController | undefined;
const log = new ScalarLog();

export const useRun = create<RunState>()((set, get) => ({
  ...nothingRan,
  running: false,
  session: crypto.randomUUID(),
  stale: new Set(),
  round: 0,
  rows: [],
  seed: 0,
  count: 1,
  until: null,
  resetNext: false,

  run: (ask) => {
    const { count, until } = get();
    return begin(ask ?? { steps: count, ...(until && { until }) });
  },
  runTo: (block) => begin({ fetch: [block], steps: 1 }),
  step: () => begin({ steps: 1 }),
  stop: () => running?.abort(),

  reset: () => {
    if (get().running) return;
    log.clear();
    set({
      resetNext: true,
      steps: 0,
      rows: [],
      message: { text: "Variables begin anew with the next run.", tone: "plain" },
    });
  },

  configure: (what) => set(what),
}));

async function begin(ask: Ask): Promise<void> {
  if (running) return;
  const mine = new AbortController();
  running = mine;
  const { page, path } = usePage.getState();
  const { session, seed, resetNext, steps: before } = useRun.getState();
  useRun.setState({ running: true, errors: {}, message: null, progress: null, resetNext: false });

  let gathered: RunEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const events = gathered;
    gathered = [];
    if (events.length > 0 && running === mine) take(events, before);
  };
  const take = (events: readonly RunEvent[], base: number) => {
    const state = useRun.getState();
    const scalars = events.filter((event) => event.event === "step");
    for (const event of scalars) log.add(base + event.step, event.scalars);
    const picture = applyEvents(state, events, page, base);
    useRun.setState({ ...picture, ...(scalars.length > 0 && { rows: log.list() }) });
    if (events.some((event) => event.event === "result")) markStale();
  };

  const body = { page, ...(path !== null && { path }), session, seed, reset: resetNext, ...ask };
  let failure: string | undefined;
  try {
    await stream<RunEvent>(
      "/api/run",
      body,
      (event) => {
        gathered.push(event);
        timer ??= setTimeout(flush, gatherMs);
      },
      mine.signal,
    );
  } catch (error) {
    failure = mine.signal.aborted ? "Stopped." : error instanceof Error ? error.message : String(error);
  }
  flush();
  if (running !== mine) return; // another page took the place
  running = undefined;
  const tone = mine.signal.aborted ? ("plain" as const) : ("bad" as const);
  useRun.setState({
    running: false,
    progress: null,
    round: useRun.getState().round + 1,
    ...(failure !== undefined && { message: { text: failure, tone } }),
  });
}

function markStale(): void {
  const { page } = usePage.getState();
  const { results, stale } = useRun.getState();
  const snapshots = new Map(Object.values(results).map((held) => [held.page, staleBlocks(held.page, page)]));
  const next = new Set(
    Object.entries(results)
      .filter(([name, held]) => snapshots.get(held.page)?.has(name))
      .map(([name]) => name),
  );
  if (next.size !== stale.size || [...next].some((name) => !stale.has(name))) useRun.setState({ stale: next });
}

usePage.subscribe((now, before) => {
  if (now.opened !== before.opened) {
    forget();
  } else if (now.page !== before.page) {
    if (now.version !== before.version) rename(before.page, now.page);
    markStale();
  }
});

/** Another page was opened: its runs know nothing of this one's variables. */
function forget(): void {
  running?.abort();
  running = undefined;
  log.clear();
  useRun.setState({
    ...nothingRan,
    running: false,
    session: crypto.randomUUID(),
    stale: new Set(),
    resetNext: false,
    until: null,
    rows: [],
    round: useRun.getState().round + 1,
  });
}

/** A save may put a value into a file of its own: the page reads differently and computes the same. */
function rename(was: Page, is: Page): void {
  const { results } = useRun.getState();
  const held = Object.entries(results).map(([name, result]) =>
    result.page === was ? ([name, { ...result, page: is }] as const) : ([name, result] as const),
  );
  useRun.setState({ results: Object.fromEntries(held) });
}
