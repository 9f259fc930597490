"""The calls of LRN, max pooling with argmax, dilation and fractional pooling that
window_nn_record.py puts to TensorFlow.

Numbers are small multiples of 1/8, so that sums are exact in every type and ties happen. A NaN is
in none of them: TensorFlow mostly overlooks it, Voxgrad does not (docs/tensorflow.md).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
from math_cases import REALS, Array, Call, Shape, dtype_of, numbers

IMAGES: tuple[tuple[Shape, Shape, Shape], ...] = (  # input, window, strides
    ((1, 4, 4, 1), (2, 2), (2, 2)),
    ((2, 5, 7, 3), (3, 2), (2, 1)),
    ((3, 3, 4, 2), (1, 3), (3, 2)),
    ((1, 6, 3, 17), (4, 3), (1, 2)),
)


def pooled(size: int, window: int, stride: int, padding: str) -> int:
    return -(-size // stride) if padding == "SAME" else (size - window) // stride + 1


def whole(pair: Shape) -> list[int]:
    return [1, *pair, 1]


def argmax_calls() -> Iterator[Call]:
    for index, (shape, window, strides) in enumerate(IMAGES):
        for dtype in REALS if index == 0 else ("float32", "float16"):
            for padding in ("SAME", "VALID"):
                yield from argmax_family(shape, window, strides, dtype, padding)
    image = numbers("refused", (1, 4, 4, 2), "float32")
    for window, strides in (
        ((0, 2), (1, 1)),
        ((2, 2), (0, 1)),
        ((2, 2), (-1, 1)),
    ):
        yield Call(
            "MaxPoolWithArgmax", {"input": image}, attrs(window, strides, "VALID", "int64", False)
        )
    yield Call(
        "MaxPoolWithArgmax", {"input": image[0]}, attrs((2, 2), (1, 1), "SAME", "int64", False)
    )


def attrs(window: Shape, strides: Shape, padding: str, place: str, batch: bool) -> dict[str, Any]:
    return {
        "ksize": whole(window),
        "strides": whole(strides),
        "padding": padding,
        "Targmax": place,
        "include_batch_in_index": batch,
    }


def argmax_family(
    shape: Shape, window: Shape, strides: Shape, dtype: str, padding: str
) -> Iterator[Call]:
    key = f"{shape} {window} {strides} {padding}"
    image = numbers(f"argmax {key}", shape, dtype, low=-8, high=9)
    for batch in (False, True):
        for place in ("int32", "int64"):
            given = attrs(window, strides, padding, place, batch)
            yield Call("MaxPoolWithArgmax", {"input": image}, given)
        out = (
            shape[0],
            pooled(shape[1], window[0], strides[0], padding),
            pooled(shape[2], window[1], strides[1], padding),
            shape[3],
        )
        rng = np.random.default_rng(len(key) + batch)
        size = shape[1] * shape[2] * shape[3]
        first = np.arange(shape[0]).reshape(-1, 1, 1, 1) * size * batch
        argmax = rng.integers(0, size, out) + first  # TensorFlow's gradient has no kernel for int32
        grad = numbers(f"grad {key}", out, dtype, low=-8, high=9)
        inputs = {"input": image, "grad": grad, "argmax": argmax}
        without = {name: value for name, value in given.items() if name != "Targmax"}
        yield Call("MaxPoolGradWithArgmax", inputs, without)


def dilation_calls() -> Iterator[Call]:
    cases: tuple[tuple[Shape, Shape, Shape, Shape], ...] = (  # input, filter, strides, rates
        ((1, 4, 4, 1), (2, 2), (1, 1), (1, 1)),
        ((2, 5, 7, 3), (3, 2), (2, 1), (1, 2)),
        ((3, 6, 4, 2), (2, 3), (3, 2), (3, 1)),
        ((1, 7, 9, 17), (3, 3), (1, 2), (2, 2)),
    )
    for index, (shape, filter_size, strides, rates) in enumerate(cases):
        for dtype in REALS if index == 0 else ("float32", "float16"):
            for padding in ("SAME", "VALID"):
                yield from dilation_family(shape, filter_size, strides, rates, dtype, padding)
    image = numbers("dilation", (1, 4, 4, 2), "float32")
    plain = {"strides": [1, 1, 1, 1], "rates": [1, 1, 1, 1], "padding": "VALID"}
    for shape in ((2, 2, 3), (2, 2, 2, 1), (2, 2)):
        yield Call(
            "Dilation2D", {"input": image, "filter": numbers("filter", shape, "float32")}, plain
        )
    taps = numbers("filter", (2, 2, 2), "float32")
    for change in ({"strides": [2, 1, 1, 1]}, {"rates": [1, 1, 1, 2]}, {"strides": [1, 0, 1, 1]}):
        yield Call("Dilation2D", {"input": image, "filter": taps}, plain | change)
    for shape in ((1, 3, 3, 1), (1, 3, 4, 2), (2, 3, 3, 2), (3, 3, 2)):
        wrong = {"input": image, "filter": taps, "out_backprop": numbers("grad", shape, "float32")}
        yield Call("Dilation2DBackpropInput", wrong, plain)
        yield Call("Dilation2DBackpropFilter", wrong, plain)


def dilation_family(
    shape: Shape, filter_size: Shape, strides: Shape, rates: Shape, dtype: str, padding: str
) -> Iterator[Call]:
    key = f"{shape} {filter_size} {strides} {rates} {padding}"
    given = {"strides": whole(strides), "rates": whole(rates), "padding": padding}
    image = numbers(f"dilation {key}", shape, dtype, low=-8, high=9)
    taps = numbers(f"filter {key}", (*filter_size, shape[3]), dtype, low=-4, high=5)
    yield Call("Dilation2D", {"input": image, "filter": taps}, given)
    reach = [(taps - 1) * rate + 1 for taps, rate in zip(filter_size, rates, strict=True)]
    space = [pooled(shape[i + 1], reach[i], strides[i], padding) for i in (0, 1)]
    grad = numbers(f"grad {key}", (shape[0], *space, shape[3]), dtype, low=-8, high=9)
    for op in ("Dilation2DBackpropInput", "Dilation2DBackpropFilter"):
        yield Call(op, {"input": image, "filter": taps, "out_backprop": grad}, given)


FRACTIONAL_TYPES = ("float32", "float64", "int32", "int64")
RATIOS: tuple[tuple[Shape, list[float]], ...] = (
    ((1, 7, 9, 1), [1.0, 1.44, 1.73, 1.0]),
    ((1, 2, 12, 3), [1.0, 1.0, 2.5, 1.0]),
    ((1, 23, 4, 1), [1.0, 2.3, 2.0, 1.0]),
    ((1, 31, 4, 1), [1.0, 1.2, 3.7, 1.0]),
    ((2, 6, 4, 2), [1.0, 6.0, 4.0, 1.0]),
)
SEEDS = ((1, 2), (7, 0), (0, 5), (123456789012, 987654321), (-3, -4))


def fractional_calls() -> Iterator[Call]:
    for index, (shape, ratio) in enumerate(RATIOS):
        for seed, seed2 in SEEDS:
            for pseudo in (False, True):
                for overlapping in (False, True):
                    given = {
                        "pooling_ratio": ratio,
                        "pseudo_random": pseudo,
                        "overlapping": overlapping,
                        "deterministic": True,
                        "seed": seed,
                        "seed2": seed2,
                    }
                    for dtype in FRACTIONAL_TYPES if index == 0 and seed == 1 else ("float32",):
                        value = numbers("fractional", shape, dtype, low=-16, high=17)
                        yield Call("FractionalMaxPool", {"value": value}, given)
                        yield Call("FractionalAvgPool", {"value": value}, given)
    image = numbers("fractional", (1, 4, 6, 2), "float32")
    refused: tuple[tuple[Array, dict[str, Any]], ...] = (
        (image, {"pooling_ratio": [1.0, 0.5, 1.5, 1.0]}),
        (image, {"pooling_ratio": [1.0, 1.5, 1.5, 2.0]}),
        (image, {"pooling_ratio": [1.0, 5.0, 1.5, 1.0]}),
        (image, {"pooling_ratio": [1.0, 1.5, 1.5, 1.0, 1.0]}),
        (image, {"pooling_ratio": [1.0, 1.5, 1.5, 1.0], "seed": 3}),
        (image[0], {"pooling_ratio": [1.0, 1.5, 1.5, 1.0]}),
    )
    for value, given in refused:
        for op in ("FractionalMaxPool", "FractionalAvgPool"):
            yield Call(op, {"value": value}, given)


def maxima(value: Array, rows: list[int], cols: list[int], overlapping: bool) -> Array:
    more = 1 if overlapping else 0
    strips = [value[:, a : b + more].max(axis=1) for a, b in pairwise(rows)]
    tall = np.stack(strips, axis=1)
    cells = [tall[:, :, a : b + more].max(axis=2) for a, b in pairwise(cols)]
    return np.stack(cells, axis=2)


def fractional_gradient_calls() -> Iterator[Call]:
    rows, cols = [0, 1, 3, 5, 7], [0, 2, 4, 6, 7, 9]
    for dtype in FRACTIONAL_TYPES:
        for overlapping in (False, True):
            value = numbers("value", (2, 7, 9, 3), dtype, low=-16, high=17)
            grad = numbers("grad", (2, 4, 5, 3), dtype, low=-99, high=100)
            bounds = {
                "row_pooling_sequence": np.array(rows),
                "col_pooling_sequence": np.array(cols),
            }
            best = maxima(value, rows, cols, overlapping).astype(dtype_of(dtype))
            given = {"overlapping": overlapping}
            originals = {"orig_input": value, "orig_output": best}
            yield Call("FractionalMaxPoolGrad", originals | {"out_backprop": grad} | bounds, given)
            shape = {"orig_input_tensor_shape": np.array(value.shape)}
            yield Call("FractionalAvgPoolGrad", shape | {"out_backprop": grad} | bounds, given)
    short = {"row_pooling_sequence": np.array(rows[:-1]), "col_pooling_sequence": np.array(cols)}
    below = {
        "row_pooling_sequence": np.array([-1, *rows[1:]]),
        "col_pooling_sequence": np.array(cols),
    }
    shape = {"orig_input_tensor_shape": np.array([2, 7, 9, 3])}
    grad = numbers("grad", (2, 4, 5, 3), "float32")
    for wrong in (short, below):
        yield Call("FractionalAvgPoolGrad", shape | {"out_backprop": grad} | wrong)


def lrn_calls() -> Iterator[Call]:
    given: tuple[dict[str, Any], ...] = (
        {},
        {"depth_radius": 1, "bias": 2.0, "alpha": 0.5, "beta": 0.75},
        {"depth_radius": 0, "bias": 4.0},
        {"depth_radius": 2, "alpha": 0.25, "beta": 1.0},
        {"depth_radius": 9, "bias": 0.5, "alpha": 0.125, "beta": 0.5},
    )
    for dtype in ("float16", "float32"):  # TensorFlow has no kernel for bfloat16
        for shape in ((1, 1, 2, 4), (1, 2, 1, 9), (1, 1, 1, 33), (1, 0, 2, 4), (1, 1, 2, 0)):
            for attributes in given:
                image = numbers(f"lrn {attributes}", shape, dtype, low=-16, high=17)
                yield Call("LRN", {"input": image}, attributes)
                grads = numbers(f"lrn grad {attributes}", shape, dtype, low=-16, high=17)
                result = numbers(f"lrn out {attributes}", shape, dtype, low=-8, high=9)
                inputs = {"input_grads": grads, "input_image": image, "output_image": result}
                yield Call("LRNGrad", inputs, attributes)
    image = numbers("lrn", (1, 2, 2, 3), "float32")
    for attributes in ({"depth_radius": -1}, {"depth_radius": 2**31}):
        yield Call("LRN", {"input": image}, attributes)
    yield Call("LRN", {"input": image[0]})
    for wrong in ((1, 2, 2, 2), (1, 1, 2, 3), (2, 2, 3)):
        other = numbers("lrn", wrong, "float32")
        yield Call("LRNGrad", {"input_grads": image, "input_image": other, "output_image": image})


def all_calls() -> list[Call]:
    return [
        *argmax_calls(),
        *dilation_calls(),
        *fractional_calls(),
        *fractional_gradient_calls(),
        *lrn_calls(),
    ]
