"""Draws the ratings of the levels."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from domain.levels import LEVELS
from domain.registry import RULESETS
from service import svg
from tests.lab.strength.fitting import Fit

WIDTH: Final = 330
LEFT, RIGHT, TOP, BOTTOM = 56, 316, 64, 344
"""Width of a panel, and the edges of its plot, in pixels."""
HEIGHT: Final = BOTTOM + 64
STEP: Final = 500
"""Distance between grid lines."""
COLOURS: Final = ("var(--faint)", "#b48ead", "#d08770", "#ebcb8b", "#a3be8c", "#5e81ac")
TITLE: Final = "Ratings of the levels by ruleset and number of seats"


def draw(file: Path, fits: Mapping[str, Mapping[int, Mapping[str, Fit]]]) -> None:
    """Draw a panel for each ruleset, a group for each number of seats, with the interval of each level's rating."""
    drawn = [
        levels[level] for rated in fits.values() for levels in rated.values() for level in LEVELS if level in levels
    ]
    low = int(min(each.low for each in drawn) // STEP) * STEP
    high = -int(-max(each.high for each in drawn) // STEP) * STEP
    shapes = [svg.text(LEFT, 24, TITLE, "title"), *_legend()]
    for number, (ruleset, rated) in enumerate(fits.items()):
        left = number * WIDTH
        plot = svg.Plot(
            left + LEFT, TOP, left + RIGHT, BOTTOM, min(rated, default=2) - 0.5, max(rated, default=2) + 0.5, low, high
        )
        shapes += [svg.text(left + LEFT, TOP - 14, RULESETS[ruleset].names.title.en, "strong"), *plot.rows(STEP)]
        shapes += [
            svg.text(plot.at(seats, low)[0], BOTTOM + 18, f"{seats} seats", "faint", "middle") for seats in rated
        ]
        shapes += _ratings(plot, rated)
    file.write_text(svg.document(len(fits) * WIDTH, HEIGHT, TITLE, "The tables of this page have the numbers.", shapes))


def _ratings(plot: svg.Plot, rated: Mapping[int, Mapping[str, Fit]]) -> Iterator[str]:
    """Draw the interval and the rating of each level."""
    for seats, levels in rated.items():
        for place, (level, colour) in enumerate(zip(LEVELS, COLOURS, strict=True)):
            if level in levels:
                across, found = seats + (place - len(LEVELS) / 2 + 0.5) / 10, levels[level]
                yield svg.path([plot.at(across, found.low), plot.at(across, found.high)], "way", f"stroke:{colour}")
                yield _dot(*plot.at(across, found.rating), colour)


def _legend() -> Iterator[str]:
    for place, (level, colour) in enumerate(zip(LEVELS, COLOURS, strict=True)):
        yield _dot(LEFT + place * 90, HEIGHT - 20, colour)
        yield svg.text(LEFT + place * 90 + 10, HEIGHT - 16, level)


def _dot(x: float, y: float, colour: str) -> str:
    return svg.path([(x - 4, y), (x, y - 4), (x + 4, y), (x, y + 4)], "", f"fill:{colour}", is_closed=True)
