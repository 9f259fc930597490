"""voxgrad.call: an op by its name, and results written into a given array."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import voxgrad
from samples import FLOATS, INTEGERS, OPS, dtype_of, sample
from voxgrad import raw_ops

BLOCKS: dict[str, Any] = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "VALID"}
RAMP = np.arange(16, dtype=np.float32).reshape(1, 4, 4, 1)
MAXIMA = [5, 7, 13, 15]
SMOOTH: dict[str, Any] = {"ksize": [1, 3, 3, 1], "strides": [1, 1, 1, 1], "padding": "SAME"}


@pytest.mark.parametrize("op", OPS)
def test_call_is_the_function(op: str) -> None:
    layout = "NDHWC" if "3D" in op else "NHWC"
    arguments = sample(op, "float32", layout, np.random.default_rng(3))
    wanted = getattr(raw_ops, op)(**arguments)
    np.testing.assert_array_equal(voxgrad.call(op, **arguments), wanted)
    out = np.full_like(wanted, np.nan)
    assert voxgrad.call(op, **arguments, out=out) is out
    np.testing.assert_array_equal(out, wanted)


@pytest.mark.parametrize("dtype", FLOATS + INTEGERS)
def test_out_of_every_type(dtype: str) -> None:
    out = np.zeros((1, 2, 2, 1), dtype_of(dtype))
    voxgrad.call("MaxPool", input=RAMP.astype(out.dtype), out=out, **BLOCKS)
    assert out.ravel().tolist() == MAXIMA


def test_strided_out() -> None:
    around = np.full((1, 4, 6, 2), -1, np.float32)
    out = around[:, ::2, 4:0:-2, 1:]
    assert voxgrad.call("MaxPool", input=RAMP, out=out, **BLOCKS) is out
    assert out.ravel().tolist() == MAXIMA
    assert (around == -1).sum() == around.size - 4


def test_out_in_fortran_order() -> None:
    out = np.zeros((1, 2, 2, 1), np.float32, order="F")
    voxgrad.call("MaxPool", input=RAMP, out=out, **BLOCKS)
    assert out.ravel().tolist() == MAXIMA


def test_out_is_the_input() -> None:
    wanted = raw_ops.AvgPool(value=RAMP, **SMOOTH)
    x = RAMP.copy()
    voxgrad.call("AvgPool", value=x, out=x, **SMOOTH)
    np.testing.assert_array_equal(x, wanted)


def test_out_overlaps_the_input() -> None:
    wanted = raw_ops.AvgPool(value=RAMP, **SMOOTH)
    for shift in (1, 7, 15):
        memory = np.zeros(40, np.float32)
        x = memory[:16].reshape(1, 4, 4, 1)
        out = memory[shift : shift + 16].reshape(1, 4, 4, 1)
        x[...] = RAMP
        voxgrad.call("AvgPool", value=x, out=out, **SMOOTH)
        np.testing.assert_array_equal(out, wanted)


@pytest.mark.parametrize(
    ("out", "kind", "text"),
    [
        (
            np.zeros((1, 2, 3, 1), np.float32),
            ValueError,
            "is [1,2,3,1], but the result is [1,2,2,1]",
        ),
        (np.zeros((2, 2), np.float32), ValueError, "is [2,2], but the result is [1,2,2,1]"),
        (np.zeros((1, 2, 2, 1)), TypeError, "is double, but the result is float"),
        (np.zeros((1, 2, 2, 1), complex), TypeError, "has a type that no op gives"),
        (np.zeros((1, 2, 2, 1), ">f4"), ValueError, "has foreign byte order"),
        (np.broadcast_to(np.float32(0), (1, 2, 2, 1)), ValueError, "is read-only"),
        ([[[[0.0]]]], TypeError, "is a builtins.list, but must be an array"),
    ],
)
def test_out_that_cannot_be(out: Any, kind: type[Exception], text: str) -> None:
    before = np.array(out)
    with pytest.raises(kind) as caught:
        voxgrad.call("MaxPool", input=RAMP, out=out, **BLOCKS)
    error: Any = caught.value
    assert str(error).startswith(f"MaxPool: out {text}")
    assert (error.op, error.argument) == ("MaxPool", "out")
    np.testing.assert_array_equal(np.array(out), before)


@pytest.mark.parametrize(
    ("shape", "dtype", "kind"),
    [((1, 2, 3, 1), "float32", ValueError), ((1, 2, 2, 1), "float64", TypeError)],
)
def test_strided_out_that_cannot_be(
    shape: tuple[int, ...], dtype: str, kind: type[Exception]
) -> None:
    out = np.zeros((*shape, 2), dtype)[..., 0]
    with pytest.raises(kind, match=r"^MaxPool: out is .*but the result is "):
        voxgrad.call("MaxPool", input=RAMP, out=out, **BLOCKS)


def test_empty_out() -> None:
    out = np.zeros((0, 2, 2, 1), np.float32)
    assert voxgrad.call("MaxPool", input=RAMP[:0], out=out, **BLOCKS) is out


def test_unknown_op() -> None:
    with pytest.raises(ValueError, match=r"^No op is called AvgPol\. Did you mean AvgPool\?$"):
        voxgrad.call("AvgPol", value=RAMP)


def test_missing_and_unknown_arguments() -> None:
    with pytest.raises(TypeError, match=r"^MaxPool: input is missing") as caught:
        voxgrad.call("MaxPool", **BLOCKS)
    assert caught.value.argument == "input"  # type: ignore[attr-defined]
    with pytest.raises(TypeError, match=r"^MaxPool: strides is missing"):
        voxgrad.call("MaxPool", input=RAMP, ksize=[1, 2, 2, 1], padding="SAME")
    with pytest.raises(TypeError, match=r"^MaxPool: value is no argument of this op; it has input"):
        voxgrad.call("MaxPool", input=RAMP, value=RAMP, **BLOCKS)


def test_name_appears_in_the_sentence() -> None:
    with pytest.raises(ValueError, match=r"^MaxPool \(first\): input has shape"):
        voxgrad.call("MaxPool", input=RAMP[0], name="first", **BLOCKS)
