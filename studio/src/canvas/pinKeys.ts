// Connecting by keyboard: C on a block goes to its first output, arrows walk pins, Enter starts and ends a wire.
import { useCallback, type KeyboardEvent } from "react";
import { usePage } from "../store/page";
import { after, disconnect } from "../page/wiring";
import { useUi } from "../store/ui";
import { readPin } from "./pinPlace";
import { addWire, endText, useWiring, wireBetween } from "./wiring";

const pinButtons = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>("[data-pin]")];

function focus(button: HTMLElement | undefined): void {
  button?.focus({ preventScroll: true });
  button?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** The first output of a block, or its first pin where it has none. */
export function focusPins(block: string): void {
  const own = pinButtons().filter((button) => readPin(button.dataset.pin ?? "")?.block === block);
  const output = (button: HTMLElement): boolean => /\/out\/\d+$/.test(button.dataset.pin ?? "");
  const first = own.find(output) ?? own.find((button) => !button.classList.contains("control-pin")) ?? own[0];
  focus(first);
  useUi
    .getState()
    .say(`Pins of ${block}: arrows walk, Enter starts a wire, Delete takes one away, Escape goes back.`);
}

/** The pins that the arrows walk now: those that take the wire, else those of the block. */
function walked(block: string): HTMLElement[] {
  const { end, reasons } = useWiring.getState();
  return pinButtons().filter((button) => {
    const place = readPin(button.dataset.pin ?? "");
    if (!place) return false;
    if (!end) return place.block === block;
    if ("from" in end !== (place.side === "in")) return false;
    // Whether one operation may run after another is not asked: it may.
    if (place.pin === after || place.pin === "-1")
      return "from" in end ? end.output < 0 : end.input === after;
    return reasons === null || reasons[`${place.block}/${place.pin}`] === "";
  });
}

async function start(block: string, pin: string | number): Promise<void> {
  const end = typeof pin === "string" ? { to: block, input: pin } : { from: block, output: pin };
  await useWiring.getState().begin(end, true);
  const fits = walked(block);
  useUi
    .getState()
    .say(
      fits.length > 0
        ? `Wire from ${endText(end)}. ${fits.length === 1 ? "One pin fits" : `${fits.length} pins fit`}: arrows walk them, Enter connects, Escape gives up.`
        : `Wire from ${endText(end)}. Nothing on the page takes it; Escape gives up, Space adds a block that does.`,
    );
  focus(fits[0]);
}

function leave(block: string): void {
  const { end } = useWiring.getState();
  if (end) {
    useWiring.getState().finish();
    focusPins("from" in end ? end.from : end.to);
    return;
  }
  document.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(`b:${block}`)}"]`)?.focus();
  useUi.getState().say("");
}

function take(block: string, pin: string | number): void {
  const wires = usePage
    .getState()
    .page.wires.filter((wire) =>
      typeof pin === "string"
        ? wire.to === block && wire.input === pin
        : wire.from === block && wire.output === pin,
    );
  if (wires.length === 0) return;
  usePage.getState().edit("Disconnect", (page) => disconnect(page, wires));
  useUi
    .getState()
    .say(`${wires.length === 1 ? "One wire" : `${wires.length} wires`} of ${block} taken away.`);
}

export function useOnPin(block: string, pin: string | number): (event: KeyboardEvent<HTMLElement>) => void {
  return useCallback(
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return; // commands: Ctrl+Enter runs the page
      const { end } = useWiring.getState();
      const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
      if (step !== undefined) {
        const pins = walked(block);
        const at = pins.indexOf(event.currentTarget);
        focus(pins[(at + step + pins.length) % pins.length]);
      } else if (event.key === "Enter") {
        const place = readPin(event.currentTarget.dataset.pin ?? "");
        if (end && place) {
          useWiring.getState().finish();
          addWire(wireBetween(end, place.block, place.pin));
        } else {
          void start(block, pin);
        }
      } else if (event.key === "Escape") {
        leave(block);
      } else if (event.key === "Delete" || event.key === "Backspace") {
        take(block, pin);
      } else {
        return;
      }
      event.preventDefault();
      event.stopPropagation();
    },
    [block, pin],
  );
}
