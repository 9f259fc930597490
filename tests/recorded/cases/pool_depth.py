"""Pooling over the channels, which MaxPool alone answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from .geometry import Geometry, layout_list, pool_attrs
from .ops import OPS, Array, Case, Tensor
from .values import Style, distinct, mostly_minus_inf, mostly_nan, random_of, small, with_nan


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
