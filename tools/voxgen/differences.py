"""The part of docs/tensorflow.md that the tests of single ops declare."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

_BEGIN = (
    "<!-- Written by `./vox docs` from the lines `//! deviation` of tests/cpp; do not edit. -->\n"
)
_END = "<!-- So far what `./vox docs` writes. -->\n"


def with_deviations(page: str, deviations: Sequence[tuple[str, str]]) -> str:
    """The page with these differences, (op, sentence), between its two marks."""
    before, _, rest = page.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    items = "".join(
        textwrap.fill(f"* [{op}](ops/{op}.md): {text}", 118, subsequent_indent="  ") + "\n"
        for op, text in deviations
    )
    return f"{before}{_BEGIN}\n{items}\n{_END}{after}"
