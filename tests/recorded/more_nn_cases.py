"""The calls of the ops that pick the largest, resize and normalize images, convolve them channel by
channel, and draw random numbers, for math_record.py."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from math_cases import FLOATS, REALS, Call, Shape, numbers

RESIZED = ("int8", "uint8", "int16", "uint16", "int32", "int64", *FLOATS)
CENTERS = ((False, False), (True, False), (False, True))


def largest_calls() -> Iterator[Call]:
    for dtype in REALS:
        x = numbers("top", (2, 3, 6), dtype, low=-4, high=5)
        yield Call("TopKV2", {"input": x, "k": np.int32(4)})
    x = numbers("top", (3, 4), "float32")
    for k in (0, 1, 4, 5, -1):
        yield Call("TopKV2", {"input": x, "k": np.int32(k)})
    kinds = {"input": x, "k": np.int64(2)}
    yield Call("TopKV2", kinds, {"index_type": "int64"})
    yield Call("TopKV2", {"input": np.float32(1), "k": np.int32(0)})
    predictions = numbers("predictions", (4, 5), "float32", low=-4, high=5)
    predictions[3, 2] = np.inf
    for k in (0, 1, 2, 5, 9):
        for kind in (np.int32, np.int64):
            targets = np.array([0, 3, 7, 1], kind)
            yield Call("InTopKV2", {"predictions": predictions, "targets": targets, "k": kind(k)})
        yield Call(
            "InTopK",
            {"predictions": predictions, "targets": np.array([1, 2, -1, 4], np.int32)},
            {"k": k},
        )
    few = np.array([1, 2], np.int32)
    yield Call("InTopK", {"predictions": predictions, "targets": few}, {"k": 1})


def resize_calls() -> Iterator[Call]:
    sizes: tuple[tuple[Shape, tuple[int, int]], ...] = (
        ((1, 2, 3, 2), (4, 6)),
        ((2, 5, 4, 1), (3, 3)),
        ((1, 3, 3, 1), (1, 1)),
        ((1, 1, 1, 3), (2, 3)),
    )
    for corners, centers in CENTERS:
        attrs = {"align_corners": corners, "half_pixel_centers": centers}
        for shape, size in sizes:
            images = {
                "images": numbers("images", shape, "float32"),
                "size": np.array(size, np.int32),
            }
            yield Call("ResizeNearestNeighbor", images, attrs)
            yield Call("ResizeBilinear", images, attrs)
            grads = numbers("grads", (shape[0], *size, shape[3]), "float32")
            space = np.array(shape[1:3], np.int32)
            yield Call("ResizeNearestNeighborGrad", {"grads": grads, "size": space}, attrs)
            for dtype in ("float32", "float64"):
                image = np.zeros(shape, dtype)
                yield Call("ResizeBilinearGrad", {"grads": grads, "original_image": image}, attrs)
    for dtype in RESIZED:
        images = {
            "images": numbers("images", (1, 2, 2, 1), dtype),
            "size": np.array((3, 4), np.int32),
        }
        yield Call("ResizeNearestNeighbor", images)
        yield Call("ResizeBilinear", images)
    both = {"align_corners": True, "half_pixel_centers": True}
    square = numbers("images", (1, 2, 2, 1), "float32")
    for op in ("ResizeNearestNeighbor", "ResizeBilinear"):
        yield Call(op, {"images": square, "size": np.array((3, 3), np.int32)}, both)
        yield Call(op, {"images": square, "size": np.array((0, 3), np.int32)})
        yield Call(op, {"images": square, "size": np.array((3,), np.int32)})
        yield Call(op, {"images": square[0], "size": np.array((3, 3), np.int32)})


def normalization_calls() -> Iterator[Call]:
    for dtype in ("float32", "float16", "bfloat16"):
        x = numbers("norm", (2, 2, 3, 2), dtype)
        stats = {
            name: numbers(name, (2,), "float32", low=1)
            for name in ("scale", "offset", "mean", "variance")
        }
        for training, factor in ((True, 1.0), (True, 0.25)):
            attrs = {"is_training": training, "exponential_avg_factor": factor, "epsilon": 0.001}
            if dtype == "float32":
                yield Call("FusedBatchNorm", {"x": x, **stats}, attrs)
            for op in ("FusedBatchNormV2", "FusedBatchNormV3"):
                yield Call(op, {"x": x, **stats}, attrs)
        for training in (True, False):
            kept = {"reserve_space_1": stats["mean"], "reserve_space_2": stats["variance"]}
            given = {
                "y_backprop": numbers("dy", (2, 2, 3, 2), dtype),
                "x": x,
                "scale": stats["scale"],
                **kept,
            }
            attrs = {"is_training": training, "epsilon": 0.001}
            if dtype == "float32":
                yield Call("FusedBatchNormGrad", given, attrs)
            yield Call("FusedBatchNormGradV2", given, attrs)
            third = {"reserve_space_3": np.zeros((), np.float32)}
            yield Call("FusedBatchNormGradV3", {**given, **third}, attrs)
    image = numbers("norm", (1, 2, 2, 2), "float32")
    two, three = numbers("two", (2,), "float32", low=1), numbers("three", (3,), "float32", low=1)
    wrong = {"x": image, "scale": three, "offset": two, "mean": two, "variance": two}
    for op in ("FusedBatchNormV2", "FusedBatchNormV3"):
        yield Call(op, wrong)
    short = {"x": image[0], "scale": two, "offset": two, "mean": two, "variance": two}
    yield Call("FusedBatchNormV3", short)


def depthwise_calls() -> Iterator[Call]:
    for dtype in FLOATS:
        for padding in ("SAME", "VALID"):
            for stride, dilation in ((1, 1), (2, 1)):
                attrs = {
                    "strides": [1, stride, stride, 1],
                    "padding": padding,
                    "dilations": [1, dilation, dilation, 1],
                }
                image = numbers("depth image", (2, 5, 5, 3), dtype, low=-8, high=9)
                filters = numbers("depth filter", (3, 2, 3, 2), dtype, low=-8, high=9)
                yield Call("DepthwiseConv2dNative", {"input": image, "filter": filters}, attrs)
                side = [(5 if padding == "SAME" else 6 - k) for k in (3, 2)]
                space = [(cells + stride - 1) // stride for cells in side]
                arriving = numbers("depth out", (2, *space, 6), dtype, low=-8, high=9)
                sizes = np.array(image.shape, np.int32)
                back = {"input_sizes": sizes, "filter": filters, "out_backprop": arriving}
                yield Call("DepthwiseConv2dNativeBackpropInput", back, attrs)
                shape = np.array(filters.shape, np.int32)
                to_filter = {"input": image, "filter_sizes": shape, "out_backprop": arriving}
                yield Call("DepthwiseConv2dNativeBackpropFilter", to_filter, attrs)
    image = numbers("depth image", (1, 4, 4, 3), "float32")
    wrong = numbers("depth filter", (2, 2, 2, 1), "float32")
    attrs = {"strides": [1, 1, 1, 1], "padding": "SAME"}
    yield Call("DepthwiseConv2dNative", {"input": image, "filter": wrong}, attrs)


def pooling_calls() -> Iterator[Call]:
    for dtype in (*FLOATS, "int8", "int32", "int64", "uint8"):
        image = numbers("pool image", (2, 5, 6, 2), dtype)
        for padding, space in (("SAME", (3, 3)), ("VALID", (2, 3))):
            window = {
                "ksize": np.array((1, 3, 2, 1), np.int32),
                "strides": np.array((1, 2, 2, 1), np.int32),
            }
            attrs = {"padding": padding}
            yield Call("MaxPoolV2", {"input": image, **window}, attrs)
            pooled = np.zeros((2, *space, 2), image.dtype)
            for i in range(space[0]):
                for j in range(space[1]):
                    top = i * 2 - (1 if padding == "SAME" else 0)
                    cells = image[:, max(top, 0) : top + 3, j * 2 : j * 2 + 2]
                    pooled[:, i, j] = cells.max(axis=(1, 2))
            arriving = numbers("pool grad", pooled.shape, dtype)
            given = {"orig_input": image, "orig_output": pooled, "grad": arriving, **window}
            yield Call("MaxPoolGradV2", given, attrs)
            second = {**given, "grad": numbers("pool second", image.shape, dtype)}
            yield Call("MaxPoolGradGradV2", second, attrs)
    few = {"ksize": np.array((1, 2, 1), np.int32), "strides": np.array((1, 1, 1, 1), np.int32)}
    yield Call(
        "MaxPoolV2",
        {"input": numbers("pool image", (1, 2, 2, 1), "float32"), **few},
        {"padding": "SAME"},
    )


def random_calls() -> Iterator[Call]:
    seed = 40
    for op in ("RandomUniform", "RandomStandardNormal", "TruncatedNormal"):
        for dtype in FLOATS:
            for shape in ((11,), (3, 7), (0, 2)):
                seed += 1  # TensorFlow goes on with a stream that it has begun
                attrs = {"seed": seed, "seed2": 7 * seed, "dtype": dtype}
                yield Call(op, {"shape": np.array(shape, np.int32)}, attrs)
    for kind in (np.int32, np.int64):
        for low, high in ((0, 10), (-5, 6), (0, 2**31 - 1), (3, 3)):
            seed += 1
            bounds = {"shape": np.array((9,), np.int64), "minval": kind(low), "maxval": kind(high)}
            yield Call("RandomUniformInt", bounds, {"seed": seed, "seed2": 0})
    for dtype in FLOATS:
        for rows, samples in ((1, 9), (3, 4), (4, 7), (2, 0)):
            seed += 1
            logits = numbers("logits", (rows, 5), dtype, low=-16, high=17)
            attrs = {"seed": seed, "seed2": seed - 3, "output_dtype": "int32"}
            yield Call("Multinomial", {"logits": logits, "num_samples": np.int32(samples)}, attrs)
    logits = np.array([[0, -np.inf, 1, np.nan], [np.inf, 2, np.inf, 2]], np.float32)
    odd = {"logits": logits, "num_samples": np.int32(15)}
    yield Call("Multinomial", odd, {"seed": 1, "seed2": 2})
    yield Call("Multinomial", {**odd, "num_samples": np.int32(-1)}, {"seed": 1})


def all_calls() -> list[Call]:
    return [
        *largest_calls(),
        *resize_calls(),
        *normalization_calls(),
        *depthwise_calls(),
        *pooling_calls(),
        *random_calls(),
    ]
