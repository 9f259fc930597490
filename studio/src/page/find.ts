// Finding ops by a few letters: name first, then other names, then the summary.
import type { OpEntry } from "../api/types";

/** Larger is better; null where it does not match. */
export function score(op: OpEntry, query: string): number | null {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return 0;
  const name = op.name.toLowerCase();
  const others = [op.cpp_class, ...op.aliases].map((text) => text.toLowerCase());
  const text = `${op.group} ${op.summary}`.toLowerCase();
  let total = 0;
  for (const word of words) {
    if (name === word) total += 100;
    else if (name.startsWith(word)) total += 60 - Math.min(20, name.length - word.length);
    else if (name.includes(word)) total += 30;
    else if (others.some((other) => other.includes(word))) total += 25;
    else if (initialled(op.name, word)) total += 20 - op.name.length / 10;
    else if (text.includes(word)) total += 5;
    else return null;
  }
  return total;
}

/** `ap3g` finds AvgPool3DGrad: letters in the order of its capitals and digits, from the first one on. */
function initialled(name: string, word: string): boolean {
  const initials = [...name.matchAll(/[A-Z]|\d/g)].join("").toLowerCase();
  if (word.length < 2 || !initials.startsWith(word[0] ?? "")) return false;
  let at = 0;
  for (const letter of word) {
    at = initials.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

export function find(ops: readonly OpEntry[], query: string): OpEntry[] {
  const found = ops.flatMap((op) => {
    const points = score(op, query);
    return points === null ? [] : [{ op, points }];
  });
  return found.sort((a, b) => b.points - a.points || a.op.name.localeCompare(b.op.name)).map(({ op }) => op);
}

/** In the order of the table, by group. */
export function byGroup(ops: readonly OpEntry[]): [string, OpEntry[]][] {
  const groups = new Map<string, OpEntry[]>();
  for (const op of ops) groups.set(op.group, [...(groups.get(op.group) ?? []), op]);
  return [...groups];
}
