"""The ops of the recordings: what a case is, and what the op definitions say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]


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
