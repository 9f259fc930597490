"""Results as text, the way `vox run` prints them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from voxgrad import _core
from voxgrad._core import Tensor
from voxgrad._typing import Array, Numbers


def _text(value: Array | Numbers) -> tuple[str, str]:
    if str(getattr(value, "dtype", "")) == "object":  # strings
        array: Any = value
        return f"string [{','.join(map(str, array.shape))}]", str(array)
    return _core.array_text(value)


def show(tensor: Tensor | str, value: Array | Numbers) -> None:
    """Prints a result: its name, type and shape, then every value.

    >>> show("y:0", [[1.5, 2.0], [3.0, 0.1]])
    y:0: double [2,2]
    [[1.5 2]
     [3 0.1]]
    """
    name = tensor if isinstance(tensor, str) else tensor.name
    head, values = _text(value)
    print(f"{name}: {head}\n{values}")


def show_scalars(
    step: int, tensors: Sequence[Tensor | str], values: Sequence[Array | Numbers]
) -> None:
    """Prints the single numbers among a step's results on one line: losses and the like.

    >>> show_scalars(10, ["loss:0", "w:0"], [[0.25], [1.0, 2.0]])
    step 10  loss:0 0.25
    """
    line = ""
    for tensor, value in zip(tensors, values, strict=True):
        head, text = _text(value)
        sizes = head.partition(" ")[2].strip("[]").split(",")
        if all(size in ("", "1") for size in sizes):
            name = tensor if isinstance(tensor, str) else tensor.name
            line += f"  {name} {text.strip('[]')}"
    if line:
        print(f"step {step}{line}")
