"""Draw the ratings of the levels."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from matplotlib import rc_context
from matplotlib.figure import Figure

from domain.levels import LEVELS
from domain.registry import RULESETS
from tests.strength.fitting import Fit

STYLE: Final[dict[Any, Any]] = {
    "svg.hashsalt": "bottega",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 9,
}
"""Settings that make the same values give the same file, byte by byte."""
COLOURS: Final = ("#4c566a", "#b48ead", "#d08770", "#ebcb8b", "#a3be8c", "#5e81ac")


def draw(file: Path, fits: Mapping[str, Mapping[int, Mapping[str, Fit]]]) -> None:
    """Draw a panel for each ruleset, a group for each number of seats, with the interval of each level's rating."""
    with rc_context(STYLE):
        figure = Figure(figsize=(4 * len(fits), 4), layout="constrained")
        for axes, (ruleset, rated) in zip(
            figure.subplots(1, len(fits), sharey=True, squeeze=False)[0], fits.items(), strict=True
        ):
            _panel(axes, rated)
            axes.set_title(RULESETS[ruleset].names.title.en)
        figure.axes[0].set_ylabel("rating")
        figure.legend(*figure.axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=len(LEVELS))
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})


def _panel(axes: Any, fits: Mapping[int, Mapping[str, Fit]]) -> None:
    """Draw one ruleset."""
    for place, (level, colour) in enumerate(zip(LEVELS, COLOURS, strict=True)):
        rated = {seats: levels[level] for seats, levels in fits.items() if level in levels}
        across = [seats + (place - len(LEVELS) / 2 + 0.5) / 10 for seats in rated]
        spreads = [
            [each.rating - each.low for each in rated.values()],
            [each.high - each.rating for each in rated.values()],
        ]
        heights = [each.rating for each in rated.values()]
        axes.errorbar(across, heights, spreads, fmt="o", markersize=4, capsize=2, color=colour, label=level)
    axes.set_xticks(list(fits), [f"{seats} seats" for seats in fits])
    axes.grid(axis="y", color="#d8dee9", linewidth=0.6)
