"""Build accessible SVG charts from a few shapes, for light and dark backgrounds."""

from collections.abc import Iterable, Iterator
from itertools import count
from typing import NamedTuple
from xml.sax.saxutils import escape

from service import texts
from service.texts import isolated, one_line

STYLE = """
svg{font:13px system-ui,-apple-system,"Segoe UI","DejaVu Sans",sans-serif;--back:#ffffff;--ink:#1c2024;--faint:#646b73;
--line:#dfe3e8;--box:#f6f8fa;--mark:#0072b2;background:var(--back)}
@media (prefers-color-scheme:dark){svg{--back:#14171b;--ink:#e8eaed;--faint:#9aa2ab;--line:#333a42;--box:#1d2127;
--mark:#56b4e9}}
text{fill:var(--ink)}.back{fill:var(--back)}.faint{fill:var(--faint)}.small{font-size:10.5px;fill:var(--faint)}
.title{font-size:17px;font-weight:650}.strong{font-weight:650}.line{stroke:var(--line);fill:none}
.box{fill:var(--box);stroke:var(--line)}.mark{fill:var(--mark)}.way{stroke:var(--mark);fill:none;stroke-width:1.6}
.own{fill:var(--line)}.band{fill:var(--mark);opacity:.2}.rank{font-weight:650;stroke:var(--back);stroke-width:3;
paint-order:stroke}
"""
"""Colours are from the palette of Okabe and Ito. No information depends on colour alone."""
LONGEST_NAME = 22


def document(width: float, height: float, title: str, description: str, shapes: Iterable[str]) -> str:
    """Return an SVG document with a title and a text description; sizes are in pixels."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}"'
        f' viewBox="0 0 {width:g} {height:g}" role="img" aria-labelledby="title desc">'
        f'<title id="title">{_safe(title)}</title><desc id="desc">{_safe(description)}</desc><style>{STYLE}</style>'
        f'<rect class="back" width="{width:g}" height="{height:g}"/>{"".join(shapes)}</svg>\n'
    )


def text(x: float, y: float, words: str, style: str = "", anchor: str = "start") -> str:
    """Return a text element; `y` is its baseline."""
    return f'<text x="{x:g}" y="{y:g}" class="{style}" text-anchor="{anchor}">{_safe(words)}</text>'


def box(x: float, y: float, width: float, height: float, style: str, opacity: float = 1.0, round_by: float = 0) -> str:
    """Return a rectangle."""
    faint = "" if opacity == 1.0 else f' opacity="{opacity:.2f}"'
    corners = f' rx="{round_by:g}"' if round_by else ""
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" class="{style}"{faint}{corners}/>'


def line(x: float, y: float, to_x: float, to_y: float) -> str:
    """Return a straight line."""
    return f'<path class="line" d="M{x:g} {y:g}L{to_x:g} {to_y:g}"/>'


def curve(x: float, y: float, to_x: float, to_y: float, style: str) -> str:
    """Return a curve from left to right with horizontal ends."""
    middle = (x + to_x) / 2
    return f'<path class="{style}" d="M{x:g} {y:g}C{middle:g} {y:g} {middle:g} {to_y:g} {to_x:g} {to_y:g}"/>'


def path(points: Iterable[tuple[float, float]], css_class: str, style: str = "", *, is_closed: bool = False) -> str:
    """Return straight lines through points; a closed path is an area. `style` has CSS of this path only."""
    way = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    own = f' style="{style}"' if style else ""
    return f'<path class="{css_class}" d="M{way}{"Z" * is_closed}"{own}/>'


class Plot(NamedTuple):
    """The area of a line chart, and the values at its edges."""

    left: float
    top: float
    right: float
    bottom: float
    first: float
    last: float
    """The values at the left and at the right edge."""
    low: int
    high: int
    """The values at the bottom and at the top."""

    def at(self, value: float, height: float) -> tuple[float, float]:
        """Return the position of a pair of values in pixels."""
        across = (value - self.first) / ((self.last - self.first) or 1)
        up = (height - self.low) / (self.high - self.low)
        return self.left + across * (self.right - self.left), self.bottom - up * (self.bottom - self.top)

    def rows(self, step: int) -> Iterator[str]:
        """Draw horizontal lines with their values."""
        for height in range(self.low, self.high + 1, step):
            y = self.at(self.first, height)[1]
            yield line(self.left, y, self.right, y)
            yield text(self.left - 8, y + 4, str(height), "faint", "end")


def round_step(span: float, most: int) -> int:
    """Return the smallest of 1, 2, 5, 10, 20, 50, 100 ... that divides a span into at most `most` parts."""
    steps = (digit * int(10**power) for power in count() for digit in (1, 2, 5))
    return next(step for step in steps if span <= most * step)


def shortened(name: str, longest: int = LONGEST_NAME) -> str:
    """Return a name of at most `longest` letters, isolated so that right-to-left text does not reorder the line."""
    return isolated(texts.shortened(one_line(name), longest))


def _safe(words: str) -> str:
    return escape(one_line(words))
