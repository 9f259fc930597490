"""The binaries are hardened: what the linker puts into them for that is there."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
import voxgrad._core
from checkout import VOX
from conftest import INSTALLED

pytestmark = pytest.mark.skipif(INSTALLED, reason="of the build's own files")
BINARIES = [Path(VOX), Path(voxgrad._core.__file__), Path(VOX).parent / "libvoxgrad.so"]


def readelf(option: str, binary: Path) -> str:
    if shutil.which("readelf") is None:
        pytest.skip("there is no readelf")
    return subprocess.run(
        ["readelf", "-W", option, binary], check=True, capture_output=True, text=True
    ).stdout


@pytest.mark.parametrize("binary", BINARIES, ids=lambda path: path.name)
def test_addresses_are_bound_before_main(binary: Path) -> None:
    assert "GNU_RELRO" in readelf("-l", binary)
    dynamic = readelf("-d", binary)
    assert "BIND_NOW" in dynamic or "NOW" in dynamic.split("FLAGS_1", 1)[-1].splitlines()[0]
    stack = next(line for line in readelf("-l", binary).splitlines() if "GNU_STACK" in line)
    assert " RW " in stack and "RWE" not in stack
