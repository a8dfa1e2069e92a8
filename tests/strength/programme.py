"""What the arena plays when nothing else is asked for: every meeting that a bar is set for, and the rest of the ladder.

A row is a meeting, the games that make it complete, and its bar. Rows stand in the order of their worth. The programme
goes through all of them several times, with more games each time, so that it may be stopped anywhere.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from domain.registry import RULESETS
from tests.strength.playing import DEFAULT, Meeting
from tests.strength.score import Score

PASSES: Final = (0.1, 0.3, 1.0)
"""The parts of each row's games that are complete after each pass."""


@dataclass(frozen=True)
class Bar:
    """What a row has to reach, or where the value is a limit, to stay below."""

    value: float
    of: str = "won"
    """`won`, the share of games; `others`, that of the others together; `total`, the mean result of a seat; `actions`,
    the mean length of a game, a limit; `stopped`, the share of games that nobody won by reaching `goal`, a limit.
    """
    goal: int = 0

    def measured(self, score: Score) -> float:
        """Give what is held to the bar."""
        if self.of == "stopped":
            return score.stopped_before(self.goal)
        shares = {"won": score.share, "others": 1 - score.share}
        return {**shares, "total": score.seat_total, "actions": score.actions}[self.of]

    def is_met(self, score: Score) -> bool:
        """Say whether the measured value reaches the bar."""
        limited = self.of in ("actions", "stopped")
        return self.measured(score) <= self.value if limited else self.measured(score) >= self.value

    def is_sure(self, score: Score) -> bool:
        """Say whether the lower end of the 95 % interval reaches the bar, too."""
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


@dataclass(frozen=True)
class Row:
    """A meeting of the programme."""

    meeting: Meeting
    games: int
    bars: Sequence[Bar] = ()

    def deals(self, part: float) -> range:
        """List the deals that make a part of the games, one deal at least."""
        return self.meeting.deals(max(1, round(part * self.games)))


Pair = tuple[int, str, str]
"""The number of seats, the player under test, the opponent."""

BASE: Final[Mapping[Pair, int]] = {
    (2, "greedy", "random"): 200,
    (2, "normal", "greedy"): 200,
    (2, "hard", "greedy"): 200,
    (2, "hard", "value"): 100,
    (2, "hard", "normal"): 200,
    (2, "expert", "hard"): 200,
    (3, "hard", "greedy"): 90,
    (4, "hard", "greedy"): 80,
    (5, "hard", "greedy"): 60,
    (2, "easy", "random"): 200,
    (2, "greedy", "easy"): 200,
    (2, "peeking-normal", "normal"): 100,
    (2, "expert", "expert"): 20,
    **{(seats, "greedy", "random"): 40 * seats for seats in (3, 4, 5)},
    **{(seats, "easy", "random"): 40 * seats for seats in (3, 4, 5)},
    **{(seats, "greedy", "easy"): 40 * seats for seats in (3, 4, 5)},
    **{(seats, "normal", "greedy"): 20 * seats for seats in (3, 4, 5)},
    **{(seats, "hard", "normal"): 30 * seats for seats in (3, 4, 5)},
    **{(seats, "expert", "hard"): 24 for seats in (3, 4, 5)},
}
"""The games of each meeting with all choices left to their defaults."""

REDUCED: Final[Mapping[Pair, int]] = {
    (2, "greedy", "random"): 100,
    (2, "normal", "greedy"): 60,
    (2, "hard", "greedy"): 60,
    (2, "hard", "normal"): 60,
}
"""The same for the variants."""

VARIANTS: Final[Mapping[str, Sequence[str]]] = {
    "azul": ("side=B",),
    "leonardo": ("setup=expert", "codex_1", "codex_2", "codex_1+codex_2"),
    "riddle": ("mode=expansion",),
}

CEILINGS: Final[Sequence[tuple[Meeting, int]]] = (
    (Meeting("leonardo", DEFAULT, 5, "peeking-hard", "greedy"), 60),
    (Meeting("leonardo", "codex_1+codex_2", 2, "expert", "normal"), 60),
    (Meeting("riddle", DEFAULT, 4, "peeking-hard", "greedy"), 200),
    (Meeting("riddle", "mode=expansion", 2, "peeking-hard", "greedy"), 100),
    (Meeting("riddle", DEFAULT, 4, "expert", "greedy"), 320),
    (Meeting("riddle", "mode=expansion", 2, "expert", "greedy"), 100),
)
"""What a player that sees everything, or thinks longer, makes of a bar that is hard to reach; and the games of each."""

CLOSE: Final[Mapping[Meeting, int]] = {
    Meeting("leonardo", DEFAULT, 5, "hard", "greedy"): 240,
    Meeting("leonardo", "codex_1+codex_2", 2, "hard", "normal"): 240,
    Meeting("riddle", DEFAULT, 2, "hard", "value"): 400,
    Meeting("riddle", DEFAULT, 3, "hard", "greedy"): 360,
    Meeting("riddle", DEFAULT, 4, "hard", "greedy"): 320,
    **{Meeting("riddle", "mode=expansion", *pair): 4 * games for pair, games in REDUCED.items()},
}
"""The games of meetings in which the usual number could leave open if the bar is reached; the Riddle's are short."""

BARS: Final[Mapping[Pair, Mapping[str, Bar]]] = {
    (2, "greedy", "random"): {"azul": Bar(0.99), "leonardo": Bar(0.99), "riddle": Bar(0.99)},
    (2, "normal", "greedy"): {"azul": Bar(0.95), "leonardo": Bar(0.95), "riddle": Bar(0.92)},
    (2, "hard", "greedy"): {"azul": Bar(0.97), "leonardo": Bar(0.97), "riddle": Bar(0.97)},
    (2, "hard", "value"): {"azul": Bar(0.95), "leonardo": Bar(0.95), "riddle": Bar(0.90)},
    (2, "hard", "normal"): {"azul": Bar(0.65), "leonardo": Bar(0.62), "riddle": Bar(0.65)},
    (2, "expert", "hard"): {"azul": Bar(0.62), "leonardo": Bar(0.58), "riddle": Bar(0.50)},
    (3, "hard", "greedy"): {"azul": Bar(0.85), "leonardo": Bar(0.85), "riddle": Bar(0.70)},
    (4, "hard", "greedy"): {"azul": Bar(0.78), "leonardo": Bar(0.78), "riddle": Bar(0.58)},
    (5, "hard", "greedy"): {"leonardo": Bar(0.75)},
}
"""What each ruleset's levels have to reach, with the variants as without."""

SANITY: Final[Mapping[Pair, Mapping[str, Sequence[Bar]]]] = {
    (2, "peeking-normal", "normal"): {name: (Bar(0.50), Bar(0.35, "others")) for name in RULESETS},
    (2, "expert", "expert"): {
        "azul": (Bar(75, "total"),),
        "riddle": (Bar(350, "actions"), Bar(0.05, "stopped", goal=7)),
    },
}
"""What their games have to be like: seeing everything is an advantage, but no large one; games come to an end."""


def programme() -> Iterator[Row]:
    """List the rows in the order of their worth."""
    yield from (row for pair, games in BASE.items() for row in _rows(DEFAULT, pair, games))
    for pair, games in REDUCED.items():
        for ruleset, variants in VARIANTS.items():
            yield from (_row(ruleset, variant, pair, games) for variant in variants)
    yield from (Row(meeting, games) for meeting, games in CEILINGS)


def bars_of(meeting: Meeting) -> Sequence[Bar]:
    """List the bars of a meeting."""
    pair = meeting.seats, meeting.player, meeting.opponent
    bar = BARS.get(pair, {}).get(meeting.ruleset)
    return (bar,) if bar else SANITY.get(pair, {}).get(meeting.ruleset, ())


def _rows(options: str, pair: Pair, games: int) -> Iterator[Row]:
    """List a meeting in every ruleset that has so many seats."""
    for ruleset in RULESETS.values():
        if ruleset.min_seats <= pair[0] <= ruleset.max_seats:
            yield _row(ruleset.name, options, pair, games)


def _row(ruleset: str, options: str, pair: Pair, games: int) -> Row:
    """Make a row."""
    meeting = Meeting(ruleset, options, *pair)
    return Row(meeting, CLOSE.get(meeting, games), bars_of(meeting))
