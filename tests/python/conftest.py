"""Makes the package of the checkout (not one installed) and the recorder importable."""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# VOXGRAD_INSTALLED=1 tests the package that is installed in the interpreter instead.
INSTALLED = os.environ.get("VOXGRAD_INSTALLED", "0") != "0"

sys.path.append(str(ROOT / "tests" / "recorded"))
if not INSTALLED:
    sys.path.insert(0, str(ROOT / "python"))
