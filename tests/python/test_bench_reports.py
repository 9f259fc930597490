"""Several reports of the benchmark become one: medians, and ratios within one run."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from checkout import ROOT


def cell(layout: str, ms: float, other: float | None, **more: Any) -> dict[str, Any]:
    """One of a report. The ceiling is 1 ms."""
    answer = {"ms": other} if other is not None else {"refused": "no such kernel"}
    result = {
        "name": "pool",
        "type": "f32",
        "layout": layout,
        "kind": "pooling",
        "ms": ms,
        "fastest_ms": ms - 0.5,
        "runs": 10,
        "ceiling_ms": 1.0,
        "share": 1.0 / ms,
        "beyond_cache": layout == "NDHWC",
        "bytes_read": 1e6,
        "bytes_written": 1e6,
        "flops": 0.0,
        "peers": {"torch": answer},
    }
    if other is not None:
        result["faster"] = other / ms
    return result | more


def report(*cells: dict[str, Any], load: float = 0.1) -> dict[str, Any]:
    mean = {"group": "pooling f32", "count": 1, "share": 1.0, "compared": 1, "faster": 9.0}
    mean["least_faster"] = 9.0
    return {
        "command": "./vox bench",
        "date": "2026-01-01",
        "machine": {"cpu": "x", "simd": "y", "threads": 2, "shared_cache": 1 << 20, "load": load},
        "ceilings": {"copy": 10.0 * load, "store": 1, "read": 1, "gflops_f32": 1, "gflops_bf16": 2},
        "peers": ["PyTorch"],
        "means": [mean | {"cells": "all"}, mean | {"cells": "beyond the cache"}],
        "cells": list(cells),
    }


def run_medians(folder: Path, reports: list[dict[str, Any]]) -> subprocess.CompletedProcess[str]:
    names = []
    for i, one in enumerate(reports):
        names.append(str(folder / f"{i}.json"))
        Path(names[-1]).write_text(json.dumps(one))
    command = [sys.executable, str(ROOT / "bench/medians.py"), *names, "-o", "all.json"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_medians_of_three_runs(tmp_path: Path) -> None:
    # The ratios are 2, 8 and 3; their median is 3, that of the times' medians would be 4.
    reports = [
        report(cell("NDHWC", 2.0, 4.0), cell("NCDHW", 4.0, None), load=0.1),
        report(cell("NDHWC", 1.0, 8.0), cell("NCDHW", 8.0, None), load=0.3),
        report(cell("NDHWC", 4.0, 12.0), cell("NCDHW", 2.0, None), load=0.2),
    ]
    assert run_medians(tmp_path, reports).returncode == 0
    merged = json.loads((tmp_path / "all.json").read_text())
    last, first = merged["cells"]
    assert (last["ms"], last["fastest_ms"], last["runs"]) == (2.0, 0.5, 30)
    assert (last["faster"], last["share"]) == (3.0, 0.5)
    assert last["peers"] == {"torch": {"ms": 8.0}}
    assert first["ms"] == 4.0
    assert first["peers"] == {"torch": {"refused": "no such kernel"}}
    assert "faster" not in first
    everything, beyond = merged["means"]
    assert everything["count"] == 2
    assert everything["compared"] == 1
    assert everything["share"] == pytest.approx((0.5 * 0.25) ** 0.5)
    assert beyond["count"] == 1
    assert beyond["share"] == pytest.approx(0.5)
    assert beyond["least_faster"] == 3.0
    assert merged["machine"]["load"] == 0.2
    assert merged["ceilings"]["copy"] == pytest.approx(2.0)

    (tmp_path / "all.md").write_text("# Page\n<!-- bench:begin -->\n<!-- bench:end -->\nend\n")
    plot = [sys.executable, str(ROOT / "bench/plot.py"), str(tmp_path / "all.json")]
    subprocess.run(plot, check=True)
    page = (tmp_path / "all.md").read_text()
    assert "Medians of 3 runs of `./vox bench` on 2026-01-01" in page
    assert "| pool | f32 | NDHWC | 2.00 | 1.0 GB/s | 50 % | 8.00 | **3.00×** |" in page
    assert "| pool | f32 | NCDHW | 4.00 | 0.5 GB/s | 25 % c | – | – |" in page


def test_a_cell_that_failed_once_has_failed(tmp_path: Path) -> None:
    failed = {"name": "pool", "type": "f32", "layout": "NDHWC", "error": "no memory"}
    reports = [report(cell("NDHWC", 2.0, 4.0)), report(failed), report(cell("NDHWC", 2.0, 4.0))]
    for one in reports:
        one["means"] = []
    assert run_medians(tmp_path, reports).returncode == 0
    assert json.loads((tmp_path / "all.json").read_text())["cells"] == [failed]


def test_other_cells_are_refused(tmp_path: Path) -> None:
    answer = run_medians(
        tmp_path, [report(cell("NDHWC", 2.0, 4.0)), report(cell("NCDHW", 2.0, 4.0))]
    )
    assert answer.returncode == 1
    assert answer.stderr == "medians.py: the reports are not of the same cells\n"
    assert not (tmp_path / "all.json").exists()
