// A link that carries a small page: JSON, deflated, in the fragment, which never leaves the browser.
import type { Page } from "../api/types";

/** Longer ones are cut by some programs. */
export const longLink = 2000;
/** What a link may unpack to: a few kilobytes can hold gigabytes of nothing. */
const mostBytes = 8_000_000;

async function through(
  data: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const reader = new Blob([data]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > mostBytes) throw new Error("The page in this link is larger than a link may carry.");
    parts.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export async function pack(page: Page): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(page));
  const small = await through(text, new CompressionStream("deflate"));
  let binary = "";
  for (const byte of small) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export async function unpack(text: string): Promise<Page> {
  let json: string;
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const data = Uint8Array.from(binary, (c) => c.charCodeAt(0));
    json = new TextDecoder().decode(await through(data, new DecompressionStream("deflate")));
  } catch (error) {
    if (error instanceof Error && error.message.startsWith("The page in")) throw error;
    throw new Error("This link is not whole: the page in it cannot be read.", { cause: error });
  }
  const page = JSON.parse(json) as Partial<Page>;
  if (typeof page.blocks !== "object" || !Array.isArray(page.wires))
    throw new Error("This link holds no page.");
  const { blocks, wires, groups = {}, comments = {}, views = [], about } = page;
  return { blocks, wires, groups, comments, views, ...(about !== undefined && { about }) };
}

/** The page in a text that holds a link of ours, or null. */
export function linkIn(text: string): string | null {
  return /#(?:[^#\s]*&)?page=([A-Za-z0-9_-]+)\s*$/.exec(text.trim())?.[1] ?? null;
}
