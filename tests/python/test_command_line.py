"""The executable: what its commands print, and how they end. 0 is good, 1 a failure, 2 words that
are not understood; what is wrong stands in one sentence on standard error."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from checkout import ROOT, VOX

LINE = "MaxPool f32 nhwc 1x8x8x2 k2 s2 valid"
AVERAGE = "op AvgPool ksize=1,2,2,1 strides=1,2,2,1 padding=VALID"
COUNT = "'value=float[1,4,4,1]'"  # 1, 2, 3, … 16


def run(words: str, *, given: str = "", folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [VOX, *shlex.split(words)],
        input=given,
        capture_output=True,
        text=True,
        cwd=folder,
        timeout=120,
        check=False,
    )


def printed(words: str, *, given: str = "", folder: Path = ROOT) -> str:
    """The output of a command that must succeed, silently on standard error."""
    result = run(words, given=given, folder=folder)
    assert (result.returncode, result.stderr) == (0, ""), words
    return result.stdout


def table() -> list[dict[str, Any]]:
    ops: list[dict[str, Any]] = json.loads(printed("ops --json"))
    return ops


# Help and version


def test_version() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (version,) = re.findall(r'^version = "(.*)"$', project, re.MULTILINE)
    assert printed("--version") == printed("version") == f"vox {version}\n"


def test_help_lists_every_command() -> None:
    text = printed("--help")
    assert text == printed("") == printed("help") == printed("-h")
    commands = re.findall(r"^  (\w+) +[A-Z]", text, re.MULTILINE)
    assert {"ops", "op", "explain", "try", "support", "fuzz", "bench", "test"} <= set(commands)
    for command in commands:
        about = printed(f"help {command}")
        assert about == printed(f"{command} --help")
        assert about.startswith(f"usage: vox {command}") and "\nexample: " in about


# The ops


def test_ops_lists_the_table_by_group() -> None:
    ops = table()
    text = printed("ops")
    groups = [line for line in text.splitlines() if re.fullmatch(r"\w+", line)]
    assert set(groups) == {op["group"] for op in ops} and len(groups) == len(set(groups))
    listed = re.findall(r"^  (\w+) +\((.*?)\)(?: |$)", text, re.MULTILINE)
    inputs = {op["name"]: ", ".join(i["name"] for i in op["inputs"]) for op in ops}
    assert len(listed) == len(ops) and dict(listed) == inputs


def test_one_op() -> None:
    (entry,) = (op for op in table() if op["name"] == "AvgPool3DGrad")
    assert json.loads(printed("ops AvgPool3DGrad --json")) == entry
    text = printed("ops AvgPool3DGrad")
    assert text.startswith("AvgPool3DGrad (nn_ops)\n")
    for name in ("orig_input_shape", "grad", "output", "ksize", "strides", "padding"):
        assert re.search(rf"^  {name} ", text, re.MULTILINE), name
    assert "src/ops/pooling/avg_pool3d_grad.cc" in text


# Running one


def test_op_prints_its_result() -> None:
    numbers = "[[[[ 3.5]\n   [ 5.5]]\n\n  [[11.5]\n   [13.5]]]]"
    assert printed(f"{AVERAGE} {COUNT}") == f"output: float [1,2,2,1]\n{numbers}\n"


def test_op_takes_types_and_nested_braces() -> None:
    ones = "ksize=1,1,1,1 strides=1,1,1,1 padding=SAME"
    assert printed(f"op MaxPool input={{{{{{{{1,2}}}}}}}} {ones}").startswith(
        "output: float [1,1,1,2]"
    )
    assert printed(f"op MaxPool 'input=uint8[1,1,1,2]:7,255' {ones}") == (
        "output: uint8 [1,1,1,2]\n[[[[  7 255]]]]\n"
    )


def test_op_reads_and_writes_npy(tmp_path: Path) -> None:
    values = np.arange(32, dtype=np.float16).reshape(2, 4, 4, 1)
    np.save(tmp_path / "in.npy", values)
    assert printed(f"{AVERAGE} value=@in.npy -o out.npy", folder=tmp_path) == ""
    result = np.load(tmp_path / "out.npy")
    assert result.dtype == np.float16
    assert np.array_equal(result, values.reshape(2, 2, 2, 2, 2, 1).mean((2, 4)))


def test_op_leaves_long_results_out_but_for_all() -> None:
    words = "op AvgPool 'value=float[1,64,64,1]' ksize=1,1,1,1 strides=1,1,1,1 padding=SAME"
    short, long = printed(words), printed(f"{words} --all")
    assert "…" in short or "..." in short
    assert len(re.findall(r"\d+\.?\d*", short)) < 100
    assert len(re.findall(r"\d+\.?\d*", long.partition("\n")[2])) == 64 * 64


# Problem lines


def test_explain() -> None:
    text = printed("explain Conv3DBackpropInputV2 f32 ncdhw 1x4x5x6x7 o4 k3 s2 same g2")
    assert text.startswith("Conv3DBackpropInputV2 f32 ncdhw 1x4x5x6x7 o4 g2 k3 s2 same\n")
    assert "groups = 2" in text
    assert re.search(r"^  D +5 +3 +3 +2 +1 +1 +1$", text, re.MULTILINE)
    assert re.search(r"^  filter +float +\[3,3,3,2,4\] ", text, re.MULTILINE)
    assert re.search(r"^  \S+ +ran, ", text, re.MULTILINE), "who computed it"


def test_try() -> None:
    assert re.fullmatch(
        rf"{LINE}\n  float \[1,4,4,2\] by \S+\n  min .* max .*\n", printed(f"try {LINE}")
    )


def test_try_check() -> None:
    text = printed(f"try {LINE} --check")
    assert re.search(r"  right: .*reference on 1, 2 and 5 threads; gradient within \d", text)


def test_try_time() -> None:
    text = printed(f"try {LINE} --time")
    assert re.search(r"implementation +median +best +runs +GB/s", text)
    assert re.search(r"^  reference +[\d.]+ .?s ", text, re.MULTILINE)


def test_try_takes_lines_from_standard_input_and_files(tmp_path: Path) -> None:
    lines = f"# two problems\n{LINE}\n\nAvgPool3D bf16 ncdhw 1x2x4x4x4 k2 s1 same  # in 3-D\n"
    (tmp_path / "lines.txt").write_text(lines)
    assert printed("try - --check", given=lines) == "2 lines, 0 failed\n"
    assert printed("try @lines.txt --check", folder=tmp_path) == "2 lines, 0 failed\n"
    bad = run("try - --check", given="AvgPool f32 nhwc 1x4x4x1 k9 s1 valid\n" + lines)
    assert bad.returncode == 1 and bad.stdout == "3 lines, 1 failed\n"
    assert bad.stderr.endswith("  in: AvgPool f32 nhwc 1x4x4x1 k9 s1 valid\n")


# What works


def test_support_has_no_empty_cell() -> None:
    cells = json.loads(printed("support --json"))
    states = [cell["state"] for cell in cells]
    assert "empty" not in states
    excluded = [cell for cell in cells if cell["state"] == "excluded"]
    assert all(cell["reason"] for cell in excluded)
    whats = [(cell["op"], cell.get("type", cell.get("layout"))) for cell in excluded]
    assert {("MaxPool", "qint8"), ("MaxPool", "NCHW_VECT_C")} <= set(whats)
    total = f"{states.count('ok'):,} cells ran, 0 empty, {len(excluded)} excluded."
    for layout in ("", "--markdown"):
        assert printed(f"support {layout}").rstrip().endswith(total)


def test_fuzz_makes_the_same_calls_from_the_same_seed() -> None:
    def without_time(text: str) -> str:
        assert re.search(r" 0 failures in [\d.]+ .?s\.$", text)
        return text.rpartition(" in ")[0]

    first = without_time(printed("fuzz --calls 300 --seed 7"))
    assert first.startswith("seed 7\n")
    assert first == without_time(printed("fuzz --calls 300 --seed 7"))
    assert first != without_time(printed("fuzz --calls 300 --seed 8")).replace("seed 8", "seed 7")


def test_fuzz_of_one_op() -> None:
    text = printed("fuzz --op Relu --calls 300 --seed 7")
    assert re.search(r" 0 failures in [\d.]+ .?s\.$", text)


def test_fuzz_ends_when_its_time_is_up() -> None:
    text = printed("fuzz --seconds 1 --seed 7")
    (seconds,) = re.findall(r" in ([\d.]+) s\.$", text)
    assert 1 <= float(seconds) < 12, "at most one call runs on, and none for more than 10 s"


# What is refused


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("op AvgPoolx", "No op is called AvgPoolx. Did you mean AvgPool?"),
        ("ops Nope", "No op is called Nope."),
        (f"{AVERAGE}", "AvgPool: value is missing"),
        (f"{AVERAGE} {COUNT} bogus=3", "AvgPool: bogus is no argument of this op; it has value, "),
        (f"{AVERAGE} value=@none.npy", "AvgPool: value none.npy: No such file or directory."),
        (f"{AVERAGE} value=@README.md", "AvgPool: value README.md: it is no .npy file."),
        (f"{AVERAGE} {COUNT} -o /no/such/o.npy", "/no/such/o.npy: No such file or directory."),
        (f"{AVERAGE} value={{1,", "AvgPool: value is `{1,`; "),
        (
            f"{AVERAGE} 'value=float[8,8,4]'",
            "AvgPool: value has shape [8,8,4] (3 dimensions), but ",
        ),
        ("explain", "A problem line is `OP TYPE LAYOUT SHAPE …`, for instance: "),
        (
            "explain AvgPool f32 nhwc 1x4x4x1 k9 s1 valid",
            "AvgPool: ksize is 1,9,9,1, and its 9 in H ",
        ),
        ("try @none", "none cannot be read: No such file or directory"),
    ],
)
def test_failures(words: str, sentence: str) -> None:
    result = run(words)
    assert (result.returncode, result.stdout) == (1, ""), result
    assert result.stderr.startswith(f"vox: {sentence}")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("op", "Which op? vox ops lists them."),
        ("op AvgPool stray", "`stray` is no argument; write name=value."),
        ("op AvgPool --wat", "The option --wat is unknown."),
        (f"{AVERAGE} {COUNT} -o", "-o needs a value."),
        (f"{AVERAGE} {COUNT} -o a.npy -o b.npy", "AvgPool has 1 result(s), and -o stands there 2 "),
        ("ops AvgPool MaxPool", "Name one op, or none for the list."),
        ("ops --jsn", "The option --jsn is unknown."),
        ("try --chek " + LINE, "The option --chek is unknown."),
        ("fuzz --seconds soon", "--seconds takes a number above 0."),
        ("fuzz --seconds 0", "--seconds takes a number above 0."),
        ("fuzz --seed -1", "--seed takes a number of 0 or more."),
        ("fuzz stray", "`stray` is not understood."),
        ("fuzz --op Xlogi", "No op is called Xlogi. Did you mean Xlogy?"),
        ("fuzz page --op Xlogy", "--op is about calls; pages hold nodes of every op."),
        ("bench pooling --peers", "pooling is measured for itself: it has no peers and no page."),
        ("support stray", "`stray` is not understood."),
        ("bench --threads 0", "--threads takes a number above 0."),
        ("bench --runs no", "--runs takes a number above 0."),
        ("bench matmul 64", "`matmul` takes no filter."),
        ("bench nothing_is_called_so", "No workload matches nothing_is_called_so."),
        ("--version now", "--version stands alone."),
    ],
)
def test_words_that_are_not_understood(words: str, sentence: str) -> None:
    result = run(words)
    assert (result.returncode, result.stdout) == (2, ""), result
    first, usage = result.stderr.splitlines()
    assert first.startswith(f"vox: {sentence}") and usage.startswith("usage: vox ")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("wat", "There is no command `wat`. See vox --help."),
        ("suport", "There is no command `suport`. Did you mean `support`? See vox --help."),
        ("help nothing", "There is no command `nothing`. See vox --help."),
        ("--verbose", "There is no command `--verbose`. See vox --help."),
        ("test", "`test` is handled by the launcher: run ./vox test in the repository."),
    ],
)
def test_commands_that_are_not_there(words: str, sentence: str) -> None:
    result = run(words)
    assert (result.returncode, result.stdout, result.stderr) == (2, "", f"vox: {sentence}\n")


def test_output_that_cannot_be_written_is_a_failure() -> None:
    with Path("/dev/full").open("w") as full:
        result = subprocess.run([VOX, "ops"], stdout=full, stderr=subprocess.PIPE, text=True)
    assert (result.returncode, result.stderr) == (1, "vox: The output cannot be written.\n")
