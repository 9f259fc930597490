"""Arrays of every make: what goes in, and that the same kind comes out."""

from __future__ import annotations

import array
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from children import run_child
from samples import FLOATS, INTEGERS, dtype_of, sample
from voxgrad import raw_ops

BLOCKS: dict[str, Any] = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "VALID"}
RAMP = np.arange(16, dtype=np.float32).reshape(1, 4, 4, 1)
MAXIMA = [5, 7, 13, 15]


def maxima(x: Any, **more: Any) -> Any:
    return raw_ops.MaxPool(input=x, **BLOCKS | more)


def spread(sizes: Any, grad: Any = None) -> Any:
    grad = np.ones((1, 2, 2, 1), np.float32) if grad is None else grad
    return raw_ops.AvgPoolGrad(orig_input_shape=sizes, grad=grad, **BLOCKS)


@pytest.mark.parametrize("dtype", FLOATS + INTEGERS)
def test_numpy_in_numpy_out(dtype: str) -> None:
    result = maxima(RAMP.astype(dtype_of(dtype)))
    assert type(result) is np.ndarray
    assert result.dtype == dtype_of(dtype)
    assert result.flags.c_contiguous and result.flags.writeable and result.flags.aligned
    assert result.ravel().tolist() == MAXIMA


ODD_LAYOUTS: list[Callable[[Any], Any]] = [
    np.asfortranarray,
    lambda x: np.repeat(x, 3, axis=2)[:, :, ::3],
    lambda x: x[:, ::-1, ::-1].copy()[:, ::-1, ::-1],
    lambda x: np.broadcast_to(x, (2, *x.shape[1:]))[:1],
    lambda x: np.frombuffer(b"." + x.tobytes(), np.uint8)[1:].view(x.dtype).reshape(x.shape),
]


@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "int8", "float64"])
@pytest.mark.parametrize("rearrange", ODD_LAYOUTS)
def test_any_strides(rearrange: Callable[[Any], Any], dtype: str) -> None:
    x = rearrange(RAMP.astype(dtype_of(dtype)))
    assert maxima(x).ravel().tolist() == MAXIMA


@pytest.mark.parametrize("dtype", [">f4", ">f8", ">f2", ">i4", ">i8", ">u2"])
def test_foreign_byte_order(dtype: str) -> None:
    result = maxima(RAMP.astype(dtype))
    assert result.dtype == np.dtype(dtype).newbyteorder("=")
    assert result.ravel().tolist() == MAXIMA


def test_sizes_of_foreign_byte_order() -> None:
    np.testing.assert_array_equal(spread(np.array([1, 4, 4, 1], ">i4")), spread([1, 4, 4, 1]))


def test_read_only() -> None:
    x = RAMP.copy()
    x.flags.writeable = False
    assert maxima(x).ravel().tolist() == MAXIMA


def test_subclasses_and_buffers() -> None:
    assert type(maxima(RAMP.view(np.recarray))) is np.ndarray
    assert maxima(memoryview(RAMP.data)).ravel().tolist() == MAXIMA


def test_inputs_are_left_alone() -> None:
    for op in ("MaxPoolGrad", "MaxPoolGradGrad", "Conv2DBackpropInput", "AvgPool"):
        arguments = sample(op, "float32", "NHWC", np.random.default_rng(1))
        before = {n: a.copy() for n, a in arguments.items() if isinstance(a, np.ndarray)}
        result = getattr(raw_ops, op)(**arguments)
        result += 1
        for name, copy in before.items():
            np.testing.assert_array_equal(arguments[name], copy)


def test_no_dimensions() -> None:
    for number in (np.array(3.0, np.float32), np.float32(3), 3.0):
        with pytest.raises(ValueError, match=r"^MaxPool: input has shape \[\] \(0 dimensions\)"):
            maxima(number)


def test_lists() -> None:
    result = maxima((RAMP + 0.5).tolist())
    assert result.dtype == np.float32
    assert result.ravel().tolist() == [5.5, 7.5, 13.5, 15.5]
    assert raw_ops.AvgPool(value=RAMP.astype(int).tolist(), **BLOCKS).dtype == np.float32
    assert maxima(RAMP.astype(int).tolist()).dtype == np.int32
    assert maxima(tuple(RAMP.tolist())).dtype == np.float32
    assert maxima([RAMP[0]]).dtype == np.float32


def test_lists_take_the_type_of_the_array_beside_them() -> None:
    for dtype in FLOATS:
        x: Any = RAMP.astype(dtype_of(dtype))
        given: dict[str, Any] = {"strides": [1, 1, 1, 1], "padding": "SAME"}
        lists: list[Any] = [[[[[2]]]], [[[[2.0]]]]]
        for values in lists:
            assert raw_ops.Conv2D(input=x, filter=values, **given).dtype == x.dtype
            beside = raw_ops.Conv2D(input=values, filter=x[:, :1, :1], **given)
            assert beside.dtype == x.dtype


@pytest.mark.parametrize("swap", [False, True])
def test_a_list_with_fractions_beside_one_without(swap: bool) -> None:
    whole, half = [[[[3]]]], [[[[0.5]]]]
    x, f = (half, whole) if swap else (whole, half)
    result = raw_ops.Conv2D(input=x, filter=f, strides=[1, 1, 1, 1], padding="SAME")
    assert result.dtype == np.float32
    assert result.ravel().tolist() == [1.5]


@pytest.mark.parametrize("dtype", INTEGERS)
def test_sizes_of_any_integer_type(dtype: str) -> None:
    assert spread(np.array([1, 4, 4, 1], dtype)).shape == (1, 4, 4, 1)


@pytest.mark.parametrize(
    "sizes", [(1, 4, 4, 1), RAMP.shape, [np.int64(1), np.uint8(4), 4, True], np.array([1, 4, 4, 1])]
)
def test_sizes_of_any_sequence(sizes: Any) -> None:
    assert spread(sizes).shape == (1, 4, 4, 1)


@pytest.mark.parametrize("dtype", ["int64", "uint64", "uint32"])
def test_sizes_that_do_not_fit(dtype: str) -> None:
    sentence = r"^AvgPoolGrad: orig_input_shape holds 4294967295, outside the range of int32\.$"
    with pytest.raises(ValueError, match=sentence):
        spread(np.array([1, 4, 2**32 - 1, 1], dtype))


def test_sizes_below_the_range() -> None:
    with pytest.raises(ValueError, match="holds -8589934592, outside the range of int32"):
        spread(np.array([1, 4, -(2**33), 1]))


@pytest.mark.parametrize("sizes", [[1.0, 4.0, 4.0, 1.0], np.array([1, 4, 4, 1], np.float32)])
def test_sizes_that_are_no_integers(sizes: Any) -> None:
    with pytest.raises(
        TypeError, match=r"^AvgPoolGrad: orig_input_shape is \w+, but must be int32"
    ):
        spread(sizes)


@pytest.mark.parametrize(
    "ksize",
    [
        (1, 2, 2, 1),
        np.array([1, 2, 2, 1]),
        np.array([1, 2, 2, 1], np.uint8),
        [np.int64(1), np.int32(2), np.uint8(2), True],
        array.array("i", [1, 2, 2, 1]),
    ],
)
def test_attributes_of_any_sequence(ksize: Any) -> None:
    assert maxima(RAMP, ksize=ksize).ravel().tolist() == MAXIMA


def test_range_as_attribute() -> None:
    with pytest.raises(
        NotImplementedError, match=r"^MaxPool: ksize is 2,3,4,5; its entry for the "
    ):
        maxima(RAMP, ksize=range(2, 6))


LARGE = """
import resource, numpy as np
from voxgrad import raw_ops

x = np.ones((1, 64, 1024, 1024), np.float32)
few = {"ksize": [1, 1, 1, 1], "strides": [1, 64, 1024, 1], "padding": "VALID"}

def growth(array):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    raw_ops.MaxPool(input=array, **few)
    raw_ops.AvgPool(value=array, **few)
    return (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024

print(growth(x), growth(x[:, :, ::-1]))
"""


def test_large_arrays_are_not_copied() -> None:
    """The peak of the process grows by the results alone; a copy adds 256 MiB, as one of an array
    that is not contiguous must."""
    child = run_child(LARGE)
    whole, reversed_rows = map(int, child.stdout.split())
    assert whole < 64, child.stderr
    assert reversed_rows >= 250


def test_memory_outlives_the_arrays_it_came_from() -> None:
    result = maxima(RAMP.copy())
    view = result[0]
    del result
    for _ in range(10):
        maxima(RAMP + 100)
    assert view.ravel().tolist() == MAXIMA
