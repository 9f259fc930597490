"""Where Voxgrad and TensorFlow 2.21 part, each with a name, a condition and a reason.

docs/tensorflow.md has the same names in its tables; a test compares them. A deviation excuses a
difference from TensorFlow alone: the result must equal brute_force.py all the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from brute_force import (
    Axis,
    axes_of,
    competing,
    data_format,
    filter_shape,
    input_shape,
    windows_and_cells,
    winner,
)
from recordings import Array, Case, Refusal

Condition = Callable[[Case, str], bool]

# What TensorFlow calls a value within this distance of the maximum: the maximum, in 3-D.
TIE = 1e-5


def plain_kernel(case: Case, setting: str) -> bool:
    """Whether one of TensorFlow's own kernels answered, not one of oneDNN's."""
    return setting == "off" or case.dtype not in ("float32", "bfloat16")


def axes(case: Case) -> list[Axis]:
    return axes_of(case.op, case.arguments)


def channel_entry(case: Case, attribute: str) -> int:
    return int(case.arguments[attribute][data_format(case.op, case.arguments).index("C")])


def floats(array: Array) -> Array:
    return array.astype(np.float32) if array.dtype.itemsize == 2 else array


def forward_input(case: Case) -> Array:
    """The tensor that a forward op takes."""
    array: Array = case.arguments["value" if case.op == "AvgPool" else "input"]
    return array


def any_window(case: Case, condition: Callable[[Array, tuple[int, ...]], bool]) -> bool:
    """condition(cells of a window, where the window stands) for some window of a pooling op."""
    values = next(
        case.arguments[n] for n in ("orig_input", "input", "value") if n in case.arguments
    )
    if not all(axis.windows for axis in axes(case)):
        return False
    return any(condition(values[cells], at) for at, cells in windows_and_cells(axes(case)))


# --- average pooling -----------------------------------------------------------------------------


def window_larger_than_input(case: Case, setting: str) -> bool:
    def misplaced(axis: Axis) -> bool:
        starts = [window * axis.stride - axis.before for window in range(axis.windows)]
        return any(start < 0 and start + axis.taps < axis.cells for start in starts)

    return (
        plain_kernel(case, setting)
        and case.arguments["padding"] == "SAME"
        and any(axis.taps > axis.cells and misplaced(axis) for axis in axes(case))
    )


def window_moved_inwards(case: Case, setting: str) -> bool:
    return (
        plain_kernel(case, setting)
        and case.arguments["padding"] == "SAME"
        and any(axis.total_padding <= -2 for axis in axes(case))
    )


def sum_in_low_precision(case: Case, setting: str) -> bool:
    cells = {"bfloat16": 256, "float16": 2048}.get(case.dtype)
    if cells is None or not plain_kernel(case, setting):
        return False
    return any_window(case, lambda box, _: box.size > cells)


def sum_overflows(case: Case, setting: str) -> bool:
    def overflows(box: Array, _: Any) -> bool:
        with np.errstate(over="ignore"):
            return not np.isfinite(np.abs(floats(box)).sum(dtype=np.float32))

    values = floats(forward_input(case))
    return bool(np.isfinite(values).all()) and any_window(case, overflows)


def holds_lowest(case: Case, setting: str) -> bool:
    values = forward_input(case)
    lowest = floats(np.array(-np.finfo(np.float32).max, values.dtype))
    if case.dtype == "bfloat16":
        lowest = np.array(-(2 - 2.0**-7) * 2.0**127, np.float32)
    return plain_kernel(case, setting) and bool((floats(values) == lowest).any())


def window_over_channels(case: Case, setting: str) -> bool:
    return setting == "on" and channel_entry(case, "ksize") != 1


def stride_over_channels(case: Case, setting: str) -> bool:
    return channel_entry(case, "ksize") == 1 and channel_entry(case, "strides") != 1


# --- max pooling ---------------------------------------------------------------------------------


def nan_or_nothing_but_minus_infinity(case: Case, setting: str) -> bool:
    def condition(box: Array, _: Any) -> bool:
        values = floats(box)
        return bool(np.isnan(values).any() or (values == -np.inf).all())

    return any_window(case, condition)


def window_with_nan(case: Case, setting: str) -> bool:
    return any_window(case, lambda box, _: bool(np.isnan(floats(box)).any()))


def several_cells_near_orig_output(case: Case, setting: str) -> bool:
    def condition(box: Array, at: tuple[int, ...]) -> bool:
        with np.errstate(all="ignore"):
            distance = np.abs(box - case.arguments["orig_output"][at])
            return int((distance < np.array(TIE, box.dtype)).sum()) > 1  # in T, as TensorFlow

    return any_window(case, condition)


def orig_output_is_not_the_winners(case: Case, setting: str) -> bool:
    """Infinities count: in 3-D the distance between two of them is NaN."""
    values = competing(case.arguments["orig_input"])
    outputs = competing(case.arguments["orig_output"])
    lost = np.isinf(floats(outputs)) if case.op == "MaxPool3DGrad" else np.zeros(outputs.shape)
    return any(
        lost[at] or values[winner(values, cells)] != outputs[at]
        for at, cells in windows_and_cells(axes(case))
    )


# --- convolution ---------------------------------------------------------------------------------


def empty_input(case: Case, setting: str) -> bool:
    return not plain_kernel(case, setting) and forward_input(case).size == 0


def infinity_meets_padding(case: Case, setting: str) -> bool:
    of = case.arguments["out_backprop" if "out_backprop" in case.arguments else "filter"]
    padded = any(
        axis.cell(window, tap) is None
        for axis in axes(case)
        for window in range(axis.windows)
        for tap in range(axis.taps)
    )
    return plain_kernel(case, setting) and padded and not np.isfinite(floats(of)).all()


def larger_than_padded_input(case: Case, setting: str) -> bool:
    return any(axis.windows == 0 and axis.cells > 0 for axis in axes(case))


@dataclass(frozen=True)
class Deviation:
    name: str
    ops: tuple[str, ...]
    condition: Condition
    reason: str
    # What Voxgrad raises; None where it answers.
    refused_with: type[Exception] | None = None

    def explains(self, case: Case, setting: str) -> bool:
        return case.op in self.ops and self.condition(case, setting)


DEVIATIONS = (
    Deviation(
        "gradient-window-larger-than-input",
        ("AvgPoolGrad", "AvgPool3DGrad"),
        window_larger_than_input,
        "the gradient must be the transpose of the forward op, which TensorFlow has right",
    ),
    Deviation(
        "same-window-moved-inwards",
        ("AvgPool3D", "MaxPool3D", "Conv3D"),
        window_moved_inwards,
        "padding is never negative: the first window starts at the first cell",
    ),
    Deviation(
        "average-summed-in-low-precision",
        ("AvgPool", "AvgPool3D"),
        sum_in_low_precision,
        "a sum or count in half or bfloat16 stops growing",
    ),
    Deviation(
        "average-sum-overflows",
        ("AvgPool", "AvgPool3D"),
        sum_overflows,
        "a mean lies between the values it is taken of",
    ),
    Deviation(
        "average-skips-lowest-value",
        ("AvgPool3D",),
        holds_lowest,
        "the lowest finite value is a value, not a mark for padding",
    ),
    Deviation(
        "average-over-channels-empty",
        ("AvgPool", "AvgPool3D"),
        window_over_channels,
        "an answer of the wrong shape is worse than none",
        NotImplementedError,
    ),
    Deviation(
        "average-channel-stride-ignored",
        ("AvgPool", "AvgPool3D"),
        stride_over_channels,
        "an argument that changes nothing hides a mistake",
        NotImplementedError,
    ),
    Deviation(
        "max-nan-and-minus-infinity",
        ("MaxPool", "MaxPool3D"),
        nan_or_nothing_but_minus_infinity,
        "a NaN must not vanish, and the maximum of -inf alone is -inf",
    ),
    Deviation(
        "max-gradient-of-nan",
        ("MaxPoolGrad",),
        window_with_nan,
        "the gradient goes where the forward op took its value from: to the first NaN",
    ),
    Deviation(
        "max-3d-gradient-to-ties",
        ("MaxPool3DGrad",),
        several_cells_near_orig_output,
        "a window passes its gradient on once, to the first maximum",
    ),
    Deviation(
        "max-3d-gradient-by-orig-output",
        ("MaxPool3DGrad",),
        orig_output_is_not_the_winners,
        "the winner is found from orig_input, so the gradient of a window never vanishes",
    ),
    Deviation(
        "max-second-gradient-by-orig-output",
        ("MaxPoolGradGrad", "MaxPool3DGradGrad"),
        orig_output_is_not_the_winners,
        "the winner is found from orig_input, so it exists whatever orig_output holds",
    ),
    Deviation(
        "convolution-of-empty-input",
        ("Conv2D", "Conv3D"),
        empty_input,
        "the result's shape follows from the shapes and attributes",
    ),
    Deviation(
        "infinity-times-padding",
        ("Conv2D", "Conv3D", "Conv2DBackpropFilter"),
        infinity_meets_padding,
        "padding is not there, it is not a zero to multiply with",
    ),
    Deviation(
        "forward-window-larger-than-input",
        ("AvgPool", "AvgPool3D"),
        larger_than_padded_input,
        "one rule for all forward ops; TensorFlow's others crash or return unwritten memory",
        ValueError,
    ),
)


# --- what TensorFlow refuses and Voxgrad answers -------------------------------------------------


def channels_first(case: Case, refusal: Refusal) -> bool:
    layout = data_format(case.op, case.arguments)
    return layout[1] == "C" and refusal.code in ("InvalidArgument", "Unimplemented")


def no_kernel(case: Case, refusal: Refusal) -> bool:
    return refusal.code == "NotFound" and "Could not find device" in refusal.text


def dilated(case: Case, refusal: Refusal) -> bool:
    return max(case.arguments.get("dilations", [1])) > 1 and refusal.code == "InvalidArgument"


def grouped(case: Case, refusal: Refusal) -> bool:
    layout = data_format(case.op, case.arguments)
    depth = input_shape(case.op, case.arguments)[layout.index("C")]
    return depth != filter_shape(case.arguments)[-2] and refusal.code == "InvalidArgument"


def over_channels(case: Case, refusal: Refusal) -> bool:
    return channel_entry(case, "ksize") != 1 and refusal.code == "Unimplemented"


def empty_tensor(case: Case, refusal: Refusal) -> bool:
    arrays = [value for value in case.arguments.values() if isinstance(value, np.ndarray)]
    return any(array.size == 0 for array in arrays) and refusal.code == "InvalidArgument"


@dataclass(frozen=True)
class Extension:
    name: str
    ops: tuple[str, ...]
    condition: Callable[[Case, Refusal], bool]

    def explains(self, case: Case, refusal: Refusal) -> bool:
        return case.op in self.ops and self.condition(case, refusal)


_POOL = (
    "AvgPool",
    "AvgPool3D",
    "AvgPoolGrad",
    "AvgPool3DGrad",
    "MaxPool",
    "MaxPool3D",
    "MaxPoolGrad",
    "MaxPool3DGrad",
    "MaxPoolGradGrad",
    "MaxPool3DGradGrad",
)
_CONV = (
    "Conv2D",
    "Conv3D",
    "Conv2DBackpropInput",
    "Conv3DBackpropInputV2",
    "Conv2DBackpropFilter",
    "Conv3DBackpropFilterV2",
)

_POOL_3D = tuple(op for op in _POOL if "3D" in op)

EXTENSIONS = (
    Extension("channels-first", _POOL + _CONV, channels_first),
    Extension("types-without-a-kernel", _POOL_3D, no_kernel),
    Extension("dilation", _CONV, dilated),
    Extension("groups", _CONV, grouped),
    Extension("max-gradients-over-channels", ("MaxPoolGrad", "MaxPoolGradGrad"), over_channels),
    Extension("empty-tensors", ("MaxPool3DGradGrad", "AvgPoolGrad"), empty_tensor),
)
