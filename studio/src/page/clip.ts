// Parts of a page on the clipboard, as text: copied in one tab, pasted in another.
import type { Block, Comment, Group, Page, Wire } from "../api/types";
import { freshName, snapped, type Items, type Point } from "./edits";

export interface Clip {
  readonly voxgrad: "clip";
  readonly blocks: Readonly<Record<string, Block>>;
  readonly wires: readonly Wire[];
  readonly groups: Readonly<Record<string, Group>>;
  readonly comments: Readonly<Record<string, Comment>>;
}

function pick<T>(record: Readonly<Record<string, T>>, names: Iterable<string>): Record<string, T> {
  return Object.fromEntries(
    [...new Set(names)].flatMap((n) => (record[n] === undefined ? [] : [[n, record[n]]])),
  );
}

/** The things and the wires among them; with `incoming` also those that arrive from the rest of the page. */
export function cut(page: Page, items: Items, incoming = false): Clip {
  const inGroups = Object.values(page.blocks).filter(
    (b) => b.group !== undefined && items.groups?.includes(b.group),
  );
  const names = new Set([...(items.blocks ?? []), ...inGroups.map((block) => block.name)]);
  const blocks = pick(page.blocks, names);
  // A group is taken along when all of it is.
  const whole = Object.keys(page.groups).filter((group) => {
    const all = Object.values(page.blocks).filter((block) => block.group === group);
    return all.length > 0 && all.every((block) => names.has(block.name));
  });
  const wires = page.wires.filter((wire) => names.has(wire.to) && (incoming || names.has(wire.from)));
  const comments = pick(page.comments, items.comments ?? []);
  return { voxgrad: "clip", blocks, wires, groups: pick(page.groups, whole), comments };
}

export function isEmpty(clip: Clip): boolean {
  return Object.keys(clip.blocks).length === 0 && Object.keys(clip.comments).length === 0;
}

/** The text of a clip, or null for any other text. */
export function read(text: string): Clip | null {
  if (!text.includes('"voxgrad"')) return null;
  try {
    const clip = JSON.parse(text) as Partial<Clip>;
    if (clip.voxgrad !== "clip" || typeof clip.blocks !== "object") return null;
    const { blocks = {}, wires = [], groups = {}, comments = {} } = clip;
    const sound = Object.values(blocks).every((b) => typeof b.op === "string" && typeof b.name === "string");
    return sound && Array.isArray(wires) ? { voxgrad: "clip", blocks, wires, groups, comments } : null;
  } catch {
    return null;
  }
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** What the clip covers when each of its blocks has the size `block`. */
export function extent(clip: Clip, block: Size): Point & Size {
  const blocks = Object.values(clip.blocks).map((b) => ({ ...block, x: b.x, y: b.y }));
  const all = [...blocks, ...Object.values(clip.comments)];
  const x = Math.min(...all.map((box) => box.x));
  const y = Math.min(...all.map((box) => box.y));
  const right = Math.max(...all.map((box) => box.x + box.width));
  const bottom = Math.max(...all.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** The page with the clip's things under names that are free, moved by `by`. */
export function paste(page: Page, clip: Clip, by: Point): { page: Page; pasted: Required<Items> } {
  const shifted = <T extends Point>(thing: T): T => ({
    ...thing,
    ...snapped({ x: thing.x + by.x, y: thing.y + by.y }),
  });
  const renamed = <T>(record: Readonly<Record<string, T>>, taken: Readonly<Record<string, unknown>>) => {
    const names = new Map<string, string>();
    const used = new Set<string>();
    for (const name of Object.keys(record)) {
      const fresh = freshName(name, (n) => n in taken || used.has(n));
      names.set(name, fresh);
      used.add(fresh);
    }
    return names;
  };
  const blockNames = renamed(clip.blocks, page.blocks);
  const groupNames = renamed(clip.groups, page.groups);
  const commentNames = renamed(clip.comments, page.comments);
  const blocks = Object.values(clip.blocks).map((block): [string, Block] => {
    const name = blockNames.get(block.name) ?? block.name;
    const { group, ...rest } = block;
    const inGroup =
      group === undefined ? undefined : (groupNames.get(group) ?? (group in page.groups ? group : undefined));
    return [name, shifted({ ...rest, name, ...(inGroup !== undefined && { group: inGroup }) })];
  });
  const place = <T extends Point>(record: Readonly<Record<string, T>>, names: ReadonlyMap<string, string>) =>
    Object.fromEntries(Object.entries(record).map(([id, thing]) => [names.get(id) ?? id, shifted(thing)]));
  const wires = clip.wires.flatMap((wire) => {
    const from = blockNames.get(wire.from) ?? (wire.from in page.blocks ? wire.from : undefined);
    const to = blockNames.get(wire.to);
    return from === undefined || to === undefined ? [] : [{ ...wire, from, to }];
  });
  return {
    page: {
      ...page,
      blocks: { ...page.blocks, ...Object.fromEntries(blocks) },
      wires: [...page.wires, ...wires],
      groups: { ...page.groups, ...place(clip.groups, groupNames) },
      comments: { ...page.comments, ...place(clip.comments, commentNames) },
    },
    pasted: {
      blocks: [...blockNames.values()],
      groups: [...groupNames.values()],
      comments: [...commentNames.values()],
      wires,
    },
  };
}
