// What the shell shows: panels, scheme, dialogs, the status line. Panels and scheme are remembered.
import { create } from "zustand";
import type { Point } from "../page/edits";
import type { Page } from "../api/types";

export type Theme = "auto" | "light" | "dark";
export type Panel = "left" | "right" | "bottom" | "map";

export type Dialog =
  | { readonly kind: "open" }
  | { readonly kind: "gallery" }
  | { readonly kind: "keys" }
  | { readonly kind: "save"; readonly path: string; readonly taken?: string }
  | { readonly kind: "conflict"; readonly message: string }
  | { readonly kind: "versions" }
  | { readonly kind: "share"; readonly link: string }
  | { readonly kind: "recover"; readonly page: Page; readonly modified: number }
  | { readonly kind: "rename"; readonly block: string }
  | { readonly kind: "gradients"; readonly block: string }
  | { readonly kind: "discard"; readonly then: () => void }
  | {
      readonly kind: "search";
      /** Where the block goes, in the page's coordinates. */
      readonly at: Point;
      /** A wire that was dropped on the canvas: only what takes it is offered. */
      readonly wire?: WireEnd;
    };

/** The end of a wire that is being drawn: an output, or a pin that looks for one. */
export type WireEnd =
  { readonly from: string; readonly output: number } | { readonly to: string; readonly input: string };

export interface Notice {
  readonly id: number;
  readonly text: string;
}

interface UiState {
  readonly theme: Theme;
  readonly panels: Readonly<Record<Panel, boolean>>;
  readonly bottomTab: "problems" | "trend";
  readonly rightTab: "block" | "look" | "window";
  readonly dialog: Dialog | null;
  /** Spoken by the status line. */
  readonly status: string;
  readonly notices: readonly Notice[];
  /** Another tab that has this page open. */
  readonly elsewhere: string | null;
  /** A picture is being made: blocks out of view are drawn too. */
  readonly drawAll: boolean;
  readonly setTheme: (theme: Theme) => void;
  readonly fold: (panel: Panel, open?: boolean) => void;
  readonly show: (dialog: Dialog | null) => void;
  readonly say: (status: string) => void;
  readonly notice: (text: string, bad?: boolean) => void;
  readonly dismiss: (id: number) => void;
}

const storeKey = "voxgrad.shell";
const narrow = typeof window !== "undefined" && window.innerWidth < 1000;
const initial = {
  theme: "auto" as Theme,
  panels: { left: !narrow, right: !narrow, bottom: false, map: true },
};

function remembered(): typeof initial {
  try {
    const text = localStorage.getItem(storeKey);
    return text === null ? initial : { ...initial, ...(JSON.parse(text) as Partial<typeof initial>) };
  } catch {
    return initial;
  }
}

let notices = 0;

export const useUi = create<UiState>()((set, get) => ({
  ...remembered(),
  bottomTab: "problems",
  rightTab: "block",
  dialog: null,
  status: "",
  notices: [],
  elsewhere: null,
  drawAll: false,
  setTheme: (theme) => set({ theme }),
  fold: (panel, open) => set({ panels: { ...get().panels, [panel]: open ?? !get().panels[panel] } }),
  show: (dialog) => set({ dialog }),
  say: (status) => set({ status }),
  notice(text, bad = false) {
    // Good news are said and gone; bad ones stay until they are dismissed.
    set({ status: text, ...(bad && { notices: [...get().notices, { id: ++notices, text }].slice(-20) }) });
  },
  dismiss: (id) => set({ notices: get().notices.filter((notice) => notice.id !== id) }),
}));

useUi.subscribe(({ theme, panels }, before) => {
  if (theme === before.theme && panels === before.panels) return;
  try {
    localStorage.setItem(storeKey, JSON.stringify({ theme, panels }));
  } catch {
    // A browser without storage forgets.
  }
});
