"""Pooling calls: every geometry, and every (dtype, layout, padding) cell of a definition."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from .geometry import Geometry, layout_list, pool_attrs
from .geometry_tables import cell_geometries, paddings_of, pool_geometries
from .ops import OPS, Array, Case, OpSpec, Tensor
from .values import Style, distinct, extremes, is_integer, normal, random_of, small, ties

# No pooling tensor is larger, so that a permutation of its cells still fits in int8 and uint8
# and is exact in bfloat16.
MAX_CELLS = 240


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
