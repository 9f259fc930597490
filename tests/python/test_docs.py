"""The documents tell the truth: examples print what stands there, links lead somewhere."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from checkout import BUILD, FENCE, ROOT, VOX

DOCUMENTS = sorted(
    path for path in [ROOT / "README.md", *ROOT.glob("docs/**/*.md")] if path.exists()
)
OP_PAGES = sorted(path for path in ROOT.glob("docs/ops/*.md") if path.name != "README.md")
LINK = re.compile(
    r"!?\[[^\]]*\]\(([^)\s]+)\)|<img[^>]*\bsrc=\"([^\"]+)\"|<a[^>]*\bhref=\"([^\"]+)\""
)


def programs(document: Path) -> list[tuple[str, str | None]]:
    """Its Python blocks, each with the text block that follows, at most a line between them."""
    text = document.read_text(encoding="utf-8")
    fences = list(FENCE.finditer(text))
    result: list[tuple[str, str | None]] = []
    for i, fence in enumerate(fences):
        if fence[1] != "python":
            continue
        follower = fences[i + 1] if i + 1 < len(fences) else None
        between = text[fence.end() : follower.start()].strip() if follower is not None else "\n"
        near = "\n" not in between and not between.startswith("#")
        printed = (
            follower[2] if follower is not None and near and follower[1] in ("", "text") else None
        )
        result.append((fence[2], printed))
    return result


PROGRAMS = [
    pytest.param(program, printed, id=f"{document.stem}-{number}")
    for document in [*OP_PAGES, ROOT / "README.md", ROOT / "docs" / "python.md"]
    if document.exists()
    for number, (program, printed) in enumerate(programs(document))
]


@pytest.mark.parametrize(("program", "printed"), PROGRAMS)
def test_python_example(program: str, printed: str | None) -> None:
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=120
    )
    assert result.returncode == 0, result.stderr
    if printed is not None:
        assert result.stdout == printed


def op_table() -> dict[str, dict[str, Any]]:
    return {op["name"]: op for op in json.loads(subprocess.check_output([VOX, "ops", "--json"]))}


def test_every_op_page_has_an_example_with_its_output() -> None:
    """All but those of variables and placeholders, which do nothing outside a graph, and chance."""
    assert OP_PAGES
    ops = op_table()
    for page in OP_PAGES:
        op = ops[page.stem]
        bare = op.get("stateful") or op["name"] == "Placeholder"
        wanted = [] if bare else [bool(op["outputs"])]
        assert [printed is not None for _, printed in programs(page)] == wanted, page.name


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(document: Path) -> None:
    text = FENCE.sub("", document.read_text(encoding="utf-8"))
    targets = [next(filter(None, groups)) for groups in LINK.findall(text)]
    missing = [
        target
        for target in targets
        if not re.match(r"[a-z]+:|#", target)
        and not (document.parent / target.partition("#")[0]).exists()
    ]
    assert not missing


def test_the_picture_of_a_block_shows_what_its_op_takes_and_gives() -> None:
    """Drawn by Studio; one that was drawn of an older definition is found here."""
    stale = {}
    for name, op in op_table().items():
        drawn = (ROOT / f"docs/ops/blocks/{name}.svg").read_text(encoding="utf-8")
        wanted = [name, *(pin["name"] for pin in (*op["inputs"], *op["outputs"]))]
        missing = [word for word in wanted if f">{word}<" not in drawn and f">{word}[" not in drawn]
        if missing:
            stale[name] = missing
    assert not stale, "to draw them again: ./vox docs"


def numbers(words: list[str]) -> list[float]:
    """As the type of nearly all examples holds them, written with more digits or less."""
    return [float(np.float32(word)) for word in words]


def shown_results(op: dict[str, Any]) -> list[tuple[str, list[float]]]:
    """The head and the numbers of each result of an example, as `vox op` prints them."""
    results = op["example"]["results"]
    names = [output["name"] for output in op["outputs"]]
    if any("number_attr" in output or "type_list_attr" in output for output in op["outputs"]):
        names = [f"{names[0]}[{i}]" for i in range(len(results))]
    shown = []
    for name, result in zip(names, results, strict=True):
        shape, _, values = result.partition(":")
        values = values.replace("true", "1").replace("false", "0")
        words = [value for value in values.split(",") if value]
        shown.append((f"{name}: {shape.replace('[', ' [')}", numbers(words)))
    return shown


@pytest.mark.parametrize("page", OP_PAGES, ids=lambda path: path.stem)
def test_command_line(page: Path) -> None:
    """What is typed under "Command line" prints the numbers of the op's example."""
    text = page.read_text(encoding="utf-8")
    commands = [text for language, text in FENCE.findall(text) if language == "sh"]
    op = json.loads(subprocess.check_output([VOX, "ops", page.stem, "--json"]))
    assert len(commands) == (1 if op["example"]["text"] else 0)
    for command in commands:
        environment = {**os.environ, "PATH": f"{BUILD}{os.pathsep}{os.environ['PATH']}"}
        printed = subprocess.check_output(["bash", "-c", command], env=environment, text=True)
        printed = printed.replace("(no values)", "")
        heads = list(re.finditer(r"^[\w\[\]]+: \w+ \[[\d,]*\]$", printed, re.MULTILINE))
        ends = [head.start() for head in heads[1:]] + [len(printed)] * bool(heads)
        found = [
            (head[0], numbers(re.findall(r"[^\s\[\]]+", printed[head.end() : end])))
            for head, end in zip(heads, ends, strict=True)
        ]
        assert found == shown_results(op)


@pytest.mark.slow
def test_cpp_examples(tmp_path: Path) -> None:
    """All C++ programs of the op pages as functions of one program."""
    ops = op_table()
    functions, calls = [], []
    pages = [page for page in OP_PAGES if ops[page.stem]["example"]["text"]]
    for page in pages:
        (program,) = (
            text for language, text in FENCE.findall(page.read_text()) if language == "cpp"
        )
        body = program.replace("int main()", f"int Example{page.stem}()").rstrip().removesuffix("}")
        functions.append(f"{body}  return 0;\n}}\n")
        calls.append(f"Example{page.stem}()")
    source = tmp_path / "examples.cc"
    source.write_text("\n".join(functions) + f"int main() {{ return {' + '.join(calls)}; }}\n")
    flags = subprocess.check_output(
        [
            "pkg-config",
            "--cflags",
            "--libs",
            "absl_statusor",
            "absl_status",
            "absl_strings",
            "absl_span",
        ],
        text=True,
    ).split()
    program_file = tmp_path / "examples"
    subprocess.run(
        [
            "g++",
            "-std=c++20",
            f"-I{ROOT / 'include'}",
            source,
            "-o",
            program_file,
            f"-L{BUILD}",
            "-lvoxgrad",
            f"-Wl,-rpath,{BUILD}",
            *flags,
        ],
        check=True,
    )
    lines = subprocess.check_output([program_file], text=True).splitlines()
    results = [result for page in pages for result in ops[page.stem]["example"]["results"]]
    for result, line in zip(results, lines, strict=True):
        kind, shape = result.partition(":")[0].split("[")
        assert line.startswith(f"Tensor<type: {kind} shape: [{shape} values: ")
