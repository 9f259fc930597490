"""The calls that record_tensorflow.py puts to TensorFlow, generated from compact tables.

A case is one call: an op, its input arrays and its attributes.  This module needs NumPy and
ml_dtypes only, so that the cases are the same whatever TensorFlow answers.

Every op gets three groups of cases:

* every geometry of its table in float32, channels last;
* every (dtype, layout, padding) cell of its op definition, with geometries taken in turn;
* specials: empty tensors, NaN, infinities, ties, integer extremes, refusals.
"""

from __future__ import annotations

import itertools
import math
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]
Ints: TypeAlias = tuple[int, ...]

SEED = 20_221

# No pooling tensor is larger, so that a permutation of its cells still fits in int8 and uint8
# and is exact in bfloat16.
MAX_CELLS = 240

FLOATS = ("float16", "bfloat16", "float32", "float64")
REALS = (
    "float16",
    "bfloat16",
    "float32",
    "float64",
    "int8",
    "uint8",
    "int16",
    "uint16",
    "int32",
    "uint32",
    "int64",
    "uint64",
)
# The largest finite value of each float type.
LARGEST = {
    "float16": 65504.0,
    "bfloat16": (2 - 2.0**-7) * 2.0**127,
    "float32": (2 - 2.0**-23) * 2.0**127,
    "float64": (2 - 2.0**-52) * 2.0**1023,
}
FLOATS_3D_MAX = ("float16", "bfloat16", "float32")
NOT_IN_NUMPY: dict[str, Any] = {"bfloat16": ml_dtypes.bfloat16, "qint8": np.int8}


def numpy_dtype(name: str) -> np.dtype[Any]:
    """The NumPy dtype that holds the values of a TensorFlow dtype."""
    kind: np.dtype[Any] = np.dtype(NOT_IN_NUMPY.get(name, name))
    return kind


@dataclass(frozen=True)
class Tensor:
    """An array with the TensorFlow name of its dtype (qint8 has no NumPy dtype)."""

    dtype: str
    array: Array


@dataclass(frozen=True)
class Case:
    op: str
    inputs: dict[str, Tensor]
    attrs: dict[str, Any]


@dataclass(frozen=True)
class OpSpec:
    """What the op definition says, as far as the cases depend on it."""

    kind: str  # "avg", "max" or "conv"
    rank: int  # spatial axes
    role: str  # "forward", "grad", "gradgrad", "input_grad" or "filter_grad"
    dtypes: tuple[str, ...]
    explicit: bool = False  # padding may be EXPLICIT
    per_cell: int = 1  # geometries for each (dtype, layout, padding)


OPS: dict[str, OpSpec] = {
    "AvgPool": OpSpec("avg", 2, "forward", FLOATS, per_cell=3),
    "AvgPoolGrad": OpSpec("avg", 2, "grad", FLOATS, per_cell=3),
    "AvgPool3D": OpSpec("avg", 3, "forward", FLOATS, per_cell=3),
    "AvgPool3DGrad": OpSpec("avg", 3, "grad", FLOATS, per_cell=3),
    "MaxPool": OpSpec(
        "max",
        2,
        "forward",
        (*(d for d in REALS if d not in ("uint32", "uint64")), "qint8"),
        explicit=True,
    ),
    "MaxPoolGrad": OpSpec("max", 2, "grad", REALS, explicit=True),
    "MaxPoolGradGrad": OpSpec("max", 2, "gradgrad", REALS),
    "MaxPool3D": OpSpec("max", 3, "forward", FLOATS_3D_MAX, per_cell=3),
    "MaxPool3DGrad": OpSpec("max", 3, "grad", FLOATS_3D_MAX, per_cell=3),
    "MaxPool3DGradGrad": OpSpec("max", 3, "gradgrad", REALS),
    "Conv2D": OpSpec("conv", 2, "forward", (*FLOATS, "int32"), explicit=True, per_cell=2),
    "Conv2DBackpropInput": OpSpec(
        "conv", 2, "input_grad", (*FLOATS, "int32"), explicit=True, per_cell=2
    ),
    "Conv2DBackpropFilter": OpSpec("conv", 2, "filter_grad", FLOATS, explicit=True, per_cell=2),
    "Conv3D": OpSpec("conv", 3, "forward", FLOATS, per_cell=2),
    "Conv3DBackpropInputV2": OpSpec("conv", 3, "input_grad", FLOATS, per_cell=2),
    "Conv3DBackpropFilterV2": OpSpec("conv", 3, "filter_grad", FLOATS, per_cell=2),
}


# ---------------------------------------------------------------------------------------------
# Geometry


@dataclass(frozen=True)
class Geometry:
    """Spatial sizes, windows and strides of one call, one entry per spatial axis."""

    spatial: Ints
    window: Ints
    stride: Ints
    padding: str
    dilation: Ints
    explicit: tuple[tuple[int, int], ...] = ()

    def effective_window(self) -> Ints:
        return tuple((k - 1) * d + 1 for k, d in zip(self.window, self.dilation, strict=True))

    def output(self) -> Ints:
        """The size of the op's result, by the window formula."""
        sizes = []
        for axis, (n, e, s) in enumerate(
            zip(self.spatial, self.effective_window(), self.stride, strict=True)
        ):
            if self.padding == "SAME":
                sizes.append(-(-n // s))
            else:
                before, after = self.explicit[axis] if self.explicit else (0, 0)
                sizes.append(max(0, (n + before + after - e) // s + 1))
        return tuple(sizes)

    def pad_before(self) -> Ints:
        if self.padding == "EXPLICIT":
            return tuple(before for before, _ in self.explicit)
        if self.padding == "VALID":
            return (0,) * len(self.spatial)
        return tuple(
            max(0, (o - 1) * s + e - n) // 2
            for o, s, e, n in zip(
                self.output(), self.stride, self.effective_window(), self.spatial, strict=True
            )
        )


# Rows: spatial sizes, window, stride, paddings (S = SAME, V = VALID).  VALID with a window
# larger than the input kills the process in several kernels, so those rows have S alone.
PoolRow: TypeAlias = tuple[Ints, Ints, Ints, str]
POOL_2D: tuple[PoolRow, ...] = (
    ((5, 7), (2, 3), (2, 2), "SV"),
    ((6, 6), (2, 2), (2, 2), "SV"),
    ((7, 5), (3, 2), (1, 2), "SV"),
    ((4, 4), (3, 3), (1, 1), "SV"),
    ((9, 4), (3, 2), (4, 3), "SV"),
    ((3, 4), (5, 6), (1, 1), "S"),
    ((4, 3), (5, 7), (2, 3), "S"),
    ((1, 1), (3, 3), (1, 1), "S"),
    ((4, 1), (5, 1), (1, 1), "S"),
    ((1, 8), (1, 3), (1, 2), "SV"),
    ((8, 1), (4, 1), (3, 1), "SV"),
    ((5, 5), (5, 5), (1, 1), "SV"),
    ((5, 4), (5, 4), (5, 4), "SV"),
    ((6, 7), (1, 1), (1, 1), "SV"),
    ((7, 6), (1, 1), (3, 2), "SV"),
    ((10, 3), (2, 3), (3, 1), "SV"),
    ((11, 2), (4, 2), (2, 2), "SV"),
    ((4, 9), (2, 4), (2, 3), "SV"),
    ((3, 3), (2, 2), (3, 3), "SV"),
    ((5, 6), (4, 3), (3, 5), "SV"),
    ((7, 2), (6, 2), (5, 1), "SV"),
    ((4, 5), (9, 2), (3, 1), "S"),
    ((2, 13), (2, 7), (1, 4), "SV"),
    ((6, 2), (3, 3), (2, 1), "S"),
    # The stride leaves cells over at the end: SAME has no padding, and none that is negative.
    ((4, 9), (2, 1), (4, 3), "SV"),
    # Windows larger than the input that begin before it and end inside it.
    ((4, 6), (5, 7), (1, 1), "S"),
    ((5, 7), (6, 8), (1, 2), "S"),
)
POOL_3D: tuple[PoolRow, ...] = (
    ((3, 4, 5), (2, 2, 2), (2, 2, 2), "SV"),
    ((4, 3, 2), (2, 3, 1), (1, 2, 2), "SV"),
    ((5, 2, 3), (3, 1, 2), (2, 1, 1), "SV"),
    ((2, 2, 2), (3, 3, 3), (1, 1, 1), "S"),
    ((3, 2, 4), (4, 5, 6), (2, 1, 3), "S"),
    ((4, 1, 1), (5, 1, 1), (1, 1, 1), "S"),
    ((1, 4, 1), (1, 5, 1), (1, 1, 1), "S"),
    ((1, 1, 4), (1, 1, 5), (1, 1, 1), "S"),
    ((1, 1, 1), (2, 2, 2), (1, 1, 1), "S"),
    ((2, 3, 5), (2, 4, 3), (1, 1, 2), "S"),
    ((3, 3, 3), (3, 3, 3), (1, 1, 1), "SV"),
    ((3, 3, 3), (1, 1, 1), (1, 1, 1), "SV"),
    ((3, 4, 3), (1, 1, 1), (2, 3, 2), "SV"),
    ((6, 3, 3), (2, 2, 2), (4, 1, 3), "SV"),
    ((1, 5, 4), (1, 3, 2), (1, 2, 2), "SV"),
    ((5, 1, 4), (2, 1, 3), (3, 1, 1), "SV"),
    ((4, 5, 1), (4, 2, 1), (1, 3, 1), "SV"),
    ((7, 2, 2), (2, 2, 2), (3, 2, 1), "SV"),
    ((2, 7, 2), (1, 4, 2), (1, 3, 2), "SV"),
    ((2, 2, 7), (2, 1, 5), (2, 1, 2), "SV"),
    ((4, 4, 4), (2, 2, 2), (2, 2, 2), "SV"),
    ((3, 3, 4), (2, 2, 2), (1, 1, 1), "SV"),
    # As in the table above.
    ((4, 3, 6), (2, 1, 1), (4, 3, 3), "SV"),
    ((4, 2, 5), (5, 3, 6), (1, 1, 1), "S"),
    ((4, 5, 3), (5, 6, 2), (1, 2, 1), "S"),
)
# Explicit padding of a pooling window must be smaller than the window.
ExplicitRow: TypeAlias = tuple[Ints, Ints, Ints, tuple[tuple[int, int], ...]]
POOL_2D_EXPLICIT: tuple[ExplicitRow, ...] = (
    ((5, 4), (3, 2), (2, 1), ((1, 2), (0, 1))),
    ((4, 4), (3, 3), (2, 2), ((1, 1), (1, 1))),
    ((3, 5), (2, 4), (1, 3), ((1, 0), (3, 2))),
    ((2, 2), (3, 3), (1, 1), ((2, 2), (2, 2))),
    ((1, 1), (3, 2), (1, 2), ((2, 1), (1, 0))),
    ((6, 3), (2, 3), (3, 2), ((0, 0), (0, 0))),
    ((5, 7), (4, 3), (5, 4), ((0, 3), (2, 0))),
    ((2, 3), (4, 5), (1, 2), ((3, 0), (1, 4))),
)

# Rows: spatial sizes, window, stride, dilation, paddings.
ConvRow: TypeAlias = tuple[Ints, Ints, Ints, Ints, str]
CONV_2D: tuple[ConvRow, ...] = (
    ((5, 6), (3, 2), (1, 1), (1, 1), "SV"),
    ((6, 5), (2, 3), (2, 1), (1, 1), "SV"),
    ((7, 4), (3, 3), (2, 3), (1, 1), "SV"),
    ((4, 4), (2, 2), (2, 2), (1, 1), "SV"),
    ((5, 3), (1, 1), (1, 1), (1, 1), "SV"),
    ((5, 6), (1, 1), (2, 3), (1, 1), "SV"),
    ((3, 4), (3, 4), (1, 1), (1, 1), "SV"),
    ((2, 3), (4, 5), (1, 2), (1, 1), "S"),
    ((1, 1), (3, 3), (1, 1), (1, 1), "S"),
    ((9, 2), (2, 1), (4, 1), (1, 1), "SV"),
    ((1, 9), (1, 4), (1, 3), (1, 1), "SV"),
    ((8, 1), (5, 1), (3, 1), (1, 1), "SV"),
    ((6, 4), (1, 3), (1, 1), (1, 1), "SV"),
    # The stride leaves cells over at the end: SAME has no padding, and none that is negative.
    ((4, 9), (2, 1), (4, 3), (1, 1), "SV"),
    ((7, 7), (3, 3), (1, 1), (2, 2), "SV"),
    ((8, 5), (2, 3), (1, 1), (3, 1), "SV"),
    ((5, 9), (3, 2), (2, 1), (1, 4), "SV"),
    ((6, 7), (2, 2), (2, 3), (2, 3), "SV"),
    ((3, 3), (3, 2), (1, 1), (2, 3), "S"),
)
CONV_2D_EXPLICIT: tuple[tuple[Ints, Ints, Ints, Ints, tuple[tuple[int, int], ...]], ...] = (
    ((5, 4), (3, 2), (2, 1), (1, 1), ((1, 2), (0, 1))),
    ((4, 4), (3, 3), (1, 1), (1, 1), ((1, 1), (1, 1))),
    ((3, 5), (2, 4), (1, 3), (1, 1), ((1, 0), (3, 2))),
    # Padding as large as the window or larger: whole windows lie outside the input.
    ((2, 2), (2, 1), (1, 1), (1, 1), ((2, 3), (0, 2))),
    ((6, 3), (2, 3), (3, 2), (1, 1), ((0, 0), (0, 0))),
    ((1, 2), (3, 4), (1, 1), (1, 1), ((2, 0), (1, 1))),
    ((5, 6), (2, 3), (1, 2), (3, 1), ((1, 2), (2, 0))),
    ((4, 5), (3, 2), (1, 1), (2, 3), ((0, 1), (1, 2))),
)
CONV_3D: tuple[ConvRow, ...] = (
    ((3, 4, 4), (2, 2, 2), (1, 1, 1), (1, 1, 1), "SV"),
    ((4, 3, 5), (2, 3, 1), (2, 1, 2), (1, 1, 1), "SV"),
    ((5, 2, 3), (3, 1, 2), (1, 1, 1), (1, 1, 1), "SV"),
    ((4, 4, 4), (2, 2, 2), (2, 2, 2), (1, 1, 1), "SV"),
    ((3, 2, 3), (1, 1, 1), (1, 1, 1), (1, 1, 1), "SV"),
    ((4, 3, 4), (1, 1, 1), (2, 3, 1), (1, 1, 1), "SV"),
    ((2, 3, 2), (2, 3, 2), (1, 1, 1), (1, 1, 1), "SV"),
    ((2, 1, 2), (3, 4, 5), (1, 1, 2), (1, 1, 1), "S"),
    ((1, 1, 1), (3, 2, 3), (1, 1, 1), (1, 1, 1), "S"),
    ((7, 2, 1), (2, 1, 1), (4, 1, 1), (1, 1, 1), "SV"),
    ((1, 2, 7), (1, 2, 3), (1, 1, 3), (1, 1, 1), "SV"),
    ((2, 6, 2), (1, 4, 1), (1, 3, 1), (1, 1, 1), "SV"),
    ((3, 3, 3), (1, 2, 3), (1, 2, 1), (1, 1, 1), "SV"),
    ((4, 3, 6), (2, 1, 1), (4, 3, 3), (1, 1, 1), "SV"),
    ((5, 5, 3), (2, 2, 2), (1, 1, 1), (2, 2, 2), "SV"),
    ((3, 5, 4), (2, 2, 2), (1, 1, 1), (1, 3, 2), "SV"),
    ((5, 3, 6), (2, 1, 3), (2, 1, 1), (3, 1, 2), "SV"),
    ((2, 3, 2), (2, 3, 1), (1, 1, 1), (2, 2, 1), "S"),
)
PADDING_NAMES = {"S": "SAME", "V": "VALID"}


def pool_geometries(spec: OpSpec) -> list[Geometry]:
    ones = (1,) * spec.rank
    rows = POOL_2D if spec.rank == 2 else POOL_3D
    table = [
        Geometry(n, k, s, PADDING_NAMES[p], ones) for n, k, s, paddings in rows for p in paddings
    ]
    if spec.explicit:
        table += [Geometry(n, k, s, "EXPLICIT", ones, pads) for n, k, s, pads in POOL_2D_EXPLICIT]
    return table


def conv_geometries(spec: OpSpec) -> list[Geometry]:
    rows = CONV_2D if spec.rank == 2 else CONV_3D
    table = [
        Geometry(n, k, s, PADDING_NAMES[p], d) for n, k, s, d, paddings in rows for p in paddings
    ]
    if spec.explicit:
        table += [Geometry(n, k, s, "EXPLICIT", d, pads) for n, k, s, d, pads in CONV_2D_EXPLICIT]
    return table


# ---------------------------------------------------------------------------------------------
# Layout and attributes


def layout_list(spatial: Sequence[int], batch: int, channels: int, first: bool) -> list[int]:
    """One number per dimension, in the order of the layout (channels first or last)."""
    return [batch, channels, *spatial] if first else [batch, *spatial, channels]


def data_format(rank: int, first: bool) -> str:
    return {(2, False): "NHWC", (2, True): "NCHW", (3, False): "NDHWC", (3, True): "NCDHW"}[
        rank, first
    ]


def common_attrs(geo: Geometry, first: bool) -> dict[str, Any]:
    attrs: dict[str, Any] = {
        "strides": layout_list(geo.stride, 1, 1, first),
        "padding": geo.padding,
        "data_format": data_format(len(geo.spatial), first),
    }
    if geo.padding == "EXPLICIT":
        pairs = [(0, 0), *geo.explicit]
        pairs.insert(1 if first else len(pairs), (0, 0))
        attrs["explicit_paddings"] = [p for pair in pairs for p in pair]
    return attrs


def pool_attrs(geo: Geometry, first: bool) -> dict[str, Any]:
    return {"ksize": layout_list(geo.window, 1, 1, first), **common_attrs(geo, first)}


def conv_attrs(geo: Geometry, first: bool) -> dict[str, Any]:
    attrs = common_attrs(geo, first)
    # Left out where it is all ones, so that the default is called too.
    if any(d != 1 for d in geo.dilation):
        attrs["dilations"] = layout_list(geo.dilation, 1, 1, first)
    return attrs


# ---------------------------------------------------------------------------------------------
# Values


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


# ---------------------------------------------------------------------------------------------
# Pooling


@dataclass(frozen=True)
class PoolPlan:
    """One pooling call before its values are drawn."""

    op: str
    dtype: str
    first: bool
    geometry: Geometry
    batch: int
    channels: int
    style: Style
    grad_style: Style = small
    grad_dtype: str = ""  # for MaxPool3DGrad, whose T and TInput may differ


def windows(geo: Geometry) -> Iterator[tuple[tuple[Any, ...], tuple[Any, ...]]]:
    """Every output position with the part of its window that lies inside the input."""
    before = geo.pad_before()
    for position in np.ndindex(*geo.output()):
        starts = [p * s - b for p, s, b in zip(position, geo.stride, before, strict=True)]
        yield (
            position,
            tuple(
                slice(max(0, start), min(n, start + k))
                for start, k, n in zip(starts, geo.window, geo.spatial, strict=True)
            ),
        )


def max_pool(values: Array, geo: Geometry, first: bool) -> Array:
    """Max pooling by its definition; a NaN wins."""
    last = np.moveaxis(values, 1, -1) if first else values
    batch, channels = last.shape[0], last.shape[-1]
    result = np.zeros((batch, *geo.output(), channels), values.dtype)
    if values.size:
        spatial_axes = tuple(range(1, 1 + len(geo.spatial)))
        for position, window in windows(geo):
            cells = last[(slice(None), *window)]
            with np.errstate(invalid="ignore"):  # NumPy warns of NaN, but propagates it
                result[(slice(None), *position)] = cells.max(axis=spatial_axes)
    return np.ascontiguousarray(np.moveaxis(result, -1, 1)) if first else result


def pool_case(plan: PoolPlan) -> Case:
    spec = OPS[plan.op]
    geo, first = plan.geometry, plan.first
    rng = random_of(plan.op, plan.dtype, first, geo, plan.batch, plan.channels, plan.style.__name__)
    in_shape = layout_list(geo.spatial, plan.batch, plan.channels, first)
    out_shape = layout_list(geo.output(), plan.batch, plan.channels, first)
    attrs = pool_attrs(geo, first)
    if spec.role == "forward":
        name = "value" if plan.op == "AvgPool" else "input"
        return Case(
            plan.op, {name: Tensor(plan.dtype, plan.style(rng, in_shape, plan.dtype))}, attrs
        )
    if spec.kind == "avg":
        shape = Tensor("int32", np.array(in_shape, np.int32))
        grad = Tensor(plan.dtype, plan.style(rng, out_shape, plan.dtype))
        return Case(plan.op, {"orig_input_shape": shape, "grad": grad}, attrs)
    values = plan.style(rng, in_shape, plan.dtype)
    grad_shape = out_shape if spec.role == "grad" else in_shape
    grad_dtype = plan.grad_dtype or plan.dtype
    inputs = {
        "orig_input": Tensor(plan.dtype, values),
        "orig_output": Tensor(plan.dtype, max_pool(values, geo, first)),
        "grad": Tensor(grad_dtype, plan.grad_style(rng, grad_shape, grad_dtype)),
    }
    return Case(plan.op, inputs, attrs)


BATCH_AND_CHANNELS = ((1, 1), (2, 3), (1, 5), (2, 2), (1, 3), (2, 1), (1, 2), (2, 5))


def fitted(geo: Geometry, wish: tuple[int, int]) -> tuple[int, int]:
    """The wished batch and channels, made smaller until the tensors are small enough."""
    cells = max(math.prod(geo.spatial), math.prod(geo.output()))
    batch, channels = wish
    while batch * channels * cells > MAX_CELLS and channels > 1:
        channels -= 1
    return (batch, channels) if batch * channels * cells <= MAX_CELLS else (1, channels)


def pool_styles(spec: OpSpec, dtype: str) -> tuple[Style, ...]:
    if spec.kind == "avg":
        return (small, small, normal)
    if is_integer(dtype):
        return (distinct, ties, extremes)
    return (distinct, ties, normal)


def pool_plan(op: str, dtype: str, first: bool, geo: Geometry, number: int) -> PoolPlan:
    """A plan whose batch, channels and kind of values change with the running number."""
    batch, channels = fitted(geo, BATCH_AND_CHANNELS[number % len(BATCH_AND_CHANNELS)])
    styles = pool_styles(OPS[op], dtype)
    return PoolPlan(op, dtype, first, geo, batch, channels, styles[number % len(styles)])


def cell_geometries(table: Sequence[Geometry], padding: str) -> Iterator[Geometry]:
    """The geometries of one padding for ever, in an order that mixes the table."""
    rows = [geo for geo in table if geo.padding == padding]
    order = random_of("order", padding, len(rows)).permutation(len(rows))
    return itertools.cycle([rows[i] for i in order])


def paddings_of(spec: OpSpec) -> tuple[str, ...]:
    return ("SAME", "VALID", "EXPLICIT") if spec.explicit else ("SAME", "VALID")


def pool_plans(op: str) -> Iterator[PoolPlan]:
    spec = OPS[op]
    table = pool_geometries(spec)
    number = itertools.count()
    for geo in table:
        yield pool_plan(op, "float32", False, geo, next(number))
    if spec.kind == "avg" or spec.role == "forward":
        # The gradients of max pooling refuse channels first, so its cells are enough for them.
        for geo in table[::4]:
            yield pool_plan(op, "float32", True, geo, next(number))
    for padding in paddings_of(spec):
        geometries = cell_geometries(table, padding)
        for dtype, first in itertools.product(spec.dtypes, (False, True)):
            for _ in range(spec.per_cell):
                yield pool_plan(op, dtype, first, next(geometries), next(number))
    yield from special_pool_plans(op)


# Geometries for the specials: windows that overlap, windows side by side, a window of all cells.
SPECIAL_POOLS: dict[int, tuple[tuple[Ints, Ints, Ints, str], ...]] = {
    2: (
        ((4, 5), (2, 3), (1, 2), "SAME"),
        ((4, 6), (2, 2), (2, 2), "VALID"),
        ((3, 3), (3, 3), (1, 1), "VALID"),
    ),
    3: (
        ((3, 3, 4), (2, 2, 3), (1, 1, 2), "SAME"),
        ((2, 4, 4), (2, 2, 2), (2, 2, 2), "VALID"),
        ((2, 2, 3), (2, 2, 3), (1, 1, 1), "VALID"),
    ),
}


def special_geometries(rank: int) -> list[Geometry]:
    return [Geometry(n, k, s, p, (1,) * rank) for n, k, s, p in SPECIAL_POOLS[rank]]


def special_pool_plans(op: str) -> Iterator[PoolPlan]:
    spec = OPS[op]
    geometries = special_geometries(spec.rank)
    yield from (
        PoolPlan(op, dtype, first, geometries[0], 0, 3, small)
        for dtype, first in (("float32", False), ("float32", True), ("bfloat16", False))
    )
    yield PoolPlan(op, "float32", False, geometries[1], 2, 0, small)
    no_columns = replace(geometries[0], spatial=(3, 0, 3)[: spec.rank])
    yield PoolPlan(op, "float32", False, no_columns, 2, 2, small)
    if op in ANSWER_TO_NO_WINDOW:
        yield from no_window_plans(op)
    # The last rows of the tables, where kernels go wrong, in the other dtypes.
    hard = [geo for geo in pool_geometries(spec) if geo.padding == "SAME"][-3:]
    for dtype, geo in itertools.product(("float16", "bfloat16", "float64"), hard):
        if dtype in spec.dtypes:
            yield PoolPlan(op, dtype, False, geo, 1, 1, small if spec.kind == "avg" else ties)
    if spec.kind == "avg":
        yield from special_avg_plans(op, geometries)
    else:
        yield from special_max_plans(op, geometries)


# The ops that answer when VALID leaves no window: the output is empty, the gradient is zero.  The
# others end the process or return memory they have not written.
ANSWER_TO_NO_WINDOW = (
    "AvgPool",
    "AvgPoolGrad",
    "AvgPool3D",
    "AvgPool3DGrad",
    "MaxPoolGradGrad",
    "MaxPool3DGrad",
    "MaxPool3DGradGrad",
)


def no_window_plans(op: str) -> Iterator[PoolPlan]:
    rank = OPS[op].rank
    for spatial, window, stride in (
        ((2, 5, 3), (3, 2, 2), (1, 1, 1)),
        ((4, 3, 3), (2, 4, 2), (2, 1, 1)),
    ):
        geo = Geometry(spatial[:rank], window[:rank], stride[:rank], "VALID", (1,) * rank)
        yield PoolPlan(op, "float32", False, geo, 2, 2, small)


def special_avg_plans(op: str, geometries: Sequence[Geometry]) -> Iterator[PoolPlan]:
    rank = OPS[op].rank
    for style, geo in itertools.product((with_nan, with_infinities), geometries[:2]):
        yield PoolPlan(op, "float32", False, geo, 1, 2, style)
    for dtype, style in (("float32", extremes), ("bfloat16", extremes), ("bfloat16", normal)):
        yield PoolPlan(op, dtype, False, geometries[0], 2, 3, style)
    # More than 256 cells in a window: a bfloat16 counter stops there.
    wide = (17, 17) if rank == 2 else (5, 9, 7)
    for dtype, style in (("bfloat16", ties), ("bfloat16", all_ones), ("float32", ties)):
        geo = Geometry(wide, wide, (1,) * rank, "VALID", (1,) * rank)
        yield PoolPlan(op, dtype, False, geo, 1, 1, style)
    if op == "AvgPool":
        # More than 2048 cells, the same for float16.
        geo = Geometry((47, 46), (47, 46), (1, 1), "VALID", (1, 1))
        yield PoolPlan(op, "float16", False, geo, 1, 1, ties)


def special_max_plans(op: str, geometries: Sequence[Geometry]) -> Iterator[PoolPlan]:
    spec = OPS[op]
    odd = (with_nan, mostly_nan, mostly_minus_inf, with_infinities, signed_zeros)
    for style, geo in itertools.product(odd, geometries[:2]):
        yield PoolPlan(op, "float32", False, geo, 1, 2, style)
    narrow_and_wide: list[str] = [d for d in ("bfloat16", "float16", "float64") if d in spec.dtypes]
    for style, dtype in itertools.product((with_nan, mostly_minus_inf), narrow_and_wide):
        yield PoolPlan(op, dtype, False, geometries[1], 1, 3, style)
    # Sixteen channels, so that the vector paths of the kernels see the NaN too.
    for style in (with_nan, mostly_minus_inf):
        yield PoolPlan(op, "float32", False, geometries[2], 1, 16, style)
    yield PoolPlan(op, "float32", True, geometries[1], 1, 2, with_nan)
    for dtype in ("float32", "bfloat16"):
        yield PoolPlan(op, dtype, False, geometries[0], 2, 2, near_ties)
    yield PoolPlan(op, "float32", False, geometries[0], 2, 2, extremes)
    if spec.role != "forward" and spec.rank == 2:
        for dtype in ("uint8", "int8", "uint64", "int32"):
            # Sums of large gradients wrap around.
            yield PoolPlan(op, dtype, False, geometries[0], 2, 3, ties, extremes)
    if spec.role != "forward":
        yield PoolPlan(op, "float32", False, geometries[1], 2, 2, distinct, with_nan)
        yield PoolPlan(op, "float32", False, geometries[0], 1, 2, ties, normal)
    if op == "MaxPool3DGrad":
        yield from mixed_type_plans(op)


def mixed_type_plans(op: str) -> Iterator[PoolPlan]:
    """T and TInput differ: the op definition allows it, whatever the kernels do."""
    pairs = [pair for pair in itertools.product(OPS[op].dtypes, repeat=2) if pair[0] != pair[1]]
    for number, (of_input, of_grad) in enumerate(pairs):
        geo = special_geometries(3)[number % 2]
        plan = PoolPlan(op, of_input, number % 4 == 3, geo, 1, 2, distinct)
        yield replace(plan, grad_dtype=of_grad)


@dataclass(frozen=True)
class DepthPlan:
    """Pooling over six channels, by the depth entries of ksize and strides."""

    op: str
    window: int
    stride: int
    dtype: str = "float32"
    first: bool = False
    style: Style = distinct


def depth_pooled(values: Array, plan: DepthPlan) -> Array:
    axis = 1 if plan.first else values.ndim - 1
    starts = range(0, 6, plan.stride)
    parts = [np.take(values, range(i, min(6, i + plan.window)), axis) for i in starts]
    return np.stack([part.max(axis) for part in parts], axis)


def depth_case(plan: DepthPlan) -> Case:
    spec, dtype = OPS[plan.op], plan.dtype
    rng = random_of("depth", plan.op, plan.window, plan.stride, dtype, plan.style.__name__)
    spatial, ones = (2, 3, 2)[: spec.rank], (1,) * spec.rank
    shape = layout_list(spatial, 2, 6, plan.first)
    attrs = pool_attrs(Geometry(spatial, ones, ones, "VALID", ones), plan.first)
    attrs["ksize"] = layout_list(ones, 1, plan.window, plan.first)
    attrs["strides"] = layout_list(ones, 1, plan.stride, plan.first)
    values = plan.style(rng, shape, dtype)
    if spec.role == "forward":
        name = "value" if plan.op == "AvgPool" else "input"
        return Case(plan.op, {name: Tensor(dtype, values)}, attrs)
    pooled = depth_pooled(values, plan)
    if spec.kind == "avg":
        inputs = {"orig_input_shape": Tensor("int32", np.array(shape, np.int32))}
    else:
        inputs = {"orig_input": Tensor(dtype, values), "orig_output": Tensor(dtype, pooled)}
    grad_shape = pooled.shape if spec.role == "grad" else shape
    inputs["grad"] = Tensor(dtype, small(rng, grad_shape, dtype))
    return Case(plan.op, inputs, attrs)


def depth_plans(op: str) -> Iterator[DepthPlan]:
    yield DepthPlan(op, 2, 2)
    yield DepthPlan(op, 3, 3, first=True)
    if op in ("AvgPool", "AvgPool3D"):
        yield DepthPlan(op, 1, 2)
    if op != "MaxPool":
        return
    for dtype, window in (("float32", 6), ("float64", 3), ("int32", 2), ("uint8", 3)):
        yield DepthPlan(op, window, window, dtype)
    for dtype, window in (("float16", 2), ("bfloat16", 3)):
        yield DepthPlan(op, window, window, dtype)
    for style in (with_nan, mostly_nan, mostly_minus_inf):
        yield DepthPlan(op, 3, 3, style=style)
    # A window that does not divide the depth, and one that is not the stride.
    yield DepthPlan(op, 4, 4)
    yield DepthPlan(op, 3, 2)


def batch_window_case(op: str) -> Case:
    """A window over the batch, which the op definition forbids."""
    geo = special_geometries(OPS[op].rank)[0]
    case = pool_case(PoolPlan(op, "float32", False, geo, 2, 1, ties))
    for name in ("ksize", "strides"):
        case.attrs[name][0] = 2
    return case


def pool_cases(op: str) -> Iterator[Case]:
    yield from (pool_case(plan) for plan in pool_plans(op))
    yield from (depth_case(plan) for plan in depth_plans(op))
    yield batch_window_case(op)


# ---------------------------------------------------------------------------------------------
# Convolution


@dataclass(frozen=True)
class ConvPlan:
    """One convolution call before its values are drawn."""

    op: str
    dtype: str
    first: bool
    geometry: Geometry
    batch: int
    in_depth: int
    groups: int
    out_depth: int
    style: Style
    filter_style: Style = small
    size_dtype: str = "int32"
    short_sizes: bool = False  # Conv2DBackpropInput: spatial sizes alone


def conv_case(plan: ConvPlan) -> Case:
    spec = OPS[plan.op]
    geo, first, dtype = plan.geometry, plan.first, plan.dtype
    rng = random_of(plan.op, dtype, first, geo, plan.batch, plan.groups, plan.style.__name__)
    in_shape = layout_list(geo.spatial, plan.batch, plan.in_depth, first)
    out_shape = layout_list(geo.output(), plan.batch, plan.out_depth, first)
    filter_shape = [*geo.window, plan.in_depth // plan.groups, plan.out_depth]
    attrs = conv_attrs(geo, first)

    def tensor(style: Style, shape: Sequence[int]) -> Tensor:
        return Tensor(dtype, style(rng, shape, dtype))

    def sizes(shape: Sequence[int]) -> Tensor:
        return Tensor(plan.size_dtype, np.array(shape, numpy_dtype(plan.size_dtype)))

    if spec.role == "forward":
        inputs = {
            "input": tensor(plan.style, in_shape),
            "filter": tensor(plan.filter_style, filter_shape),
        }
    elif spec.role == "input_grad":
        inputs = {
            "input_sizes": sizes(geo.spatial if plan.short_sizes else in_shape),
            "filter": tensor(plan.filter_style, filter_shape),
            "out_backprop": tensor(plan.style, out_shape),
        }
    else:
        inputs = {
            "input": tensor(plan.style, in_shape),
            "filter_sizes": sizes(filter_shape),
            "out_backprop": tensor(plan.filter_style, out_shape),
        }
    return Case(plan.op, inputs, attrs)


# batch, in_depth, groups, out_depth
CONV_DEPTHS = ((1, 1, 1, 1), (2, 3, 1, 2), (1, 2, 1, 3), (2, 1, 1, 5), (1, 5, 1, 1), (2, 2, 1, 2))
GROUPED_DEPTHS = ((1, 4, 2, 4), (2, 3, 3, 3), (1, 2, 2, 6), (1, 6, 3, 3), (2, 4, 4, 8))


def conv_plan(
    op: str,
    dtype: str,
    first: bool,
    geo: Geometry,
    number: int,
    depths: Sequence[tuple[int, int, int, int]] = CONV_DEPTHS,
) -> ConvPlan:
    batch, in_depth, groups, out_depth = depths[number % len(depths)]
    drawn = normal if number % 4 == 3 and not is_integer(dtype) else small
    return ConvPlan(op, dtype, first, geo, batch, in_depth, groups, out_depth, drawn, drawn)


def conv_plans(op: str) -> Iterator[ConvPlan]:
    spec = OPS[op]
    table = conv_geometries(spec)
    plain = [geo for geo in table if max(geo.dilation) == 1]
    dilated = [geo for geo in table if max(geo.dilation) > 1]
    number = itertools.count()
    for geo in table:
        yield conv_plan(op, "float32", False, geo, next(number))
    for geo in table[::4]:
        yield conv_plan(op, "float32", True, geo, next(number))
    for padding in paddings_of(spec):
        geometries = cell_geometries(plain, padding)
        for dtype, first in itertools.product(spec.dtypes, (False, True)):
            for _ in range(spec.per_cell):
                yield conv_plan(op, dtype, first, next(geometries), next(number))
    # Dilations and groups in every dtype and layout, apart from the cells above because many
    # kernels refuse them.
    turn = itertools.cycle(dilated)
    turn_plain = itertools.cycle(plain[::5])
    for dtype, first in itertools.product(spec.dtypes, (False, True)):
        yield conv_plan(op, dtype, first, next(turn), next(number))
        yield conv_plan(op, dtype, first, next(turn_plain), next(number), GROUPED_DEPTHS)
    yield from special_conv_plans(op, dilated)


def special_conv_plans(op: str, dilated: Sequence[Geometry]) -> Iterator[ConvPlan]:
    spec = OPS[op]
    ones = (1,) * spec.rank
    same = Geometry((3, 4, 3)[: spec.rank], (2, 3, 2)[: spec.rank], ones, "SAME", ones)
    for number in range(2):
        # Groups with dilation.
        yield conv_plan(op, "float32", False, dilated[number], number, GROUPED_DEPTHS)
    for first in (False, True):
        yield ConvPlan(op, "float32", first, same, 0, 2, 1, 3, small)
    strided = replace(same, padding="VALID", stride=(2, 1, 1)[: spec.rank])
    for dtype in ("float64", "bfloat16"):
        yield ConvPlan(op, dtype, False, strided, 0, 2, 1, 3, small)
    for dtype in ("float32", "float64"):
        yield ConvPlan(op, dtype, False, same, 1, 2, 1, 2, with_nan)
        # An infinite factor meets the zeros of the padding, or does not.
        yield ConvPlan(op, dtype, False, same, 1, 2, 1, 2, small, with_infinities)
    for dtype in ("float32", "float64"):
        yield ConvPlan(op, dtype, False, same, 2, 3, 1, 2, normal, normal)
    if "int32" in spec.dtypes:
        yield ConvPlan(op, "int32", False, same, 1, 2, 1, 2, extremes, extremes)
    if spec.role == "input_grad":
        yield from special_input_grad_plans(op, same)
    yield from long_sum_plans(op)


def special_input_grad_plans(op: str, same: Geometry) -> Iterator[ConvPlan]:
    ones = (1,) * OPS[op].rank
    valid = replace(same, padding="VALID")
    strided = replace(same, stride=(2, 3, 1)[: len(ones)])
    for geo, first in itertools.product((same, valid, strided), (False, True)):
        plan = ConvPlan(op, "float32", first, geo, 2, 2, 1, 3, small)
        if OPS[op].rank == 2:
            yield replace(plan, short_sizes=True)
        else:
            yield replace(plan, size_dtype="int64")
    if OPS[op].rank == 2:
        for dtype in ("float64", "int32"):
            plan = ConvPlan(op, dtype, False, same, 1, 3, 1, 2, small)
            yield replace(plan, short_sizes=True)
    else:
        for dtype in ("float64", "float16", "bfloat16"):
            plan = ConvPlan(op, dtype, False, same, 1, 3, 1, 2, small)
            yield replace(plan, size_dtype="int64")


def long_sum_plans(op: str) -> Iterator[ConvPlan]:
    """Sums of ones beyond 256 and 2048, where a bfloat16 or a float16 total stops growing."""
    spec = OPS[op]
    one = (1,) * spec.rank
    for dtype, side in (("bfloat16", 17), ("float16", 46)):
        wide = (side, side, 1)[: spec.rank]
        if spec.role == "forward":
            # One window over the whole input.
            geo = Geometry(wide, wide, one, "VALID", one)
            yield ConvPlan(op, dtype, False, geo, 1, 1, 1, 1, all_ones, all_ones)
        elif spec.role == "filter_grad":
            geo = Geometry(wide, one, one, "VALID", one)
            yield ConvPlan(op, dtype, False, geo, 1, 1, 1, 1, all_ones, all_ones)
        elif dtype == "bfloat16":
            # The sum of the input gradient runs over window and output channels.
            window = (5, 5, 1)[: spec.rank]
            geo = Geometry((5, 5, 1)[: spec.rank], window, one, "SAME", one)
            yield ConvPlan(op, dtype, False, geo, 1, 1, 1, 12, all_ones, all_ones)


def empty_conv_cases(op: str) -> Iterator[Case]:
    """Calls with an empty tensor that TensorFlow answers; several others end the process."""
    rank = OPS[op].rank
    ones = (1,) * rank
    plain = Geometry((3, 4, 3)[:rank], (2, 2, 2)[:rank], ones, "SAME", ones)
    no_columns = replace(plain, spatial=(3, 0, 3)[:rank])
    # geometry, output channels
    calls: list[tuple[Geometry, int]] = []
    if op != "Conv2DBackpropFilter":
        calls.append((no_columns, 3))
    if op == "Conv2D":
        # Nothing but padding.
        calls.append((Geometry((0, 2), (1, 1), ones, "EXPLICIT", ones, ((1, 1), (1, 1))), 1))
    if op == "Conv2DBackpropInput":
        # The window is wider than the input: no output position, so the gradient is zero.
        calls.append((Geometry((1, 1), (1, 3), (1, 2), "VALID", ones), 3))
        calls.append((Geometry((2, 5), (3, 2), ones, "VALID", ones), 3))
    if op not in ("Conv2D", "Conv3D", "Conv3DBackpropInputV2"):
        calls.append((plain, 0))
    for geo, out_depth in calls:
        yield conv_case(ConvPlan(op, "float32", False, geo, 2, 2, 1, out_depth, small))


def refused_conv_cases(op: str) -> Iterator[Case]:
    rank = OPS[op].rank
    ones = (1,) * rank
    geo = Geometry((3, 4, 3)[:rank], (2, 2, 2)[:rank], ones, "SAME", ones)
    for first, place in ((False, 0), (False, rank + 1), (True, 1)):
        case = conv_case(ConvPlan(op, "float32", first, geo, 1, 2, 1, 2, small))
        case.attrs["strides"][place] = 2
        yield case


def conv_cases(op: str) -> Iterator[Case]:
    yield from (conv_case(plan) for plan in conv_plans(op))
    yield from empty_conv_cases(op)
    yield from refused_conv_cases(op)


def cases_of(op: str) -> list[Case]:
    """All cases of one op, each once."""
    generated = conv_cases(op) if OPS[op].kind == "conv" else pool_cases(op)
    return list(generated)
