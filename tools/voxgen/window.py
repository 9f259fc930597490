"""Where a window lies: the arithmetic of one axis, for the pictures."""

from __future__ import annotations

from dataclasses import dataclass

from voxgen import literal
from voxgen.slices import layout
from voxgen.table import Op


@dataclass(frozen=True)
class Axis:
    """Window o covers the cells o * stride - before + t * dilation for the taps t."""

    cells: int
    windows: int
    window: int
    stride: int
    before: int
    dilation: int = 1

    @property
    def after(self) -> int:
        """Cells of padding behind the input that some window reaches."""
        end = (self.windows - 1) * self.stride - self.before + (self.window - 1) * self.dilation
        return max(0, end - self.cells + 1)

    def cells_of(self, o: int) -> list[int]:
        """The cells under window o, those in the padding (outside [0, cells)) included."""
        start = o * self.stride - self.before
        return [start + t * self.dilation for t in range(self.window)]


def make_axis(cells: int, window: int, stride: int, padding: str, dilation: int = 1) -> Axis:
    reach = (window - 1) * dilation + 1
    if padding == "SAME":
        windows = -(-cells // stride)
        before = max(0, (windows - 1) * stride + reach - cells) // 2
    else:
        windows = (cells - reach) // stride + 1
        before = 0
    return Axis(cells, windows, window, stride, before, dilation)


def example_axes(op: Op, cells: tuple[int, ...], taps: tuple[int, ...] | None) -> list[Axis] | None:
    """The axes of space in the op's example, or None where it has no window of the usual kind.

    `taps` is the shape of the filter in space; pooling has a ksize instead.
    """
    given = op.example
    padding = given.get("padding")
    if padding not in ("SAME", "VALID") or not given.get("strides"):
        return None
    places = [place for place, letter in enumerate(layout(op)) if letter in "DHW"]

    def entries(name: str) -> list[int]:
        if not given.get(name):
            return [1] * len(places)
        return [literal.parse_ints(given.get(name))[place] for place in places]

    windows = list(taps) if taps is not None else entries("ksize")
    return [
        make_axis(size, window, stride, padding, dilation)
        for size, window, stride, dilation in zip(
            cells, windows, entries("strides"), entries("dilations"), strict=True
        )
    ]
