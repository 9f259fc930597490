// The page that is edited, and its history.
import { create } from "zustand";
import type { Page } from "../api/types";
import { closed, emptyHistory, record, same, type History } from "./history";

export const emptyPage: Page = { blocks: {}, wires: [], groups: {}, comments: {}, views: [] };

export interface PageState {
  readonly page: Page;
  /** Below the folder of the server; null for a page that was never saved. */
  readonly path: string | null;
  /** Of the file, as the server answered. */
  readonly version: string;
  /** The page as the file has it. */
  readonly savedPage: Page;
  readonly history: History;
  /** Differs from the file. */
  readonly dirty: boolean;
  /** Counts the pages that took the place of another; edits and saves leave it alone. */
  readonly opened: number;
  /** Replaces the page as one step; edits with the same `merge` join until the gesture ends. */
  readonly edit: (label: string, f: (page: Page) => Page, merge?: string) => void;
  readonly endGesture: () => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Another page takes the place; its history begins. */
  readonly open: (page: Page, path: string | null, version: string, saved?: boolean) => void;
  /** `sent` reached the file, which now says `kept`; what was edited meanwhile is not in it. */
  readonly saved: (sent: Page, kept: Page, path: string, version: string) => void;
}

export const usePage = create<PageState>()((set, get) => ({
  page: emptyPage,
  path: null,
  version: "",
  savedPage: emptyPage,
  history: emptyHistory,
  dirty: false,
  opened: 0,

  edit(label, f, merge) {
    const { page: was, savedPage, history } = get();
    const is = f(was);
    if (is === was || same(is, was)) return;
    const next = record(history, { label, was, is, ...(merge !== undefined && { merge }) });
    // A gesture that came back to its start brings back the very page, which may be the saved one.
    const page = next.done.length < history.done.length ? (history.done.at(-1)?.was ?? is) : is;
    set({ page, history: next, dirty: page !== savedPage });
  },

  endGesture() {
    const history = closed(get().history);
    if (history !== get().history) set({ history });
  },

  undo() {
    const { history, savedPage } = get();
    const step = closed(history).done.at(-1);
    if (!step) return;
    set({
      page: step.was,
      history: { done: history.done.slice(0, -1), undone: [...history.undone, step] },
      dirty: step.was !== savedPage,
    });
  },

  redo() {
    const { history, savedPage } = get();
    const step = history.undone.at(-1);
    if (!step) return;
    set({
      page: step.is,
      history: { done: [...history.done, step], undone: history.undone.slice(0, -1) },
      dirty: step.is !== savedPage,
    });
  },

  open(page, path, version, saved = true) {
    const savedPage = saved ? page : emptyPage;
    const opened = get().opened + 1;
    set({ page, path, version, savedPage, history: emptyHistory, dirty: page !== savedPage, opened });
  },

  saved(sent, kept, path, version) {
    const meanwhile = get().page !== sent;
    set({
      savedPage: kept,
      path,
      version,
      history: closed(get().history),
      dirty: meanwhile,
      ...(!meanwhile && { page: kept }),
    });
  },
}));
