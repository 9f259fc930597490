"""Arguments that are refused before they cost anything, and types in the place of lists."""

from __future__ import annotations

import signal
from typing import Any

import numpy as np
import pytest
import voxgrad
from voxgrad import raw_ops

VAST = np.broadcast_to(np.float32(1), (2**31,))


@pytest.fixture(autouse=True)
def soon() -> Any:
    signal.alarm(20)
    yield
    signal.alarm(0)


def test_a_broadcast_view_is_refused_before_it_is_copied() -> None:
    with pytest.raises(ValueError, match="value"):
        raw_ops.AvgPool(value=VAST, ksize=[1] * 4, strides=[1] * 4, padding="VALID")
    with pytest.raises(ValueError, match="MatMul"):
        raw_ops.MatMul(a=VAST, b=np.ones((2, 2), np.float32))
    with pytest.raises(MemoryError, match="memory"):
        raw_ops.Neg(x=np.broadcast_to(np.float32(1), (2**40,)))


def test_large_views_are_read_in_the_end() -> None:
    dense = np.arange(2_000_000, dtype=np.float32).reshape(1000, 2000)
    for view in (dense.T, dense[::-1], dense[:, ::2], np.broadcast_to(dense[0], (500, 2000))):
        np.testing.assert_array_equal(raw_ops.Neg(x=view), -view)
        np.testing.assert_array_equal(raw_ops.Add(x=view, y=view), view + view)
    odd = np.full((2000, 1000), 2, np.uint8).view(bool).T
    assert raw_ops.LogicalNot(x=odd).view(np.uint8).max() == 0
    sizes = np.ones((2_000_000, 2), np.int64)[:, 0]
    with pytest.raises(ValueError, match="AvgPoolGrad"):
        raw_ops.AvgPoolGrad(
            orig_input_shape=sizes,
            grad=np.ones((1, 1, 1, 1), np.float32),
            ksize=[1] * 4,
            strides=[1] * 4,
            padding="VALID",
        )


def test_jax_views() -> None:
    jnp = pytest.importorskip("jax.numpy")
    dense = jnp.arange(2_000_000, dtype=jnp.float32).reshape(1000, 2000).T
    np.testing.assert_array_equal(np.asarray(raw_ops.Neg(x=dense)), -np.asarray(dense))


@pytest.mark.parametrize("kind", [np.float32, np.int64, int, list, np.ndarray])
def test_a_type_is_no_list(kind: Any) -> None:
    x = np.ones((1, 2, 2, 1), np.float32)
    with pytest.raises(TypeError, match=r"ksize is <class .* but must be a list of integers"):
        raw_ops.AvgPool(value=x, ksize=kind, strides=[1] * 4, padding="VALID")
    wanted = r"shape is <class .* but must be a list of sizes"
    with voxgrad.Graph(), pytest.raises(TypeError, match=wanted):
        raw_ops.Placeholder(dtype="float32", shape=kind)
