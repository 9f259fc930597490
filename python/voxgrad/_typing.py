"""What the ops take, for type checkers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias


class Array(Protocol):
    """An array of any library: NumPy, torch, JAX."""

    @property
    def shape(self) -> Any: ...
    @property
    def dtype(self) -> Any: ...


# Lists of numbers, of any depth.
Numbers: TypeAlias = float | Sequence["Numbers"]

# The same of strings.
Texts: TypeAlias = str | bytes | Sequence["Texts"]

# The sizes of a tensor: `[1, 8, 8, 8, 2]`, `x.shape`, or a vector of integers.
Sizes: TypeAlias = Sequence[int] | Array
