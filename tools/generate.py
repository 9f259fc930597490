#!/usr/bin/env python3
"""Writes what is derived from the op table: raw_ops.py, raw_ops.pyi, C++ headers and documents.

    vox ops --json > table.json
    tools/generate.py --table table.json --python raw_ops.py --stubs raw_ops.pyi --docs docs

With --check nothing is written; files that differ from what would be written are listed, and the
pictures of Studio that the pages show and that nobody has drawn yet, or of an older definition;
the exit status is 1 when there are any. --undrawn lists the ops of these pictures and does nothing
else. Needs nothing but Python's own library: it runs in the build.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from voxgen import cpp_face, differences, documents, python_face, stubs, table
from voxgen.declared import declared
from voxgen.picture import picture


def document_files(ops: list[table.Op], folder: Path) -> dict[Path, str]:
    files = {folder / "README.md": documents.index(ops)}
    for op in ops:
        drawing = picture(op)
        files[folder / f"{op.name}.md"] = documents.page(op, has_picture=drawing is not None)
        if drawing is not None:
            files[folder / "images" / f"{op.name}.svg"] = drawing
    return files


def differences_file(docs: Path) -> dict[Path, str]:
    """docs/tensorflow.md with what the tests beside the documents declare."""
    path = docs / "tensorflow.md"
    deviations = declared(docs.parent / "tests" / "cpp", "deviation")
    return {path: differences.with_deviations(path.read_text(encoding="utf-8"), deviations)}


def is_drawn(op: table.Op, folder: Path) -> bool:
    """Whether Studio has drawn the op's pictures, and with the arguments that it has now."""
    paths = [folder / name for name in documents.studio_pictures(op)]
    if not all(path.exists() for path in paths):
        return False
    block = (folder / documents.BLOCKS / f"{op.name}.svg").read_text(encoding="utf-8")
    words = [op.name, *(arg.name for arg in (*op.inputs, *op.outputs))]
    return all(f">{word}<" in block or f">{word}[" in block for word in words)


def studio_pictures(ops: list[table.Op], folder: Path) -> list[Path]:
    """What the pages show besides: drawn by Studio, not from here."""
    return [folder / name for op in ops for name in documents.studio_pictures(op)]


def left_over(folder: Path, known: set[Path]) -> list[Path]:
    """Pages and pictures of ops that are no longer in the table."""
    found = [*folder.glob("*.md"), *folder.glob("*/*.svg")]
    return sorted(path for path in found if path not in known)


def is_stale(path: Path, text: str) -> bool:
    return not path.exists() or path.read_text(encoding="utf-8") != text


def main() -> int:
    parser = argparse.ArgumentParser(description="Writes what is derived from the op table.")
    parser.add_argument("--table", type=Path, required=True, help="the output of `vox ops --json`")
    parser.add_argument("--python", type=Path, help="raw_ops.py to write")
    parser.add_argument("--stubs", type=Path, help="raw_ops.pyi to write")
    parser.add_argument("--docs", type=Path, help="the folder docs, to write what is derived")
    parser.add_argument("--undrawn", action="store_true", help="list what Studio has to draw")
    parser.add_argument("--cpp", type=Path, help="the folder for the C++ headers to write")
    parser.add_argument("--check", action="store_true", help="write nothing, list what is stale")
    arguments = parser.parse_args()

    ops = table.load(arguments.table)
    files: dict[Path, str] = {}
    obsolete: list[Path] = []
    undrawn: list[str] = []
    if arguments.python:
        files[arguments.python] = python_face.raw_ops(ops)
    if arguments.stubs:
        files[arguments.stubs] = stubs.raw_ops_stub(ops)
    if arguments.cpp:
        files |= {arguments.cpp / name: text for name, text in cpp_face.headers(ops).items()}
    if arguments.docs:
        folder = arguments.docs / "ops"
        pages = document_files(ops, folder)
        files |= pages | differences_file(arguments.docs)
        obsolete = left_over(folder, {*pages, *studio_pictures(ops, folder)})
        undrawn = [op.name for op in ops if not is_drawn(op, folder)]
    if arguments.undrawn:
        print("\n".join(undrawn))
        return 0

    stale = [path for path, text in files.items() if is_stale(path, text)]
    if arguments.check:
        for path in [*stale, *obsolete]:
            print(f"stale: {path}")
        for name in undrawn:
            print(f"stale: the pictures of {name} that Studio draws")
        return 1 if stale or obsolete or undrawn else 0
    for path in stale:  # the others keep their time stamps, so that nothing is built again for them
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(files[path], encoding="utf-8")
    for path in obsolete:
        path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
