"""The calls of further functions, reductions and sums along axes, for math_record.py."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from math_cases import (
    BROADCASTS,
    FLOATS,
    REALS,
    REDUCED,
    REFUSED,
    REFUSED_AXES,
    SIGNED,
    Call,
    Shape,
    dtype_of,
    numbers,
    special,
)

UNARY: dict[str, tuple[str, Sequence[str]]] = {
    "Abs": ("x", (*FLOATS, *SIGNED)),
    "Sign": ("x", (*FLOATS, *SIGNED)),
    "Rsqrt": ("x", FLOATS),
    "Reciprocal": ("x", FLOATS),
    "Inv": ("x", FLOATS),
    "Floor": ("x", FLOATS),
    "Ceil": ("x", FLOATS),
    "Round": ("x", (*FLOATS, "int32", "int64")),
    "Sin": ("x", FLOATS),
    "Cos": ("x", FLOATS),
    "Erf": ("x", FLOATS),
    "Expm1": ("x", FLOATS),
    "Log1p": ("x", FLOATS),
    "Selu": ("features", FLOATS),
    "Softsign": ("features", FLOATS),
}
GRADIENTS = {
    "RsqrtGrad": ("y", "dy"),
    "ReciprocalGrad": ("y", "dy"),
    "InvGrad": ("y", "dy"),
    "SeluGrad": ("gradients", "outputs"),
    "SoftsignGrad": ("gradients", "features"),
    "LeakyReluGrad": ("gradients", "features"),
}


def function_calls() -> Iterator[Call]:
    for op, (name, dtypes) in UNARY.items():
        for dtype in dtypes:
            for shape in ((), (3, 7), (0, 2)):
                yield Call(op, {name: numbers(op, shape, dtype, low=-32, high=64)})
            yield Call(op, {name: special(dtype)})
    for op, (first, second) in GRADIENTS.items():
        for dtype in FLOATS:
            for shape in ((), (3, 7), (0, 2)):
                left = numbers(f"{op} 1", shape, dtype, low=-9, high=24)
                yield Call(op, {first: left, second: numbers(f"{op} 2", shape, dtype)})
    for dtype in FLOATS:
        features = numbers("LeakyRelu", (3, 5), dtype)
        yield Call("LeakyRelu", {"features": features})
        yield Call("LeakyRelu", {"features": features}, {"alpha": 0.5})
        yield Call("LeakyRelu", {"features": special(dtype)}, {"alpha": -2.0})
        given = {"gradients": numbers("g", (3, 5), dtype), "features": features}
        yield Call("LeakyReluGrad", given, {"alpha": 0.25})
    for op, kinds in (
        ("SquaredDifference", (*FLOATS, "int32", "int64")),
        ("Mod", ("int32", "int64", "float32", "float64")),
    ):
        for dtype in kinds:
            for index, (x, y) in enumerate(BROADCASTS if dtype == "float32" else BROADCASTS[:4]):
                right = numbers(f"{op} y {index}", y, dtype)
                if op == "Mod":
                    right = np.where(right == 0, dtype_of(dtype).type(3), right)
                yield Call(op, {"x": numbers(f"{op} x {index}", x, dtype), "y": right})
        for x, y in REFUSED:
            yield Call(op, {"x": numbers(op, x, "float32"), "y": numbers(op, y, "float32") + 9})
    yield Call("Mod", {"x": np.array([3], np.int32), "y": np.array([0], np.int32)})


def reduction_calls() -> Iterator[Call]:
    for dtype in REALS:
        rows = REDUCED if dtype in ("float64", "int32") else REDUCED[:5]
        for index, (shape, axes) in enumerate(rows):
            if dtype in FLOATS and np.prod(shape) > 100:
                continue
            values = numbers("Prod", shape, dtype, low=1, high=3)
            if dtype in FLOATS:
                values = (values * 4).astype(values.dtype)
            inputs = {"input": values, "axis": np.array(axes, np.int32)}
            yield Call("Prod", inputs, {"keep_dims": index % 3 == 0})
    for op in ("All", "Any"):
        for index, (shape, axes) in enumerate(REDUCED):
            values = numbers(op, shape, "int32", low=0, high=8) > (0 if op == "All" else 6)
            inputs = {"input": values, "axis": np.array(axes, np.int64 if index % 2 else np.int32)}
            yield Call(op, inputs, {"keep_dims": index % 3 == 0})
        for shape, axes in REFUSED_AXES:
            yield Call(op, {"input": np.ones(shape, np.bool_), "axis": np.array(axes, np.int32)})


def axis_calls() -> Iterator[Call]:
    for op in ("ArgMax", "ArgMin"):
        for dtype in (*REALS, "bool"):
            values = numbers(op, (3, 4, 5), dtype if dtype != "bool" else "int8", low=-3, high=4)
            values = values > 0 if dtype == "bool" else values
            for axis in (0, 1, 2, -1):
                given = {"input": values, "dimension": np.int32(axis)}
                yield Call(op, given, {"output_type": "int32" if axis else "int64"})
        tied = np.array(
            [[1, np.nan, 3], [np.nan, 2, 7], [2, 2, 1], [np.inf, -np.inf, 0]], np.float32
        )
        yield Call(op, {"input": tied, "dimension": np.int32(1)})
        wrong: tuple[tuple[Shape, int], ...] = (
            ((2, 3), 2),
            ((2, 3), -3),
            ((), 0),
            ((2, 0), 1),
            ((0, 2), 1),
        )
        for shape, axis in wrong:
            given = {"input": numbers(op, shape, "float32"), "dimension": np.int32(axis)}
            yield Call(op, given)
    for kind in ("int16", "uint16"):
        row = {"input": numbers("ArgMax", (2, 3), "float32"), "dimension": np.int64(1)}
        yield Call("ArgMax", row, {"output_type": kind})
    for op in ("Cumsum", "Cumprod"):
        low, high = (-8, 9) if op == "Cumsum" else (1, 3)
        for dtype in REALS:
            x = numbers(op, (2, 3, 4), dtype, low=low, high=high)
            for axis, exclusive, reverse in ((0, False, False), (1, True, False), (-1, True, True)):
                given = {"x": x, "axis": np.int32(axis)}
                yield Call(op, given, {"exclusive": exclusive, "reverse": reverse})
        for shape, axis in (((2, 3), 2), ((2, 3), -3), ((), 0), ((0, 3), 0), ((3, 0), 0)):
            yield Call(op, {"x": numbers(op, shape, "float32"), "axis": np.int32(axis)})


def segment_calls() -> Iterator[Call]:
    for dtype in REALS:
        data = numbers("segments", (5, 2), dtype)
        ids = np.array([0, 0, 1, 3, 3], np.int32)
        yield Call("SegmentSum", {"data": data, "segment_ids": ids})
        mixed = np.array([2, -1, 0, 2, 2], np.int64)
        counted = {"data": data, "segment_ids": mixed, "num_segments": np.int32(4)}
        yield Call("UnsortedSegmentSum", counted)
    grid = {"data": numbers("grid", (2, 3, 2), "float32"), "num_segments": np.int64(3)}
    places = np.array([[0, 2, 2], [1, 0, 2]], np.int16)
    yield Call(
        "UnsortedSegmentSum",
        {"data": grid["data"], "segment_ids": places, "num_segments": np.int64(3)},
    )
    data = numbers("segments", (3, 2), "float32")
    for wrong in ([0, 1], [1, 0, 0], [-1, 0, 0], [[0, 1, 1]]):
        yield Call("SegmentSum", {"data": data, "segment_ids": np.array(wrong, np.int32)})
    yield Call("SegmentSum", {"data": data[:0], "segment_ids": np.zeros(0, np.int32)})
    yield Call("SegmentSum", {"data": data, "segment_ids": np.array([2, 2, 4], np.int32)})
    for ids_, count in (
        ([0, 1, 2], 2),
        ([0, 1], 3),
        ([0, 1, 2], -1),
        ([0, 1, 1], 5),
        ([0, 0, 0], 0),
    ):
        given = {
            "data": data,
            "segment_ids": np.array(ids_, np.int32),
            "num_segments": np.int32(count),
        }
        yield Call("UnsortedSegmentSum", given)


def other_calls() -> Iterator[Call]:
    for dtype in (*FLOATS, "int8", "int16", "int32", "int64", "uint8", "uint16"):
        t = numbers("clip", (2, 3), dtype)
        one = dtype_of(dtype).type
        yield Call("ClipByValue", {"t": t, "clip_value_min": one(1), "clip_value_max": one(3)})
        bounds = {"clip_value_min": numbers("least", (2, 3), dtype), "clip_value_max": one(3)}
        yield Call("ClipByValue", {"t": t, **bounds})
    odd = {
        "t": special("float32"),
        "clip_value_min": np.float32(1),
        "clip_value_max": np.float32(-1),
    }
    yield Call("ClipByValue", odd)
    inside = {
        "t": special("float32"),
        "clip_value_min": np.float32(-1),
        "clip_value_max": np.float32(1),
    }
    yield Call("ClipByValue", inside)
    row = numbers("least", (3,), "float32")
    yield Call(
        "ClipByValue",
        {
            "t": numbers("clip", (2, 3), "float32"),
            "clip_value_min": row,
            "clip_value_max": np.float32(1),
        },
    )
    for dtype in ("float32", "float64"):
        for start, stop, count in (
            (10, 12, 3),
            (0, 1, 5),
            (1, -1, 4),
            (2, 3, 1),
            (0, 1, 0),
            (0, 1, -2),
        ):
            ends = {"start": dtype_of(dtype).type(start), "stop": dtype_of(dtype).type(stop)}
            yield Call("LinSpace", {**ends, "num": np.int32(count)})
    for op in ("BatchMatMul", "BatchMatMulV2"):
        for dtype in (*FLOATS, "int32", "int64"):
            for ax in (False, True):
                x = numbers("bx", (2, 4, 3) if ax else (2, 3, 4), dtype, low=-8, high=9)
                y = numbers("by", (2, 5, 4) if ax else (2, 4, 5), dtype, low=-8, high=9)
                yield Call(op, {"x": x, "y": y}, {"adj_x": ax, "adj_y": ax})
        shapes: tuple[tuple[Shape, Shape], ...] = (
            ((2, 3), (3, 2)),
            ((0, 2, 3), (0, 3, 1)),
            ((2, 2, 0), (2, 0, 3)),
            ((2, 1, 2, 3), (3, 3, 2)),
            ((1, 2, 3), (4, 3, 2)),
            ((2, 2, 3), (3, 3, 2)),
            ((2, 2, 3), (2, 2, 2)),
            ((3,), (3, 2)),
        )
        for left, right in shapes:
            a, b = numbers("bl", left, "float32"), numbers("br", right, "float32")
            yield Call(op, {"x": a, "y": b})


def all_calls() -> list[Call]:
    return [
        *function_calls(),
        *reduction_calls(),
        *axis_calls(),
        *segment_calls(),
        *other_calls(),
    ]
