// The few signs of the run bar and the players, drawn in the colour of the text beside them.

const paths = {
  run: "M4 2.8v10.4L13 8z",
  runTo: "M3 3v10l7-5zM12 3h1.6v10H12z",
  step: "M3 4.2v7.6L9 8zM10.4 4h1.8v8h-1.8z",
  stop: "M4 4h8v8H4z",
  pause: "M4 3.5h2.8v9H4zM9.2 3.5H12v9H9.2z",
  reset: "M8 3a5 5 0 1 0 4.9 6h-1.7A3.4 3.4 0 1 1 8 4.6c.9 0 1.7.4 2.3 1L8.4 7.5H13V3l-1.5 1.5A5 5 0 0 0 8 3z",
  right: "M3.2 8.3 4.4 7.1l2.3 2.3 5-5.2 1.2 1.2-6.2 6.4z",
  wrong: "M4.6 3.5 8 6.9l3.4-3.4 1.1 1.1L9.1 8l3.4 3.4-1.1 1.1L8 9.1l-3.4 3.4-1.1-1.1L6.9 8 3.5 4.6z",
  // ∂
  partial:
    "M4.9 2.6C6 1.7 7.1 1.3 8.2 1.3c2.9 0 4.3 2.5 4.3 5.9 0 4.1-2 7.3-4.9 7.3-2.3 0-3.8-1.6-3.8-3.9 0-2.7 1.9-4.6 4.2-4.6 1.2 0 2.2.5 2.8 1.3C10.7 4.5 9.8 2.9 8 2.9c-.8 0-1.6.4-2.3 1zM8.1 7.5c-1.5 0-2.6 1.3-2.6 3.1 0 1.5.8 2.4 2.1 2.4 1.6 0 2.7-1.5 3-3.6-.4-1.2-1.3-1.9-2.5-1.9z",
} as const;

export function Icon({ name }: { readonly name: keyof typeof paths }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
      <path d={paths[name]} fill="currentColor" />
    </svg>
  );
}
