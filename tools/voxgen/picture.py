"""The picture of an op: how its window slides, and its example in numbers."""

from __future__ import annotations

from voxgen.numbers import draw_numbers
from voxgen.slide import draw_slide
from voxgen.svg import Canvas
from voxgen.table import Op


def picture(op: Op) -> str | None:
    """The picture of a window op; None for an op of another kind."""
    if op.rank == 0 or not {"input", "output"} <= {a.role for a in (*op.inputs, *op.outputs)}:
        return None
    canvas = Canvas()
    bottom = draw_slide(canvas, op, 24)
    draw_numbers(canvas, op, bottom + 34)
    return canvas.document(
        f"{op.name}: its window and its example", f"{op.summary} {op.example.text}"
    )
