"""docs/adding-an-op.md, done: three files give a window op on every face, two an element-wise."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from checkout import BUILD, ROOT, cached_build, copy_checkout

pytestmark = pytest.mark.slow

STEP = re.compile(
    r"^\*\*`(?P<path>[^`]+)`\*\*\n\n```\w*\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)
THREE_FILES = {
    "src/kernels/pool/sum_pool.h",
    "src/ops/pooling/sum_pool3d.cc",
    "tests/cpp/sum_pool3d_test.cc",
}
TWO_FILES = {"src/ops/elementwise/xdivy.cc", "tests/cpp/xdivy_test.cc"}
TARGETS = ["--target", "vox", "voxgrad", "voxgrad_tests", "_core", "raw_ops"]
ARGUMENTS = ["input=float[1,2,2,4,1]", "ksize=1,2,2,2,1", "strides=1,2,2,2,1", "padding=VALID"]

CPP_PROGRAM = """
#include <iostream>
#include "voxgrad/voxgrad.h"

int main() {
  using voxgrad::Tensor;
  const Tensor input = Tensor::Of<float>({1, 2, 3, 4, 5, 6, 7, 8}, {1, 2, 2, 2, 1});
  const voxgrad::Attribute block = {1, 2, 2, 2, 1};
  const auto result = voxgrad::Call("SumPool3D", {input},
                                    {{"ksize", block}, {"strides", block}, {"padding", "SAME"}});
  if (!result.ok()) return 1;
  std::cout << result->at(0).values<float>()[0];
}
"""

PYTHON_PROGRAM = """
import numpy as np
from voxgrad import raw_ops
x = np.arange(1, 17, dtype=np.float32).reshape(1, 2, 2, 4, 1)
sums = raw_ops.SumPool3D(input=x, ksize=[1, 2, 2, 2, 1], strides=[1, 2, 2, 2, 1], padding="VALID")
print(sums.ravel().tolist())
print(raw_ops.Xdivy(x=np.float32([0, 3]), y=np.float32([0, 2])).tolist())
"""


def contents(root: Path) -> dict[str, bytes]:
    """All files of the copy by their paths, but for the build folder and Python's caches."""
    return {
        str(path.relative_to(root)): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file() and path.relative_to(root).parts[0] != "build" and path.suffix != ".pyc"
    }


def cached(name: str) -> str:
    """What the build of the checkout was configured with."""
    cache = (BUILD / "CMakeCache.txt").read_text()
    found = re.search(rf"^{name}:\w+=(.*)$", cache, re.MULTILINE)
    return found[1] if found else ""


class Copy:
    """A copy of the checkout with the files of the document in it, built."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.build = root / "build"
        copy_checkout(root)
        self.before = contents(root)
        self.steps = {
            m["path"]: m["text"] for m in STEP.finditer((ROOT / "docs/adding-an-op.md").read_text())
        }
        for name, text in self.steps.items():
            (root / name).write_text(text)
        self.make()

    def make(self) -> None:
        # As the checkout is built, so that the cache serves all but the new files and their groups.
        options = [
            "-DCMAKE_BUILD_TYPE=Release",
            f"-DVOXGRAD_ONE_TARGET={cached('VOXGRAD_ONE_TARGET')}",
            "-DVOXGRAD_PYTHON=ON",
            f"-DPython_EXECUTABLE={sys.executable}",
        ]
        self.run(["cmake", "-S", self.root, "-B", self.build, "-G", "Ninja", *options])
        self.run(["cmake", "--build", self.build, "--parallel", str(os.cpu_count()), *TARGETS])

    def run(self, command: list[str | Path]) -> str:
        environment = cached_build(self.root) | {
            "PYTHONPATH": str(self.root / "python"),
            "VOXGRAD_BUILD": str(self.build),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        result = subprocess.run(
            command, capture_output=True, text=True, cwd=self.root, env=environment
        )
        assert result.returncode == 0, (
            f"{command}\n{result.stdout[-4000:]}\n{result.stderr[-4000:]}"
        )
        return result.stdout


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return Copy(tmp_path_factory.mktemp("adding_an_op") / "voxgrad")


def test_it_takes_three_files_and_two(copy: Copy) -> None:
    assert set(copy.steps) == THREE_FILES | TWO_FILES
    after = contents(copy.root)
    written_by_the_build = re.compile(
        r"python/voxgrad/(_core.*\.so|raw_ops\.py)|studio/node_modules/.*"
    )
    added = {
        name
        for name in after.keys() - copy.before.keys()
        if not written_by_the_build.fullmatch(name)
    }
    assert added == THREE_FILES | TWO_FILES
    assert [name for name in copy.before if after.get(name) != copy.before[name]] == []


def test_the_command_line_has_it(copy: Copy) -> None:
    vox = copy.build / "vox"
    assert '"SumPool3D"' in copy.run([vox, "ops", "--json"])
    assert "Performs 3D sum pooling" in copy.run([vox, "ops", "SumPool3D"])
    assert "60" in (printed := copy.run([vox, "op", "SumPool3D", *ARGUMENTS])) and "76" in printed
    assert "SumPool3D" in copy.run([vox, "support"])


def test_python_has_it(copy: Copy) -> None:
    assert copy.run([sys.executable, "-c", PYTHON_PROGRAM]) == "[60.0, 76.0]\n[0.0, 1.5]\n"


def test_cpp_has_it(copy: Copy, tmp_path: Path) -> None:
    source, program = tmp_path / "program.cc", tmp_path / "program"
    source.write_text(CPP_PROGRAM)
    packages = ["absl_statusor", "absl_status", "absl_strings", "absl_span"]
    flags = copy.run(["pkg-config", "--cflags", "--libs", *packages]).split()
    include, library = f"-I{copy.root / 'include'}", f"-L{copy.build}"
    copy.run(
        [
            "g++",
            "-std=c++20",
            include,
            source,
            "-o",
            program,
            library,
            "-lvoxgrad",
            f"-Wl,-rpath,{copy.build}",
            *flags,
        ]
    )
    assert copy.run([program]) == "36"


def test_all_cpp_tests_pass(copy: Copy) -> None:
    """Its own, and those that walk over all ops. Of what is huge a new op changes nothing."""
    own = copy.run([copy.build / "voxgrad_tests", "--gtest_filter=SumPool3D.*:Xdivy.*"])
    assert "[  PASSED  ] 4 tests." in own
    copy.run([copy.build / "voxgrad_tests", "--gtest_brief=1", "--gtest_filter=-Huge.*"])


def test_it_needs_no_place_in_the_recordings(copy: Copy) -> None:
    copy.run([sys.executable, "-m", "pytest", "-q", "tests/python/test_recorded_ops.py"])


def test_it_is_fuzzed(copy: Copy) -> None:
    for op in ("SumPool3D", "Xdivy"):
        printed = copy.run(
            [copy.build / "vox", "fuzz", "--op", op, "--calls", "2000", "--seed", "5"]
        )
        assert "0 failures" in printed, printed


def test_its_documents_are_written(copy: Copy) -> None:
    table = copy.build / "table.json"
    table.write_text(copy.run([copy.build / "vox", "ops", "--json"]))
    stubs = copy.root / "python/voxgrad/raw_ops.pyi"
    docs = copy.root / "docs"
    generate: list[str | Path] = [sys.executable, copy.root / "tools/generate.py", "--table", table]
    copy.run([*generate, "--stubs", stubs, "--docs", docs])
    assert "# SumPool3D" in (docs / "ops/SumPool3D.md").read_text()
    assert (docs / "ops/images/SumPool3D.svg").exists()
    assert "[SumPool3D](SumPool3D.md)" in (docs / "ops/README.md").read_text()
    assert "data_format" not in (docs / "ops/Xdivy.md").read_text()
    assert "def SumPool3D(" in stubs.read_text()
