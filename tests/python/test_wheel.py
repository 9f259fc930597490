"""`pip install .`: a wheel of a copy of the checkout, in an environment where nothing else of
Voxgrad is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest
from checkout import VOX, cached_build, copy_checkout, tracked_files

pytestmark = pytest.mark.slow

STALE = "raise SystemExit('This file is a stale one of the checkout.')\n"
USER_FILE = """
import numpy as np
import voxgrad
from voxgrad import raw_ops
from voxgrad.compat.v1 import raw_ops as older

x = np.arange(16, dtype=np.float32).reshape(1, 4, 4, 1)
y = raw_ops.AvgPool(value=x, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="VALID")
print(y.ravel().tolist(), older is raw_ops, voxgrad.__version__)
print(voxgrad.__file__)
"""


def run(*command: str | Path, folder: Path, environment: dict[str, str] | None = None) -> str:
    result = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment)
    assert result.returncode == 0, f"{command}\n{result.stdout[-4000:]}\n{result.stderr[-4000:]}"
    return result.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    copy = folder / "voxgrad"
    copy_checkout(copy)
    package = copy / "python/voxgrad"
    (package / "bin").mkdir()
    for name in ("raw_ops.py", "_core.cpython-39-x86_64-linux-gnu.so", "bin/stale"):
        (package / name).write_text(STALE)
    # The environment of the tests has all that the build needs, so nothing is downloaded.
    pip = (sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "-w", folder)
    run(*pip, copy, folder=folder, environment=cached_build(copy))
    (made,) = folder.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def fresh(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel installed; NumPy is seen through a path."""
    folder = tmp_path_factory.mktemp("fresh")
    run(sys.executable, "-m", "venv", "--without-pip", folder, folder=folder)
    python = folder / "bin/python"
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index")
    run(*pip, wheel, folder=folder)
    (packages,) = folder.glob("lib/python3.*/site-packages")
    (packages / "numpy.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder


def test_the_wheel_holds_what_its_own_build_made(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        files = {name for name in archive.namelist() if ".dist-info/" not in name}
        assert STALE not in archive.read("voxgrad/raw_ops.py").decode()
    tracked = {
        name.removeprefix("python/") for name in tracked_files() if "python/voxgrad/" in name
    }
    assert {"voxgrad/py.typed", "voxgrad/_core.pyi", "voxgrad/raw_ops.pyi"} <= tracked
    module = f"voxgrad/_core{sysconfig.get_config_var('EXT_SUFFIX')}"
    assert files == tracked | {module, "voxgrad/raw_ops.py", "voxgrad/bin/vox"}


def test_a_call(fresh: Path) -> None:
    result, file = run(fresh / "bin/python", "-c", USER_FILE, folder=fresh).splitlines()
    version = run(VOX, "--version", folder=fresh).split()[1]
    assert result == f"[2.5, 4.5, 10.5, 12.5] True {version}"
    assert Path(file).is_relative_to(fresh)


def test_the_command(fresh: Path) -> None:
    for command in ([fresh / "bin/vox"], [fresh / "bin/python", "-m", "voxgrad"]):
        assert run(*command, "--version", folder=fresh) == run(VOX, "--version", folder=fresh)
    ops = json.loads(run(fresh / "bin/vox", "ops", "--json", folder=fresh))
    assert ops == json.loads(run(VOX, "ops", "--json", folder=fresh))


def test_a_users_file_is_typed(fresh: Path, tmp_path: Path) -> None:
    (tmp_path / "user.py").write_text(USER_FILE + "reveal_type(y)\n")
    mypy = (sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path / "cache")
    environment = {key: value for key, value in os.environ.items() if key != "MYPYPATH"}
    python = ("--python-executable", fresh / "bin/python")
    printed = run(*mypy, *python, "user.py", folder=tmp_path, environment=environment)
    assert 'Revealed type is "numpy.ndarray[' in printed, printed
