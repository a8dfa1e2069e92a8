"""The default games of the arena: every meeting with a bar, and the rest of the ladder.

A row is a meeting, the games that make it complete, and its bar. Rows are in order of importance. The programme goes
through all of them several times, with more games each time, so that it can be stopped at any point.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Final

from domain.registry import PUBLISHED, RULESETS
from tests.lab.strength.bars import REDUCED, Bar, Own, Pair
from tests.lab.strength.playing import DEFAULT, Meeting

PASSES: Final = (0.1, 0.3, 1.0)
"""The share of each row's games that is complete after each pass."""


@dataclass(frozen=True)
class Row:
    """A meeting of the programme."""

    meeting: Meeting
    games: int
    bars: Sequence[Bar] = ()

    @property
    def goals(self) -> frozenset[int]:
        """Return the goals of its bars."""
        return frozenset(bar.goal for bar in self.bars if bar.goal)

    def deals(self, part: float = 1.0) -> range:
        """List the deals that make this share of the games, at least one deal."""
        return self.meeting.deals(max(1, round(part * self.games)))


LARGER: Final = (3, 4, 5, 6, 7)
"""The numbers of seats that have the same meetings in every ruleset that allows them."""
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
    (6, "hard", "greedy"): 60,
    (7, "hard", "greedy"): 70,
    (2, "easy", "random"): 200,
    (2, "greedy", "easy"): 200,
    (2, "peeking-normal", "normal"): 100,
    (2, "expert", "expert"): 20,
    (2, "greedy", "stranger"): 40,
    (2, "normal", "stranger"): 40,
    **{(seats, "greedy", "random"): 40 * seats for seats in LARGER},
    **{(seats, "easy", "random"): 40 * seats for seats in LARGER},
    **{(seats, "greedy", "easy"): 40 * seats for seats in LARGER},
    **{(seats, "normal", "greedy"): 20 * seats for seats in LARGER},
    **{(seats, "hard", "normal"): 30 * seats for seats in LARGER},
    **{(seats, "expert", "hard"): 24 for seats in LARGER},
}
"""The number of games of each meeting with default options."""

OWN: Final[Mapping[str, Own]] = {
    name: import_module(f"{__package__}.programmes.{name}").PROGRAMME for name in PUBLISHED
}


def programme() -> Iterator[Row]:
    """List the rows in order of importance."""
    yield from (row for pair, games in BASE.items() for row in _rows(DEFAULT, pair, games))
    for pair, games in REDUCED.items():
        for ruleset, own in OWN.items():
            yield from (_row(ruleset, variant, pair, games) for variant in own.variants)
    for ruleset, own in OWN.items():
        yield from (Row(Meeting(ruleset, *table), games) for table, games in own.ceilings)


def bars_of(meeting: Meeting) -> Sequence[Bar]:
    """List the bars of a meeting."""
    pair = meeting.seats, meeting.player, meeting.opponent
    own = OWN[meeting.ruleset]
    return (own.bars[pair],) if pair in own.bars else own.sanity.get(pair, ())


def _rows(options: str, pair: Pair, games: int) -> Iterator[Row]:
    """List a meeting in every ruleset with this number of seats."""
    for ruleset in (RULESETS[name] for name in PUBLISHED):
        if ruleset.min_seats <= pair[0] <= ruleset.max_seats:
            yield _row(ruleset.name, options, pair, games)


def _row(ruleset: str, options: str, pair: Pair, games: int) -> Row:
    meeting = Meeting(ruleset, options, *pair)
    return Row(meeting, OWN[ruleset].close.get((options, *pair), games), bars_of(meeting))
