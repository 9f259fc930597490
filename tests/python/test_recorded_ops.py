"""Every op has an answer of TensorFlow's that a test replays, or a reason to have none."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator

from brute_force import FAMILIES
from checkout import ROOT, VOX

sys.path.append(str(ROOT / "tools"))
from voxgen.declared import declared

TESTS = ROOT / "tests"
RECORDED = TESTS / "recorded"
PAGES = ("conv_pool", "training")  # of tests/pages, written and computed by TensorFlow

NOT_RECORDED = {
    "MaxPoolGradGradWithArgmax": "TensorFlow has a kernel for GPUs only",
    "TopK": "TensorFlow 2.21 cannot run it; the answers of TopKV2 are put to it",
}


def answered() -> Iterator[str]:
    """The ops of all calls that TensorFlow answered, and did not refuse."""
    for file in RECORDED.glob("*.jsonl"):
        for line in file.read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            if "error" not in entry:
                yield entry["op"]
    for op in FAMILIES:
        if '"data"' in (RECORDED / "tensorflow-2.21" / f"{op}.jsonl").read_text(encoding="utf-8"):
            yield op
    for page in PAGES:
        text = (TESTS / "pages" / f"{page}.pbtxt").read_text(encoding="utf-8")
        yield from re.findall(r'^  op: "(\w+)"$', text, re.MULTILINE)


def test_every_op_has_an_answer_or_a_reason() -> None:
    listed = subprocess.run(
        [str(VOX), "ops", "--json"], capture_output=True, text=True, check=True, timeout=60
    )
    ops = {op["name"] for op in json.loads(listed.stdout)}
    reasons = NOT_RECORDED | dict(declared(TESTS / "cpp", "unrecorded"))
    missing = sorted(ops - set(answered()))
    without = [name for name in missing if not reasons.get(name)]
    assert not without, (
        "no answer of TensorFlow's to these ops is recorded. Record some (tests/recorded), or say "
        "why not in the op's test, tests/cpp/…_test.cc: `//! unrecorded OP: the reason`"
    )
    assert sorted(reasons) == missing, "these have answers now: their reasons can go"


def test_every_recording_is_replayed() -> None:
    sources = [*TESTS.glob("cpp/*.cc"), *TESTS.glob("python/*.py")]
    text = "".join(source.read_text(encoding="utf-8") for source in sources)
    for file in RECORDED.glob("*.jsonl"):
        assert f'"{file.name}"' in text or f"/{file.name}" in text, file.name
    for file in (RECORDED / "tensorflow-2.21").glob("*.jsonl"):
        assert file.stem in FAMILIES, file.name
    for page in PAGES:
        assert f'recorded("{page}")' in text, page
