"""The documents tell the truth: examples print what stands there, links lead somewhere."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

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
        near = (
            follower is not None and text[fence.end() : follower.start()].strip().count("\n") == 0
        )
        printed = (
            follower[2] if follower is not None and near and follower[1] in ("", "text") else None
        )
        result.append((fence[2], printed))
    return result


PROGRAMS = [
    pytest.param(program, printed, id=f"{document.stem}-{number}")
    for document in [*OP_PAGES, ROOT / "README.md"]
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


def test_every_op_page_has_an_example_with_its_output() -> None:
    assert OP_PAGES
    for page in OP_PAGES:
        assert [printed is not None for _, printed in programs(page)] == [True], page.name


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


@pytest.mark.parametrize("page", OP_PAGES, ids=lambda path: path.stem)
def test_command_line(page: Path) -> None:
    """What is typed under "Command line" prints the numbers of the op's example."""
    text = page.read_text(encoding="utf-8")
    (command,) = (text for language, text in FENCE.findall(text) if language == "sh")
    environment = {**os.environ, "PATH": f"{BUILD}{os.pathsep}{os.environ['PATH']}"}
    printed = subprocess.check_output(["bash", "-c", command], env=environment, text=True)
    op = json.loads(subprocess.check_output([VOX, "ops", page.stem, "--json"]))
    shape, _, values = op["example"]["results"][0].partition(":")
    head, _, numbers = printed.partition("\n")
    assert head == f"{op['outputs'][0]['name']}: {shape.replace('[', ' [')}"
    assert re.findall(r"[^\s\[\]]+", numbers) == values.split(",")


@pytest.mark.slow
def test_cpp_examples(tmp_path: Path) -> None:
    """All C++ programs of the op pages as functions of one program."""
    ops = {op["name"]: op for op in json.loads(subprocess.check_output([VOX, "ops", "--json"]))}
    functions, calls = [], []
    for page in OP_PAGES:
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
    for page, line in zip(OP_PAGES, lines, strict=True):
        kind, shape = ops[page.stem]["example"]["results"][0].partition(":")[0].split("[")
        assert line.startswith(f"Tensor<type: {kind} shape: [{shape} values: ")
