"""The lower half of an op's picture: its example in numbers."""

from __future__ import annotations

import itertools

from voxgen import literal, slices
from voxgen.grid import CELL, LEFT, Grid, has_filter_role, result_role
from voxgen.svg import Canvas
from voxgen.table import Arg, Op
from voxgen.window import Axis, example_axes


def _value(value: float) -> str:
    return literal.number(value) if abs(value) < 1e7 else f"{value:.3g}"


def _planes(tensor: literal.Tensor) -> list[list[list[float]]]:
    """The planes of a tensor of space: one for an image, one for each depth of a volume."""
    rows, cols = tensor.shape[-2:]
    size = rows * cols
    return [
        [list(tensor.values[p + r * cols : p + (r + 1) * cols]) for r in range(rows)]
        for p in range(0, len(tensor.values), size)
    ]


def _covered(op: Op, arg: Arg, axes: list[Axis]) -> set[tuple[int, ...]]:
    """The cells of an argument under the first window (for a filter's gradient: its first tap)."""
    if result_role(op) == "filter":
        if arg.role == "filter":
            return {(0,) * len(axes)}
        if arg.role == "output":
            return set(itertools.product(*(range(axis.windows) for axis in axes)))
        return set(
            itertools.product(
                *([axis.cells_of(o)[0] for o in range(axis.windows)] for axis in axes)
            )
        )
    if arg.role == "output":
        return {(0,) * len(axes)}
    if arg.role == "filter":
        return set(itertools.product(*(range(axis.window) for axis in axes)))
    return set(itertools.product(*(axis.cells_of(0) for axis in axes)))


def _tensor(
    canvas: Canvas,
    arg: Arg,
    view: slices.View,
    shape: tuple[int, ...],
    x: float,
    y: float,
    covered: set[tuple[int, ...]],
) -> tuple[float, float]:
    """Draws one tensor of the example; where it ends."""
    planes = _planes(view.tensor)
    widest = max(len(_value(v)) for v in view.tensor.values)
    width = max(CELL, 7.6 * widest + 10)
    canvas.text(x, y, arg.name)
    canvas.text(x, y + 15, "[" + ",".join(map(str, shape)) + "]", "small")
    right = x
    for depth, plane in enumerate(planes):
        grid = Grid(right, y + 24, len(plane), len(plane[0]), width)
        grid.draw(canvas)
        for row, col in itertools.product(range(grid.rows), range(grid.cols)):
            place = (depth, row, col)[-len(view.tensor.shape) :]
            if place in covered:
                grid.fill(canvas, "one", row, col)
            cx, cy = grid.centre(row, col)
            canvas.text(cx, cy + 4.5, _value(plane[row][col]), "number")
        if len(planes) > 1:
            canvas.text(
                grid.centre(0, grid.cols / 2 - 0.5)[0],
                grid.bottom + 14,
                f"depth {depth}",
                "small mid",
            )
        right = grid.right + 10
    bottom = grid.bottom + (18 if len(planes) > 1 else 4)
    if view.words:
        canvas.text(x, bottom + 12, view.words, "small")
        bottom += 16
    return max(right - 10, x + 7.4 * len(arg.name), x + 6.2 * len(view.words)), bottom


def draw_numbers(canvas: Canvas, op: Op, top: float) -> None:
    """The arguments of the example, an arrow, the results; the first window in colour."""
    given: list[tuple[Arg, literal.Tensor]] = [
        (arg, literal.parse_tensor(op.example.get(arg.name)))
        for arg in op.inputs
        if literal.is_tensor(op.example.get(arg.name))
    ]
    results = [
        (arg, literal.parse_tensor(text))
        for arg, text in zip(op.outputs, op.example.results, strict=True)
    ]
    views = {arg.name: slices.first(op, arg, tensor) for arg, tensor in (*given, *results)}
    axes = _axes(op, views)
    canvas.text(LEFT, top, "The example, in numbers", "head")
    text = op.example.text
    if has_filter_role(op) and any(view.words for view in views.values()):
        text += " (The sums run over all channels; the first is shown.)"
    canvas.text(LEFT, top + 18, text, "small")
    x, y, bottom = LEFT, top + 48, top
    for arg, tensor in given:
        right, end = _tensor(
            canvas,
            arg,
            views[arg.name],
            tensor.shape,
            x,
            y,
            _covered(op, arg, axes) if axes else set(),
        )
        x, bottom = right + 30, max(bottom, end)
    middle = (y + 24 + bottom) / 2
    canvas.arrow("arrow", x - 14, middle, x + 22, middle)
    x += 40
    for arg, tensor in results:
        x, _ = _tensor(
            canvas,
            arg,
            views[arg.name],
            tensor.shape,
            x,
            y,
            _covered(op, arg, axes) if axes else set(),
        )


def _axes(op: Op, views: dict[str, slices.View]) -> list[Axis] | None:
    def space(role: str) -> tuple[int, ...] | None:
        for arg in (*op.inputs, *op.outputs):
            if arg.role == role and arg.name in views:
                return views[arg.name].tensor.shape
        return None

    cells = space("input")
    return None if cells is None else example_axes(op, cells, space("filter"))
