"""The calls of the ops that pick, place and rearrange, for array_record.py."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from array_cases import TYPES, Case, ints, numpy_dtype, ramp, scalar


def gather_cases() -> Iterator[Case]:
    shape: tuple[int, ...]
    indices: Any
    for shape, indices in [
        ((4,), (3, 0, 0)),
        ((4, 2), (1, 3)),
        ((4, 2), ((1, 3), (0, 2))),
        ((4, 2), ()),
        ((3, 0), (1,)),
        ((4,), (4,)),
        ((4,), (-1,)),
        ((0, 2), ()),
    ]:
        numbers = np.array(indices, np.int32)
        yield "Gather", {"params": ramp(*shape), "indices": numbers}
        yield "GatherV2", {"params": ramp(*shape), "indices": numbers, "axis": scalar(0)}
    yield "Gather", {"params": scalar(1, "float32"), "indices": ints(0)}
    yield "GatherV2", {"params": ramp(3, 2), "indices": scalar(1), "axis": scalar(0)}
    for shape, indices, axis, batch in [
        ((2, 3, 4), (2, 0), 1, 0),
        ((2, 3, 4), (2, 0), -1, 0),
        ((2, 3, 4), ((2, 0), (1, 1)), 2, 0),
        ((2, 3), ((2, 0), (1, 1)), 1, 1),
        ((2, 3, 4), ((2, 0), (1, 1)), 2, 1),
        ((2, 3, 4), ((2, 0), (1, 1)), 1, -1),
        ((2, 3), (2, 0), 2, 0),
        ((2, 3), ((2, 0), (1, 1)), 0, 1),
        ((2, 3), ((2, 0),), 1, 1),
        ((2, 3), (3,), 1, 0),
        ((2, 3), (0,), 0, 3),
    ]:
        numbers = np.array(indices, np.int64)
        arguments = {"params": ramp(*shape), "indices": numbers, "axis": scalar(axis)}
        yield "GatherV2", {**arguments, "batch_dims": batch}
    yield (
        "GatherV2",
        {"params": ramp(4), "indices": ints(2, dtype="int16"), "axis": scalar(0, "int64")},
    )


def nd_cases() -> Iterator[Case]:
    for shape, indices in [
        ((2, 2), ((0, 1), (1, 0))),
        ((2, 2), ((1,), (0,))),
        ((2, 3, 2), (((0, 1), (1, 2)),)),
        ((2, 2), (1,)),
        ((2, 2), ((), ())),
        ((2, 2), ((0, 2),)),
        ((2, 2), ((0, -1),)),
        ((2, 2), ((0, 0, 0),)),
    ]:
        numbers = np.array(indices, np.int32)
        yield "GatherNd", {"params": ramp(*shape), "indices": numbers}
    yield "GatherNd", {"params": ramp(2), "indices": scalar(1)}
    bad = {"indices": np.array([[0], [5]], np.int32), "bad_indices_policy": "IGNORE"}
    yield "GatherNd", {"params": ramp(2, 2), **bad}
    yield "ScatterNd", {"updates": ramp(2), "shape": ints(3), **bad}
    for indices, updates, sizes in [
        (((4,), (3,), (1,), (7,)), (4,), (8,)),
        (((0,), (2,)), (2, 2, 2), (3, 2, 2)),
        (((0, 1), (1, 1)), (2,), (2, 3)),
        (((1,), (1,), (1,)), (3,), (3,)),
        (((3,),), (1,), (3,)),
        (((0,),), (2,), (3,)),
        (((0, 0),), (1,), (3,)),
        (((0,),), (1,), (-1,)),
    ]:
        numbers = np.array(indices, np.int32)
        yield "ScatterNd", {"indices": numbers, "updates": ramp(*updates), "shape": ints(*sizes)}


SLICES: list[tuple[tuple[int, ...], Any, Any, Any, dict[str, int]]] = [
    ((5,), [1], [4], [1], {}),
    ((5,), [4], [0], [-2], {}),
    ((5,), [0], [0], [-1], {"begin_mask": 1, "end_mask": 1}),
    ((5,), [-3], [100], [2], {}),
    ((5,), [-100], [-1], [1], {}),
    ((5,), [3], [1], [1], {}),
    ((4, 5), [1, 2], [3, 4], [1, 1], {}),
    ((4, 5), [1, 2], [3, 4], [1, 1], {"shrink_axis_mask": 1}),
    ((4, 5), [1, 2], [3, 4], [1, 1], {"shrink_axis_mask": 3}),
    ((4, 5), [-1], [0], [1], {"shrink_axis_mask": 1}),
    ((4, 5), [1], [3], [1], {}),
    ((2, 3, 4), [0, 1], [0, 3], [1, 1], {"ellipsis_mask": 1}),
    ((2, 3, 4), [1, 0, 1], [2, 0, 3], [1, 1, 1], {"ellipsis_mask": 2}),
    ((2, 3, 4), [0, 0, 1], [0, 0, 3], [1, 1, 2], {"ellipsis_mask": 1, "new_axis_mask": 2}),
    ((2, 3), [0, 0, 0], [0, 2, 3], [1, 1, 1], {"new_axis_mask": 1}),
    ((2, 3), [0, 1, 0], [2, 2, 0], [1, 1, 1], {"new_axis_mask": 4, "shrink_axis_mask": 2}),
    ((2, 3), [0, 0, 0], [2, 3, 0], [1, 1, 1], {"ellipsis_mask": 4}),
    ((0, 3), [0, 0], [5, 2], [1, 1], {}),
    ((2, 3), [], [], [], {}),
    ((5,), [0], [5], [0], {}),
    ((5,), [5], [0], [1], {"shrink_axis_mask": 1}),
    ((5,), [0], [0], [-1], {"shrink_axis_mask": 1}),
    ((2, 3), [0, 0, 0], [1, 1, 1], [1, 1, 1], {}),
    ((2, 3), [0, 0], [1, 1], [1, 1], {"ellipsis_mask": 3}),
    ((2, 3), [0, 0], [1], [1, 1], {}),
]


def slice_cases() -> Iterator[Case]:
    for shape, begin, end, strides, masks in SLICES:
        bounds = {
            "begin": np.array(begin, np.int32),
            "end": np.array(end, np.int32),
            "strides": np.array(strides, np.int32),
        }
        yield "StridedSlice", {"input": ramp(*shape), **bounds, **masks}
    for shape, begin, end, strides, masks, dy in [
        ((5,), [1], [4], [1], {}, (3,)),
        ((5,), [4], [0], [-2], {}, (2,)),
        ((4, 5), [1, 2], [3, 4], [1, 1], {"shrink_axis_mask": 1}, (2,)),
        ((2, 3), [0, 0, 0], [0, 2, 3], [1, 1, 1], {"new_axis_mask": 1}, (1, 2, 3)),
        ((2, 3, 4), [1, 0, 1], [2, 0, 3], [1, 1, 1], {"ellipsis_mask": 2}, (1, 3, 2)),
        ((5,), [1], [4], [1], {}, (2,)),
    ]:
        arguments = {
            "shape": ints(*shape),
            "begin": np.array(begin, np.int32),
            "end": np.array(end, np.int32),
            "strides": np.array(strides, np.int32),
            "dy": ramp(*dy),
        }
        yield "StridedSliceGrad", {**arguments, **masks}
    yield "IdentityN", {"input": [ramp(2), scalar(3), np.array([True])]}
    for sizes, axis in [
        ((1, 2), 1),
        ((1, -1), 1),
        ((2, 0, 0), 0),
        ((3, 0), -1),
        ((1, 1), 1),
        ((1, 3), 1),
        ((-1, -1), 1),
        ((1, -2), 1),
        ((1, 1), 2),
    ]:
        arguments = {"value": ramp(2, 3), "size_splits": ints(*sizes), "axis": scalar(axis)}
        yield "SplitV", {**arguments, "num_split": len(sizes)}


def one_hot_and_reverse_cases() -> Iterator[Case]:
    for indices, depth, axis in [
        ((0, 2, -1, 3), 3, -1),
        ((0, 2, 1), 3, 0),
        (((0, 2), (1, 1)), 3, 1),
        (((0, 2), (1, 1)), 3, 2),
        ((), 2, -1),
        ((0, 1), 0, -1),
        ((0, 1), -1, -1),
        ((0, 1), 2, 2),
        ((0, 1), 2, -2),
    ]:
        numbers = {"indices": np.array(indices, np.int32), "depth": scalar(depth), "axis": axis}
        yield "OneHot", {**numbers, "on_value": np.float32(5), "off_value": np.float32(-1)}
    for kind in ("uint8", "int8", "int64"):
        numbers = {"indices": ints(1, 0, dtype=kind), "depth": scalar(2)}
        yield "OneHot", {**numbers, "on_value": np.float32(1), "off_value": np.float32(0)}
    for axes in ([], [0], [1], [-1], [0, 2], [2, 0, 1], [3], [0, 0], [0, -3]):
        yield "ReverseV2", {"tensor": ramp(2, 3, 4), "axis": np.array(axes, np.int32)}
    for marks in ([True, False], [False, True], [True, True], [True]):
        yield "Reverse", {"tensor": ramp(2, 3), "dims": np.array(marks)}
    yield "ReverseV2", {"tensor": ramp(0, 3), "axis": ints(0, 1)}
    for mode in ("REFLECT", "SYMMETRIC"):
        for shape, paddings in [
            ((3,), ((2, 1),)),
            ((2, 3), ((1, 1), (0, 2))),
            ((2, 3), ((0, 0), (0, 0))),
            ((2, 2, 2), ((1, 0), (0, 1), (1, 1))),
            ((3,), ((3, 0),)),
            ((3,), ((4, 0),)),
            ((3,), ((0, -1),)),
            ((2, 3), ((1, 1),)),
        ]:
            matrix = np.array(paddings, np.int32)
            yield "MirrorPad", {"input": ramp(*shape), "paddings": matrix, "mode": mode}
        for shape, paddings in [
            ((5,), ((1, 1),)),
            ((3, 5), ((1, 0), (1, 1))),
            ((5,), ((3, 0),)),
            ((5,), ((3, 3),)),
        ]:
            matrix = np.array(paddings, np.int32)
            yield "MirrorPadGrad", {"input": ramp(*shape), "paddings": matrix, "mode": mode}


def search_cases() -> Iterator[Case]:
    for values in (
        np.array([[True, False], [False, True]]),
        np.array(True),
        np.array([0, 3, 0, -1], np.int32),
        np.array([[0.0, np.nan], [-0.0, 2.0]], np.float32),
        np.zeros((0, 2), np.bool_),
        np.zeros((2, 3, 2), np.float64),
    ):
        yield "Where", {"condition": values}
    for values in (
        ints(1, 1, 2, 4, 4, 2),
        np.array([0.0, -0.0, 1.5], np.float32),
        np.zeros(0, np.int64),
        ints(5, 3, 5, dtype="int8"),
    ):
        for index in ("int32", "int64"):
            yield "Unique", {"x": values, "out_idx": index}
    yield "Unique", {"x": ramp(2, 2)}


def block_cases() -> Iterator[Case]:
    shape: tuple[int, ...]
    block: tuple[int, ...]
    for shape in ((3,), (2, 2), (0,), ()):
        yield "Diag", {"diagonal": ramp(*shape) if shape else scalar(2, "float32")}
    for shape in ((3, 3), (2, 3, 2, 3), (2, 3), (3,), (0, 0)):
        yield "DiagPart", {"input": ramp(*shape)}
    for shape, block, borders in [
        ((1, 2, 2, 1), (2, 2), ((0, 0), (0, 0))),
        ((2, 4, 4, 3), (2, 2), ((0, 0), (0, 0))),
        ((1, 3, 4, 2), (2, 2), ((1, 0), (0, 2))),
        ((2, 6), (3,), ((0, 0),)),
        ((1, 5, 2), (3,), ((2, 2),)),
        ((1, 1, 1), (4,), ((3, 0),)),
        ((2, 3), (), ()),
        ((1, 3, 4, 1), (2, 2), ((0, 0), (0, 0))),
        ((1, 2), (0,), ((0, 0),)),
        ((1, 2), (2,), ((-1, 1),)),
    ]:
        yield (
            "SpaceToBatchND",
            {
                "input": ramp(*shape),
                "block_shape": np.array(block, np.int32),
                "paddings": np.array(borders, np.int32).reshape(len(block), 2),
            },
        )
    for shape, block, borders in [
        ((4, 1, 1, 1), (2, 2), ((0, 0), (0, 0))),
        ((8, 2, 2, 3), (2, 2), ((0, 0), (0, 0))),
        ((4, 2, 3, 1), (2, 2), ((1, 0), (0, 2))),
        ((6, 2), (3,), ((1, 1),)),
        ((3, 2), (3,), ((4, 3),)),
        ((3, 2), (2,), ((0, 0),)),
        ((4, 1), (4,), ((3, 0),)),
    ]:
        yield (
            "BatchToSpaceND",
            {
                "input": ramp(*shape),
                "block_shape": np.array(block, np.int32),
                "crops": np.array(borders, np.int32).reshape(len(block), 2),
            },
        )
    for op, shapes in (
        ("DepthToSpace", ((1, 1, 1, 4), (2, 2, 3, 8), (1, 1, 1, 3), (1, 1, 4))),
        ("SpaceToDepth", ((1, 2, 2, 1), (2, 4, 6, 2), (1, 3, 2, 1), (2, 2, 1))),
    ):
        for shape in shapes:
            yield op, {"input": ramp(*shape), "block_size": 2}
    yield "DepthToSpace", {"input": ramp(1, 2, 2, 9), "block_size": 3}


def type_cases() -> Iterator[Case]:
    for dtype in TYPES:
        x = ramp(2, 3, dtype=dtype)
        yield "GatherV2", {"params": x, "indices": ints(1, 1), "axis": scalar(1)}
        yield "GatherNd", {"params": x, "indices": np.array([[1, 2]], np.int32)}
        places = {"indices": np.array([[0], [0]], np.int32), "shape": ints(2, 3)}
        yield "ScatterNd", {"updates": x, **places}
        bounds = {"begin": ints(0, 2), "end": ints(2, 0), "strides": ints(1, -1)}
        yield "StridedSlice", {"input": x, **bounds}
        yield "ReverseV2", {"tensor": x, "axis": ints(1)}
        pads = np.array([[1, 0], [0, 1]], np.int32)
        yield "MirrorPad", {"input": x, "paddings": pads, "mode": "REFLECT"}
        if dtype != "bool":
            yield "MirrorPadGrad", {"input": x, "paddings": pads, "mode": "SYMMETRIC"}
        if dtype != "float16":  # TensorFlow has a kernel that ends the call with a sentence
            yield "Where", {"condition": x}
        yield "Unique", {"x": np.array([1, 0, 1], numpy_dtype(dtype))}
        on, off = (np.array(v, numpy_dtype(dtype)) for v in (1, 0))
        yield "OneHot", {"indices": ints(1), "depth": scalar(2), "on_value": on, "off_value": off}
        yield "DepthToSpace", {"input": ramp(1, 1, 1, 4, dtype=dtype), "block_size": 2}


def cases() -> Iterator[Case]:
    yield from gather_cases()
    yield from nd_cases()
    yield from slice_cases()
    yield from one_hot_and_reverse_cases()
    yield from search_cases()
    yield from block_cases()
    yield from type_cases()
