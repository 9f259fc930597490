// The table of ops: asked once, everything on a block comes from it.
import { create } from "zustand";
import { call } from "../api/client";
import type { AttrEntry, OpEntry, OpTable } from "../api/types";

interface OpsState {
  readonly table: OpTable;
  readonly byName: ReadonlyMap<string, OpEntry>;
  readonly load: () => Promise<void>;
}

export const useOps = create<OpsState>()((set) => ({
  table: { version: "", ops: [], dtypes: [], recipes: [] },
  byName: new Map(),
  async load() {
    const table = await call<OpTable>("/api/ops", {});
    set({ table, byName: new Map(table.ops.map((op) => [op.name, op])) });
  },
}));

export function opOf(name: string): OpEntry | undefined {
  return useOps.getState().byName.get(name);
}

export function attrOf(op: OpEntry, name: string): AttrEntry | undefined {
  return op.attrs.find((attr) => attr.name === name);
}
