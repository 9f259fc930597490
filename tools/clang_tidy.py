"""Runs clang-tidy over the C++ files of the engine, the command and the Python module.

A file that was found good is not looked at again until it, a header of the checkout that it
includes, its compiler flags or the checks change. `--deep` adds clang's analyzer, which follows
every path of a function and takes ten times as long.
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


def dependencies(build: Path) -> dict[str, tuple[Path, ...]]:
    """What each object was made from, as ninja has it from the compiler; files of the checkout."""

    @functools.cache
    def inside(line: str) -> Path | None:
        file = Path(os.path.normpath(build / line))
        return file if file.is_relative_to(ROOT) and file.exists() else None

    text = subprocess.check_output(["ninja", "-C", build, "-t", "deps"], text=True)
    found = {}
    for block in text.split("\n\n"):
        head, _, rest = block.partition("\n")
        files = {file for line in rest.splitlines() if (file := inside(line.strip()))}
        found[head.partition(": #deps")[0].strip()] = tuple(sorted(files))
    return found


def sources(build: Path) -> list[Source]:
    needs = dependencies(build)
    found = []
    for entry in json.loads((build / "compile_commands.json").read_text()):
        file, words = Path(entry["file"]), shlex.split(entry["command"])
        if any(file.is_relative_to(folder) for folder in FOLDERS):
            made = words[words.index("-o") + 1]
            found.append(Source(file, entry["command"], needs.get(made, ())))
    return found


def key(source: Source, checks: str) -> str:
    """The name under which it is remembered that a file is good."""
    parts = [checks.encode(), source.command.encode(), *(digest(file) for file in source.needs)]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def check(source: Source, build: Path, options: Iterable[str]) -> str:
    """What is wrong with a file, or nothing."""
    command: list[str | Path] = [PROGRAM, "-p", build, "--quiet", *options, source.file]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode == 0:
        return ""
    return re.sub(r"^\d+ warnings.*\n", "", result.stdout + result.stderr, flags=re.MULTILINE)


def run(build: Path, *, deep: bool = False) -> tuple[int, list[str]]:
    """How many files were looked at, and what is wrong with them."""
    options = ["--checks=clang-analyzer-*"] if deep else []
    version = subprocess.check_output([PROGRAM, "--version"], text=True)
    checks = version + (ROOT / ".clang-tidy").read_text() + str(options)
    good = build / "clang-tidy"
    good.mkdir(exist_ok=True)
    keys = {source: key(source, checks) for source in sources(build)}
    todo = [source for source in keys if not source.needs or not (good / keys[source]).exists()]

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
    print("\n".join([*wrong, f"{looked} files, {len(wrong)} of them with findings"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
