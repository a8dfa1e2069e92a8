"""What a ruleset asks of its AI levels: `tests/<ruleset>/programme.py` has an `Own` for each published ruleset."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from tests.strength.score import Score

Pair = tuple[int, str, str]
"""The number of seats, the player under test, the opponent."""


@dataclass(frozen=True)
class Bar:
    """What a row has to reach, or where the value is a limit, to stay below."""

    value: float
    of: str = "won"
    """What is measured.

    - `won`: the share of games; `others`: the share of all others together; `total`: the mean result of a seat.
    - `actions`: the mean length of a game, a limit.
    - `stopped`: the share of games in which no seat reached `goal`, a limit.
    """
    goal: int = 0

    def measured(self, score: Score) -> float:
        """Return what is held to the bar."""
        if self.of == "stopped":
            return score.stopped_before(self.goal)
        shares = {"won": score.share, "others": 1 - score.share}
        return {**shares, "total": score.seat_total, "actions": score.actions}[self.of]

    def is_met(self, score: Score) -> bool:
        """Whether the measured value reaches the bar."""
        limited = self.of in ("actions", "stopped")
        return self.measured(score) <= self.value if limited else self.measured(score) >= self.value

    def is_sure(self, score: Score) -> bool:
        """Whether the lower end of the 95 % interval reaches the bar, too."""
        low, high = score.interval
        return (self.of == "won" and low >= self.value) or (self.of == "others" and 1 - high >= self.value)

    def __str__(self) -> str:
        """Name it."""
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
"""The same for the variants."""

Table = tuple[str, int, str, str]
"""Options by name, and a `Pair`."""


@dataclass(frozen=True)
class Own:
    """What the arena plays of one ruleset besides what it plays of all, and the bars."""

    variants: Sequence[str] = ()
    """Options by name that have bars of their own."""
    bars: Mapping[Pair, Bar] = field(default_factory=dict)
    """What its levels have to reach, with the variants as without."""
    sanity: Mapping[Pair, Sequence[Bar]] = field(default_factory=dict)
    """What its games have to be like: seeing everything is no large advantage, games come to an end."""
    close: Mapping[Table, int] = field(default_factory=dict)
    """The games of meetings in which the usual number could leave open whether the bar is reached."""
    ceilings: Sequence[tuple[Table, int]] = ()
    """What a player that sees everything, or thinks longer, makes of a bar that is hard to reach; and the games."""


FAIR_SIGHT: Final = (Bar(0.50), Bar(0.35, "others"))
"""Of a level that peeks, against the same level: it wins half of the games at least, and two of three at most."""
