"""Interpreters of their own, for tests of what happens to a whole process."""

from __future__ import annotations

import subprocess
import sys

from conftest import INSTALLED, ROOT


def environment(**more: str) -> dict[str, str]:
    return ({} if INSTALLED else {"PYTHONPATH": str(ROOT / "python")}) | more


def run_child(
    code: str, *, given: str = "", seconds: float = 60, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Runs Python code with `given` as its standard input."""
    return subprocess.run(
        [sys.executable, "-c", code],
        input=given,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
        env=environment(**variables),
    )
