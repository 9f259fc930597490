"""Fills a page of docs and draws its picture from a report of `vox bench --json`.

`python3 bench/plot.py docs/performance.json`: performance.md and performance.svg stand beside the
report. Needs Python alone.
"""

from __future__ import annotations

import json
import math
import sys
from html import escape
from pathlib import Path
from typing import Any

Cell = dict[str, Any]
Report = dict[str, Any]

BEGIN, END = "<!-- bench:begin -->", "<!-- bench:end -->"
TITLES = {"tensorflow": "TensorFlow", "torch": "PyTorch"}


def milliseconds(value: float) -> str:
    """With as many digits as matter."""
    return f"{value:.{3 if value < 1 else 2 if value < 100 else 0}f}"


def times(ratio: float) -> str:
    return f"{ratio:.{2 if ratio < 9.95 else 1 if ratio < 99.5 else 0}f}×"


def percent(share: float) -> str:
    return f"{share * 100:.0f} %"


def table(head: list[str], rows: list[list[str]], words: int) -> str:
    """Markdown; the first columns hold words, the others numbers."""
    sides = [":--" if i < words else "--:" for i in range(len(head))]
    return "\n".join("| " + " | ".join(row) + " |" for row in [head, sides, *rows])


def peer_time(cell: Cell, library: str) -> str:
    time = cell["peers"].get(library, {}).get("ms")
    return milliseconds(time) if time else "–"


def row_of(cell: Cell, libraries: list[str]) -> list[str]:
    words = [cell["name"], cell["type"], cell["layout"]]
    if "error" in cell:
        return [*words, "failed", "", "", *["" for _ in libraries], *([""] if libraries else [])]
    if cell["flops"]:
        rate = f"{cell['flops'] / cell['ms'] * 1e-6:.0f} GFLOP/s"
    else:
        rate = f"{(cell['bytes_read'] + cell['bytes_written']) / cell['ms'] * 1e-6:.1f} GB/s"
    share = percent(cell["share"]) + ("" if cell["beyond_cache"] else " c")
    row = [*words, milliseconds(cell["ms"]), rate, share]
    if libraries:
        row += [peer_time(cell, library) for library in libraries]
        row.append(f"**{times(cell['faster'])}**" if "faster" in cell else "–")
    return row


def libraries_of(report: Report) -> list[str]:
    return list(dict.fromkeys(name for cell in report["cells"] for name in cell.get("peers", {})))


def section(report: Report, picture: str) -> str:
    """What stands between the markers."""
    machine, ceilings = report["machine"], report["ceilings"]
    libraries = libraries_of(report)
    beside = f", beside {' and '.join(report['peers'])}" if report["peers"] else ""
    busy = machine["load"] > 0.5 * machine["threads"]
    runs = report.get("runs", 1)
    middle = f"Of {runs} runs the one in the middle, cell by cell: " if runs > 1 else ""
    lines = [
        f"{middle}`{report['command']}` on {report['date']}{beside}: {machine['cpu']}, "
        f"{machine['simd']}, {machine['threads']} threads, "
        f"{machine['shared_cache'] / 2**20:.0f} MiB of shared cache.",
        "",
        f"Its ceilings: copy {ceilings['copy']:.1f} GB/s (read and written), store "
        f"{ceilings['store']:.1f}, read {ceilings['read']:.1f}; multiply-add "
        f"{ceilings['gflops_f32']:.0f} GFLOP/s in float, {ceilings['gflops_bf16']:.0f} in "
        f"bfloat16.",
        "",
        *(["**The machine was busy: these numbers are not to be trusted.**", ""] if busy else []),
        f"![Each workload beside the others]({picture})",
        "",
        "Geometric means:",
        "",
    ]
    head = ["group", "cells", "number", "of ceiling"]
    rows = [[m["group"], m["cells"], str(m["count"]), percent(m["share"])] for m in report["means"]]
    if libraries:
        head += ["compared", "faster", "least"]
        for row, mean in zip(rows, report["means"], strict=True):
            compared = "compared" in mean
            row += [str(mean.get("compared", 0))]
            row += [times(mean[key]) if compared else "–" for key in ("faster", "least_faster")]
    lines += [table(head, rows, 2), "", "Every cell:", ""]
    head = ["workload", "type", "layout", "ms", "rate", "of ceiling"]
    if libraries:
        head += [f"{TITLES.get(library, library)} ms" for library in libraries] + ["faster"]
    lines.append(table(head, [row_of(cell, libraries) for cell in report["cells"]], 3))
    return "\n".join(lines)


def fill(page: str, text: str) -> str:
    """The page with that text between its markers."""
    before, rest = page.split(BEGIN)
    _, after = rest.split(END)
    return f"{before}{BEGIN}\n{text}\n{END}{after}"


STYLE = """\
text { font: 12px system-ui, "DejaVu Sans", sans-serif; fill: #1f2933; }
.small { font-size: 11px; fill: #52606d; }
.head { font-size: 15px; font-weight: 600; }
.end { text-anchor: end; } .mid { text-anchor: middle; }
.paper { fill: #ffffff; stroke: #d5dbe1; }
.f32 { fill: #1f6fbf; } .bf16 { fill: #c46f08; }
.first { fill-opacity: .45; }
.grid { stroke: #d5dbe1; } .one { stroke: #52606d; stroke-width: 1.5; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6eaee; } .small { fill: #a9b4bf; }
  .paper { fill: #14191f; stroke: #343c45; }
  .f32 { fill: #6cb4fa; } .bf16 { fill: #f5b355; }
  .grid { stroke: #343c45; } .one { stroke: #a9b4bf; }
}
"""

LEFT, WIDTH, BAR, GAP = 130.0, 640.0, 7.0, 8.0


class Scale:
    """From values to places: logarithmic for ratios, from 0 to 1 for shares."""

    def __init__(self, cells: list[Cell]) -> None:
        self.ratios = any("faster" in cell for cell in cells)
        values = [self.value(cell) for cell in cells]
        known = [value for value in values if value]
        if self.ratios:
            self.low = math.floor(math.log2(min(0.5, *known, 1)))
            self.high = math.ceil(math.log2(max(2, *known, 1)))
        else:
            self.low, self.high = 0, 1

    def value(self, cell: Cell) -> float | None:
        value = cell.get("faster" if self.ratios else "share")
        return None if value is None else float(value)

    def place(self, value: float) -> float:
        at = math.log2(value) if self.ratios else min(value, 1.0)
        return LEFT + WIDTH * (at - self.low) / (self.high - self.low)

    @property
    def origin(self) -> float:
        return self.place(1.0) if self.ratios else LEFT

    def ticks(self) -> list[tuple[float, str]]:
        if not self.ratios:
            return [(self.place(i / 5), f"{i * 20} %") for i in range(6)]
        powers = range(self.low, self.high + 1)
        return [(self.place(2.0**p), f"{2**p}×" if p >= 0 else f"1/{2**-p}") for p in powers]


def bar(scale: Scale, cell: Cell, y: float) -> str:
    value = scale.value(cell)
    channels = "channels last" if cell["layout"].endswith("C") else "channels first"
    what = f"{cell['name']} {cell['type']} {channels}"
    if value is None:
        why = "no other library runs it" if "ms" in cell else "failed"
        return (
            f'<text class="small" x="{scale.origin + 3:.1f}" y="{y + BAR:.1f}">–'
            f"<title>{escape(what)}: {why}</title></text>"
        )
    begin, end = sorted((scale.origin, scale.place(value)))
    layout = "" if cell["layout"].endswith("C") else " first"
    label = times(value) if scale.ratios else percent(value)
    return (
        f'<rect class="{cell["type"]}{layout}" x="{begin:.1f}" y="{y:.1f}" '
        f'width="{max(end - begin, 1):.1f}" height="{BAR:g}">'
        f"<title>{escape(what)}: {label}</title></rect>"
    )


def picture(report: Report) -> str:
    """Bars for every cell, grouped by workload."""
    cells: list[Cell] = report["cells"]
    scale = Scale(cells)
    names = list(dict.fromkeys(cell["name"] for cell in cells))
    parts: list[str] = []
    top = y = 74.0
    for name in names:
        group = [cell for cell in cells if cell["name"] == name]
        height = BAR * len(group)
        middle = y + height / 2 + 4
        parts.append(f'<text class="end" x="{LEFT - 8}" y="{middle:.1f}">{escape(name)}</text>')
        for cell in group:
            parts.append(bar(scale, cell, y))
            y += BAR
        y += GAP
    grid = [
        f'<path class="{"one" if x == scale.origin else "grid"}" d="M{x:.1f} {top - 6}V{y:.1f}"/>'
        f'<text class="small mid" x="{x:.1f}" y="{top - 10}">{label}</text>'
        for x, label in scale.ticks()
    ]
    legend, x = [], LEFT
    for css, words in (
        ("f32", "float, channels last"),
        ("f32 first", "float, channels first"),
        ("bf16", "bfloat16, channels last"),
        ("bf16 first", "bfloat16, channels first"),
    ):
        legend.append(f'<rect class="{css}" x="{x}" y="34" width="10" height="10"/>')
        legend.append(f'<text class="small" x="{x + 14}" y="43">{words}</text>')
        x += 160
    title = (
        f"Times as fast as the faster of {' and '.join(report['peers'])}"
        if scale.ratios
        else "Share of what the machine can do"
    )
    width, height = LEFT + WIDTH + 30, y + 14
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
            f'width="{width:g}" height="{height:g}" role="img" aria-labelledby="title desc">',
            f'<title id="title">{escape(title)}</title>',
            f'<desc id="desc">A bar for each type and layout of {len(names)} workloads; the '
            f"numbers stand in the table beside it.</desc>",
            f"<style>\n{STYLE}</style>",
            f'<rect class="paper" x="0.5" y="0.5" width="{width - 1:g}" '
            f'height="{height - 1:g}" rx="8"/>',
            f'<text class="head" x="16" y="24">{escape(title)}</text>',
            *legend,
            *grid,
            *parts,
            "</svg>",
            "",
        ]
    )


def main() -> int:
    """Writes beside the report that is named."""
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    path = Path(sys.argv[1])
    report = json.loads(path.read_text())
    page = path.with_suffix(".md")
    page.write_text(fill(page.read_text(), section(report, f"{path.stem}.svg")))
    path.with_suffix(".svg").write_text(picture(report))
    return 0


if __name__ == "__main__":
    sys.exit(main())
