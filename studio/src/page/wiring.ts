// Wires: pins, connecting, and lists of pins that close up when one of them is left.
import type { Block, OpEntry, Page, Wire } from "../api/types";
import { change, dropEmptyGroups, without, type Items } from "./edits";

export const after = "^";

/** `values[1]` is the second pin of the list `values`. */
export function listPin(pin: string): { list: string; index: number } | null {
  const found = /^(.+)\[(\d+)\]$/.exec(pin);
  return found?.[1] !== undefined ? { list: found[1], index: Number(found[2]) } : null;
}

export function wireKey(wire: Wire): string {
  return `${wire.from}:${wire.output}>${wire.to}/${wire.input}`;
}

/** The pins of a block in the order of its op; a list has a free one behind its last. */
export function pinsOf(op: OpEntry, block: Block, wired: Iterable<string>): string[] {
  const used = new Map<string, number>();
  for (const pin of [...wired, ...Object.keys(block.literals)]) {
    const at = listPin(pin);
    if (at) used.set(at.list, Math.max(used.get(at.list) ?? 0, at.index + 1));
  }
  return op.inputs.flatMap(({ name, list }) =>
    list ? Array.from({ length: (used.get(name) ?? 0) + 1 }, (_, i) => `${name}[${i}]`) : [name],
  );
}

/** One wire more. A pin takes one; what it held before leaves. */
export function connect(page: Page, wire: Wire): Page {
  const wires = page.wires.filter((w) => {
    if (w.to !== wire.to || w.input !== wire.input) return true;
    return wire.input === after && w.from !== wire.from;
  });
  return { ...page, wires: [...wires, wire] };
}

export function disconnect(page: Page, gone: readonly Wire[]): Page {
  const leaving = new Set(gone);
  const left: Page = { ...page, wires: page.wires.filter((wire) => !leaving.has(wire)) };
  return [...new Set(gone.map((wire) => wire.to))].reduce(closeLists, left);
}

/** Numbers the pins of a block's lists anew, without holes. */
export function closeLists(page: Page, name: string): Page {
  const block = page.blocks[name];
  if (!block) return page;
  const pins = [
    ...page.wires.filter((wire) => wire.to === name).map((wire) => wire.input),
    ...Object.keys(block.literals),
  ];
  const places = new Map<string, string>();
  for (const list of new Set(pins.map((pin) => listPin(pin)?.list))) {
    if (list === undefined) continue;
    const indices = [
      ...new Set(
        pins
          .map((pin) => listPin(pin))
          .filter((at) => at?.list === list)
          .map((at) => at?.index ?? 0),
      ),
    ];
    indices
      .sort((a, b) => a - b)
      .forEach((index, place) => places.set(`${list}[${index}]`, `${list}[${place}]`));
  }
  if ([...places].every(([pin, place]) => pin === place)) return page;
  const wires = page.wires.map((wire) => {
    const place = wire.to === name ? places.get(wire.input) : undefined;
    return place === undefined || place === wire.input ? wire : { ...wire, input: place };
  });
  const literals = Object.fromEntries(
    Object.entries(block.literals).map(([pin, text]) => [places.get(pin) ?? pin, text]),
  );
  return change({ ...page, wires }, name, { literals });
}

/** Without these things and the wires that hang on them. A group goes with its blocks. */
export function remove(page: Page, items: Items): Page {
  const groups = new Set(items.groups);
  const inGroups = Object.values(page.blocks).filter(
    (block) => block.group !== undefined && groups.has(block.group),
  );
  const names = new Set([...(items.blocks ?? []), ...inGroups.map((block) => block.name)]);
  const loose = page.wires.filter((wire) => names.has(wire.from) || names.has(wire.to));
  const wired = disconnect(page, [...(items.wires ?? []), ...loose]);
  return dropEmptyGroups({
    ...wired,
    blocks: without(wired.blocks, [...names]),
    comments: without(wired.comments, items.comments ?? []),
    views: wired.views.filter((view) => !names.has(view.output.slice(0, view.output.lastIndexOf(":")))),
  });
}

/** Joins what comes in to what goes out where a block is taken out of the middle of a chain. */
export function bypass(page: Page, name: string): Page {
  const first = page.wires.find((wire) => wire.to === name && wire.input !== after);
  const outs = page.wires.filter((wire) => wire.from === name && wire.output === 0);
  const joined = outs.map((wire) => ({ ...wire, from: first?.from ?? "", output: first?.output ?? 0 }));
  const removed = remove(page, { blocks: [name] });
  return first ? joined.reduce(connect, removed) : removed;
}
