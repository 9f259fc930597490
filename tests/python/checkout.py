"""Where things are: the checkout under test and what was built from it."""

from __future__ import annotations

import os
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("VOXGRAD_BUILD", ROOT / "build"))
VOX = BUILD / "vox"

# A fenced block: its language and its text.
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
