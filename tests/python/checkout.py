"""Where things are: the checkout under test and what was built from it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("VOXGRAD_BUILD", ROOT / "build"))
VOX = BUILD / "vox"

# A fenced block: its language and its text.
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def tracked_files() -> list[str]:
    """What git knows or would add and is on disk, by paths from the root."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.check_output(command, cwd=ROOT, text=True).split("\0")
    return sorted({name for name in names if name and (ROOT / name).is_file()})


def copy_checkout(folder: Path) -> None:
    for name in tracked_files():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, folder / name)


def cached_build(folder: Path) -> dict[str, str]:
    """An environment in which ccache, where there is one, serves a copy of the checkout with what
    was compiled in the checkout, by the same compiler."""
    cache = (BUILD / "CMakeCache.txt").read_text()
    (compiler,) = re.findall(r"^CMAKE_CXX_COMPILER:\w+=(.*)$", cache, re.MULTILINE)
    launcher = {"CMAKE_CXX_COMPILER_LAUNCHER": "ccache"} if shutil.which("ccache") else {}
    base = {"CXX": compiler, "CCACHE_BASEDIR": str(folder), "CCACHE_NOHASHDIR": "1"}
    return os.environ | base | launcher
