// What happens when the page comes up: the table, then the page that the address names.
import { takeFragment } from "../api/client";
import { fit } from "../canvas/flow";
import { useOps } from "../store/ops";
import { usePage } from "../store/page";
import { useUi } from "../store/ui";
import { draft, load, startAutosave, unlessDirty } from "./files";
import { startKeys } from "./keys";
import { unpack } from "./share";
import { startTabs } from "./tabs";

export async function openLink(text: string): Promise<void> {
  try {
    const page = await unpack(text);
    unlessDirty(() => {
      usePage.getState().open(page, null, "", false);
      useUi.getState().show(null);
      setTimeout(() => fit(0.75), 60);
    });
  } catch (error) {
    useUi.getState().notice(error instanceof Error ? error.message : String(error), true);
  }
}

export async function start(): Promise<void> {
  const said = takeFragment(location.hash);
  history.replaceState(null, "", location.pathname);
  // The address names the page that is open: reloading comes back to it.
  usePage.subscribe((now, before) => {
    if (now.path === before.path) return;
    const fragment = now.path === null ? "" : `#${new URLSearchParams({ open: now.path }).toString()}`;
    history.replaceState(null, "", location.pathname + fragment);
  });
  startAutosave();
  startTabs();
  startKeys();
  try {
    await useOps.getState().load();
  } catch (error) {
    useUi.getState().notice(error instanceof Error ? error.message : String(error), true);
    return;
  }
  const link = said.get("page");
  const path = said.get("open");
  const kept = draft();
  if (link !== null) await openLink(link);
  else if (path !== null) await load(path);
  else if (kept) {
    usePage.getState().open(kept, null, "", false);
    setTimeout(() => fit(0.75), 60);
    useUi.getState().say("The page that was not saved last time is back.");
  } else useUi.getState().show({ kind: "open" });
}
