"""Voxgrad's answers against those that TensorFlow 2.21 gave, and against the definition."""

from __future__ import annotations

import json
import re

import pytest
from brute_force import FAMILIES
from cases import cases_of
from compare_recorded import compare, total
from conftest import ROOT
from deviations import DEVIATIONS, EXTENSIONS
from record_tensorflow import FOLDER, case_to_json, compact

OPS = sorted(FAMILIES)


@pytest.mark.parametrize("op", OPS)
def test_every_answer_is_the_definitions(op: str) -> None:
    assert not compare(op).not_by_definition


@pytest.mark.parametrize("op", OPS)
def test_every_answer_is_tensorflows_or_a_named_deviation(op: str) -> None:
    assert not compare(op).not_tensorflows


@pytest.mark.parametrize("op", OPS)
def test_what_tensorflow_refuses_is_answered(op: str) -> None:
    """Or refused with NotImplementedError here too; and each refusal of TensorFlow has a name."""
    assert not compare(op).refusals


@pytest.mark.parametrize("op", OPS)
def test_the_recordings_are_there(op: str) -> None:
    assert compare(op).counts["equal"] > 50


@pytest.mark.parametrize("op", OPS)
def test_the_recorded_calls_are_those_of_the_tables(op: str) -> None:
    """In their order. Behind some stands a second one, with TensorFlow's own forward result."""
    generated = dict.fromkeys(compact(case_to_json(case)) for case in cases_of(op))
    records = map(json.loads, (FOLDER / f"{op}.jsonl").read_text(encoding="utf-8").splitlines())
    recorded = [compact({"op": op, "inputs": r["inputs"], "attrs": r["attrs"]}) for r in records]
    assert [call for call in recorded if call in generated] == list(generated)
    assert all("orig_output" in call for call in recorded if call not in generated)


def test_every_named_difference_occurs() -> None:
    counts = total()
    names = [f"deviation {d.name}" for d in DEVIATIONS] + [
        f"extension {e.name}" for e in EXTENSIONS
    ]
    assert [name for name in names if not counts[name]] == []


def table_under(heading: str) -> list[tuple[str, str]]:
    """(name, ops) of each row of the table under a heading of docs/tensorflow.md."""
    text = (ROOT / "docs" / "tensorflow.md").read_text(encoding="utf-8")
    section = text.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `([a-z0-9-]+)` \| ([^|]+) \|", section, re.MULTILINE)
    return [(name, ops.strip()) for name, ops in rows]


def test_the_documented_deviations_are_these() -> None:
    documented = {name: set(ops.split(", ")) for name, ops in table_under("Other results")}
    assert documented == {d.name: set(d.ops) for d in DEVIATIONS}


def test_the_documented_extensions_are_these() -> None:
    documented = [name for name, _ in table_under("Calls that TensorFlow refuses")]
    assert documented == [e.name for e in EXTENSIONS]
