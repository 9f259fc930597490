// Pages on the server's disk: open, save, autosave, earlier versions. Nothing is lost without a question.
import { ApiError, call } from "../api/client";
import type { LoadAnswer, Page, PageList, SaveAnswer, SaveRequest } from "../api/types";
import { fit } from "../canvas/flow";
import { setValue } from "../page/edits";
import { emptyPage, usePage } from "../store/page";
import { useUi } from "../store/ui";
import { announceSaved } from "./tabs";

const draftKey = "voxgrad.draft";
const autosaveMs = 1500;

const bad = (error: unknown): void =>
  useUi.getState().notice(error instanceof Error ? error.message : String(error), true);

/** Runs `then`, after a question where that would lose something. */
export function unlessDirty(then: () => void): void {
  const { dirty, page } = usePage.getState();
  if (dirty && Object.keys(page.blocks).length + Object.keys(page.comments).length > 0) {
    useUi.getState().show({ kind: "discard", then });
  } else {
    then();
  }
}

export const listPages = (): Promise<PageList> => call<PageList>("/api/pages/list", {});

export async function load(path: string): Promise<void> {
  try {
    const { page, version, autosave, built_in } = await call<LoadAnswer>("/api/pages/load", { path });
    usePage.getState().open(page ?? emptyPage, built_in ? null : path, version);
    useUi.getState().show(autosave ? { kind: "recover", ...autosave } : null);
    useUi.getState().say(`Opened ${path}.`);
    // The blocks must be measured before they can be fitted.
    setTimeout(() => fit(0.75), 60);
  } catch (error) {
    bad(error);
  }
}

export function newPage(): void {
  unlessDirty(() => {
    usePage.getState().open(emptyPage, null, "");
    localStorage.removeItem(draftKey);
    useUi.getState().show(null);
  });
}

export const pathOf = (name: string): string => (/\.(pbtxt|pb)$/.test(name) ? name : `${name}.pbtxt`);

/** Uploads lie beside the page now, under the names that the server gave them. */
function withFiles(page: Page, files: Readonly<Record<string, string>>): Page {
  return Object.entries(files).reduce((next, [name, file]) => {
    const value = next.blocks[name]?.value;
    return value?.file === undefined || value.file === file ? next : setValue(next, name, { ...value, file });
  }, page);
}

export async function save(as?: string, force = false): Promise<boolean> {
  const { page, path, version, saved } = usePage.getState();
  const to = as ?? path;
  if (to === null) {
    useUi.getState().show({ kind: "save", path: "page.pbtxt" });
    return false;
  }
  const known = to === path && version !== "" ? { version } : {};
  const from = path !== null && path !== to ? { from: path } : {};
  try {
    const body: SaveRequest = { path: to, page, ...known, ...from, ...(force && { force }) };
    const answer = await call<SaveAnswer>("/api/pages/save", body);
    saved(page, withFiles(page, answer.files), to, answer.version);
    localStorage.removeItem(draftKey);
    useUi.getState().show(null);
    useUi.getState().say(`Saved ${to}.`);
    announceSaved(to, answer.version);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) {
      useUi
        .getState()
        .show(
          to === path
            ? { kind: "conflict", message: error.message }
            : { kind: "save", path: to, taken: error.message },
        );
    } else {
      bad(error);
    }
    return false;
  }
}

export const versionsOf = async (path: string): Promise<LoadAnswer["versions"]> =>
  (await call<LoadAnswer>("/api/pages/load", { path })).versions;

/** An earlier version takes the place of the page, as an edit that can be undone. */
export async function restoreVersion(path: string, number: number): Promise<void> {
  try {
    const { page } = await call<{ page: Page }>("/api/pages/version", { path, number });
    usePage.getState().edit(`Restore version ${number}`, () => page);
    useUi.getState().show(null);
  } catch (error) {
    bad(error);
  }
}

export function recover(page: Page): void {
  usePage.getState().edit("Restore what was not saved", () => page);
  useUi.getState().show(null);
}

export function forgetAutosave(): void {
  const { path } = usePage.getState();
  useUi.getState().show(null);
  if (path !== null) void call("/api/pages/forget", { path }).catch(bad);
}

async function autosave(): Promise<void> {
  const { page, path, dirty } = usePage.getState();
  if (path === null) {
    // A page without a file is kept by the browser.
    if (dirty) localStorage.setItem(draftKey, JSON.stringify(page));
    return;
  }
  await call(dirty ? "/api/pages/autosave" : "/api/pages/forget", dirty ? { path, page } : { path });
}

let timer: ReturnType<typeof setTimeout> | undefined;

export function startAutosave(): void {
  usePage.subscribe((now, before) => {
    if (now.page === before.page) return;
    clearTimeout(timer);
    // Opening a page is no edit of it.
    if (now.history === before.history || now.history.done.length + now.history.undone.length === 0) return;
    timer = setTimeout(() => void autosave().catch(bad), autosaveMs);
  });
  window.addEventListener("beforeunload", (event) => {
    if (usePage.getState().dirty) event.preventDefault();
  });
}

/** The page that the browser kept, where one was never saved. */
export function draft(): Page | null {
  try {
    const text = localStorage.getItem(draftKey);
    return text === null ? null : (JSON.parse(text) as Page);
  } catch {
    return null;
  }
}
