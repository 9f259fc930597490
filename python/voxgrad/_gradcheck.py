"""Gradients against finite differences."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from voxgrad._call import call
from voxgrad._core import Tensor
from voxgrad._graph import Graph


@dataclass(frozen=True)
class GradientError:
    """The element of the inputs at which a gradient is the furthest off."""

    error: float  # |analytic - numeric| / max(1, |analytic|, |numeric|)
    input: str  # the argument, "values[1]" in a list; "" where no input has a gradient
    index: tuple[int, ...]
    analytic: float
    numeric: float


class _Function:
    """An op as a function of its real inputs, in double; its value is a weighted sum of the
    outputs' elements."""

    def __init__(self, op: str, arguments: dict[str, Any], seed: int) -> None:
        self.graph = Graph()
        self.at: dict[Tensor, NDArray[np.float64]] = {}
        self.names: dict[Tensor, str] = {}
        with self.graph:
            given = {name: self._symbolic(name, value) for name, value in arguments.items()}
            results = call(op, **given)
            outputs = [out for out in _flat(results) if out.dtype.kind == "f"]
            values = self.graph.run(outputs, self.at)
            random = np.random.default_rng(seed)
            weights = [random.uniform(-1, 1, value.shape) for value in values]
            self._sums = list(zip(outputs, weights, strict=True))
            upstream = [self.graph.constant(weight.astype(out.dtype)) for out, weight in self._sums]
            self.gradients = dict(
                zip(
                    self.at,
                    self.graph._graph.gradients(outputs, list(self.at), upstream)
                    if outputs
                    else [None] * len(self.at),
                    strict=True,
                )
            )

    def _symbolic(self, name: str, value: Any) -> Any:
        if isinstance(value, list | tuple) and any(isinstance(part, np.ndarray) for part in value):
            return [self._symbolic(f"{name}[{i}]", part) for i, part in enumerate(value)]
        if not isinstance(value, np.ndarray) or value.dtype.kind != "f":
            return value
        tensor = self.graph.placeholder("float64", value.shape)
        self.at[tensor] = value.astype(np.float64)
        self.names[tensor] = name
        return tensor

    def value(self) -> float:
        outputs = [out for out, _ in self._sums]
        values = self.graph.run(outputs, self.at)
        pairs = zip(values, self._sums, strict=True)
        return float(sum(np.sum(value.astype(np.float64) * weight) for value, (_, weight) in pairs))

    def slope(self, x: Tensor, index: tuple[int, ...], step: float) -> float:
        """By central differences along one element."""
        here = self.at[x][index]
        sides = []
        for moved in (here + step, here - step):
            self.at[x][index] = moved
            sides.append(self.value())
        self.at[x][index] = here
        return (sides[0] - sides[1]) / (2 * step)


def _flat(results: Any) -> list[Tensor]:
    if isinstance(results, Tensor):
        return [results]
    return [tensor for part in results for tensor in _flat(part)]


def gradcheck(
    op: str | Callable[..., Any], /, *, delta: float = 1e-6, random_seed: int = 0, **arguments: Any
) -> GradientError:
    """Compares an op's gradient with finite differences, in double, element by element.

    Args:
      op: The op's name, or its function of :mod:`voxgrad.raw_ops`.
      delta: How far an element is moved to both sides. The op must be smooth that far: a maximum
        with a rival within ``delta`` has no slope to compare with.
      random_seed: For the weights with which the elements of the results are summed up.
      **arguments: The op's inputs and attributes. NumPy arrays of real numbers are what is
        differentiated by; they are taken as double.

    Returns:
      The largest error and where it is. It is about 1e-9 where the gradient is right.

    >>> import numpy as np
    >>> found = gradcheck("Square", x=np.array([1.0, 2.0, 3.0]))
    >>> found.error < 1e-6
    True
    """
    name = op if isinstance(op, str) else op.__name__
    function = _Function(name, arguments, random_seed)
    worst = GradientError(0.0, "", (), 0.0, 0.0)
    for x, gradient in function.gradients.items():
        zeros = np.zeros(function.at[x].shape)
        analytic = zeros if gradient is None else function.graph.run(gradient, function.at)
        for index in np.ndindex(function.at[x].shape):
            numeric = function.slope(x, index, delta)
            ours = float(analytic[index])
            error = abs(ours - numeric) / max(1.0, abs(ours), abs(numeric))
            if worst.input == "" or error > worst.error or error != error:
                worst = GradientError(error, function.names[x], index, ours, numeric)
                if error != error:  # nothing is worse than NaN
                    return worst
    return worst
