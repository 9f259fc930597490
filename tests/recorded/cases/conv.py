"""Convolution calls: every geometry, every cell of a definition, dilations and groups."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from .geometry import Geometry, conv_attrs, layout_list
from .geometry_tables import cell_geometries, conv_geometries, paddings_of
from .ops import OPS, Case, Tensor, numpy_dtype
from .values import Style, is_integer, normal, random_of, small


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
