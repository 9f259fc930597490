"""Runs clang-tidy over the C++ files of the engine, the command and the Python module.

Files that the build compiles at a time are looked at together. What was found good is not looked
at again until a file of it, a header of the checkout that it includes, its compiler flags or the
checks change. `--deep` looks at each file alone, and adds clang's analyzer, which follows every
path of a function and takes ten times as long.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = (ROOT / "src", ROOT / "python" / "src")
PROGRAM = Path(sys.executable).parent / "clang-tidy"


@dataclass(frozen=True)
class Source:
    """A file as the build compiles it."""

    file: Path
    command: str
    needs: tuple[Path, ...]  # itself and the headers of the checkout that it includes


@functools.cache
def digest(file: Path) -> bytes:
    return hashlib.sha256(file.read_bytes()).digest()


@functools.cache
def included(file: Path) -> tuple[str, ...]:
    """The headers that a file names in quotes: those of the checkout."""
    return tuple(re.findall(r'^#include "([^"]+)"', file.read_text(), flags=re.MULTILINE))


def dependencies(file: Path, roots: Iterable[Path]) -> tuple[Path, ...]:
    """A file and every header of the checkout that it includes, itself or through others."""
    found, todo = {file}, [file]
    while todo:
        here = todo.pop()
        for name in included(here):
            for folder in (here.parent, *roots):
                header = Path(os.path.normpath(folder / name))
                if header.exists():
                    todo += [] if header in found else [header]
                    found.add(header)
                    break
    return tuple(sorted(found))


def is_unit(file: Path) -> bool:
    """True of a file that the build makes of several, to compile them at a time."""
    return "Unity" in file.parts  # cmake/unity.cmake


def alone(entry: dict[str, str]) -> list[dict[str, str]]:
    """Each of the files that the build compiles at a time, as if it compiled it alone."""
    unit = Path(entry["file"])
    command = entry["command"]
    return [
        {**entry, "file": name, "command": command.replace(str(unit), name)}
        for name in (included(unit) if is_unit(unit) else [str(unit)])
    ]


def sources(build: Path, *, each: bool = False) -> list[Source]:
    """What is compiled of the folders; the commands are left in `build`/clang-tidy."""
    entries = json.loads((build / "compile_commands.json").read_text())
    if each:
        entries = [one for entry in entries for one in alone(entry)]
    (build / "clang-tidy" / "compile_commands.json").write_text(json.dumps(entries))
    found = []
    for entry in entries:
        file, words = Path(entry["file"]), shlex.split(entry["command"])
        first = Path(included(file)[0]) if is_unit(file) else file
        if any(first.is_relative_to(folder) for folder in FOLDERS):
            folders = [Path(word[2:]) for word in words if word.startswith("-I")]
            roots = [folder for folder in folders if folder.is_relative_to(ROOT)]
            found.append(Source(file, entry["command"], dependencies(file, roots)))
    return found


def key(source: Source, checks: str) -> str:
    """The name under which it is remembered that a file is good."""
    parts = [checks.encode(), source.command.encode(), *(digest(file) for file in source.needs)]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def check(source: Source, build: Path, options: Iterable[str]) -> str:
    """What is wrong with a file, or nothing."""
    own = ["--checks=-bugprone-suspicious-include"] if is_unit(source.file) else []
    database = build / "clang-tidy"
    command: list[str | Path] = [PROGRAM, "-p", database, "--quiet", *own, *options, source.file]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode == 0:
        return ""
    return re.sub(r"^\d+ warnings.*\n", "", result.stdout + result.stderr, flags=re.MULTILINE)


def run(build: Path, *, deep: bool = False) -> tuple[int, list[str]]:
    """How many compilations were looked at, and what is wrong with them."""
    options = ["--checks=clang-analyzer-*"] if deep else []
    version = subprocess.check_output([PROGRAM, "--version"], text=True)
    checks = version + (ROOT / ".clang-tidy").read_text() + str(options)
    good = build / "clang-tidy"
    good.mkdir(exist_ok=True)
    keys = {source: key(source, checks) for source in sources(build, each=deep)}
    todo = [source for source in keys if not (good / keys[source]).exists()]

    def look(source: Source) -> str:
        wrong = check(source, build, options)
        if not wrong:
            (good / keys[source]).touch()
        return wrong

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return len(todo), [wrong for wrong in pool.map(look, todo) if wrong]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--deep", action="store_true", help="clang's analyzer too")
    options = parser.parse_args()
    looked, wrong = run(options.build.resolve(), deep=options.deep)
    print("\n".join([*wrong, f"{looked} compilations, {len(wrong)} of them with findings"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
