// A grid of cells in SVG: one that is chosen, those that belong to a choice in the other grid, and a rim of padding.
import { useId, type KeyboardEvent, type PointerEvent } from "react";

export interface GridAxis {
  readonly name: string;
  readonly size: number;
  readonly before: number;
  readonly after: number;
}

interface Props {
  readonly title: string;
  readonly rows: GridAxis;
  readonly columns: GridAxis;
  /** The chosen cell, where this grid has it. */
  readonly cell: readonly [number, number] | null;
  /** Rows and columns that belong to the cell chosen in the other grid. */
  readonly lit: { readonly rows: readonly number[]; readonly columns: readonly number[] } | null;
  readonly onChoose: (row: number, column: number) => void;
}

const largestCell = 26;
/** With more cells than this beside each other the two grids stand one above the other. */
const beside = 26;

export function CellGrid({ title, rows, columns, cell, lit, onChoose }: Props) {
  const pattern = useId();
  const width = columns.before + columns.size + columns.after;
  const height = rows.before + rows.size + rows.after;
  const clamp = (x: number, size: number) => Math.max(0, Math.min(size - 1, x));
  const choose = (row: number, column: number) => onChoose(clamp(row, rows.size), clamp(column, columns.size));

  const onPointer = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const column = Math.floor(((event.clientX - box.left) / box.width) * width) - columns.before;
    choose(Math.floor(((event.clientY - box.top) / box.height) * height) - rows.before, column);
  };
  const onKey = (event: KeyboardEvent) => {
    const [row, column] = cell ?? [0, 0];
    const moves: Record<string, readonly [number, number]> = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
      Enter: [0, 0],
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    choose(row + move[0], column + move[1]);
  };
  const chosen = cell ? `, cell ${cell[0]}, ${cell[1]}` : "";
  return (
    <figure className="cell-grid" style={{ flex: `${width} 1 ${width > beside / 2 ? "100%" : "0"}` }}>
      <figcaption>{title}</figcaption>
      <svg
        viewBox={`${-columns.before} ${-rows.before} ${width} ${height}`}
        style={{ width: "100%", maxWidth: `${largestCell * width}px`, aspectRatio: `${width} / ${height}` }}
        tabIndex={0}
        role="application"
        aria-label={`${title}, ${rows.size} by ${columns.size}${chosen}. Arrow keys choose a cell.`}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        onKeyDown={onKey}
      >
        <pattern id={pattern} width="1" height="1" patternUnits="userSpaceOnUse">
          <path d="M1 0H0V1" className="grid-line" />
        </pattern>
        <rect x={-columns.before} y={-rows.before} width={width} height={height} className="padding" />
        <rect width={columns.size} height={rows.size} className="inside" />
        {lit?.rows.flatMap((row) =>
          lit.columns.map((column) => {
            const inside = row >= 0 && row < rows.size && column >= 0 && column < columns.size;
            return (
              <rect
                key={`${row},${column}`}
                x={column}
                y={row}
                width="1"
                height="1"
                className={inside ? "lit" : "lit-padding"}
              />
            );
          }),
        )}
        {cell && <rect x={cell[1]} y={cell[0]} width="1" height="1" className="chosen" />}
        <rect
          x={-columns.before}
          y={-rows.before}
          width={width}
          height={height}
          fill={`url(#${pattern})`}
        />
        <rect width={columns.size} height={rows.size} className="frame" />
      </svg>
      <span className="axes">
        {rows.name} {rows.size} × {columns.name} {columns.size}
      </span>
    </figure>
  );
}
