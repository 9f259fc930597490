// The name of a pin in the document: `block/in/pin`; names of blocks may have slashes themselves.

export interface PinPlace {
  readonly block: string;
  readonly side: "in" | "out";
  readonly pin: string;
}

export function pinText({ block, side, pin }: PinPlace): string {
  return `${block}/${side}/${pin}`;
}

export function readPin(text: string): PinPlace | null {
  const found = /^(.*)\/(in|out)\/([^/]*)$/.exec(text);
  if (found?.[1] === undefined || found[3] === undefined) return null;
  return { block: found[1], side: found[2] === "in" ? "in" : "out", pin: found[3] };
}
