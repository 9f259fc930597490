"""A plane of cells on the canvas, and what both halves of a picture ask about an op."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from voxgen.svg import Canvas
from voxgen.table import Op

CELL = 26.0
LEFT = 24.0


@dataclass(frozen=True)
class Grid:
    """A plane of cells on the canvas, its cell (0, 0) at (x, y)."""

    x: float
    y: float
    rows: int
    cols: int
    width: float = CELL  # of a cell; its height is always the same

    @property
    def right(self) -> float:
        return self.x + self.cols * self.width

    @property
    def bottom(self) -> float:
        return self.y + self.rows * CELL

    def centre(self, row: float, col: float) -> tuple[float, float]:
        return self.x + (col + 0.5) * self.width, self.y + (row + 0.5) * CELL

    def draw(self, canvas: Canvas, css: str = "cell") -> None:
        for row, col in itertools.product(range(self.rows), range(self.cols)):
            self.fill(canvas, css, row, col)

    def fill(self, canvas: Canvas, css: str, row: int, col: int) -> None:
        canvas.box(css, self.x + col * self.width, self.y + row * CELL, self.width, CELL)

    def frame(self, canvas: Canvas, css: str, rows: list[int], cols: list[int]) -> None:
        """A rim around the cells from the first to the last of these rows and columns."""
        canvas.box(
            css,
            self.x + cols[0] * self.width,
            self.y + rows[0] * CELL,
            (cols[-1] - cols[0] + 1) * self.width,
            (rows[-1] - rows[0] + 1) * CELL,
            3,
        )


def sheets(canvas: Canvas, grid: Grid) -> None:
    """Two more planes behind a grid, for a volume."""
    for back in (2, 1):
        x, y = grid.x + back * 8, grid.y - back * 8
        canvas.box("sheet", x, y, grid.right - grid.x, grid.bottom - grid.y)


def result_role(op: Op) -> str:
    return op.outputs[0].role


def has_filter_role(op: Op) -> bool:
    return any(arg.role == "filter" for arg in (*op.inputs, *op.outputs))
