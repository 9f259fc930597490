"""What the C++ tests of single ops declare to whoever walks over all ops.

Lines `//! WORD OP …` of tests/cpp/*.cc; tests/cpp/declared.h says what the words mean and reads
the same.
"""

from __future__ import annotations

import re
from pathlib import Path

WORDS = ("call", "line", "unrecorded", "deviation")


def declared(folder: Path, word: str) -> list[tuple[str, str]]:
    """The op and the text of each declaration of that word in a folder of tests, sorted."""
    found: list[tuple[str, str]] = []
    for path in sorted(folder.glob("*.cc")):
        lines: list[str] = []
        for line in re.findall(r"^//! (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE):
            if line.split(" ", 1)[0] in WORDS:
                lines.append(line)
            elif lines:
                lines[-1] += " " + line.strip()
            else:
                raise ValueError(f"{path}: `//! {line}` begins with none of {', '.join(WORDS)}")
        for line in lines:
            of, _, rest = line.partition(" ")
            op, _, text = rest.partition(" ")
            if of == word:
                found.append((op.removesuffix(":"), text))
    return sorted(found)
