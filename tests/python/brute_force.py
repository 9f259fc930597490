"""The window ops once more, by their definition and as naively as possible.

Nothing here is shared with the engine. Every dimension of a tensor, batch and channels too, is an
axis with windows; a result is a walk over all windows and all taps. Floats are computed in NumPy's
longdouble, integers modulo 2^64, so that one rounding to the op's type is left to the reader.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]
Arguments: TypeAlias = dict[str, Any]

FAMILIES = {
    "AvgPool": "avg",
    "AvgPool3D": "avg",
    "AvgPoolGrad": "avg grad",
    "AvgPool3DGrad": "avg grad",
    "MaxPool": "max",
    "MaxPool3D": "max",
    "MaxPoolGrad": "max grad",
    "MaxPool3DGrad": "max grad",
    "MaxPoolGradGrad": "max grad grad",
    "MaxPool3DGradGrad": "max grad grad",
    "Conv2D": "conv",
    "Conv3D": "conv",
    "Conv2DBackpropInput": "conv input",
    "Conv3DBackpropInputV2": "conv input",
    "Conv2DBackpropFilter": "conv filter",
    "Conv3DBackpropFilterV2": "conv filter",
}


@dataclass(frozen=True)
class Axis:
    """One dimension: `cells` of the input, `windows` of the output, `taps` of a window."""

    cells: int
    windows: int
    taps: int
    stride: int = 1
    dilation: int = 1
    before: int = 0

    def cell(self, window: int, tap: int) -> int | None:
        """The cell under a tap; None for padding."""
        at = window * self.stride - self.before + tap * self.dilation
        return at if 0 <= at < self.cells else None

    def cells_of(self, window: int) -> list[int]:
        cells = (self.cell(window, tap) for tap in range(self.taps))
        return [cell for cell in cells if cell is not None]

    @property
    def reach(self) -> int:
        return (self.taps - 1) * self.dilation + 1

    @property
    def total_padding(self) -> int:
        """What SAME has to add; below zero where the last window ends before the last cell."""
        return (self.windows - 1) * self.stride + self.reach - self.cells


def make_axis(
    cells: int, taps: int, stride: int, dilation: int, padding: str, before: int, after: int
) -> Axis:
    reach = (taps - 1) * dilation + 1
    if padding == "SAME":
        windows = -(-cells // stride)
        total = max(0, (windows - 1) * stride + reach - cells)
        return Axis(cells, windows, taps, stride, dilation, total // 2)
    room = cells + before + after - reach
    return Axis(cells, room // stride + 1 if room >= 0 else 0, taps, stride, dilation, before)


@dataclass(frozen=True)
class Result:
    """A result before it is rounded, and the sum of the absolute values that were added up for
    it; that sum is 0 where the result is a copy of one value and must be exact."""

    value: Array
    scale: Array


def rank_of(op: str) -> int:
    return 5 if "3D" in op else 4


def data_format(op: str, arguments: Arguments) -> str:
    default = "NDHWC" if rank_of(op) == 5 else "NHWC"
    return str(arguments.get("data_format", default))


def axes_of(op: str, arguments: Arguments) -> list[Axis]:
    """An axis for each dimension in the order of data_format; a convolution's channels stand as
    an axis of one cell."""
    layout = data_format(op, arguments)
    rank = len(layout)
    is_conv = FAMILIES[op].startswith("conv")
    shape = input_shape(op, arguments)
    strides = list(arguments["strides"])
    dilations = list(arguments.get("dilations", [1] * rank))
    taps = list(arguments["ksize"]) if not is_conv else [1] * rank
    if is_conv:
        shape[layout.index("C")] = 1
        space = [i for i in range(rank) if layout[i] not in "NC"]
        for i, size in zip(space, filter_shape(arguments), strict=False):
            taps[i] = size
    pads = list(arguments.get("explicit_paddings", [])) or [0] * (2 * rank)
    padding = str(arguments["padding"])
    return [
        make_axis(shape[i], taps[i], strides[i], dilations[i], padding, *pads[2 * i : 2 * i + 2])
        for i in range(rank)
    ]


def input_shape(op: str, arguments: Arguments) -> list[int]:
    for name in ("value", "input", "orig_input"):
        if name in arguments:
            return list(arguments[name].shape)
    spelled_out = "orig_input_shape" if "orig_input_shape" in arguments else "input_sizes"
    sizes = [int(n) for n in arguments[spelled_out]]
    if len(sizes) == 2:  # height and width alone
        layout = data_format(op, arguments)
        batch, depth = arguments["out_backprop"].shape[0], arguments["filter"].shape[2]
        sizes = [batch, *sizes, depth] if layout == "NHWC" else [batch, depth, *sizes]
    return sizes


def filter_shape(arguments: Arguments) -> list[int]:
    if "filter" in arguments:
        return list(arguments["filter"].shape)
    return [int(n) for n in arguments["filter_sizes"]]


def widen(array: Array) -> Array:
    if np.issubdtype(array.dtype, np.integer):
        return array.astype(np.uint64)
    return array.astype(np.float32 if array.dtype.itemsize == 2 else array.dtype).astype(
        np.longdouble
    )


def magnitude(array: Array) -> Array:
    return np.abs(array) if array.dtype == np.longdouble else np.zeros_like(array)


def windows_and_cells(axes: Sequence[Axis]) -> Iterator[tuple[tuple[int, ...], Any]]:
    """Every window with the index of its cells (no padding), which keeps their row-major order."""
    for window in np.ndindex(*(axis.windows for axis in axes)):
        cells = [axis.cells_of(at) for axis, at in zip(axes, window, strict=True)]
        yield window, np.ix_(*cells)


def winner(values: Array, cells: Any) -> tuple[int, ...]:
    """The first NaN, else the first maximum."""
    box = values[cells]
    nans = np.isnan(box) if box.dtype == np.longdouble else np.zeros(box.shape, bool)
    place = np.argmax(nans) if nans.any() else np.argmax(box)
    at = np.unravel_index(place, box.shape)
    return tuple(int(index.ravel()[i]) for index, i in zip(cells, at, strict=True))


def competing(array: Array) -> Array:
    """Integers compete as they are; widened they would lose their sign."""
    return array if np.issubdtype(array.dtype, np.integer) else widen(array)


def pool(op: str, arguments: Arguments) -> Result:
    axes = axes_of(op, arguments)
    family = FAMILIES[op]
    in_shape = [axis.cells for axis in axes]
    out_shape = [axis.windows for axis in axes]
    source = next(arguments[n] for n in ("grad", "input", "value") if n in arguments)
    given = widen(source)
    value = np.zeros(
        in_shape if family.endswith(" grad") and "grad grad" not in family else out_shape,
        given.dtype,
    )
    scale = np.zeros(value.shape, given.dtype)
    terms = np.zeros(value.shape, int)
    for window, cells in windows_and_cells(axes):
        if family == "avg":
            box = given[cells]
            value[window] = box.sum() / box.size
            scale[window] = magnitude(box).sum() / box.size
        elif family == "avg grad":
            share = given[window] / np.prod([index.size for index in cells])
            value[cells] += share
            scale[cells] += magnitude(share)
        else:
            values = competing(arguments["input" if family == "max" else "orig_input"])
            at = winner(values, cells)
            if family == "max grad":
                value[at] += given[window]
                scale[at] += magnitude(given[window])
                terms[at] += 1
            else:
                value[window] = given[at]
    if family == "max grad":
        scale[terms < 2] = 0
    return Result(value, scale)


def convolve(op: str, arguments: Arguments) -> Result:
    """All three of a convolution's ops: each pairs every window and tap with one cell."""
    axes = axes_of(op, arguments)
    layout = data_format(op, arguments)
    space = [axis for axis, name in zip(axes, layout, strict=True) if name not in "NC"]
    batch = axes[0].cells
    depth = input_shape(op, arguments)[layout.index("C")]
    *_, group_depth, out_depth = filter_shape(arguments)
    groups = depth // group_depth
    in_shape = [batch, *(axis.cells for axis in space), depth]
    out_shape = [batch, *(axis.windows for axis in space), out_depth]

    def channels_last(name: str) -> Array:
        return np.moveaxis(widen(arguments[name]), layout.index("C"), -1)

    family = FAMILIES[op]
    wide = widen(next(iter(arguments[n] for n in ("filter", "out_backprop") if n in arguments)))
    image = np.zeros(in_shape, wide.dtype) if family == "conv input" else channels_last("input")
    taps = np.zeros(filter_shape(arguments), wide.dtype)
    if family != "conv filter":
        taps = widen(arguments["filter"])
    out = np.zeros(out_shape, wide.dtype) if family == "conv" else channels_last("out_backprop")
    target = {"conv": out, "conv input": image, "conv filter": taps}[family]
    scale = np.zeros_like(target)

    for window in np.ndindex(*(axis.windows for axis in space)):
        for tap in itertools.product(*(range(axis.taps) for axis in space)):
            cell = tuple(a.cell(w, t) for a, w, t in zip(space, window, tap, strict=True))
            if None in cell:
                continue
            for group in range(groups):
                of_in = slice(group * group_depth, (group + 1) * group_depth)
                share = out_depth // groups
                of_out = slice(group * share, (group + 1) * share)
                x: Any = (slice(None), *cell, of_in)
                f: Any = (*tap, slice(None), of_out)
                y: Any = (slice(None), *window, of_out)
                for to, size in ((target, lambda a: a), (scale, magnitude)):
                    if family == "conv":
                        to[y] += size(image[x]) @ size(taps[f])
                    elif family == "conv input":
                        to[x] += size(out[y]) @ size(taps[f]).T
                    else:
                        to[f] += size(image[x]).T @ size(out[y])
    if family != "conv filter":
        target = np.moveaxis(target, -1, layout.index("C"))
        scale = np.moveaxis(scale, -1, layout.index("C"))
    return Result(target, scale)


def compute(op: str, arguments: Arguments) -> Result:
    """The op's result for arguments that are known to be valid."""
    with np.errstate(all="ignore"):
        return convolve(op, arguments) if FAMILIES[op].startswith("conv") else pool(op, arguments)
