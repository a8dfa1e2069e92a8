"""Measure how much the evaluation of positions knows of the winner, at the start of rounds in games of `greedy`.

In every game a seat values a position that it could take for the true one, as in a search. The surprise about the
winner is the negative logarithm of the chance to win that this value leaves to the winner. It costs no search, and
shows in advance whether a search can gain from its evaluation.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import log
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, Final

import msgspec

from domain.ruleset import AnyRuleset
from tests.lab.strength import stored_lists
from tests.rulesets.games import PLAYED
from workers.thinking.iteration import win_chances

INFORMATION: Final = Path(__file__).with_name("information.json")
COLUMNS: Final = 6
"""The most rounds of a game in the table."""
MOST_ENDED: Final = 0.1
"""A round counts if at most this share of the games has ended before it."""
INTRODUCTION: Final = """\
## What the evaluation knows

The mean surprise about the winner in games of `greedy`, in nats, at the start of rounds. Less is better: 0 would be
certainty. *chance* is the surprise of somebody who knows nothing. A search at a low gap to *chance* finds little.
"""


class Information(msgspec.Struct, frozen=True):
    """The surprise about the winner in a ruleset with a number of seats."""

    ruleset: str
    seats: int
    games: int
    rounds: list[tuple[int, float]]
    """Rounds, with the nats at their start."""

    @property
    def chance(self) -> float:
        """The surprise without any knowledge."""
        return log(self.seats)


def measure(ruleset: str, seats: int, games: int) -> Information:
    """Play games and measure the surprise at the start of each round that most of them reach."""
    by_round: dict[int, list[float]] = defaultdict(list)
    for number in range(games):
        for begun, nats in _game(PLAYED[ruleset], seats, number):
            by_round[begun].append(nats)
    reached = [begun for begun in sorted(by_round) if len(by_round[begun]) >= games * (1 - MOST_ENDED)]
    return Information(
        ruleset, seats, games, [(begun, round(fmean(by_round[begun]), 3)) for begun in _spread(reached, COLUMNS)]
    )


def _game(ruleset: AnyRuleset, seats: int, number: int) -> Iterator[tuple[int, float]]:
    """Play a game; yield the start of each round after the first with its nats."""
    rng = Random(f"information {number}")
    state, starts, latest = ruleset.setup(ruleset.options_type(), seats, rng), list[tuple[int, Sequence[float]]](), 1
    while waiting := ruleset.to_act(state):
        begun = ruleset.heuristics.rounds_begun(state)
        if begun > latest:
            starts.append((begun, _chances(ruleset, state, number % seats, rng)))
            latest = begun
        ruleset.apply(state, waiting[0], ruleset.heuristics.rollout_policy(state, waiting[0], rng), rng)
    outcome = ruleset.outcome(state)
    assert outcome is not None
    for begun, chances in starts:
        yield begun, fmean(-log(chances[winner]) for winner in outcome.winners)


def _chances(ruleset: AnyRuleset, state: Any, observer: int, rng: Random) -> Sequence[float]:
    """Return each seat's chance to win, by the evaluation of what an observer could take for the position."""
    values = ruleset.heuristics.evaluate(ruleset.determinize(state, observer, rng))
    return win_chances(ruleset, values, ruleset.heuristics.win_temperature)


def _spread(rounds: Sequence[int], most: int) -> list[int]:
    """Return at most so many of the rounds, evenly spread, with the first and the last."""
    if len(rounds) <= most:
        return [*rounds]
    return [rounds[number * (len(rounds) - 1) // (most - 1)] for number in range(most)]


def keep(measured: Iterable[Information]) -> None:
    """Store measurements, in place of older ones of the same seats."""
    stored_lists.keep(measured, INFORMATION, Information, lambda each: (each.ruleset, each.seats))


def read() -> list[Information]:
    """Return the stored measurements."""
    return stored_lists.read(INFORMATION, Information)


def rows(measured: Iterable[Information]) -> Iterator[Sequence[str]]:
    """Return the rows of the table."""
    yield "game", "seats", "games", "chance", "nats at the start of round"
    for each in measured:
        nats = ", ".join(f"{begun}: **{value:.3f}**" for begun, value in each.rounds)
        yield PLAYED[each.ruleset].names.title.en, f"{each.seats}", f"{each.games:,}", f"{each.chance:.3f}", nats
