"""Types, and small random calls of every op, for the tests of the Python face."""

from __future__ import annotations

from typing import Any, TypeAlias

import ml_dtypes
import numpy as np
from brute_force import FAMILIES, axes_of, compute, rank_of
from compare_recorded import difference, round_to
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]

FLOATS = ["float16", "bfloat16", "float32", "float64"]
INTEGERS = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]
OPS = sorted(FAMILIES)


def dtype_of(name: str) -> np.dtype[Any]:
    return np.dtype(ml_dtypes.bfloat16 if name == "bfloat16" else name)


def types_of(op: str) -> list[str]:
    if op.startswith("Avg"):
        return FLOATS
    if op in ("MaxPool3D", "MaxPool3DGrad"):
        return FLOATS
    if op.startswith("Max"):
        return FLOATS + INTEGERS
    return FLOATS + (["int32"] if op in ("Conv2D", "Conv2DBackpropInput") else [])


def layouts_of(op: str) -> tuple[str, str]:
    return ("NHWC", "NCHW") if rank_of(op) == 4 else ("NDHWC", "NCDHW")


def calls() -> list[tuple[str, str, str]]:
    """(op, type, data_format): all there are."""
    return [(op, t, layout) for op in OPS for t in types_of(op) for layout in layouts_of(op)]


def numbers(rng: np.random.Generator, shape: list[int], dtype: np.dtype[Any]) -> Array:
    low = 0 if dtype.kind == "u" else -9
    return rng.integers(low, 10, shape).astype(dtype)


def in_order(layout: str, batch: int, space: list[int], channels: int) -> list[int]:
    return [batch, channels, *space] if layout[1] == "C" else [batch, *space, channels]


def sample(
    op: str, dtype: str, layout: str, rng: np.random.Generator, **attributes: Any
) -> dict[str, Any]:
    """The arguments of a valid call. Windows overlap and touch the padding."""
    kind = dtype_of(dtype)
    dims = len(layout) - 2
    in_shape = in_order(layout, 2, [4, 5, 3][:dims], 4)
    arguments: dict[str, Any] = {
        "strides": in_order(layout, 1, [2, 1, 2][:dims], 1),
        "padding": "SAME",
        "data_format": layout,
    } | attributes
    x = numbers(rng, in_shape, kind)
    is_conv = op.startswith("Conv")
    if is_conv:
        depth = 4 // int(arguments.pop("groups", 1))
        arguments["filter"] = numbers(rng, [*[3, 2, 3][:dims], depth, 6], kind)
    else:
        arguments["ksize"] = attributes.get("ksize", in_order(layout, 1, [3, 2, 3][:dims], 1))
    axes = axes_of(op, arguments | {"input": x})
    out_shape = [axis.windows for axis in axes]
    if is_conv:
        out_shape[layout.index("C")] = 6
    g = numbers(rng, out_shape, kind)
    family = FAMILIES[op]
    if family == "avg":
        arguments["value" if op == "AvgPool" else "input"] = x
    elif family == "avg grad":
        arguments |= {"orig_input_shape": np.array(in_shape, np.int32), "grad": g}
    elif family == "max":
        arguments["input"] = x
    elif family in ("max grad", "max grad grad"):
        forward = compute("MaxPool3D" if dims == 3 else "MaxPool", arguments | {"input": x})
        arguments |= {"orig_input": x, "orig_output": round_to(kind, forward.value)}
        arguments["grad"] = g if family == "max grad" else numbers(rng, in_shape, kind)
    elif family == "conv":
        arguments["input"] = x
    elif family == "conv input":
        arguments |= {"input_sizes": np.array(in_shape, np.int32), "out_backprop": g}
    else:
        sizes = np.array(arguments.pop("filter").shape, np.int32)
        arguments |= {"input": x, "filter_sizes": sizes, "out_backprop": g}
    return arguments


def wrong_by_definition(op: str, arguments: dict[str, Any], result: Array) -> str:
    """What is wrong with a result, or nothing."""
    wanted = compute(op, arguments)
    return difference(result, round_to(result.dtype, wanted.value), wanted.scale)
