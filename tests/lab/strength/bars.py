"""Required strength of AI levels: `programmes/` has an `Own` for each published ruleset."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from tests.lab.strength.score import Score

Pair = tuple[int, str, str]
"""The number of seats, the player under test, the opponent."""


@dataclass(frozen=True)
class Bar:
    """The required minimum of a measured value, or its maximum if the value is a limit."""

    value: float
    of: str = "won"
    """The measured value.

    - `won`: the share of games; `others`: the share of all others together; `total`: the mean result of a seat.
    - `actions`: the mean length of a game, a limit.
    - `stopped`: the share of games in which no seat reached `goal`, a limit.
    """
    goal: int = 0

    def measured(self, score: Score) -> float:
        """Return the measured value."""
        if self.of == "stopped":
            return score.stopped_before(self.goal)
        shares = {"won": score.share, "others": 1 - score.share}
        return {**shares, "total": score.seat_total, "actions": score.actions}[self.of]

    def is_met(self, score: Score) -> bool:
        """Whether the measured value reaches the bar."""
        limited = self.of in ("actions", "stopped")
        return self.measured(score) <= self.value if limited else self.measured(score) >= self.value

    def is_sure(self, score: Score) -> bool:
        """Whether the whole 95 % interval of the measured value reaches the bar."""
        low, high = score.interval
        return (self.of == "won" and low >= self.value) or (self.of == "others" and 1 - high >= self.value)

    def __str__(self) -> str:
        """Return the bar as text."""
        words = {
            "won": f"≥ {self.value:.0%}",
            "others": f"others ≥ {self.value:.0%}",
            "total": f"≥ {self.value:g} a seat",
            "actions": f"≤ {self.value:g} actions",
            "stopped": f"≤ {self.value:.0%} stopped",
        }
        return words[self.of]


REDUCED: Final[Mapping[Pair, int]] = {
    (2, "greedy", "random"): 100,
    (2, "normal", "greedy"): 60,
    (2, "hard", "greedy"): 60,
    (2, "hard", "normal"): 60,
}
"""The number of games of each meeting with variants."""

Table = tuple[str, int, str, str]
"""Options by name, and a `Pair`."""


@dataclass(frozen=True)
class Own:
    """The variants, bars and further games of one ruleset."""

    variants: Sequence[str] = ()
    """Options by name that have their own bars."""
    bars: Mapping[Pair, Bar] = field(default_factory=dict)
    """The required strength of the levels, with and without variants."""
    sanity: Mapping[Pair, Sequence[Bar]] = field(default_factory=dict)
    """Checks of the games: seeing everything must be no large advantage, and games must end."""
    close: Mapping[Table, int] = field(default_factory=dict)
    """The number of games of meetings whose result would be unclear after the usual number."""
    ceilings: Sequence[tuple[Table, int]] = ()
    """Further meetings that show the limit of a difficult bar: players that see everything or think longer."""


FAIR_SIGHT: Final = (Bar(0.50), Bar(0.35, "others"))
"""The bars of a level that sees everything, against the same level: it wins 1/2 to 2/3 of the games."""
