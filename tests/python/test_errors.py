"""Every bad argument gets a sentence: which op, which argument, what was given, what is right."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from samples import OPS, sample
from voxgrad import raw_ops

BLOCKS: dict[str, Any] = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "VALID"}
IMAGE = np.ones((1, 4, 4, 1), np.float32)
VOLUME = np.ones((1, 4, 4, 4, 1), np.float32)
POINT = np.ones((1, 1, 1, 1), np.float32)
ONES = [1, 1, 1, 1]


def average(**more: Any) -> tuple[str, dict[str, Any]]:
    return "AvgPool", {"value": IMAGE} | BLOCKS | more


def largest(**more: Any) -> tuple[str, dict[str, Any]]:
    return "MaxPool", {"input": IMAGE} | BLOCKS | more


def largest_3d(**more: Any) -> tuple[str, dict[str, Any]]:
    cubes = {"ksize": [1, 2, 2, 2, 1], "strides": [1, 2, 2, 2, 1], "padding": "VALID"}
    return "MaxPool3D", {"input": VOLUME} | cubes | more


def spread(**more: Any) -> tuple[str, dict[str, Any]]:
    grad = np.ones((1, 2, 2, 1), np.float32)
    return "AvgPoolGrad", {"orig_input_shape": [1, 4, 4, 1], "grad": grad} | BLOCKS | more


def convolve(**more: Any) -> tuple[str, dict[str, Any]]:
    given = {"input": IMAGE, "filter": POINT, "strides": ONES, "padding": "SAME"}
    return "Conv2D", given | more


SENTENCES: list[tuple[tuple[str, dict[str, Any]], type[Exception], str, str]] = [
    # Wrong kinds and types.
    (largest(input=None), ValueError, "input", "is None, but must be an array."),
    (largest(input="words"), TypeError, "input", "is an array of <U5, which no op takes."),
    (largest(input=[[1, 2], [3]]), ValueError, "input", "is no array: "),
    (largest(input=IMAGE.astype(complex)), TypeError, "input",
     "is an array of complex128, which no op takes."),
    (largest(input=IMAGE.astype(bool)), TypeError, "input",
     "is bool, but must be half, bfloat16, float, double, int32, int64, uint8, int16, int8, "
     "uint16, uint32 or uint64."),
    (average(value=IMAGE.astype(np.int32)), TypeError, "value",
     "is int32, but must be half, bfloat16, float or double."),
    (convolve(filter=POINT.astype(np.float64)), TypeError, "filter",
     "is double, but input is float; both must be the same type."),
    (convolve(use_cudnn_on_gpu="no"), TypeError, "use_cudnn_on_gpu",
     "is 'no', but must be True or False."),
    (average(ksize=2), TypeError, "ksize", "is 2, but must be a list of integers."),
    (average(ksize="1221"), TypeError, "ksize", "is '1221', but must be a list of integers."),
    (average(ksize=[1, 2.0, 2, 1]), TypeError, "ksize", "is 2.0, but must be a list of integers."),
    (average(ksize=None), ValueError, "ksize", "is missing; it must be a list of integers."),
    (average(padding=3), TypeError, "padding", "is 3, but must be a string."),
    # Ranks and shapes.
    (largest(input=IMAGE[0]), ValueError, "input",
     "has shape [4,4,1] (3 dimensions), but must have 4."),
    (spread(grad=np.ones((1, 3, 2, 1), np.float32)), ValueError, "grad",
     "is [1,3,2,1], but an input of [1,4,4,1] with ksize 2, strides 2, VALID pools to [1,2,2,1]."),
    (spread(orig_input_shape=[1, 4, 4]), ValueError, "orig_input_shape",
     "has 3 values, but must be a vector of 4 sizes."),
    (spread(orig_input_shape=[[1, 4, 4, 1]]), ValueError, "orig_input_shape",
     "has shape [1,4], but must be a vector of 4 sizes."),
    (spread(orig_input_shape=[1, 4, -4, 1]), ValueError, "orig_input_shape",
     "is 1,4,-4,1; no size may be below 0."),
    (convolve(filter=np.ones((1, 1, 3, 1), np.float32)), ValueError, "input",
     "is [1,4,4,1] with 1 channels, but filter [1,1,3,1] takes 3 of them, or a multiple (groups)."),
    (convolve(filter=np.ones((5, 1, 1, 1), np.float32), padding="VALID"), ValueError, "filter",
     "is [5,1,1,1], and its 5 in H (dilation 1) does not fit into input [1,4,4,1] with VALID "
     "padding; use SAME or a smaller filter."),
    (average(ksize=[1, 5, 2, 1]), ValueError, "ksize",
     "is 1,5,2,1, and its 5 in H does not fit into value [1,4,4,1] with VALID padding; use SAME or "
     "a smaller window."),
    # Attributes.
    (average(padding="same"), ValueError, "padding",
     'is "same", but must be "SAME" or "VALID". Did you mean "SAME"?'),
    (average(padding="EXPLICIT"), ValueError, "padding",
     'is "EXPLICIT", but must be "SAME" or "VALID".'),
    (average(data_format="NDHWC"), ValueError, "data_format",
     'is "NDHWC", but must be "NHWC" or "NCHW". NDHWC is for tensors of 5 dimensions; here it is '
     "NHWC."),
    (largest_3d(data_format="NCHW"), ValueError, "data_format",
     'is "NCHW", but must be "NDHWC" or "NCDHW". NCHW is for tensors of 4 dimensions; here it is '
     "NCDHW."),
    (average(ksize=[1, 2, 1]), ValueError, "ksize", "is 1,2,1 (3 values), but needs 4."),
    (average(ksize=[1, 2, 2, 1, 1]), ValueError, "ksize",
     "is 1,2,2,1,1 (5 values), but NHWC needs 4, one for each dimension."),
    (average(strides=[1, 0, 2, 1]), ValueError, "strides",
     "is 1,0,2,1; its entry for H must be at least 1."),
    (average(ksize=[1, 2**31, 2, 1]), ValueError, "ksize",
     "holds 2147483648, outside the range of int32."),
    (average(ksize=[1, 10**30, 2, 1]), ValueError, "ksize", f"holds {10**30}, outside the range"),
    (convolve(dilations=[1, -1, 1, 1]), ValueError, "dilations",
     "is 1,-1,1,1; its entry for H must be at least 1."),
    (convolve(explicit_paddings=[0] * 8), ValueError, "explicit_paddings", "but padding is SAME"),
    (convolve(padding="EXPLICIT", explicit_paddings=[0] * 6), ValueError, "explicit_paddings",
     "but NHWC needs 8: before and after for each dimension."),
    # What there is no answer for yet.
    (average(ksize=[2, 2, 2, 1]), NotImplementedError, "ksize",
     "is 2,2,2,1; its entry for the batch (N) must be 1."),
    (average(strides=[1, 2, 2, 2]), NotImplementedError, "strides",
     "is 1,2,2,2; its entry for the channels (C) must be 1."),
    (convolve(strides=[1, 1, 1, 2]), NotImplementedError, "strides",
     "is 1,1,1,2; its entry for the channels (C) must be 1."),
    (convolve(dilations=[2, 1, 1, 1]), NotImplementedError, "dilations",
     "is 2,1,1,1; its entry for the batch (N) must be 1."),
    (largest(ksize=[1, 2, 2, 2]), NotImplementedError, "ksize",
     "pool over the channels or over space, not over both."),
    (largest(data_format="NCHW_VECT_C"), NotImplementedError, "data_format",
     'is "NCHW_VECT_C", which packs four qint8 channels'),
]  # fmt: skip


@pytest.mark.parametrize(("call", "kind", "argument", "text"), SENTENCES)
def test_sentence(
    call: tuple[str, dict[str, Any]], kind: type[Exception], argument: str, text: str
) -> None:
    op, arguments = call
    with pytest.raises(kind) as caught:
        getattr(raw_ops, op)(**arguments)
    assert caught.type is kind
    assert str(caught.value).startswith(f"{op}: {argument} ")
    assert text in str(caught.value)
    error: Any = caught.value
    assert (error.op, error.argument) == (op, argument)


@pytest.mark.parametrize("op", OPS)
def test_every_tensor_of_a_wrong_rank_is_named(op: str) -> None:
    layout = "NDHWC" if "3D" in op else "NHWC"
    arguments = sample(op, "float32", layout, np.random.default_rng(7))
    tensors = [name for name, value in arguments.items() if isinstance(value, np.ndarray)]
    assert tensors
    for name in tensors:
        for wrong in (arguments[name][0], arguments[name][None]):
            with pytest.raises(ValueError, match=f"^{op}: {name} has ") as caught:
                getattr(raw_ops, op)(**arguments | {name: wrong})
            assert caught.value.argument == name  # type: ignore[attr-defined]


@pytest.mark.parametrize("op", OPS)
def test_every_wrong_type_is_named(op: str) -> None:
    layout = "NDHWC" if "3D" in op else "NHWC"
    arguments = sample(op, "float32", layout, np.random.default_rng(7))
    for name, value in arguments.items():
        if isinstance(value, np.ndarray):
            with pytest.raises(TypeError, match=f"^{op}: {name} is ") as caught:
                getattr(raw_ops, op)(**arguments | {name: value.astype(np.complex64)})
            assert caught.value.argument == name  # type: ignore[attr-defined]


def test_a_result_that_no_machine_can_hold() -> None:
    """Sizes that a small gradient can stand for: one window in a huge input."""
    with pytest.raises(MemoryError, match=r"^AvgPoolGrad: .* needs \d+ MiB") as caught:
        raw_ops.AvgPoolGrad(
            orig_input_shape=[1, 2**22, 2**22, 1],
            grad=POINT,
            ksize=ONES,
            strides=[1, 2**22, 2**22, 1],
            padding="VALID",
        )
    assert caught.value.op == "AvgPoolGrad"  # type: ignore[attr-defined]


def test_more_elements_than_can_be_counted() -> None:
    sizes = np.array([2**40, 2**40, 1, 1, 1])
    point = np.ones((1, 1, 1, 1, 1), np.float32)
    with pytest.raises(ValueError, match=r"^Conv3DBackpropInputV2: input_sizes .* 2\^63 - 1"):
        raw_ops.Conv3DBackpropInputV2(
            input_sizes=sizes, filter=point, out_backprop=point, strides=[1] * 5, padding="SAME"
        )


def test_a_call_after_an_error_is_right() -> None:
    for _ in range(3):
        with pytest.raises(ValueError, match="ksize"):
            raw_ops.AvgPool(value=IMAGE, **BLOCKS | {"ksize": [1, 9, 9, 1]})
        assert raw_ops.AvgPool(value=IMAGE, **BLOCKS).ravel().tolist() == [1] * 4
