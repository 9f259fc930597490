// Which results are not of the page as it is now: those of a changed block, and of all that follow from it.
import type { Block, Page } from "../api/types";

/** Blocks of `then` whose result another run of `now` would not have to repeat are left out. */
export function staleBlocks(then: Page, now: Page): ReadonlySet<string> {
  if (then === now) return new Set();
  const before = feeds(then);
  const after = feeds(now);
  const stale = new Set<string>();
  for (const [name, block] of Object.entries(then.blocks)) {
    const other = now.blocks[name];
    if (!other || !sameWork(block, other) || before.inputs.get(name) !== after.inputs.get(name)) stale.add(name);
  }
  const queue = [...stale];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    for (const next of after.readers.get(name) ?? []) {
      if (stale.has(next)) continue;
      stale.add(next);
      queue.push(next);
    }
  }
  return stale;
}

interface Feeds {
  /** What arrives at each pin, as one text a block. */
  readonly inputs: ReadonlyMap<string, string>;
  readonly readers: ReadonlyMap<string, readonly string[]>;
}

function feeds(page: Page): Feeds {
  const lines = new Map<string, string[]>();
  const readers = new Map<string, string[]>();
  const append = (map: Map<string, string[]>, key: string, value: string) => {
    const list = map.get(key);
    if (list) list.push(value);
    else map.set(key, [value]);
  };
  for (const { from, output, to, input } of page.wires) {
    append(lines, to, `${input}=${from}:${output}`);
    append(readers, from, to);
  }
  return { inputs: new Map([...lines].map(([name, list]) => [name, list.sort().join("\n")])), readers };
}

/** Where it lies, its note and its group change nothing that is computed. */
function sameWork(a: Block, b: Block): boolean {
  if (a === b) return true;
  return (
    a.op === b.op &&
    a.init === b.init &&
    a.raw === b.raw &&
    sameTexts(a.attrs, b.attrs) &&
    sameTexts(a.literals, b.literals) &&
    (a.value === b.value || sameTexts({ ...a.value }, { ...b.value }))
  );
}

function sameTexts(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}
