"""Floors hold: a floor never calls up, and the rooms of a floor do not call each other in a circle.

Read off the `#include` lines: `docs/architecture.md` says what the floors are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "src"
HEADERS = ROOT / "include"

# From the lowest up. Folders of one line stand beside each other and do not know each other.
FLOORS = [
    {"core"},
    {"kernels"},
    {"ops"},
    {"graph"},
    {"page"},
    {"cc", "check"},
    {"fuzz", "bench"},
    {"studio"},
    {"server"},
    {"cli"},
]

# Of the public headers, these floors may include those with the engine's types; the messages of
# pages and TensorFlow's utilities are for faces and pages.
ENGINE_FLOORS = {"core", "kernels", "ops", "graph"}
ABOVE_THE_ENGINE = ("voxgrad/util/", "voxgrad/page/", "voxgrad/ops/")


@cache
def included(path: Path) -> tuple[str, ...]:
    """The headers that a file names in quotes."""
    return tuple(re.findall(r'^#include "([^"]+)"', path.read_text(), flags=re.MULTILINE))


def sources(folder: str) -> Iterator[Path]:
    for ending in ("*.h", "*.cc", "*.inc"):
        yield from (SOURCES / folder).rglob(ending)


def height(folder: str) -> int:
    return next(i for i, floor in enumerate(FLOORS) if folder in floor)


def test_every_folder_has_a_floor() -> None:
    folders = {path.name for path in SOURCES.iterdir() if path.is_dir()}
    assert folders == set().union(*FLOORS), "FLOORS in this file lists the folders of src"


@pytest.mark.parametrize("folder", sorted(set().union(*FLOORS)))
def test_a_floor_never_calls_up(folder: str) -> None:
    wrong = []
    for path in sources(folder):
        for name in included(path):
            other = name.split("/")[0]
            if not (SOURCES / name).exists() or other == folder:
                continue
            if height(other) >= height(folder):
                wrong.append(f"{path.relative_to(ROOT)} includes {name}")
    assert not wrong, "\n".join(wrong)


def room(name: str) -> str:
    """What may not be part of a circle: a folder of a floor, or a file in the floor itself."""
    parts = name.split("/")
    return "/".join(parts[:2]) if len(parts) > 2 else re.sub(r"\.(h|cc|inc)$", "", name)


def circle(edges: dict[str, dict[str, str]]) -> list[str]:
    """The includes along one circle, or nothing."""
    done: set[str] = set()

    def visit(here: str, way: list[str]) -> list[str]:
        if here in way:
            loop = [*way[way.index(here) :], here]
            return [edges[a][b] for a, b in pairwise(loop)]
        if here in done:
            return []
        for there in edges.get(here, {}):
            if found := visit(there, [*way, here]):
                return found
        done.add(here)
        return []

    for start in edges:
        if found := visit(start, []):
            return found
    return []


@pytest.mark.parametrize("floor", ["kernels", "ops", "page", "cc"])
def test_rooms_of_a_floor_do_not_call_each_other_in_a_circle(floor: str) -> None:
    edges: dict[str, dict[str, str]] = {}
    for path in sources(floor):
        here = room(str(path.relative_to(SOURCES)))
        for name in included(path):
            there = room(name)
            if name.startswith(f"{floor}/") and there != here:
                edges.setdefault(here, {})[there] = f"{path.relative_to(ROOT)} includes {name}"
    assert not (found := circle(edges)), "\n".join(found)


@cache
def reached(name: str) -> frozenset[str]:
    """A public header and all that it includes."""
    found, todo = {name}, [name]
    while todo:
        path = HEADERS / todo.pop()
        for other in included(path) if path.exists() else ():
            if other not in found:
                found.add(other)
                todo.append(other)
    return frozenset(found)


@pytest.mark.parametrize("folder", sorted(ENGINE_FLOORS))
def test_the_engine_knows_nothing_of_the_utilities_of_faces(folder: str) -> None:
    wrong = []
    for path in sources(folder):
        for name in included(path):
            above = [h for h in reached(name) if h.startswith(ABOVE_THE_ENGINE)]
            if name.startswith("voxgrad/") and above:
                wrong.append(f"{path.relative_to(ROOT)} includes {name}, and so {min(above)}")
    assert not wrong, "\n".join(wrong)


def test_kernel_folders_are_rooms_and_not_stores() -> None:
    most = 25
    for folder in (path for path in (SOURCES / "kernels").iterdir() if path.is_dir()):
        files = [path for path in folder.iterdir() if path.suffix in (".h", ".cc", ".inc")]
        assert len(files) <= most, (
            f"{folder.relative_to(ROOT)} has {len(files)} files; {most} are enough"
        )
