// What is selected and looked at: not part of the page, not undone.
import { create } from "zustand";
import { usePage } from "./page";

export interface Selection {
  readonly blocks: readonly string[];
  readonly groups: readonly string[];
  readonly comments: readonly string[];
  /** The place of the selected wire in the page. */
  readonly wire: number | null;
}

export interface SelectionState extends Selection {
  /** The output "name:0" that the viewer shows. */
  readonly looked: string | null;
  /** A second one, to compare it with. */
  readonly compared: string | null;
  /** The block whose fields are open. */
  readonly entered: string | null;
  /** The field that takes the focus there. */
  readonly field: string | null;
  readonly select: (what: Partial<Selection>) => void;
  readonly look: (output: string | null) => void;
  readonly compare: (output: string | null) => void;
  readonly enter: (block: string | null, field?: string) => void;
}

const nothing: Selection = { blocks: [], groups: [], comments: [], wire: null };

/** What a click on a block or wire shows: the first output, or what the wire carries. */
function lookedAt({ blocks, wire }: Selection): string | null {
  const { page } = usePage.getState();
  const chosen = wire === null ? undefined : page.wires[wire];
  if (chosen && chosen.output >= 0) return `${chosen.from}:${chosen.output}`;
  const [only, second] = blocks;
  return only !== undefined && second === undefined ? `${only}:0` : null;
}

export const useSelection = create<SelectionState>()((set, get) => ({
  ...nothing,
  looked: null,
  compared: null,
  entered: null,
  field: null,

  select(what) {
    const next = { ...nothing, ...what };
    const { entered, looked } = get();
    set({
      ...next,
      looked: lookedAt(next) ?? looked,
      ...(entered !== null && !next.blocks.includes(entered) && { entered: null, field: null }),
    });
  },
  look: (looked) => set({ looked }),
  compare: (compared) => set({ compared }),
  enter(entered, field) {
    set({ entered, field: field ?? null, ...(entered !== null && { ...nothing, blocks: [entered] }) });
  },
}));

// What left the page is not selected any more, and the selected wire is found again at its new place.
usePage.subscribe((now, before) => {
  if (now.page === before.page) return;
  const { page } = now;
  const state = useSelection.getState();
  const there = <T>(names: readonly string[], record: Readonly<Record<string, T>>): readonly string[] =>
    names.every((name) => name in record) ? names : names.filter((name) => name in record);
  const block = (output: string | null): string | null =>
    output !== null && output.slice(0, output.lastIndexOf(":")) in page.blocks ? output : null;
  const wire = state.wire === null ? undefined : before.page.wires[state.wire];
  const at = wire ? page.wires.indexOf(wire) : -1;
  const next = {
    blocks: there(state.blocks, page.blocks),
    groups: there(state.groups, page.groups),
    comments: there(state.comments, page.comments),
    wire: at < 0 ? null : at,
    looked: block(state.looked),
    compared: block(state.compared),
    entered: state.entered !== null && state.entered in page.blocks ? state.entered : null,
  };
  if (Object.entries(next).some(([key, value]) => state[key as keyof typeof next] !== value)) {
    useSelection.setState(next);
  }
});
