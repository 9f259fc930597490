"""The `vox` command of an installed package."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def main() -> None:
    """Runs the executable that came with the package."""
    executable = Path(__file__).parent / "bin" / "vox"
    if not executable.exists():
        sys.exit("vox: this is a checkout; use the ./vox at its root")
    os.execv(executable, ["vox", *sys.argv[1:]])


if __name__ == "__main__":
    main()
