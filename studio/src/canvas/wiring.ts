// A wire that is being drawn, by mouse or by keyboard: the engine is asked once where it may end.
import { create } from "zustand";
import { call } from "../api/client";
import type { FitsAnswer, Wire } from "../api/types";
import { after, connect } from "../page/wiring";
import { usePage } from "../store/page";
import { useUi, type WireEnd } from "../store/ui";

interface WiringState {
  readonly end: WireEnd | null;
  /** By keyboard: arrows walk the pins that fit. */
  readonly keyboard: boolean;
  /** By "block/pin" or "block/output": why not, empty where it fits. Null until the answer is there. */
  readonly reasons: Readonly<Record<string, string>> | null;
  readonly ops: FitsAnswer["ops"];
  readonly begin: (end: WireEnd, keyboard?: boolean) => Promise<void>;
  readonly finish: () => void;
}

export const useWiring = create<WiringState>()((set, get) => ({
  end: null,
  keyboard: false,
  reasons: null,
  ops: [],
  async begin(end, keyboard = false) {
    set({ end, keyboard, reasons: null, ops: [] });
    try {
      const answer = await call<FitsAnswer>("/api/fits", { page: usePage.getState().page, ...end });
      if (get().end === end) set({ reasons: answer.pins, ops: answer.ops });
    } catch {
      // Without an answer nothing is dimmed; the wire can be drawn all the same.
    }
  },
  finish: () => set({ end: null, keyboard: false, reasons: null, ops: [] }),
}));

export const endText = (end: WireEnd): string =>
  "from" in end ? `${end.from}:${end.output}` : `${end.input} of ${end.to}`;

/** The wire between an end and the pin `block/pin` on the other side. */
export function wireBetween(end: WireEnd, block: string, pin: string): Wire {
  if ("from" in end) return { from: end.from, output: end.output, to: block, input: pin };
  return { from: block, output: Number(pin), to: end.to, input: end.input };
}

export function addWire(wire: Wire, gesture?: string): void {
  // The operation itself, not a value of it: what it goes to runs after it.
  const whole = wire.input === after || wire.output < 0 ? { ...wire, output: -1 } : wire;
  usePage.getState().edit("Connect", (page) => connect(page, whole), gesture);
  useUi
    .getState()
    .say(`Connected ${wire.from} to ${wire.input === after ? "run before" : wire.input + " of"} ${wire.to}.`);
}
