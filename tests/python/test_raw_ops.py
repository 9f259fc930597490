"""The functions of voxgrad.raw_ops: how they are called and, in every type and layout, that what
they return is the op's definition."""

from __future__ import annotations

import inspect
import zlib
from typing import Any

import numpy as np
import pytest
import voxgrad
import voxgrad.compat.v1
from brute_force import rank_of
from samples import FLOATS, OPS, calls, dtype_of, layouts_of, sample, wrong_by_definition
from voxgrad import raw_ops

BLOCKS: dict[str, Any] = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "VALID"}
RAMP = np.arange(16, dtype=np.float32).reshape(1, 4, 4, 1)


def generator(*words: str) -> np.random.Generator:
    """A generator that a failing case's name reproduces."""
    return np.random.default_rng(zlib.crc32(" ".join(words).encode()))


@pytest.mark.parametrize(("op", "dtype", "layout"), calls())
def test_result_in_every_type_and_layout(op: str, dtype: str, layout: str) -> None:
    arguments = sample(op, dtype, layout, generator(op, dtype, layout))
    result = getattr(raw_ops, op)(**arguments)
    assert result.dtype == dtype_of(dtype)
    assert not wrong_by_definition(op, arguments, result)


CONVOLUTIONS = [op for op in OPS if op.startswith("Conv")]


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("groups", [1, 2])
@pytest.mark.parametrize("op", CONVOLUTIONS)
def test_dilation_and_groups(op: str, groups: int, dtype: str) -> None:
    for layout in layouts_of(op):
        dilations = [1 if name in "NC" else 2 for name in layout]
        rng = generator(op, dtype, layout)
        arguments = sample(op, dtype, layout, rng, groups=groups, dilations=dilations)
        result = getattr(raw_ops, op)(**arguments)
        assert not wrong_by_definition(op, arguments, result)


@pytest.mark.parametrize("layout", ["NHWC", "NCHW"])
@pytest.mark.parametrize("op", ["MaxPool", "MaxPoolGrad", "MaxPoolGradGrad", "Conv2D",
                                "Conv2DBackpropInput", "Conv2DBackpropFilter"])  # fmt: skip
def test_explicit_padding(op: str, layout: str) -> None:
    pads = {"N": [0, 0], "C": [0, 0], "H": [1, 2], "W": [0, 1]}
    explicit = [pad for name in layout for pad in pads[name]]
    rng = generator(op, layout)
    more: dict[str, Any] = {"padding": "EXPLICIT", "explicit_paddings": explicit}
    arguments = sample(op, "float32", layout, rng, **more)
    result = getattr(raw_ops, op)(**arguments)
    assert not wrong_by_definition(op, arguments, result)


@pytest.mark.parametrize("layout", ["NHWC", "NCHW"])
@pytest.mark.parametrize("op", ["MaxPool", "MaxPoolGrad", "MaxPoolGradGrad"])
def test_max_over_channels(op: str, layout: str) -> None:
    window = [2 if name == "C" else 1 for name in layout]
    rng = generator(op, layout)
    arguments = sample(op, "float32", layout, rng, ksize=window, strides=window)
    result = getattr(raw_ops, op)(**arguments)
    assert not wrong_by_definition(op, arguments, result)


@pytest.mark.parametrize("values", FLOATS)
@pytest.mark.parametrize("gradient", FLOATS)
def test_max_pool_3d_grad_of_another_type(values: str, gradient: str) -> None:
    arguments = sample("MaxPool3DGrad", values, "NDHWC", generator(values, gradient))
    arguments["grad"] = arguments["grad"].astype(dtype_of(gradient))
    result = raw_ops.MaxPool3DGrad(**arguments)
    assert result.dtype == dtype_of(gradient)
    assert not wrong_by_definition("MaxPool3DGrad", arguments, result)


@pytest.mark.parametrize("layout", ["NHWC", "NCHW"])
def test_input_sizes_of_space_alone(layout: str) -> None:
    arguments = sample("Conv2DBackpropInput", "float32", layout, generator(layout))
    full = raw_ops.Conv2DBackpropInput(**arguments)
    sizes = [n for n, name in zip(arguments["input_sizes"], layout, strict=True) if name in "HW"]
    np.testing.assert_array_equal(
        raw_ops.Conv2DBackpropInput(**arguments | {"input_sizes": sizes}), full
    )


@pytest.mark.parametrize("op", raw_ops.__all__)
def test_arguments_are_keywords_alone(op: str) -> None:
    signature = inspect.signature(getattr(raw_ops, op))
    kinds = {parameter.kind for parameter in signature.parameters.values()}
    assert kinds == {inspect.Parameter.KEYWORD_ONLY}
    assert list(signature.parameters)[-1] == "name"
    assert signature.parameters["name"].default is None


def test_positional_arguments_are_refused() -> None:
    with pytest.raises(TypeError, match="positional"):
        raw_ops.MaxPool(RAMP, **BLOCKS)  # type: ignore[call-overload]


def test_all_is_the_list_of_ops() -> None:
    assert raw_ops.__all__ == sorted(set(raw_ops.__all__))
    assert set(OPS) <= set(raw_ops.__all__)


def test_name_is_accepted() -> None:
    plain = raw_ops.MaxPool(input=RAMP, **BLOCKS)
    for name in (None, "", "pool/first"):
        np.testing.assert_array_equal(raw_ops.MaxPool(input=RAMP, **BLOCKS, name=name), plain)


def test_name_appears_in_the_sentence() -> None:
    with pytest.raises(ValueError, match=r"^MaxPool \(pool/first\): input has shape"):
        raw_ops.MaxPool(input=RAMP[0], **BLOCKS, name="pool/first")


def test_none_is_the_default() -> None:
    plain = raw_ops.MaxPool(input=RAMP, **BLOCKS)
    again = voxgrad.call("MaxPool", input=RAMP, **BLOCKS, data_format=None, explicit_paddings=None)
    np.testing.assert_array_equal(again, plain)
    nothing: Any = None
    np.testing.assert_array_equal(raw_ops.MaxPool(input=RAMP, **BLOCKS, data_format=nothing), plain)


def test_text_as_bytes() -> None:
    more: dict[str, Any] = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1]}
    given = raw_ops.AvgPool(value=RAMP, padding=b"SAME", data_format=b"NHWC", **more)
    np.testing.assert_array_equal(given, raw_ops.AvgPool(value=RAMP, padding="SAME", **more))


def test_bytes_that_are_no_text() -> None:
    with pytest.raises(ValueError, match=r'^MaxPool: padding is "S\N{REPLACEMENT CHARACTER}"'):
        raw_ops.MaxPool(input=RAMP, **BLOCKS | {"padding": b"S\xff"})


def test_use_cudnn_on_gpu_changes_nothing() -> None:
    arguments = sample("Conv2D", "float32", "NHWC", generator("cudnn"))
    plain = raw_ops.Conv2D(**arguments)
    for flag in (True, False):
        np.testing.assert_array_equal(raw_ops.Conv2D(**arguments, use_cudnn_on_gpu=flag), plain)


def test_compat_v1_is_the_same_module() -> None:
    assert voxgrad.compat.v1.raw_ops is raw_ops


def test_version() -> None:
    parts = voxgrad.__version__.split(".")
    assert len(parts) == 3 and all(part.isdigit() for part in parts)


@pytest.mark.parametrize("op", ["AvgPool3D", "MaxPool3D"])
def test_empty_batch(op: str) -> None:
    x = np.zeros((0, 4, 4, 4, 2), np.float32)
    more: dict[str, Any] = {"ksize": [1, 2, 2, 2, 1], "strides": [1, 2, 2, 2, 1]}
    assert getattr(raw_ops, op)(input=x, padding="VALID", **more).shape == (0, 2, 2, 2, 2)


@pytest.mark.parametrize("op", ["AvgPool", "MaxPool", "AvgPool3D", "MaxPool3D", "Conv2D", "Conv3D"])
def test_forward_refuses_a_valid_window_larger_than_the_input(op: str) -> None:
    """TensorFlow's forward ops crash, return unwritten memory or answer an empty tensor."""
    dims = rank_of(op) - 2
    x = np.ones([1, *[2] * dims, 1], np.float32)
    arguments: dict[str, Any] = {"strides": [1] * (dims + 2), "padding": "VALID"}
    arguments["value" if op == "AvgPool" else "input"] = x
    if op.startswith("Conv"):
        arguments["filter"] = np.ones([3] * dims + [1, 1], np.float32)
    else:
        arguments["ksize"] = [1, *[3] * dims, 1]
    with pytest.raises(ValueError, match=f"^{op}: (ksize|filter) is .* does not fit into"):
        getattr(raw_ops, op)(**arguments)


@pytest.mark.parametrize("op", [op for op in OPS if "Grad" in op or "Backprop" in op])
def test_gradients_of_a_valid_window_larger_than_the_input_are_zero(op: str) -> None:
    dims = rank_of(op) - 2
    shape = [1, *[2] * dims, 1]
    x = np.ones(shape, np.float32)
    nothing = np.ones([1, *[0] * dims, 1], np.float32)
    taps = [3] * dims + [1, 1]
    common: dict[str, Any] = {"strides": [1] * (dims + 2), "padding": "VALID"}
    windows: dict[str, Any] = common | {"ksize": [1, *[3] * dims, 1]}
    wanted: list[int] = shape
    if op.startswith("Avg"):
        arguments = windows | {"orig_input_shape": shape, "grad": nothing}
    elif "GradGrad" in op:
        arguments = windows | {"orig_input": x, "orig_output": nothing, "grad": x}
        wanted = list(nothing.shape)
    elif op.startswith("Max"):
        arguments = windows | {"orig_input": x, "orig_output": nothing, "grad": nothing}
    elif "Input" in op:
        ones = np.ones(taps, np.float32)
        arguments = common | {"input_sizes": shape, "filter": ones, "out_backprop": nothing}
    else:
        arguments = common | {"input": x, "filter_sizes": taps, "out_backprop": nothing}
        wanted = taps
    result = getattr(raw_ops, op)(**arguments)
    assert list(result.shape) == wanted
    assert not result.any()


def test_a_filter_without_output_channels_gives_an_empty_result_and_zero_gradients() -> None:
    image = np.ones((1, 3, 3, 2), np.float32)
    filters = np.ones((2, 2, 2, 0), np.float32)
    grad = np.ones((1, 2, 2, 0), np.float32)
    window: dict[str, Any] = {"strides": [1, 1, 1, 1], "padding": "VALID"}
    assert raw_ops.Conv2D(input=image, filter=filters, **window).shape == (1, 2, 2, 0)
    to_input = raw_ops.Conv2DBackpropInput(
        input_sizes=[1, 3, 3, 2], filter=filters, out_backprop=grad, **window
    )
    assert np.array_equal(to_input, np.zeros((1, 3, 3, 2), np.float32))
    to_filter = raw_ops.Conv2DBackpropFilter(
        input=image, filter_sizes=[2, 2, 2, 0], out_backprop=grad, **window
    )
    assert to_filter.shape == (2, 2, 2, 0)
