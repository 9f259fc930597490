"""The shapes that pictures are drawn with. Colours follow the reader's light or dark scheme."""

from __future__ import annotations

from html import escape

_STYLE = """\
text { font: 13px system-ui, "DejaVu Sans", sans-serif; fill: #1f2933; }
.small { font-size: 11px; fill: #52606d; }
.head { font-size: 14px; font-weight: 600; }
.number { text-anchor: middle; font-variant-numeric: tabular-nums; }
.mid { text-anchor: middle; }
.paper { fill: #ffffff; stroke: #d5dbe1; }
.cell { fill: #f3f5f7; stroke: #8d99a6; }
.pad { fill: none; stroke: #a9b4bf; stroke-dasharray: 3 3; }
.sheet { fill: #f3f5f7; stroke: #c3ccd5; }
.one { fill: #2f7fd0; fill-opacity: .30; stroke: none; }
.two { fill: #e08a1e; fill-opacity: .30; stroke: none; }
.rim1 { fill: none; stroke: #1f6fbf; stroke-width: 2.5; }
.rim2 { fill: none; stroke: #c46f08; stroke-width: 2.5; }
.arrow1 { fill: none; stroke: #1f6fbf; stroke-width: 1.8; marker-end: url(#tip1); }
.arrow2 { fill: none; stroke: #c46f08; stroke-width: 1.8; marker-end: url(#tip2); }
.arrow { fill: none; stroke: #52606d; stroke-width: 1.6; marker-end: url(#tip); }
.tip1 { fill: #1f6fbf; } .tip2 { fill: #c46f08; } .tip { fill: #52606d; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6eaee; }
  .small { fill: #a9b4bf; }
  .paper { fill: #14191f; stroke: #343c45; }
  .cell { fill: #222a33; stroke: #6b7784; }
  .pad { stroke: #56616d; }
  .sheet { fill: #1b222a; stroke: #414b56; }
  .one { fill: #5aa9f5; fill-opacity: .38; } .two { fill: #f2a944; fill-opacity: .36; }
  .rim1, .arrow1 { stroke: #6cb4fa; } .rim2, .arrow2 { stroke: #f5b355; }
  .arrow { stroke: #a9b4bf; }
  .tip1 { fill: #6cb4fa; } .tip2 { fill: #f5b355; } .tip { fill: #a9b4bf; }
}
"""


def _number(value: float) -> str:
    return f"{value:g}"


class Canvas:
    def __init__(self) -> None:
        self._parts: list[str] = []
        self._width = 0.0
        self._height = 0.0

    def reach(self, x: float, y: float) -> None:
        """The picture is at least this large."""
        self._width, self._height = max(self._width, x), max(self._height, y)

    def box(
        self, css: str, x: float, y: float, width: float, height: float, round: float = 0
    ) -> None:
        corner = f' rx="{_number(round)}"' if round else ""
        self._parts.append(
            f'<rect class="{css}" x="{_number(x)}" y="{_number(y)}" '
            f'width="{_number(width)}" height="{_number(height)}"{corner}/>'
        )
        self.reach(x + width, y + height)

    def text(self, x: float, y: float, words: str, css: str = "") -> None:
        css_text = f' class="{css}"' if css else ""
        self._parts.append(
            f'<text{css_text} x="{_number(x)}" y="{_number(y)}">{escape(words, quote=False)}</text>'
        )
        centred = "mid" in css or "number" in css
        size = 6.2 if "small" in css else 7.4  # the width of a letter, about
        self.reach(x + len(words) * size * (0.5 if centred else 1), y + 4)

    def arrow(self, css: str, x1: float, y1: float, x2: float, y2: float, bend: float = 0) -> None:
        middle = ((x1 + x2) / 2, (y1 + y2) / 2 - bend)
        self._parts.append(
            f'<path class="{css}" d="M{_number(x1)} {_number(y1)} '
            f'Q{_number(middle[0])} {_number(middle[1])} {_number(x2)} {_number(y2)}"/>'
        )
        self.reach(max(x1, x2), max(y1, y2))

    def document(self, title: str, description: str) -> str:
        width, height = _number(round(self._width + 20)), _number(round(self._height + 20))
        tips = "".join(
            f'<marker id="{name}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
            f'markerHeight="7" markerUnits="userSpaceOnUse" orient="auto">'
            f'<path class="{name}" d="M0 0L8 4L0 8z"/></marker>'
            for name in ("tip", "tip1", "tip2")
        )
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
                f'width="{width}" height="{height}" role="img" aria-labelledby="title desc">',
                f'<title id="title">{escape(title, quote=False)}</title>',
                f'<desc id="desc">{escape(description, quote=False)}</desc>',
                f"<style>\n{_STYLE}</style>",
                f"<defs>{tips}</defs>",
                f'<rect class="paper" x="0.5" y="0.5" width="{float(width) - 1:g}" '
                f'height="{float(height) - 1:g}" rx="8"/>',
                *self._parts,
                "</svg>",
                "",
            ]
        )
