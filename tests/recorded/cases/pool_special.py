"""Pooling calls at the edges: nothing to pool, NaN, infinities, ties, long sums, mixed types."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace

from .geometry import Geometry, Ints
from .geometry_tables import pool_geometries
from .ops import OPS, Case
from .pool import PoolPlan, pool_case
from .values import (
    all_ones,
    distinct,
    extremes,
    mostly_minus_inf,
    mostly_nan,
    near_ties,
    normal,
    signed_zeros,
    small,
    ties,
    with_infinities,
    with_nan,
)

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


def batch_window_case(op: str) -> Case:
    """A window over the batch, which the op definition forbids."""
    geo = special_geometries(OPS[op].rank)[0]
    case = pool_case(PoolPlan(op, "float32", False, geo, 2, 1, ties))
    for name in ("ksize", "strides"):
        case.attrs[name][0] = 2
    return case
