"""Draw the chart of a game's course as SVG, reproducible to the byte. Lines differ in colour and in pattern."""

from collections.abc import Iterator

from service import svg
from workers.jobs.analysis_report import GameCourse

WIDTH, LEFT, RIGHT, TOP, BOTTOM = 640, 56, 624, 68, 288
"""The width, and the edges of the plot, in pixels."""
LEGEND, ROW, ROW_SEATS = BOTTOM + 70, 22, 2
"""Baseline of the first row of names, height of a row, and its seats."""
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "var(--ink)")
"""The palette of Okabe and Ito, safe for colour-blind readers."""
PATTERNS = ("none", "6 3", "7 3 2 3", "2 2", "8 2 2 2 2 2")
"""Lengths of dashes and gaps."""
MOST_VERSIONS = 8
"""The maximum number of steps on the axis of versions."""
TITLE = "Course of the game"
LONGEST_NAME = 24


def draw(course: GameCourse) -> bytes:
    """Draw every seat's chance to win by version, and number the decisions that cost most."""
    plot = svg.Plot(LEFT, TOP, RIGHT, BOTTOM, course.versions[0], course.versions[-1], 0, 100)
    shapes = [
        svg.text(LEFT, 26, TITLE, "title"),
        svg.text(LEFT, TOP - 16, "Chance to win, %", "faint"),
        svg.text((LEFT + RIGHT) / 2, BOTTOM + 44, "Version", "faint", "middle"),
        *plot.rows(25),
        *_versions(plot, course.versions[0], course.versions[-1]),
        *_chances(plot, course),
        *_swings(plot, course),
    ]
    height = LEGEND + ROW * -(-len(course.names) // ROW_SEATS)
    return svg.document(WIDTH, height, TITLE, _description(course), shapes).encode()


def _versions(plot: svg.Plot, first: int, last: int) -> Iterator[str]:
    step = svg.round_step(last - first, MOST_VERSIONS)
    for version in range(-(-first // step) * step, last + 1, step):
        x, bottom = plot.at(version, 0)
        yield svg.line(x, TOP, x, bottom)
        yield svg.text(x, bottom + 26, str(version), "faint", "middle")


def _chances(plot: svg.Plot, course: GameCourse) -> Iterator[str]:
    for seat, name in enumerate(course.names):
        style = f"stroke:{_colour(seat)};stroke-dasharray:{PATTERNS[seat % len(PATTERNS)]}"
        values = zip(course.versions, course.chances, strict=True)
        yield svg.path([plot.at(version, 100 * chances[seat]) for version, chances in values], "way", style)
        x, y = LEFT + seat % ROW_SEATS * (RIGHT - LEFT) / ROW_SEATS, LEGEND + ROW * (seat // ROW_SEATS)
        yield svg.path([(x, y - 4), (x + 28, y - 4)], "way", style)
        yield svg.text(x + 36, y, svg.shortened(name, LONGEST_NAME))


def _swings(plot: svg.Plot, course: GameCourse) -> Iterator[str]:
    """Draw an arrow with the cost and the rank of each of the worst decisions, down from the line of its seat."""
    lines = dict(zip(course.versions, course.chances, strict=True))
    for rank, swing in enumerate(course.swings, 1):
        chance = lines[swing.version - 1][swing.seat]
        x, start = plot.at(swing.version - 1, 100 * chance)
        end = plot.at(swing.version - 1, 100 * max(0.0, chance - swing.loss))[1]
        yield svg.path([(x, start), (x, end - 6)], "way", f"stroke:{_colour(swing.seat)}")
        yield svg.path(
            [(x - 4, end - 7), (x + 4, end - 7), (x, end)], "", f"fill:{_colour(swing.seat)}", is_closed=True
        )
        yield svg.text(x, end + 13, str(rank), "rank", "middle")


def _colour(seat: int) -> str:
    return COLOURS[seat % len(COLOURS)]


def _description(course: GameCourse) -> str:
    names = [svg.shortened(name, LONGEST_NAME) for name in course.names]
    lines = [f"Chance to win of {len(names)} seats over {course.versions[-1]} versions."]
    lines += [f"{name} ends at {chance:.0%}." for name, chance in zip(names, course.chances[-1], strict=True)]
    lines += [
        f"{rank}. {names[swing.seat]} lost {swing.loss:.0%} at version {swing.version}."
        for rank, swing in enumerate(course.swings, 1)
    ]
    return " ".join(lines)
