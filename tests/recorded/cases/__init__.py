"""The calls that record_tensorflow.py puts to TensorFlow, generated from compact tables.

A case is one call: an op, its input arrays and its attributes.  This package needs NumPy and
ml_dtypes only, so that the cases are the same whatever TensorFlow answers.

Every op gets three groups of cases:

* every geometry of its table in float32, channels last;
* every (dtype, layout, padding) cell of its op definition, with geometries taken in turn;
* specials: empty tensors, NaN, infinities, ties, integer extremes, refusals.
"""

from __future__ import annotations

from collections.abc import Iterator

from .conv import conv_case, conv_plans
from .conv_special import empty_conv_cases, refused_conv_cases, special_conv_plans
from .ops import OPS, Array, Case, Tensor, numpy_dtype
from .pool import pool_case, pool_plans
from .pool_depth import depth_case, depth_plans
from .pool_special import batch_window_case, special_pool_plans

__all__ = ["OPS", "Array", "Case", "Tensor", "cases_of", "numpy_dtype"]


def pool_cases(op: str) -> Iterator[Case]:
    yield from map(pool_case, pool_plans(op))
    yield from map(pool_case, special_pool_plans(op))
    yield from map(depth_case, depth_plans(op))
    yield batch_window_case(op)


def conv_cases(op: str) -> Iterator[Case]:
    yield from map(conv_case, conv_plans(op))
    yield from map(conv_case, special_conv_plans(op))
    yield from empty_conv_cases(op)
    yield from refused_conv_cases(op)


def cases_of(op: str) -> list[Case]:
    """All cases of one op, each once."""
    return list(conv_cases(op) if OPS[op].kind == "conv" else pool_cases(op))
