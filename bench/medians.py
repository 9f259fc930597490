"""One report out of several of `vox bench --json`: of every number the median.

`python3 bench/medians.py 1.json 2.json 3.json -o docs/performance.json`, then `bench/plot.py` on
the result. Shares and ratios are those within one run, where everyone had the same minutes: their
median, not the ratio of medians. Needs Python alone.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from pathlib import Path
from statistics import median
from typing import Any

Cell = dict[str, Any]
Report = dict[str, Any]


def key(cell: Cell) -> tuple[str, str, str]:
    return cell["name"], cell["type"], cell["layout"]


def merge_peers(cells: list[Cell]) -> dict[str, Any]:
    """The times of a library that ran in every report; else its last answer."""
    peers = dict(cells[-1]["peers"])
    for name in peers:
        times = [cell["peers"][name].get("ms") for cell in cells]
        if all(times):
            peers[name] = {"ms": median(times)}
    return peers


def merge_cells(cells: list[Cell]) -> Cell:
    """The same cell in every report. One that failed somewhere has failed."""
    for cell in cells:
        if "error" in cell:
            return cell
    merged = dict(cells[-1])
    for name in ("ms", "ceiling_ms", "share", "faster"):
        if all(name in cell for cell in cells):
            merged[name] = median(cell[name] for cell in cells)
    merged["fastest_ms"] = min(cell["fastest_ms"] for cell in cells)
    merged["runs"] = sum(cell["runs"] for cell in cells)
    if "peers" in merged:
        merged["peers"] = merge_peers(cells)
    return merged


def geometric_mean(values: list[float]) -> float:
    return math.exp(sum(map(math.log, values)) / len(values))


def merge_mean(mean: dict[str, Any], cells: list[Cell]) -> dict[str, Any]:
    """The same group of cells, of their medians."""
    kind, *types = mean["group"].split()
    group = [
        cell
        for cell in cells
        if "error" not in cell
        and cell["kind"] == kind
        and (not types or cell["type"] in types)
        and (mean["cells"] == "all" or cell["beyond_cache"])
    ]
    ratios = [cell["faster"] for cell in group if "faster" in cell]
    merged = dict(mean, count=len(group), share=geometric_mean([cell["share"] for cell in group]))
    if ratios:
        merged |= {
            "compared": len(ratios),
            "faster": geometric_mean(ratios),
            "least_faster": min(ratios),
        }
    return merged


def merge(reports: list[Report]) -> Report:
    """The last report with the medians of all in place of its numbers."""
    orders = {tuple(key(cell) for cell in report["cells"]) for report in reports}
    if len(orders) != 1:
        raise ValueError("the reports are not of the same cells")
    merged = dict(reports[-1], reports=len(reports))
    merged["cells"] = [
        merge_cells(list(cells))
        for cells in zip(*(report["cells"] for report in reports), strict=True)
    ]
    merged["ceilings"] = {
        name: median(report["ceilings"][name] for report in reports) for name in merged["ceilings"]
    }
    load = median(report["machine"]["load"] for report in reports)
    merged["machine"] = dict(merged["machine"], load=load)
    merged["means"] = [merge_mean(mean, merged["cells"]) for mean in merged["means"]]
    return merged


def main() -> int:
    """Reads reports, writes one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("reports", nargs="+", type=Path)
    parser.add_argument("-o", "--output", required=True, type=Path)
    options = parser.parse_args()
    try:
        merged = merge([json.loads(path.read_text()) for path in options.reports])
    except ValueError as error:
        print(f"medians.py: {error}", file=sys.stderr)
        return 1
    options.output.write_text(json.dumps(merged, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
