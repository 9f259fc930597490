"""Convolution calls at the edges: NaN, infinities, long sums, sizes in other forms, refusals."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace

from .conv import GROUPED_DEPTHS, ConvPlan, conv_case, conv_plan
from .geometry import Geometry
from .geometry_tables import conv_geometries
from .ops import OPS, Case
from .values import all_ones, extremes, normal, small, with_infinities, with_nan


def special_conv_plans(op: str) -> Iterator[ConvPlan]:
    spec = OPS[op]
    dilated = [geo for geo in conv_geometries(spec) if max(geo.dilation) > 1]
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
