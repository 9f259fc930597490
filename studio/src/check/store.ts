// Gradient checks: finite differences against the op's own gradient, asked of the engine, kept by block.
import { create } from "zustand";
import { call } from "../api/client";
import type { Page } from "../api/types";
import type { Num } from "../run/format";
import { staleBlocks } from "../run/stale";
import { useRun } from "../run/store";
import { usePage } from "../store/page";

export interface CheckAnswer {
  readonly ok: boolean;
  readonly largest_error: Num;
  readonly worst?: {
    readonly input: string;
    readonly index: readonly number[];
    readonly analytic: Num;
    readonly numeric: Num;
  };
  /** How many elements were compared. */
  readonly checked: number;
  /** What was compared with what, in words. */
  readonly note: string;
}

export type Check =
  | { readonly state: "running"; readonly page: Page }
  | { readonly state: "done"; readonly page: Page; readonly answer: CheckAnswer }
  | { readonly state: "failed"; readonly page: Page; readonly message: string };

interface CheckState {
  readonly checks: Readonly<Record<string, Check>>;
  readonly check: (block: string) => Promise<void>;
}

export const useCheck = create<CheckState>()((set, get) => ({
  checks: {},
  check: async (block) => {
    if (get().checks[block]?.state === "running") return;
    const { page, path } = usePage.getState();
    const { session, seed } = useRun.getState();
    const put = (check: Check) => set({ checks: { ...get().checks, [block]: check } });
    put({ state: "running", page });
    try {
      const body = { page, ...(path !== null && { path }), session, block, seed };
      const answer = await call<CheckAnswer>("/api/gradcheck", body);
      if (get().checks[block]?.page === page) put({ state: "done", page, answer });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (get().checks[block]?.page === page) put({ state: "failed", page, message });
    }
  },
}));

// A check says nothing of a block that changed since, nor of one whose inputs did.
usePage.subscribe((now, before) => {
  const { checks } = useCheck.getState();
  if (now.page === before.page || Object.keys(checks).length === 0) return;
  const snapshots = new Map(Object.values(checks).map(({ page }) => [page, staleBlocks(page, now.page)]));
  const kept = Object.entries(checks).filter(([block, { page }]) => !snapshots.get(page)?.has(block));
  if (kept.length < Object.keys(checks).length) useCheck.setState({ checks: Object.fromEntries(kept) });
});
