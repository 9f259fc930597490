"""The geometries that every op is called with."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from .geometry import Geometry, Ints
from .ops import OpSpec
from .values import random_of

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


def cell_geometries(table: Sequence[Geometry], padding: str) -> Iterator[Geometry]:
    """The geometries of one padding for ever, in an order that mixes the table."""
    rows = [geo for geo in table if geo.padding == padding]
    order = random_of("order", padding, len(rows)).permutation(len(rows))
    return itertools.cycle([rows[i] for i in order])


def paddings_of(spec: OpSpec) -> tuple[str, ...]:
    return ("SAME", "VALID", "EXPLICIT") if spec.explicit else ("SAME", "VALID")
