"""Interpreters of their own, for tests of what happens to a whole process."""

from __future__ import annotations

import signal
import subprocess
import sys
from typing import Any

from conftest import INSTALLED, ROOT


def environment(**more: str) -> dict[str, str]:
    return ({} if INSTALLED else {"PYTHONPATH": str(ROOT / "python")}) | more


def start_interruptible(command: list[str], **options: Any) -> subprocess.Popen[str]:
    """A child that Ctrl-C reaches, also where these tests run in a shell's background."""
    return subprocess.Popen(
        command,
        text=True,
        stdout=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        **options,
    )


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
