"""Runs all tests of a checkout and says at the end how many there were.

The parts: the C++ tests, programs for TensorFlow's C++ API, the Python tests, Studio in a real
browser, the linters. `--cpp`, `--programs`, `--python`, `--studio` and `--lint` choose among them;
what follows `--` goes to pytest.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import clang_tidy

ROOT = Path(__file__).resolve().parent.parent
TESTS = ("tests/python", "tests/recorded")


@dataclass
class Outcome:
    """How many tests of a part ended how."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other: Outcome) -> Outcome:
        return Outcome(
            self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped
        )

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


def run_cpp(build: Path) -> Outcome:
    """The GoogleTest executable."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [str(build / "voxgrad_tests"), "--gtest_brief=1", f"--gtest_output=json:{report}"]
        status = subprocess.run(command, cwd=ROOT).returncode
        if not report.exists():
            print(f"voxgrad_tests ended with {status} and no report")
            return Outcome(failed=1)
        suites = json.loads(report.read_text())["testsuites"]
    tests = [test for suite in suites for test in suite["testsuite"]]
    failed = sum("failures" in test for test in tests)
    skipped = sum(test.get("result") == "SKIPPED" for test in tests)
    return Outcome(len(tests) - failed - skipped, max(failed, int(status != 0)), skipped)


def run_programs(build: Path) -> Outcome:
    """Programs for TensorFlow's C++ API, and the installed package: the other tests CTest knows."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = ["ctest", "--test-dir", str(build), "--exclude-regex", "^voxgrad_tests$"]
        command += ["--output-on-failure", "--quiet", "--output-junit", str(report)]
        status = subprocess.run(command, cwd=ROOT).returncode
        if not report.exists():
            return Outcome(failed=1)
        suite = ElementTree.parse(report).getroot()
    total, failed, skipped = (int(suite.get(key, 0)) for key in ("tests", "failures", "skipped"))
    if failed:
        names = [case.get("name") for case in suite if case.get("status") == "fail"]
        print(f"failed: {', '.join(map(str, names))}; see {build}/Testing/Temporary/LastTest.log")
    return Outcome(total - failed - skipped, max(failed, int(status != 0 or total == 0)), skipped)


def run_python(arguments: list[str]) -> Outcome:
    """Pytest, with its own progress."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", f"--junitxml={report}", *arguments]
        status = subprocess.run(command, cwd=ROOT).returncode
        if not report.exists():
            return Outcome(failed=1)
        suites = ElementTree.parse(report).getroot().iter("testsuite")
        counts = [
            {key: int(suite.get(key, 0)) for key in ("tests", "failures", "errors", "skipped")}
            for suite in suites
        ]
    total = {key: sum(count[key] for count in counts) for key in counts[0]}
    failed = total["failures"] + total["errors"]
    passed = total["tests"] - failed - total["skipped"]
    return Outcome(passed, max(failed, int(status != 0)), total["skipped"])


def run_studio(build: Path) -> Outcome:
    """Vitest: the page's stores and parsers, then the page itself in Chromium."""
    outcome = Outcome()
    for project in ("unit", "browser"):
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / "report.json"
            command = ["npx", "vitest", "run", "--project", project, "--reporter=default"]
            command += ["--reporter=json", f"--outputFile.json={report}"]
            environment = {**os.environ, "VOXGRAD_VOX": str((build / "vox").resolve())}
            status = subprocess.run(command, cwd=ROOT / "studio", env=environment).returncode
            if not report.exists():
                outcome += Outcome(failed=1)
                continue
            counts = json.loads(report.read_text())
        failed = max(counts["numFailedTests"], int(status != 0))
        outcome += Outcome(counts["numPassedTests"], failed, counts["numPendingTests"])
    return outcome


def report(name: str, good: bool, text: str) -> Outcome:
    """What a linter found, as one test."""
    print(f"{name}: {'ok' if good else 'failed'}", flush=True)
    if not good:
        print(text[:4000])
    return Outcome(int(good), int(not good))


def cpp_sources() -> list[str]:
    """The files that clang-format keeps in shape."""
    return sorted(
        str(path)
        for folder in ("include", "src", "python/src", "tests/cpp", "examples", "bench")
        for ending in ("*.h", "*.cc")
        for path in (ROOT / folder).rglob(ending)
    )


def format_sources() -> int:
    """Puts C++ and Python into the shape that the linters want."""
    tools = Path(sys.executable).parent
    for command in (["clang-format", "-i", *cpp_sources()], ["ruff", "format", "-q", "."]):
        status = subprocess.run([tools / command[0], *command[1:]], cwd=ROOT).returncode
        if status:
            return status
    return 0


def run_lint(build: Path) -> Outcome:
    """Ruff, mypy, clang-format, tsc, eslint and clang-tidy, each one test."""
    sources = cpp_sources()
    tools = str(Path(sys.executable).parent)
    commands = {
        "ruff check": [f"{tools}/ruff", "check", "-q", "."],
        "ruff format": [f"{tools}/ruff", "format", "--check", "-q", "."],
        "mypy": [f"{tools}/mypy", "python/voxgrad", "tools", "bench", *TESTS],
        "clang-format": [f"{tools}/clang-format", "--dry-run", "--Werror", *sources],
    }
    page_commands = {"tsc": ["npx", "tsc", "--noEmit"], "eslint": ["npx", "eslint", "."]}
    outcome = Outcome()
    for name, command in (commands | page_commands).items():
        folder = ROOT / "studio" if name in page_commands else ROOT
        result = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        outcome += report(name, result.returncode == 0, result.stdout + result.stderr)
    looked, wrong = clang_tidy.run(build)
    return outcome + report(f"clang-tidy, {looked} files", not wrong, "\n".join(wrong))


def main() -> int:
    """Runs the chosen parts; the exit status is 1 when anything failed."""
    parser = argparse.ArgumentParser(prog="./vox test", description=__doc__)
    parser.add_argument("--build", type=Path, default=ROOT / "build", help=argparse.SUPPRESS)
    for part in ("cpp", "programs", "python", "studio", "lint"):
        parser.add_argument(f"--{part}", action="store_true", help=f"only the {part} part")
    parser.add_argument("--format", action="store_true", help=argparse.SUPPRESS)  # ./vox format
    parser.add_argument("pytest", nargs="*", help="arguments for pytest, after --")
    options = parser.parse_args()
    if options.format:
        return format_sources()
    parts: dict[str, tuple[bool, Callable[[], Outcome]]] = {
        "C++ tests": (options.cpp, lambda: run_cpp(options.build)),
        "C++ programs": (options.programs, lambda: run_programs(options.build)),
        "Python tests": (options.python, lambda: run_python(options.pytest)),
        "Studio": (options.studio, lambda: run_studio(options.build)),
        "linters": (options.lint, lambda: run_lint(options.build)),
    }
    everything = not any(chosen for chosen, _ in parts.values())
    total = Outcome()
    for title, (chosen, run) in parts.items():
        if not (chosen or everything):
            continue
        print(f"== {title}", flush=True)
        start = time.monotonic()
        outcome = run()
        print(f"== {title}: {outcome} in {time.monotonic() - start:.0f} s\n", flush=True)
        total += outcome
    print(total)
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main())
