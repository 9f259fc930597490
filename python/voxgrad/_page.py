"""Pages: graphs in files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias, overload

from voxgrad import _core
from voxgrad._typing import Array, Numbers, Texts

Value: TypeAlias = Array | Numbers | Texts


class Page:
    """A graph of a file, ready to run. Made by :func:`load`.

    Variables keep their values from run to run; nodes that the page marks ``_init`` run once before
    the first one.
    """

    def __init__(self, page: _core.Page, seed: int, init: Iterable[str]) -> None:
        self._page = page
        self._seed = seed
        self._init = list(init)
        self._running = _core.start_page(page, seed, self._init)

    @property
    def nodes(self) -> dict[str, str]:
        """The op of each node, by the node's name, in the order of the page."""
        return dict(self._page.nodes())

    @property
    def problems(self) -> list[tuple[str, str]]:
        """What is wrong with the page: the node and a sentence for each. A run that needs none of
        these nodes works."""
        return self._page.problems()

    @property
    def text(self) -> str:
        """The page as a ``.pbtxt`` holds it."""
        return self._page.text()

    @overload
    def run(
        self,
        feeds: Mapping[str, Value] | None = None,
        fetch: None = None,
        targets: Sequence[str] = (),
    ) -> dict[str, Any]: ...
    @overload
    def run(
        self, feeds: Mapping[str, Value] | None, fetch: str, targets: Sequence[str] = ()
    ) -> Any: ...
    @overload
    def run(
        self,
        feeds: Mapping[str, Value] | None = None,
        *,
        fetch: str,
        targets: Sequence[str] = (),
    ) -> Any: ...
    @overload
    def run(
        self,
        feeds: Mapping[str, Value] | None = None,
        fetch: Sequence[str] = ...,
        targets: Sequence[str] = (),
    ) -> list[Any]: ...
    def run(
        self,
        feeds: Mapping[str, Value] | None = None,
        fetch: str | Sequence[str] | None = None,
        targets: Sequence[str] = (),
    ) -> Any:
        """Runs the page once and returns values in the form in which ``fetch`` asks for them.

        Args:
          feeds: Values by output: ``{"x": array}``. Any output can be fed, not only placeholders.
            Lists and numbers take the type that the graph has there; arrays keep theirs. Strings
            are str, as UTF-8, or bytes.
          fetch: ``"y"`` or ``"y:1"`` for one array, a list of these for a list of arrays. Without
            it what the page's session names is evaluated, or every node that no other node reads,
            as a dictionary of arrays by name (``"y:0"``).
          targets: Nodes to run besides, whose values are not wanted.

        Returns:
          Arrays of the library that the feeds are of; NumPy's if there is none. Strings are NumPy
          arrays of bytes objects.
        """
        fetches = [fetch] if isinstance(fetch, str) else list(fetch or [])
        if fetch is not None and not fetches and not targets:
            return []
        results = self._running.run(dict(feeds or {}), fetches, list(targets))
        if isinstance(fetch, str):
            return results[0][1]
        if fetch is None:
            return dict(results)
        return [value for _, value in results] if fetches else []

    def reset(self) -> None:
        """Forgets the values of all variables; ``_init`` nodes will run again."""
        self._running = _core.start_page(self._page, self._seed, self._init)

    def save(self, path: str | os.PathLike[str], *, embed: bool = False) -> None:
        """Writes the page, binary when the name ends in ``.pb``, else text.

        Constants of more than 1 MB go to ``NAME.data/NODE.npy`` beside it; with ``embed`` all
        values are put into the page, those that stood beside it too.
        """
        self._page.save(os.fspath(path), embed)

    def __repr__(self) -> str:
        return f"<voxgrad.Page of {len(self._page.nodes())} nodes>"


def load(path: str | os.PathLike[str], *, init: str | Iterable[str] = (), seed: int = 0) -> Page:
    """Reads a page: a TensorFlow GraphDef, as text (``.pbtxt``) or binary (``.pb``).

    Args:
      path: The file. What form it has is seen from what it holds.
      init: Nodes that run once before the first run, besides those that the page marks ``_init``.
      seed: For random values of the page whose recipe names no seed.
    """
    with Path(path).open("rb"):  # a missing file is Python's own exception
        pass
    page = _core.load_page(os.fspath(path))
    return Page(page, seed, [init] if isinstance(init, str) else init)
