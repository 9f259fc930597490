"""The calls of the element-wise, reduction, matrix and softmax ops that math_record.py puts to
TensorFlow.

The numbers are multiples of 1/8, so that sums and products are exact in every float type and the
order of a sum does not show; what TensorFlow approximates (exponentials and the like) is compared
with a tolerance of the op.
"""

from __future__ import annotations

import itertools
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]
Shape: TypeAlias = tuple[int, ...]

FLOATS = ("float16", "bfloat16", "float32", "float64")
SIGNED = ("int8", "int16", "int32", "int64")
UNSIGNED = ("uint8", "uint16", "uint32", "uint64")
REALS = (*FLOATS, *SIGNED, *UNSIGNED)


@dataclass(frozen=True)
class Call:
    op: str
    inputs: dict[str, Any]  # arrays, or lists of them
    attrs: dict[str, Any] = field(default_factory=dict)


def dtype_of(name: str) -> np.dtype[Any]:
    return np.dtype(ml_dtypes.bfloat16 if name == "bfloat16" else name)


def numbers(key: str, shape: Shape, dtype: str, low: int = -32, high: int = 33) -> Array:
    """Multiples of 1/8 or small integers that follow from the key alone."""
    rng = np.random.default_rng(zlib.crc32(f"{key} {shape} {dtype}".encode()))
    values = rng.integers(max(low, 0) if dtype.startswith("u") else low, high, shape)
    if "int" not in dtype:
        return (values / 8).astype(dtype_of(dtype))
    return values.astype(dtype_of(dtype))


def special(dtype: str) -> Array:
    kind = dtype_of(dtype)
    if "int" not in dtype:
        return np.array([np.nan, np.inf, -np.inf, -0.0, 0.0, 1.0, -2.5], dtype=kind)
    info = np.iinfo(kind)
    return np.array([info.min, info.min + 1, 1, 2, info.max - 1, info.max], dtype=kind)


BROADCASTS: tuple[tuple[Shape, Shape], ...] = (
    ((3,), (3,)),
    ((2, 3), (3,)),
    ((2, 1), (1, 3)),
    ((), (2, 2)),
    ((2, 2), ()),
    ((0, 3), (1, 3)),
    ((1,), (0,)),
    ((2, 1, 3), (4, 1)),
    ((3, 1, 2, 1), (1, 2, 1, 2)),
    ((2, 3), (2, 3)),
)
REFUSED: tuple[tuple[Shape, Shape], ...] = (((2, 3), (2,)), ((0,), (2,)), ((4, 2), (3, 1, 3)))

BINARY: dict[str, Sequence[str]] = {
    "Add": (*FLOATS, *SIGNED, "uint8"),
    "AddV2": REALS,
    "Sub": REALS,
    "Mul": REALS,
    "Maximum": REALS,
    "Minimum": REALS,
    "Less": REALS,
    "LessEqual": REALS,
    "Greater": REALS,
    "GreaterEqual": REALS,
    "Equal": REALS,
    "NotEqual": REALS,
}
DIVISIONS: dict[str, Sequence[str]] = {
    "Div": REALS,
    "RealDiv": FLOATS,
    "FloorDiv": REALS,
    "FloorMod": REALS,
}


def binary_calls() -> Iterator[Call]:
    for op, dtypes in (BINARY | DIVISIONS).items():
        for dtype in dtypes:
            divides = op in DIVISIONS
            for index, (x, y) in enumerate(BROADCASTS if dtype == "float32" else BROADCASTS[:4]):
                right = numbers(f"{op} y {index}", y, dtype)
                if divides:
                    right = np.where(right == 0, dtype_of(dtype).type(3), right)
                yield Call(op, {"x": numbers(f"{op} x {index}", x, dtype), "y": right})
            if not divides or "int" not in dtype:
                values = special(dtype)
                if op != "FloorMod":  # of infinities TensorFlow's own definition differs by version
                    yield Call(op, {"x": values[:, None], "y": values})
        for x, y in REFUSED:
            yield Call(op, {"x": numbers(op, x, "float32"), "y": numbers(op, y, "float32") + 9})
    for dtype in ("int8", "int32", "uint16"):
        for op in ("Div", "FloorDiv", "FloorMod"):
            zero = np.array([1, 0], dtype_of(dtype))
            yield Call(op, {"x": np.array([3, 4], dtype_of(dtype)), "y": zero})
    for dtype in (*FLOATS, *SIGNED):
        base = numbers("Pow x", (3, 4), dtype, low=1 if "int" not in dtype else -4, high=5)
        yield Call("Pow", {"x": base, "y": numbers("Pow y", (4,), dtype, low=0, high=7)})
    yield Call("Pow", {"x": np.array([2, 3]), "y": np.array([1, -1])})
    both = np.array([True, False])
    for op in ("LogicalAnd", "LogicalOr"):
        yield Call(op, {"x": both[:, None], "y": both})
    for op in ("Equal", "NotEqual"):
        yield Call(op, {"x": both[:, None], "y": both})
        apart = {"x": numbers(op, (2,), "float32"), "y": numbers(op, (3,), "float32")}
        yield Call(op, apart, {"incompatible_shape_error": False})


UNARY: dict[str, tuple[str, Sequence[str]]] = {
    "Neg": ("x", (*FLOATS, *SIGNED)),
    "Square": ("x", REALS),
    "Sqrt": ("x", FLOATS),
    "Exp": ("x", FLOATS),
    "Log": ("x", FLOATS),
    "Tanh": ("x", FLOATS),
    "Sigmoid": ("x", FLOATS),
    "Relu": ("features", REALS),
    "Relu6": ("features", REALS),
    "Elu": ("features", FLOATS),
    "Softplus": ("features", FLOATS),
}
GRADIENTS = {
    "ReluGrad": ("gradients", "features", REALS),
    "Relu6Grad": ("gradients", "features", REALS),
    "EluGrad": ("gradients", "outputs", FLOATS),
    "SoftplusGrad": ("gradients", "features", FLOATS),
    "TanhGrad": ("y", "dy", FLOATS),
    "SigmoidGrad": ("y", "dy", FLOATS),
    "SqrtGrad": ("y", "dy", FLOATS),
}


def unary_calls() -> Iterator[Call]:
    for op, (name, dtypes) in UNARY.items():
        for dtype in dtypes:
            for shape in ((), (3, 7), (0, 2)):
                yield Call(op, {name: numbers(op, shape, dtype, low=-32, high=64)})
            yield Call(op, {name: special(dtype)})
    yield Call("LogicalNot", {"x": np.array([[True], [False]])})
    for op, (first, second, dtypes) in GRADIENTS.items():
        for dtype in dtypes:
            for shape in ((), (3, 7), (0, 2)):
                low = 1 if op == "SqrtGrad" else -9
                left = numbers(f"{op} 1", shape, dtype, low=low, high=60)
                yield Call(op, {first: left, second: numbers(f"{op} 2", shape, dtype)})
        pair = (numbers(op, (2, 3), "float32"), numbers(op, (2,), "float32"))
        yield Call(op, {first: pair[0], second: pair[1]})


REDUCED: tuple[tuple[Shape, Sequence[int]], ...] = (
    ((2, 3, 4), (0,)),
    ((2, 3, 4), (1,)),
    ((2, 3, 4), (2,)),
    ((2, 3, 4), (0, 2)),
    ((2, 3, 4), (-1, 0, 1)),
    ((2, 3, 4), ()),
    ((5, 1, 7), (1, 0)),
    ((70, 3), (0,)),
    ((3, 70), (1,)),
    ((2, 9, 5, 3), (1, 3)),
    ((0, 3), (0,)),
    ((0, 3), (1,)),
    ((2, 0, 3), (1,)),
    ((), ()),
    ((300,), (0,)),
)
REFUSED_AXES: tuple[tuple[Shape, Sequence[int]], ...] = (
    ((2, 3), (2,)),
    ((2, 3), (-3,)),
    ((2, 3), (0, 0)),
    ((2, 3), (1, -1)),
    ((), (0,)),
)


def reduction_calls() -> Iterator[Call]:
    for op in ("Sum", "Mean", "Max", "Min"):
        for dtype in REALS:
            rows = REDUCED if dtype in ("float32", "int32") else REDUCED[3:9]
            for index, (shape, axes) in enumerate(rows):
                indices = np.array(axes, np.int64 if index % 2 else np.int32)
                inputs = {"input": numbers(op, shape, dtype), "axis": indices}
                yield Call(op, inputs, {"keep_dims": index % 3 == 0})
        yield Call(op, {"input": numbers(op, (3, 2), "float32"), "axis": np.int32(0)})
        for shape, axes in REFUSED_AXES:
            yield Call(
                op, {"input": numbers(op, shape, "float32"), "axis": np.array(axes, np.int32)}
            )
    for op in ("Max", "Min"):
        values = np.array([[1, np.nan, 3], [np.inf, -np.inf, 2]], np.float32)
        yield Call(op, {"input": values, "axis": np.array([1], np.int32)})
    for dtype in FLOATS:
        for shape in ((), (3, 5), (0,)):
            yield Call("L2Loss", {"t": numbers("L2Loss", shape, dtype, low=-8, high=9)})


def matmul_calls() -> Iterator[Call]:
    for dtype in (*FLOATS, "int32", "int64"):
        for rows, depth, columns in ((2, 3, 4), (1, 5, 1), (7, 9, 6), (3, 0, 2), (0, 2, 3)):
            for ta, tb in itertools.product((False, True), repeat=2):
                a = numbers("a", (depth, rows) if ta else (rows, depth), dtype, low=-8, high=9)
                b = numbers(
                    "b", (columns, depth) if tb else (depth, columns), dtype, low=-8, high=9
                )
                yield Call("MatMul", {"a": a, "b": b}, {"transpose_a": ta, "transpose_b": tb})
    for left, right in (((2, 3), (2, 3)), ((3,), (3, 2)), ((2, 3), (3, 2, 1))):
        yield Call(
            "MatMul", {"a": numbers("a", left, "float32"), "b": numbers("b", right, "float32")}
        )


def softmax_calls() -> Iterator[Call]:
    for dtype in FLOATS:
        for op in ("Softmax", "LogSoftmax"):
            for shape in ((2, 3), (4,), (2, 1, 5), (0, 3)):
                yield Call(op, {"logits": numbers(op, shape, dtype)})
        rows: tuple[tuple[Shape, Shape], ...] = (
            ((2, 3), (2, 3)),
            ((2, 3), (1, 3)),
            ((1, 3), (2, 3)),
        )
        for index, (features, labels) in enumerate((*rows, ((2, 3), (3,)), ((0, 3), (0, 3)))):
            given = numbers(f"features {index}", features, dtype)
            weights = numbers(f"labels {index}", labels, dtype, low=0, high=9)
            yield Call("SoftmaxCrossEntropyWithLogits", {"features": given, "labels": weights})
        for kind in ("int32", "int64"):
            given = numbers("sparse", (4, 3), dtype)
            right = np.array([0, 2, 1, 2], kind)
            yield Call("SparseSoftmaxCrossEntropyWithLogits", {"features": given, "labels": right})
    for classes in ([3], [-1], [0, 1], [[0]]):
        given = numbers("sparse", (1, 3), "float32")
        wrong = {"features": given, "labels": np.array(classes, np.int64)}
        yield Call("SparseSoftmaxCrossEntropyWithLogits", wrong)


def bias_calls() -> Iterator[Call]:
    for dtype in REALS:
        for shape in ((2, 3), (2, 4, 3), (2, 3, 2, 3), (1, 3, 2, 2, 3)):
            for layout in ("NHWC", "NCHW"):
                channels = shape[1] if layout == "NCHW" else shape[-1]
                value = numbers("value", shape, dtype, low=-4, high=5)
                inputs = {"value": value, "bias": numbers("bias", (channels,), dtype)}
                yield Call("BiasAdd", inputs, {"data_format": layout})
                yield Call("BiasAddGrad", {"out_backprop": value}, {"data_format": layout})
    refused: tuple[tuple[Shape, Shape], ...] = (((3,), (3,)), ((2, 3), (2,)), ((2, 3), (3, 1)))
    for sizes, bias in refused:
        given = {"value": numbers("v", sizes, "float32"), "bias": numbers("b", bias, "float32")}
        yield Call("BiasAdd", given)
    yield Call("BiasAddGrad", {"out_backprop": numbers("v", (3,), "float32")})


def list_and_select_calls() -> Iterator[Call]:
    for dtype in REALS:
        for count in (1, 2, 5):
            terms = [numbers(f"term {i}", (2, 3), dtype) for i in range(count)]
            yield Call("AddN", {"inputs": terms})
        t, e = numbers("t", (2, 3), dtype), numbers("e", (2, 3), dtype)
        for condition in (np.array(True), np.array([True, False]), t > e):
            yield Call("Select", {"condition": condition, "x": t, "y": e})
        condition = np.array([[True], [False]])
        yield Call("SelectV2", {"condition": condition, "t": t, "e": e[:1, :1]})
    apart = [numbers("a", (2,), "float32"), numbers("b", (1,), "float32")]
    yield Call("AddN", {"inputs": apart})
    wrong = {"condition": np.array([True, False, True]), "x": t, "y": e}
    yield Call("Select", wrong)
    yield Call("SelectV2", {"condition": np.array([True, False]), "t": t, "e": e})


def all_calls() -> list[Call]:
    return [
        *binary_calls(),
        *unary_calls(),
        *reduction_calls(),
        *matmul_calls(),
        *softmax_calls(),
        *bias_calls(),
        *list_and_select_calls(),
    ]
