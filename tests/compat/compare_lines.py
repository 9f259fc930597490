"""Compares what a program prints with a text, line by line.

Everything must be equal but numbers with a fraction or an exponent, which may differ by the
rounding of their computation. Run as `compare_lines.py EXPECTED PROGRAM`, it exits with 1 and says
where the first differences are.
"""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import zip_longest
from pathlib import Path

RELATIVE = 2e-5
ABSOLUTE = 2e-6
_NUMBER = re.compile(r"(?<![\w.])-?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|inf|nan)(?!\w)")


def _same_number(a: str, b: str) -> bool:
    if a == b:
        return True
    if not any(sign in number for number in (a, b) for sign in ".e"):
        return False
    x, y = float(a), float(b)
    return abs(x - y) <= ABSOLUTE + RELATIVE * max(abs(x), abs(y))


def same_line(a: str, b: str) -> bool:
    """True when the lines say the same."""
    if _NUMBER.sub("#", a) != _NUMBER.sub("#", b):
        return False
    return all(map(_same_number, _NUMBER.findall(a), _NUMBER.findall(b)))


def differences(expected: str, printed: str) -> list[str]:
    """A text for each line that differs."""
    pairs = zip_longest(expected.splitlines(), printed.splitlines(), fillvalue="(no line)")
    return [
        f"line {i}\n  expected {a[:600]}\n  printed  {b[:600]}"
        for i, (a, b) in enumerate(pairs, 1)
        if not same_line(a, b)
    ]


def main() -> int:
    """Runs the program and compares."""
    expected, program = Path(sys.argv[1]), sys.argv[2]
    result = subprocess.run([program], capture_output=True, text=True)
    found = differences(expected.read_text(), result.stdout)
    for difference in found[:20]:
        print(difference)
    if result.returncode != 0:
        print(f"{program} ended with {result.returncode}\n{result.stderr}")
    if found:
        print(f"{len(found)} lines differ from {expected}")
    return 1 if found or result.returncode != 0 else 0


if __name__ == "__main__":
    sys.exit(main())
