// Drawn, not typed: characters such as arrows look different in every font.

const paths = {
  undo: "M5.5 3 2.5 6l3 3M2.5 6h6a4 4 0 0 1 0 8H6",
  redo: "m10.5 3 3 3-3 3m3-3h-6a4 4 0 0 0 0 8H10",
  close: "m4 4 8 8m0-8-8 8",
  right: "m6 3.5 4.5 4.5L6 12.5",
  down: "M3.5 6 8 10.5 12.5 6",
  tick: "m3 8.5 3.5 3.5L13 4.5",
} as const;

export function Icon({ name }: { readonly name: keyof typeof paths }) {
  return (
    <svg className="drawn" viewBox="0 0 16 16" width="12" height="12" aria-hidden>
      <path d={paths[name]} />
    </svg>
  );
}
