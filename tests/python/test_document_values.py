"""The values that older documents of these ops state: attribute values, and worked examples with
all their numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from samples import FLOATS, dtype_of, in_order, numbers, types_of, wrong_by_definition
from voxgrad import raw_ops

STRIDES = [1, 4, 3, 2, 1]
RAMP = np.arange(1, 33, dtype=np.float32).reshape(2, 2, 2, 2, 2)

# Conv3D of the ramp with the ramp, strides 1,4,3,2,1, SAME.
CONVOLVED = np.array([2856, 2992, 6952, 7344], np.float32).reshape(2, 1, 1, 1, 2)
# fmt: off
INPUT_GRADIENT = [
    8840, 20536, 32232, 43928, 55624, 67320, 79016, 90712, 102408, 114104, 125800, 137496, 149192,
    160888, 172584, 184280, 21640, 50232, 78824, 107416, 136008, 164600, 193192, 221784, 250376,
    278968, 307560, 336152, 364744, 393336, 421928, 450520,
]
FILTER_GRADIENT = [
    121040, 127840, 130848, 138176, 140656, 148512, 150464, 158848, 160272, 169184, 170080, 179520,
    179888, 189856, 189696, 200192, 199504, 210528, 209312, 220864, 219120, 231200, 228928, 241536,
    238736, 251872, 248544, 262208, 258352, 272544, 268160, 282880,
]
# fmt: on
CONV: dict[str, Any] = {"strides": STRIDES, "padding": "SAME", "data_format": "NDHWC"}
POOL: dict[str, Any] = CONV | {"ksize": [1, 2, 2, 2, 1]}


def cells(array: Any) -> list[float]:
    return [float(value) for value in np.asarray(array).ravel()]


def small(*values: float) -> Any:
    return np.array(values, np.float32).reshape(2, 1, 1, 1, 2)


@pytest.mark.parametrize("layout", ["NDHWC", "NCDHW"])
@pytest.mark.parametrize("op", ["AvgPool3D", "AvgPool3DGrad", "MaxPool3D", "MaxPool3DGrad",
                                "MaxPool3DGradGrad"])  # fmt: skip
def test_ksize_12221_with_strides_14321_same(op: str, layout: str) -> None:
    rng = np.random.default_rng(14321)
    for dtype in types_of(op):
        kind = dtype_of(dtype)
        shape = in_order(layout, 2, [9, 7, 5], 3)
        out_shape = in_order(layout, 2, [3, 3, 3], 3)
        x, out = numbers(rng, shape, kind), numbers(rng, out_shape, kind)
        arguments: dict[str, Any] = {
            "ksize": in_order(layout, 1, [2, 2, 2], 1),
            "strides": in_order(layout, 1, [4, 3, 2], 1),
            "padding": "SAME",
            "data_format": layout,
        }
        if op in ("AvgPool3D", "MaxPool3D"):
            arguments |= {"input": x}
        elif op == "AvgPool3DGrad":
            arguments |= {"orig_input_shape": shape, "grad": out}
        else:
            arguments |= {"orig_input": x, "orig_output": out}
            arguments["grad"] = numbers(rng, shape, kind) if op.endswith("GradGrad") else out
        result = getattr(raw_ops, op)(**arguments)
        assert result.dtype == kind
        assert not wrong_by_definition(op, arguments, result), dtype


@pytest.mark.parametrize("layout", ["NDHWC", "NCDHW"])
@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("padding", ["SAME", "VALID"])
def test_conv_3d_backprop_input_with_strides_12211(dtype: str, layout: str, padding: str) -> None:
    rng = np.random.default_rng(12211)
    kind = dtype_of(dtype)
    out_space = [3, 4, 4] if padding == "SAME" else [2, 3, 2]
    arguments: dict[str, Any] = {
        "input_sizes": in_order(layout, 2, [5, 7, 4], 2),
        "filter": numbers(rng, [2, 3, 3, 2, 3], kind),
        "out_backprop": numbers(rng, in_order(layout, 2, out_space, 3), kind),
        "strides": in_order(layout, 1, [2, 2, 1], 1),
        "padding": padding,
        "data_format": layout,
    }
    result = raw_ops.Conv3DBackpropInputV2(**arguments)
    assert list(result.shape) == arguments["input_sizes"]
    assert not wrong_by_definition("Conv3DBackpropInputV2", arguments, result)


def test_convolution_of_the_ramp() -> None:
    assert cells(raw_ops.Conv3D(input=RAMP, filter=RAMP, **CONV)) == cells(CONVOLVED)


@pytest.mark.parametrize("sizes", [[2] * 5, np.array([2] * 5, np.int64)])
def test_its_gradient_in_the_input(sizes: Any) -> None:
    result = raw_ops.Conv3DBackpropInputV2(
        input_sizes=sizes, filter=RAMP, out_backprop=CONVOLVED, **CONV
    )
    assert result.shape == (2, 2, 2, 2, 2)
    assert cells(result) == INPUT_GRADIENT


def test_its_gradient_in_the_filter() -> None:
    result = raw_ops.Conv3DBackpropFilterV2(
        input=RAMP, filter_sizes=[2] * 5, out_backprop=CONVOLVED, **CONV
    )
    assert cells(result) == FILTER_GRADIENT


def test_pooling_of_the_ramp() -> None:
    average = raw_ops.AvgPool3D(input=RAMP, **POOL | {"ksize": STRIDES})
    assert cells(average) == [8, 9, 24, 25]
    assert cells(raw_ops.MaxPool3D(input=RAMP, **POOL)) == [15, 16, 31, 32]


# Three worked examples break their op's contract. As printed they are refused with the shape that
# would be right; with that shape they have an answer.


def test_average_gradient_as_printed() -> None:
    with pytest.raises(
        ValueError, match=r"^AvgPool3DGrad: grad is \[2,2,2,2,2\].*\[2,1,1,1,2\]\.$"
    ):
        raw_ops.AvgPool3DGrad(
            orig_input_shape=[2, 1, 1, 1, 2], grad=RAMP, **POOL | {"ksize": STRIDES}
        )


def test_average_gradient() -> None:
    grad = small(1, 3, 5, 7)
    more = POOL | {"ksize": STRIDES}
    same = raw_ops.AvgPool3DGrad(orig_input_shape=[2, 1, 1, 1, 2], grad=grad, **more)
    assert cells(same) == [1, 3, 5, 7]
    spread = raw_ops.AvgPool3DGrad(orig_input_shape=[2, 2, 2, 2, 2], grad=grad, **more)
    assert cells(spread) == [0.125, 0.375] * 8 + [0.625, 0.875] * 8


def test_max_gradient_as_printed() -> None:
    values = RAMP.copy()
    values[0, 0, 0, 1, 0] = 1
    wrong = r"^MaxPool3DGrad: (orig_output is \[2,2,2,2,2\]|grad is).*\[2,1,1,1,2\]"
    with pytest.raises(ValueError, match=wrong) as caught:
        raw_ops.MaxPool3DGrad(
            orig_input=values, orig_output=np.ones_like(RAMP), grad=small(3, 4, 5, 6), **POOL
        )
    assert "[2,1,1,1,2]" in str(caught.value)


def test_max_gradient() -> None:
    values = RAMP.copy()
    values[0, 0, 0, 1, 0] = 1
    maxima = raw_ops.MaxPool3D(input=values, **POOL)
    assert cells(maxima) == [15, 16, 31, 32]
    result = raw_ops.MaxPool3DGrad(
        orig_input=values, orig_output=maxima, grad=small(3, 4, 5, 6), **POOL
    )
    wanted = np.zeros_like(RAMP)
    wanted[:, 1, 1, 1, :] = [[3, 4], [5, 6]]
    np.testing.assert_array_equal(result, wanted)


def test_max_second_gradient_as_printed() -> None:
    wrong = r"^MaxPool3DGradGrad: grad is \[2,1,1,1,2\].*\[2,2,2,2,2\]\.$"
    with pytest.raises(ValueError, match=wrong):
        raw_ops.MaxPool3DGradGrad(
            orig_input=RAMP,
            orig_output=small(1, 2, 3, 4),
            grad=small(2, 2, 2, 2),
            **POOL | {"ksize": STRIDES},
        )


def test_max_second_gradient() -> None:
    result = raw_ops.MaxPool3DGradGrad(
        orig_input=RAMP,
        orig_output=small(15, 16, 31, 32),
        grad=RAMP[::-1, ::-1, ::-1, ::-1, ::-1],
        **POOL | {"ksize": STRIDES},
    )
    assert cells(result) == [18, 17, 2, 1]
