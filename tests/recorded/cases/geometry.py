"""Sizes, windows, strides and paddings of a call, and the attributes that say them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

Ints: TypeAlias = tuple[int, ...]


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
