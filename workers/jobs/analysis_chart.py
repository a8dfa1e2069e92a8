"""Draw the chart of a game's course as SVG, reproducible to the byte.

The chart uses its own figure, without pyplot and its global state. Its text stays text, so that screen readers can read
it. Lines differ in colour and in pattern.
"""

import io
import warnings
from contextlib import AbstractContextManager
from xml.sax.saxutils import escape

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from service.texts import isolated, one_line, shortened
from workers.jobs.analysis_report import GameCourse

INCHES = (6.25, 3.6)
"""600 pixels wide, at the 96 pixels an inch that browsers show."""
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""The palette of Okabe and Ito, safe for colour-blind readers."""
PATTERNS = ("-", "--", "-.", ":", (0, (6, 1, 1, 1, 1, 1)))
TITLE = "Course of the game"
LONGEST_NAME = 24


def draw(course: GameCourse) -> bytes:
    """Draw every seat's chance to win by version, and number the decisions that cost most."""
    with _style(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing from font", UserWarning)  # the reader's fonts have it
        figure = Figure(figsize=INCHES, layout="constrained")
        axes = figure.add_subplot()
        _draw_chances(axes, course)
        _mark_swings(axes, course)
        _label(axes, course)
        drawn = io.StringIO()
        figure.savefig(drawn, format="svg", metadata={"Date": None, "Creator": None})
    return _accessible(drawn.getvalue(), course).encode()


def _style() -> AbstractContextManager[None]:
    """Set the options that a figure cannot take, within a block."""
    return mpl.rc_context(
        {
            "font.family": "DejaVu Sans",
            "font.size": 9.0,
            "svg.fonttype": "none",
            "svg.hashsalt": "bottega",
            "text.parse_math": False,
        }
    )


def _draw_chances(axes: Axes, course: GameCourse) -> None:
    for seat, name in enumerate(course.names):
        percent = [100 * chances[seat] for chances in course.chances]
        colour, pattern = COLOURS[seat % len(COLOURS)], PATTERNS[seat % len(PATTERNS)]
        axes.plot(course.versions, percent, color=colour, linestyle=pattern, linewidth=1.5, label=_shown(name))


def _mark_swings(axes: Axes, course: GameCourse) -> None:
    """Mark the cost and the rank of each of the worst decisions: an arrow down from the line of its seat."""
    lines = dict(zip(course.versions, course.chances, strict=True))
    for rank, swing in enumerate(course.swings, 1):
        version, colour = swing.version - 1, COLOURS[swing.seat % len(COLOURS)]
        chance = lines[version][swing.seat]
        left = max(0.0, chance - swing.loss)
        axes.plot([version, version], [100 * chance, 100 * left], color=colour, linewidth=1.5)
        axes.plot([version], [100 * left], color=colour, marker="v", markersize=6)
        place = (version, 100 * left)
        axes.annotate(str(rank), place, (0, -5), textcoords="offset points", ha="center", va="top", weight="bold")


def _label(axes: Axes, course: GameCourse) -> None:
    axes.set(title=TITLE, xlabel="Version", ylabel="Chance to win, %")
    axes.set_yticks(range(0, 101, 25))
    axes.margins(x=0.02)
    axes.grid(color="#dddddd", linewidth=0.5)
    axes.spines[["top", "right"]].set_visible(False)
    axes.figure.legend(loc="outside lower center", ncols=min(3, len(course.names)), frameon=False)


def _accessible(svg: str, course: GameCourse) -> str:
    """Add a title and a description for screen readers to a drawing."""
    start = svg.index("<svg ") + len("<svg ")
    inside = svg.index(">", start) + 1
    texts = f'<title id="title">{TITLE}</title><desc id="desc">{escape(_description(course))}</desc>'
    return f'{svg[:start]}role="img" aria-labelledby="title desc" {svg[start:inside]}{texts}{svg[inside:]}'


def _description(course: GameCourse) -> str:
    """Describe the chart in words."""
    lines = [f"Chance to win of {len(course.names)} seats over {course.versions[-1]} versions."]
    lines += [
        f"{isolated(_shown(name))} ends at {chance:.0%}."
        for name, chance in zip(course.names, course.chances[-1], strict=True)
    ]
    lines += [
        f"{rank}. {isolated(_shown(course.names[swing.seat]))} lost {swing.loss:.0%} at version {swing.version}."
        for rank, swing in enumerate(course.swings, 1)
    ]
    return " ".join(lines)


def _shown(name: str) -> str:
    """Write a name on one line, shortened, without characters that XML forbids."""
    return shortened(one_line(name), LONGEST_NAME)
