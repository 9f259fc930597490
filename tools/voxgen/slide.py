"""The upper half of an op's picture: how its window slides."""

from __future__ import annotations

import itertools

from voxgen.grid import CELL, LEFT, Grid, has_filter_role, result_role, sheets
from voxgen.svg import Canvas
from voxgen.table import Op
from voxgen.window import Axis, make_axis


def _names(op: Op, role: str) -> str:
    """What the op calls its tensors of a role: "orig_input, output"."""
    arguments = [arg.name for arg in op.inputs if arg.role == role and not arg.sizes]
    return ", ".join(arguments + [arg.name for arg in op.outputs if arg.role == role])


def draw_slide(canvas: Canvas, op: Op, top: float) -> float:
    """A window of 3, stride 2, over 5 cells, SAME: two places of it, and where they lead."""
    axis = make_axis(5, 3, 2, "SAME")
    volume = op.rank == 5
    has_filter = has_filter_role(op)
    canvas.text(LEFT, top + 6, "How the window slides", "head")
    places = "5 x 5 x 5 cells (front plane)" if volume else "5 x 5 cells"
    canvas.text(LEFT, top + 24, f"{places}, window 3, stride 2, SAME padding", "small")

    left = LEFT + CELL * axis.before
    grid = Grid(left, top + 68 + CELL * axis.before, axis.cells, axis.cells)
    if volume:
        sheets(canvas, grid)
    outer = range(-axis.before, axis.cells + axis.after)
    for row, col in itertools.product(outer, outer):
        inside = 0 <= row < axis.cells and 0 <= col < axis.cells
        grid.fill(canvas, "cell" if inside else "pad", row, col)
    first, second = axis.cells_of(0), axis.cells_of(1)
    windows = (("one", "rim1", first), ("two", "rim2", second))
    for css, rim, cols in windows:
        for row, col in itertools.product(first, cols):
            if 0 <= row < axis.cells and 0 <= col < axis.cells:
                grid.fill(canvas, css, row, col)
        grid.frame(canvas, rim, first, cols)

    step_y = grid.y - CELL * axis.before - 9
    start = grid.centre(0, first[1])[0]
    end = grid.centre(0, second[1])[0]
    canvas.arrow("arrow", start, step_y, end, step_y)
    canvas.text((start + end) / 2, step_y - 7, "stride 2", "small mid")
    middle, below = grid.centre(0, 2)[0], grid.bottom + CELL * axis.after
    canvas.text(middle, below + 18, _names(op, "input"), "mid")
    padding = "counts as zeros" if has_filter else "does not count"
    if result_role(op) == "input":
        padding = "gets nothing"
    canvas.text(middle, below + 34, f"dashed: padding, {padding}", "small mid")

    out_x = grid.right + CELL * axis.after + (190 if has_filter else 110)
    out = Grid(out_x, grid.centre(2, 0)[1] - 1.5 * CELL, axis.windows, axis.windows)
    if volume:
        sheets(canvas, out)
    out.draw(canvas)
    out.fill(canvas, "one", 0, 0)
    out.fill(canvas, "two", 0, 1)
    out.frame(canvas, "rim1", [0], [0])
    out.frame(canvas, "rim2", [0], [1])
    canvas.text(out.centre(0, 1)[0], out.bottom + 18, _names(op, "output"), "mid")
    _lead(canvas, op, axis, grid, out)
    if has_filter:
        _filter(canvas, op, axis, grid, out)
    return below + 40


def _lead(canvas: Canvas, op: Op, axis: Axis, grid: Grid, out: Grid) -> None:
    """Arrows between the windows and their cells, in the direction in which values flow."""
    if result_role(op) == "filter":
        return
    ends = []
    for o, css in ((0, "arrow1"), (1, "arrow2")):
        cols = axis.cells_of(o)
        edge = grid.x + (cols[-1] + 1) * CELL + 2
        row = 0.62 if o == 0 else -0.4
        ends.append((css, (edge, grid.centre(row, 0)[1]), out.centre(0, o), 24 if o == 0 else 46))
    for css, window, cell, bend in ends:
        near = (
            (cell[0] - CELL / 2 - 2, cell[1])
            if css == "arrow1"
            else (cell[0], cell[1] - CELL / 2 - 2)
        )
        if result_role(op) == "input":
            canvas.arrow(css, *near, *window, bend)
        else:
            canvas.arrow(css, *window, *near, bend)


def _filter(canvas: Canvas, op: Op, axis: Axis, grid: Grid, out: Grid) -> None:
    size = axis.window * CELL
    between = grid.right + CELL * axis.after
    taps = Grid((between + out.x - size) / 2 + 4, grid.centre(3.3, 0)[1], axis.window, axis.window)
    if op.rank == 5:
        sheets(canvas, taps)
    taps.draw(canvas)
    canvas.text(taps.centre(0, 1)[0], taps.bottom + 18, _names(op, "filter"), "mid")
    if result_role(op) != "filter":
        canvas.text(
            taps.centre(0, 1)[0],
            taps.y - (24 if op.rank == 5 else 8),
            "one number a tap",
            "small mid",
        )
        return
    target, top = taps.centre(0, 1)[0], taps.y - (20 if op.rank == 5 else 3)
    edge = grid.x + (axis.cells_of(0)[-1] + 1) * CELL + 2
    canvas.arrow("arrow1", edge, grid.centre(0.6, 0)[1], target - 12, top, 20)
    canvas.arrow("arrow1", out.x - 2, out.centre(0, 0)[1], target + 12, top, 20)
