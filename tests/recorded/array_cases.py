"""The calls of array ops that array_record.py puts to TensorFlow.

A case is (op, arguments): arrays, lists of arrays, and attributes as Python values. Odd shapes,
empty tensors and refusals come first; then every type.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]
Case: TypeAlias = tuple[str, dict[str, Any]]

TYPES = (
    "float16",
    "bfloat16",
    "float32",
    "float64",
    "int8",
    "uint8",
    "int16",
    "uint16",
    "int32",
    "uint32",
    "int64",
    "uint64",
    "bool",
)


def numpy_dtype(name: str) -> np.dtype[Any]:
    kind: np.dtype[Any] = np.dtype(ml_dtypes.bfloat16 if name == "bfloat16" else name)
    return kind


def ramp(*shape: int, dtype: str = "float32") -> Array:
    count = int(np.prod(shape))
    return (np.arange(count) % 100 + 1).astype(numpy_dtype(dtype)).reshape(shape)


def ints(*values: Any, dtype: str = "int32") -> Array:
    return np.array(values, dtype)


def scalar(value: float, dtype: str = "int32") -> Array:
    return np.array(value, numpy_dtype(dtype))


def shape_cases() -> Iterator[Case]:
    empty = np.zeros((0, 3), np.float32)
    for tensor, shape in [
        (ramp(2, 3), ints(3, -1)),
        (ramp(2, 3), ints(6)),
        (ramp(2, 3), ints(-1)),
        (ramp(1, 1), np.zeros(0, np.int32)),
        (ramp(2, 3), ints(1, 2, 1, -1, 1, dtype="int64")),
        (empty, ints(0, -1)),
        (empty, ints(5, -1)),
        (empty, ints(-1, 3)),
        (np.zeros((0, 3, 5), np.float32), ints(0, -1)),
        (ramp(2, 3), ints(4, -1)),
        (ramp(2, 3), ints(-1, -1)),
        (ramp(2, 3), ints(-2, -3)),
        (ramp(2, 3), ints(0, -1)),
        (ramp(2, 3), ints(7)),
    ]:
        yield "Reshape", {"tensor": tensor, "shape": shape}
    for axis in (0, 1, 2, -1, -3, 3, -4):
        yield "ExpandDims", {"input": ramp(2, 3), "axis": scalar(axis)}
    for axes in ([], [0], [-1], [0, 2], [1], [4]):
        yield "Squeeze", {"input": ramp(1, 3, 1, 1), "axis": axes}
    for tensor in (ramp(2, 3), scalar(5, "float32"), empty):
        for out_type in ("int32", "int64"):
            yield "Size", {"input": tensor, "out_type": out_type}
            yield "Shape", {"input": tensor, "out_type": out_type}
        yield "Rank", {"input": tensor}
        for op in ("Identity", "StopGradient", "PreventGradient"):
            yield op, {"input": tensor}
        yield "PlaceholderWithDefault", {"input": tensor, "shape": list(tensor.shape)}
    yield "ShapeN", {"input": [ramp(2, 3), empty, scalar(1, "float32")], "out_type": "int64"}


def move_cases() -> Iterator[Case]:
    for shape, perm in [
        ((2, 3), (1, 0)),
        ((2, 3), (-1, 0)),
        ((2, 3, 4), (2, 0, 1)),
        ((2, 3, 4), (0, 2, 1)),
        ((3, 1, 5, 2), (3, 1, 0, 2)),
        ((17, 33), (1, 0)),
        ((0, 3), (1, 0)),
        ((2, 3, 2, 2, 3), (4, 2, 0, 3, 1)),
        ((2, 3), (1, 1)),
        ((2, 3), (0, 2)),
        ((2, 3), (0,)),
    ]:
        yield "Transpose", {"x": ramp(*shape), "perm": ints(*perm)}
    yield "Transpose", {"x": scalar(3, "float32"), "perm": np.zeros(0, np.int32)}
    for shape, begin, size in [
        ((2, 3), (0, 1), (-1, -1)),
        ((2, 3), (1, 0), (1, 3)),
        ((2, 3), (0, 3), (2, 0)),
        ((4, 5, 6), (1, 2, 3), (2, -1, 2)),
        ((2, 3), (0, 4), (1, -1)),
        ((2, 3), (0, 2), (1, 2)),
        ((2, 3), (-1, 0), (1, 1)),
        ((2, 3), (0, 0), (-2, 1)),
        ((2, 3), (0,), (1,)),
    ]:
        yield "Slice", {"input": ramp(*shape), "begin": ints(*begin), "size": ints(*size)}
    for shape, paddings in [
        ((2, 3), ((1, 1), (2, 0))),
        ((2, 3), ((0, 0), (0, 0))),
        ((0, 2), ((2, 1), (0, 1))),
        ((2, 1, 2), ((0, 1), (1, 0), (2, 2))),
        ((2, 3), ((1, 1), (-1, 0))),
        ((2, 3), ((1, 1),)),
        ((2, 3), ((1, 1, 1), (0, 0, 0))),
    ]:
        yield "Pad", {"input": ramp(*shape), "paddings": np.array(paddings, np.int32)}
        nine = scalar(9, "float32")
        matrix = np.array(paddings, np.int64)
        yield "PadV2", {"input": ramp(*shape), "paddings": matrix, "constant_values": nine}
    for shape, multiples in [
        ((2, 3), (2, 1)),
        ((2, 3), (1, 3)),
        ((2, 1, 3), (2, 3, 2)),
        ((2, 3), (0, 2)),
        ((2, 3), (-1, 2)),
        ((2, 3), (2,)),
    ]:
        yield "Tile", {"input": ramp(*shape), "multiples": ints(*multiples)}
    for shape, to in [
        ((3,), (2, 3)),
        ((2, 1), (2, 4)),
        ((1, 3, 1), (2, 2, 3, 2)),
        ((), (0, 3)),
        ((2, 3), (4, 3)),
        ((2, 3), (3,)),
    ]:
        yield "BroadcastTo", {"input": ramp(*shape), "shape": ints(*to)}
    for dims in ((2, 3), (), (0, 2), (2, -1)):
        yield "Fill", {"dims": np.array(dims, np.int32), "value": scalar(7, "float32")}


def list_cases() -> Iterator[Case]:
    a, b = ramp(2, 3), ramp(2, 3) + 10
    for values, axis in [
        ([a, b], 0),
        ([a, b], -1),
        ([a, ramp(2, 1), ramp(2, 0)], 1),
        ([ramp(0, 3), a], 0),
        ([ramp(2, 3, 2), ramp(2, 1, 2)], 1),
        ([a, ramp(2, 2)], 0),
        ([a, b], 2),
        ([a, ramp(3)], 0),
        ([scalar(1, "float32"), scalar(2, "float32")], 0),
    ]:
        yield "ConcatV2", {"values": values, "axis": scalar(axis)}
        yield "Concat", {"concat_dim": scalar(axis), "values": values}
    for axis in (0, 1, 2, -1, -3, 3):
        yield "Pack", {"values": [a, b], "axis": axis}
    yield "Pack", {"values": [a, ramp(1, 3)], "axis": 0}
    for num, axis in ((2, 0), (3, 1), (3, -1), (3, 0), (2, 2)):
        yield "Unpack", {"value": a, "num": num, "axis": axis}
    for num, axis in ((2, 0), (3, 1), (3, -1), (1, 0), (2, 1), (2, 2)):
        yield "Split", {"axis": scalar(axis), "value": a, "num_split": num}
    for dim, shapes in [
        (1, [(2, 3), (2, 5), (2, 1)]),
        (-1, [(2, 3), (2, 5)]),
        (0, [(2, 3), (2, 5)]),
        (2, [(2, 3), (2, 3)]),
    ]:
        yield "ConcatOffset", {"concat_dim": scalar(dim), "shape": [ints(*s) for s in shapes]}
    for indices, data in [
        ([ints(0, 2), ints(1)], [ramp(2), ramp(1)]),
        ([ints(0, 3)], [ramp(2, 2)]),
        ([ints(0, 0)], [ramp(2)]),
        ([scalar(1), ints(0, 2)], [ramp(2), ramp(2, 2)]),
        ([ints(0, -1)], [ramp(2)]),
        ([ints(0), ints(1)], [ramp(2), ramp(1)]),
    ]:
        yield "DynamicStitch", {"indices": indices, "data": data}


def index_cases() -> Iterator[Case]:
    for s0, s1 in [
        ((2, 1, 3), (3,)),
        ((2, 3), (2, 3)),
        ((1, 1), (1,)),
        ((0, 1), (1, 3)),
        ((), (1, 2)),
        ((4, 1, 5), (1, 6, 1)),
        ((2, 3), (4,)),
    ]:
        vectors = np.array(s0, np.int32), np.array(s1, np.int32)
        yield "BroadcastGradientArgs", {"s0": vectors[0], "s1": vectors[1]}
    for x in ((2, 0, 1), (), (0, 0), (0, 5), (-1, 0)):
        yield "InvertPermutation", {"x": np.array(x, np.int32)}
    for start, limit, delta, dtype in [
        (0, 5, 1, "int32"),
        (5, -5, -3, "int64"),
        (5, 5, 1, "int32"),
        (0, 100, 30, "int8"),
        (3, 30, 9, "uint16"),
        (0, 1, 0.25, "float32"),
        (0, 0.3, 0.1, "float32"),
        (1, -1, -0.5, "float16"),
        (0, 4, 1, "bfloat16"),
        (0, 1, 0.125, "float64"),
        (0, 5, 0, "int32"),
        (5, 0, 1, "int32"),
        (0, 5, -1, "float32"),
    ]:
        numbers = {"start": start, "limit": limit, "delta": delta}
        yield "Range", {name: scalar(value, dtype) for name, value in numbers.items()}


def cast_values(dtype: str) -> Array:
    if dtype == "bool":
        return np.array([True, False])
    if dtype in ("float16", "bfloat16", "float32", "float64"):
        values = [
            0.0,
            -0.0,
            1.5,
            -1.5,
            2.5,
            100.75,
            0.1,
            1 / 3,
            6e-8,
            np.nan,
            np.inf,
            65504,
            65519.9,
        ]
        return np.array(values, np.float64).astype(numpy_dtype(dtype))
    low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
    return np.array([0, 1, 2, 100, low, high, high - 1, high // 3], dtype)


def cast_cases() -> Iterator[Case]:
    floats = ("float16", "bfloat16", "float32", "float64")
    for source in TYPES:
        for target in TYPES:
            x = cast_values(source)
            if source in floats and target not in floats and target != "bool":
                x = x[np.isfinite(x.astype(np.float64)) & (np.abs(x.astype(np.float64)) < 101)]
                x = np.abs(x) if target.startswith("u") else x
            yield "Cast", {"x": x, "DstT": target}
    for source, target in [
        ("float64", "float32"),
        ("float64", "float16"),
        ("float64", "bfloat16"),
        ("float32", "float16"),
        ("float32", "bfloat16"),
        ("float16", "bfloat16"),
        ("bfloat16", "float16"),
    ]:
        yield "Cast", {"x": cast_values(source), "DstT": target, "Truncate": True}
    beyond = np.array([np.nan, np.inf, -np.inf, 1e20, -1e20, 3e9, -3e9], np.float64)
    for source in ("float32", "float64"):
        for target in ("int32", "int64", "uint64"):
            yield "Cast", {"x": beyond.astype(source), "DstT": target}


def type_cases() -> Iterator[Case]:
    for dtype in TYPES:
        x = ramp(2, 3, dtype=dtype)
        yield "Transpose", {"x": x, "perm": ints(1, 0)}
        yield "Slice", {"input": x, "begin": ints(0, 1), "size": ints(2, 2)}
        yield "ConcatV2", {"values": [x, x], "axis": scalar(1)}
        yield "Pad", {"input": x, "paddings": np.array(((1, 0), (0, 2)), np.int32)}
        yield "Tile", {"input": x, "multiples": ints(2, 2)}
        yield "Fill", {"dims": ints(2, 2), "value": x[0, 0]}
        yield "OnesLike", {"x": x}
        yield "ZerosLike", {"x": x}
        yield "Pack", {"values": [x, x], "axis": 1}


def cases() -> Iterator[Case]:
    yield from shape_cases()
    yield from move_cases()
    yield from list_cases()
    yield from index_cases()
    yield from cast_cases()
    yield from type_cases()
