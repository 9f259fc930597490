"""Arrays of JAX and PyTorch come back as arrays of the same library, type kept."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import voxgrad
from voxgrad import raw_ops

BLOCKS: dict[str, Any] = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "VALID"}
MAXIMA = [5, 7, 13, 15]


@pytest.fixture(scope="module")
def jnp() -> Any:
    return pytest.importorskip("jax.numpy", reason="JAX is not installed")


@pytest.fixture(scope="module")
def torch() -> Any:
    return pytest.importorskip("torch", reason="PyTorch is not installed")


JAX_TYPES = ["float32", "bfloat16", "float16", "int32", "int8", "uint8", "int16", "uint32"]


@pytest.mark.parametrize("dtype", JAX_TYPES)
def test_jax(jnp: Any, dtype: str) -> None:
    x = jnp.arange(16, dtype=dtype).reshape(1, 4, 4, 1)
    result = raw_ops.MaxPool(input=x, **BLOCKS)
    assert type(result) is type(x)
    assert result.dtype == x.dtype
    assert result.ravel().tolist() == MAXIMA
    assert (result + 1).ravel().tolist() == [6, 8, 14, 16]


def test_jax_and_numpy_mixed(jnp: Any) -> None:
    grad = jnp.ones((1, 2, 2, 1), "float32")
    for sizes in ([1, 4, 4, 1], np.array([1, 4, 4, 1]), jnp.array([1, 4, 4, 1])):
        result = raw_ops.AvgPoolGrad(orig_input_shape=sizes, grad=grad, **BLOCKS)
        assert type(result) is type(grad)
        assert result.ravel().tolist() == [0.25] * 16


def test_jax_array_is_never_written_to(jnp: Any) -> None:
    x, out = jnp.ones((1, 4, 4, 1)), jnp.zeros((1, 2, 2, 1))
    with pytest.raises(ValueError, match=r"^MaxPool: out is a JAX array, which is read-only\.$"):
        voxgrad.call("MaxPool", input=x, out=out, **BLOCKS)
    assert out.ravel().tolist() == [0] * 4


def test_jax_tracer(jnp: Any) -> None:
    import jax

    with pytest.raises(ValueError, match=r"^MaxPool: input is a .*Tracer whose memory cannot be"):
        jax.jit(lambda x: raw_ops.MaxPool(input=x, **BLOCKS))(jnp.ones((1, 4, 4, 1)))


def test_jax_type_that_no_op_takes(jnp: Any) -> None:
    with pytest.raises(TypeError, match=r"^MaxPool: input is float8_e4m3fn"):
        raw_ops.MaxPool(input=jnp.zeros((1, 4, 4, 1), jnp.float8_e4m3fn), **BLOCKS)


TORCH_TYPES = ["float32", "bfloat16", "float16", "float64", "int32", "int64", "int8", "uint8",
               "int16"]  # fmt: skip


@pytest.mark.parametrize("dtype", TORCH_TYPES)
def test_torch(torch: Any, dtype: str) -> None:
    x = torch.arange(16).to(getattr(torch, dtype)).reshape(1, 4, 4, 1)
    result = raw_ops.MaxPool(input=x, **BLOCKS)
    assert type(result) is torch.Tensor
    assert result.dtype == x.dtype
    assert result.ravel().tolist() == MAXIMA
    result += 1
    assert result.ravel().tolist() == [6, 8, 14, 16]
    assert x.ravel().tolist() == list(range(16))


def test_torch_strides(torch: Any) -> None:
    x = torch.arange(16.0).reshape(1, 4, 4, 1).transpose(1, 2)
    assert raw_ops.MaxPool(input=x, **BLOCKS).ravel().tolist() == [5, 13, 7, 15]


def test_torch_sizes(torch: Any) -> None:
    x = torch.ones(1, 4, 4, 1)
    grad = torch.ones(1, 2, 2, 1)
    for sizes in (x.shape, [1, 4, 4, 1], np.array([1, 4, 4, 1]), torch.tensor([1, 4, 4, 1])):
        more = BLOCKS | {"ksize": torch.Size([1, 2, 2, 1]), "strides": torch.tensor([1, 2, 2, 1])}
        result = raw_ops.AvgPoolGrad(orig_input_shape=sizes, grad=grad, **more)
        assert type(result) is torch.Tensor
        assert result.ravel().tolist() == [0.25] * 16


def test_torch_and_numpy_mixed(torch: Any) -> None:
    x = torch.ones(1, 4, 4, 1)
    ones = np.ones((1, 1, 1, 1), np.float32)
    result = raw_ops.Conv2D(input=x, filter=ones, strides=[1, 1, 1, 1], padding="SAME")
    assert type(result) is torch.Tensor


def test_torch_that_requires_grad(torch: Any) -> None:
    x = torch.ones(1, 4, 4, 1, requires_grad=True)
    with pytest.raises(ValueError, match=r"^MaxPool: input .*requires grad.*tensor\.detach\(\)"):
        raw_ops.MaxPool(input=x, **BLOCKS)
    assert raw_ops.MaxPool(input=x.detach(), **BLOCKS).ravel().tolist() == [1] * 4


def test_torch_that_is_negated_by_a_flag(torch: Any) -> None:
    x = torch.full((1, 4, 4, 1), 2 + 3j).conj().imag
    assert x.is_neg()
    with pytest.raises(ValueError, match=r"^MaxPool: input .*negation.*tensor\.resolve_neg\(\)"):
        raw_ops.MaxPool(input=x, **BLOCKS)
    assert raw_ops.MaxPool(input=x.resolve_neg(), **BLOCKS).ravel().tolist() == [-3] * 4


def test_torch_out(torch: Any) -> None:
    x = torch.arange(16.0).reshape(1, 4, 4, 1)
    for out in (torch.zeros(1, 2, 2, 1), torch.zeros(1, 2, 2, 2)[..., :1]):
        assert voxgrad.call("MaxPool", input=x, out=out, **BLOCKS) is out
        assert out.ravel().tolist() == MAXIMA


def test_torch_memory_that_is_not_here(torch: Any) -> None:
    for x in (torch.zeros(1, 4, 4, 1, device="meta"), torch.zeros(1, 4, 4, 1).to_sparse()):
        with pytest.raises(ValueError, match=r"^MaxPool: input is a torch\.Tensor whose memory"):
            raw_ops.MaxPool(input=x, **BLOCKS)


def test_torch_type_that_no_op_takes(torch: Any) -> None:
    with pytest.raises(TypeError, match=r"^MaxPool: input is torch\.complex64"):
        raw_ops.MaxPool(input=torch.zeros(1, 4, 4, 1, dtype=torch.complex64), **BLOCKS)
