"""The part of a tensor that fits on paper: its first batch and channel, in space alone."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from voxgen.literal import Tensor
from voxgen.table import Arg, Op


@dataclass(frozen=True)
class View:
    index: str  # as NumPy writes it: "[0, ..., 0]"
    words: str  # "batch 0, channel 0"; empty where the view is the whole tensor
    tensor: Tensor  # of space alone


def layout(op: Op) -> str:
    """The data format of the op's example; "" for an op without one."""
    default = next((str(a.default) for a in op.attrs if a.name == "data_format"), "")
    return op.example.get("data_format", default)


def first(op: Op, arg: Arg, tensor: Tensor) -> View:
    rank = len(tensor.shape)
    channels_first = layout(op).startswith("NC")
    if arg.role == "filter":
        index, words, outside = "[..., 0, 0]", "channels 0, 0", {rank - 2, rank - 1}
    elif channels_first:
        index, words, outside = "[0, 0]", "batch 0, channel 0", {0, 1}
    else:
        index, words, outside = "[0, ..., 0]", "batch 0, channel 0", {0, rank - 1}
    ranges = [range(1) if d in outside else range(size) for d, size in enumerate(tensor.shape)]
    values = tuple(tensor.at(place) for place in itertools.product(*ranges))
    space = tuple(size for d, size in enumerate(tensor.shape) if d not in outside)
    whole = all(tensor.shape[d] == 1 for d in outside)
    return View(index, "" if whole else words, Tensor(tensor.type, space, values))
