"""Graphs: ops that run later, together, with variables and gradients."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, TypeAlias, overload

from voxgrad import _core
from voxgrad._core import Operation, Tensor
from voxgrad._typing import Array, Numbers

# A tensor of the graph: what ops return that were given tensors and arrays is an Array to a type
# checker.
Symbol: TypeAlias = Tensor | Array
# The same, or its name: "y", "y:1".
Fetch: TypeAlias = Symbol | str
# A node to run: by itself, by one of its outputs, or by name.
Target: TypeAlias = Symbol | Operation | str


def _tensors(given: Any) -> list[Any]:
    """One tensor or name as a list of it; what is wrong in a list is found where it is used."""
    return [given] if isinstance(given, Tensor | str) else list(given)


class Graph:
    """A graph that Python builds. Inside ``with graph:`` the functions of :mod:`voxgrad.raw_ops`
    take and return tensors of the graph instead of arrays; arrays among their inputs become
    constants.

    >>> from voxgrad import raw_ops
    >>> with Graph() as g:
    ...     x = g.placeholder("float32", [None, 2], name="x")
    ...     w = g.variable([[1.0], [2.0]], name="w")
    ...     y = raw_ops.MatMul(a=x, b=w, name="y")
    ...     (slope,) = g.gradients(y, [x])
    >>> y
    <voxgrad.Tensor 'y:0' float32 [?,1]>
    >>> g.run(y, {x: [[3, 4]]}).tolist()
    [[11.0]]
    >>> g.run(slope, {x: [[3, 4]]}).tolist()
    [[1.0, 2.0]]

    A thread builds in the graphs that it entered; variables belong to the graph and keep their
    values from run to run.
    """

    def __init__(self) -> None:
        self._graph = _core.new_graph()

    def __enter__(self) -> Graph:
        self._graph.enter()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._graph.leave()

    def placeholder(
        self,
        dtype: Any = "float32",
        shape: Sequence[int | None] | None = None,
        name: str | None = None,
    ) -> Tensor:
        """A value that each run is given. A size of ``None`` is not known; without ``shape``
        nothing is."""
        return self._graph.placeholder(dtype, shape, name or "")

    def constant(
        self, value: Array | Numbers, dtype: Any = None, name: str | None = None
    ) -> Tensor:
        """A constant. Numbers and lists become float32 or int32 where ``dtype`` does not say."""
        return self._graph.constant(value, dtype, name or "")

    def variable(
        self, initial: Tensor | Array | Numbers, name: str | None = None, dtype: Any = None
    ) -> Tensor:
        """A variable that has the value ``initial`` before the first run that comes. Ops that
        train (:func:`~voxgrad.raw_ops.ApplyGradientDescent`, :func:`~voxgrad.raw_ops.Assign`)
        change it."""
        return self._graph.variable(initial, dtype, name or "")

    @overload
    def gradients(
        self, ys: Symbol | Sequence[Symbol], xs: Symbol, grad_ys: Sequence[Symbol] | None = None
    ) -> Tensor: ...
    @overload
    def gradients(
        self,
        ys: Symbol | Sequence[Symbol],
        xs: Sequence[Symbol],
        grad_ys: Sequence[Symbol] | None = None,
    ) -> list[Tensor]: ...
    def gradients(
        self,
        ys: Symbol | Sequence[Symbol],
        xs: Symbol | Sequence[Symbol],
        grad_ys: Sequence[Symbol] | None = None,
    ) -> Tensor | list[Tensor]:
        """Adds the gradients of the sum of ``ys`` with respect to each of ``xs``.

        Args:
          ys: What is differentiated: one tensor, or several.
          xs: With respect to what: a tensor gives a tensor, a list gives a list.
          grad_ys: The gradients that come in at the ys; ones where they are not given.

        Raises:
          ValueError: An x on which no y depends.
        """
        tops, bottoms, upstream = _tensors(ys), _tensors(xs), _tensors(grad_ys or [])
        if upstream and len(upstream) != len(tops):
            raise ValueError(
                f"grad_ys is a list of {len(upstream)}, but there are {len(tops)} ys;"
                " each y takes one."
            )
        found: list[Tensor] = []
        made = self._graph.gradients(tops, bottoms, upstream)
        for x, gradient in zip(bottoms, made, strict=True):
            if gradient is None:
                raise ValueError(f"No y depends on '{x.name}', so there is no gradient of it.")
            found.append(gradient)
        return found[0] if isinstance(xs, Tensor) else found

    @overload
    def run(
        self,
        fetches: Fetch,
        feeds: Mapping[Any, Array | Numbers] | None = None,
        targets: Target | Sequence[Target] = (),
    ) -> Any: ...
    @overload
    def run(
        self,
        fetches: Sequence[Fetch] = (),
        feeds: Mapping[Any, Array | Numbers] | None = None,
        targets: Target | Sequence[Target] = (),
    ) -> list[Any]: ...
    def run(
        self,
        fetches: Fetch | Sequence[Fetch] = (),
        feeds: Mapping[Any, Array | Numbers] | None = None,
        targets: Target | Sequence[Target] = (),
    ) -> Any:
        """Runs what ``fetches`` and ``targets`` need.

        Args:
          fetches: What to evaluate: a tensor or its name gives an array, a list gives a list.
          feeds: Values by tensor or name. Any tensor can be fed, not only placeholders. Lists and
            numbers take the type that the graph has there; arrays keep theirs.
          targets: Nodes to run whose values are not wanted, such as a training step.

        Returns:
          Arrays of the library that the feeds are of; NumPy's if there is none.
        """
        single = isinstance(fetches, Tensor | str)
        nodes = [targets] if isinstance(targets, Operation) else _tensors(targets)
        values = self._graph.run(_tensors(fetches), dict(feeds or {}), nodes)
        return values[0] if single else values

    def tensor(self, name: str) -> Tensor:
        """The tensor of that name: ``"y"`` or ``"y:1"``."""
        return self._graph.find(name)

    @property
    def nodes(self) -> dict[str, str]:
        """The op of each node, by the node's name, in the order in which they were added."""
        return dict(self._graph.nodes())

    @contextlib.contextmanager
    def name_scope(self, name: str) -> Iterator[None]:
        """Nodes that are added inside are called ``name/…``; the second scope of a name is
        ``name_1/…``."""
        outer = self._graph.enter_scope(name)
        try:
            yield
        finally:
            self._graph.set_prefix(outer)

    @contextlib.contextmanager
    def control_dependencies(self, targets: Sequence[Target]) -> Iterator[None]:
        """Nodes that are added inside run after these."""
        before = self._graph.add_controls(list(targets))
        try:
            yield
        finally:
            self._graph.drop_controls(before)

    def save(self, path: str | os.PathLike[str], *, embed: bool = False) -> None:
        """Writes the graph as a page: ``vox run``, :func:`voxgrad.load` and TensorFlow read it.

        It is binary when the name ends in ``.pb``, else text. Constants of more than 1 MB go to
        ``NAME.data/NODE.npy`` beside it; with ``embed`` they stay in the page. Variables start
        there with their first values, not with those that training gave them.
        """
        self._graph.save(os.fspath(path), embed)

    def __repr__(self) -> str:
        return f"<voxgrad.Graph of {len(self._graph.nodes())} nodes>"
