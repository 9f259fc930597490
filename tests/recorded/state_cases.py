"""The steps of variables that state_record.py puts to TensorFlow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from math_cases import FLOATS, REALS, Array, Shape, dtype_of, numbers

# Variables, rates and attributes of each. Every rate but the gradient is a scalar.
OPTIMISERS: dict[str, tuple[str, str, tuple[dict[str, Any], ...]]] = {
    "ApplyGradientDescent": ("var", "alpha delta", ({},)),
    "ApplyMomentum": (
        "var accum",
        "lr grad momentum",
        ({"use_nesterov": False}, {"use_nesterov": True}),
    ),
    "ApplyAdam": (
        "var m v",
        "beta1_power beta2_power lr beta1 beta2 epsilon grad",
        ({"use_nesterov": False}, {"use_nesterov": True}),
    ),
    "ApplyAdaMax": ("var m v", "beta1_power lr beta1 beta2 epsilon grad", ({},)),
    "ApplyAdagrad": ("var accum", "lr grad", ({"update_slots": True}, {"update_slots": False})),
    "ApplyAdadelta": ("var accum accum_update", "lr rho epsilon grad", ({},)),
    "ApplyRMSProp": ("var ms mom", "lr rho momentum epsilon grad", ({},)),
    "ApplyFtrl": (
        "var accum linear",
        "grad lr l1 l2 lr_power",
        ({"multiply_linear_by_lr": False}, {"multiply_linear_by_lr": True}),
    ),
}
RATES = {
    "lr": 0.125,
    "alpha": 0.25,
    "momentum": 0.5,
    "beta1_power": 0.75,
    "beta2_power": 0.9375,
    "beta1": 0.875,
    "beta2": 0.96875,
    "rho": 0.875,
    "epsilon": 0.0625,
    "l1": 0.5,
    "l2": 0.25,
    "lr_power": -0.5,
}
SHAPES: tuple[Shape, ...] = ((), (3, 7), (0, 2))


@dataclass(frozen=True)
class Step:
    op: str
    variables: dict[str, Array]  # their values before the first step
    inputs: dict[str, Array]
    attrs: dict[str, Any] = field(default_factory=dict)


def optimiser_steps() -> Iterator[Step]:
    for op, (variables, inputs, settings) in OPTIMISERS.items():
        for dtype in FLOATS:
            if op == "ApplyAdaMax" and dtype == "bfloat16":
                continue  # TensorFlow has no kernel for it
            for shape in SHAPES:
                before = {
                    name: numbers(f"{op} {name}", shape, dtype, low=-16 if name == "var" else 1)
                    for name in variables.split()
                }
                given = {
                    name: numbers(f"{op} {name}", shape, dtype)
                    if name in ("grad", "delta")
                    else np.array(RATES[name], dtype_of(dtype))
                    for name in inputs.split()
                }
                for attrs in settings:
                    yield Step(op, before, given, attrs)


def assignments() -> Iterator[Step]:
    for op in ("Assign", "AssignAdd", "AssignSub"):
        for dtype in REALS:
            for shape in SHAPES:
                before = numbers(f"{op} before", shape, dtype, low=64, high=128)
                value = numbers(f"{op} value", shape, dtype)
                yield Step(op, {"ref": before}, {"value": value})


def all_steps() -> list[Step]:
    return [*optimiser_steps(), *assignments()]
