// What was pressed, as the list of commands writes it.

export interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** `Ctrl+Shift+Z`. Shift is not named where it only makes the character: `?`. */
export function keyText({ key, ctrlKey, metaKey, shiftKey, altKey }: Pressed): string {
  const name = key === " " ? "Space" : key.length === 1 ? key.toUpperCase() : key;
  const letter = /^[A-Z]$/.test(name) || name.length > 1;
  return [ctrlKey || metaKey ? "Ctrl" : "", altKey ? "Alt" : "", shiftKey && letter ? "Shift" : "", name]
    .filter(Boolean)
    .join("+");
}
