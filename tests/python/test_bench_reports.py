"""A page of docs is filled from a report of the benchmark."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from checkout import ROOT


def cell(layout: str, other: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "name": "pool",
        "type": "f32",
        "layout": layout,
        "kind": "pooling",
        "ms": 2.0,
        "share": 0.5,
        "beyond_cache": layout == "NDHWC",
        "bytes_read": 1e6,
        "bytes_written": 1e6,
        "flops": 0.0,
        "peers": {"torch": other},
        **more,
    }


def test_a_report_becomes_a_page(tmp_path: Path) -> None:
    report = {
        "command": "./vox bench --runs 3",
        "date": "2026-01-01",
        "runs": 3,
        "machine": {"cpu": "x", "simd": "y", "threads": 2, "shared_cache": 1 << 20, "load": 0.1},
        "ceilings": {"copy": 1, "store": 1, "read": 1, "gflops_f32": 1, "gflops_bf16": 2},
        "peers": ["PyTorch"],
        "means": [{"group": "pooling", "cells": "all", "count": 2, "share": 0.5}],
        "cells": [
            cell("NDHWC", {"ms": 6.0}, faster=3.0),
            cell("NCDHW", {"refused": "no such kernel"}),
        ],
    }
    path = tmp_path / "report.json"
    path.write_text(json.dumps(report))
    path.with_suffix(".md").write_text(
        "# Page\n<!-- bench:begin -->\nold\n<!-- bench:end -->\nend\n"
    )
    subprocess.run([sys.executable, str(ROOT / "bench/plot.py"), str(path)], check=True)
    page = path.with_suffix(".md").read_text()
    assert page.startswith("# Page\n")
    assert page.endswith("\nend\n")
    assert "old" not in page
    assert "the one in the middle, cell by cell: `./vox bench --runs 3` on 2026-01-01" in page
    assert "not to be trusted" not in page
    assert "| pool | f32 | NDHWC | 2.00 | 1.0 GB/s | 50 % | 6.00 | **3.00×** |" in page
    assert "| pool | f32 | NCDHW | 2.00 | 1.0 GB/s | 50 % c | – | – |" in page
    picture = path.with_suffix(".svg").read_text()
    assert "pool f32 channels last: 3.00×" in picture
