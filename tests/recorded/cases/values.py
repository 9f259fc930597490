"""What the tensors hold: plain numbers, ties, ends of a type, NaN and infinities."""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np

from .ops import Array, numpy_dtype

SEED = 20_221


# The largest finite value of each float type.
LARGEST = {
    "float16": 65504.0,
    "bfloat16": (2 - 2.0**-7) * 2.0**127,
    "float32": (2 - 2.0**-23) * 2.0**127,
    "float64": (2 - 2.0**-52) * 2.0**1023,
}


def random_of(*key: object) -> np.random.Generator:
    """A generator that depends on the key alone, so that a new row leaves the others as is."""
    return np.random.default_rng([SEED, zlib.crc32(repr(key).encode())])


def is_integer(dtype: str) -> bool:
    return "int" in dtype


def small(rng: np.random.Generator, shape: Sequence[int], dtype: str) -> Array:
    """Multiples of 1/8, or small integers: sums of products stay exact in every float type."""
    if is_integer(dtype):
        low = 0 if dtype.startswith("u") else -4
        return rng.integers(low, 5, shape).astype(numpy_dtype(dtype))
    return (rng.integers(-16, 17, shape) / 8).astype(numpy_dtype(dtype))


def normal(rng: np.random.Generator, shape: Sequence[int], dtype: str) -> Array:
    return rng.standard_normal(tuple(shape)).astype(numpy_dtype(dtype))


def distinct(rng: np.random.Generator, shape: Sequence[int], dtype: str) -> Array:
    """A permutation: no two cells are equal, so every maximum has one place."""
    count = math.prod(shape)
    lowest = 0 if dtype.startswith("u") else -(count // 2)
    values = rng.permutation(count) + lowest
    return values.reshape(tuple(shape)).astype(numpy_dtype(dtype))


def ties(rng: np.random.Generator, shape: Sequence[int], dtype: str) -> Array:
    return rng.integers(0, 3, shape).astype(numpy_dtype(dtype))


def extremes(rng: np.random.Generator, shape: Sequence[int], dtype: str) -> Array:
    """The ends of an integer type and their neighbours, or large floats."""
    kind = numpy_dtype(dtype)
    if is_integer(dtype):
        info = np.iinfo(kind)
        pool = np.array([info.min, info.min + 1, 0, 1, info.max - 1, info.max], dtype=kind)
    else:
        top = LARGEST[dtype]
        pool = np.array([-top, -1.0, -0.0, 0.0, 1.0, top], dtype=kind)
    return pool[rng.integers(0, len(pool), tuple(shape))]


def sprinkled(values: Array, rng: np.random.Generator, what: float, share: float) -> Array:
    """A copy in which about this share of the cells hold `what`."""
    result = values.copy()
    result[rng.random(values.shape) < share] = what
    return result


Style: TypeAlias = Callable[[np.random.Generator, Sequence[int], str], Array]


def with_nan(rng: np.random.Generator, shape: Sequence[int], dtype: str) -> Array:
    return sprinkled(distinct(rng, shape, dtype), rng, math.nan, 0.2)


def mostly_nan(rng: np.random.Generator, shape: Sequence[int], dtype: str) -> Array:
    return sprinkled(distinct(rng, shape, dtype), rng, math.nan, 0.8)


def mostly_minus_inf(rng: np.random.Generator, shape: Sequence[int], dtype: str) -> Array:
    return sprinkled(distinct(rng, shape, dtype), rng, -math.inf, 0.85)


def with_infinities(rng: np.random.Generator, shape: Sequence[int], dtype: str) -> Array:
    values = sprinkled(distinct(rng, shape, dtype), rng, math.inf, 0.1)
    return sprinkled(values, rng, -math.inf, 0.2)


def signed_zeros(rng: np.random.Generator, shape: Sequence[int], dtype: str) -> Array:
    return np.where(rng.random(tuple(shape)) < 0.5, -0.0, 0.0).astype(numpy_dtype(dtype))


def near_ties(rng: np.random.Generator, shape: Sequence[int], dtype: str) -> Array:
    """Distinct values less than 1e-5 apart."""
    return (distinct(rng, shape, "float64") * 2.0**-26).astype(numpy_dtype(dtype))


def all_ones(rng: np.random.Generator, shape: Sequence[int], dtype: str) -> Array:
    return np.ones(tuple(shape), numpy_dtype(dtype))
