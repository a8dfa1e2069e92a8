"""Measures how strong one player of a ruleset is against another.

One seat plays the player under test, all others the opponent. Each deal is played once from every seat with the same
dice, so that luck with the deal or the seat cancels out. A deal's number gives its seed and its options.
"""

import hashlib
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import accumulate
from math import sqrt
from random import Random
from typing import Any

import msgspec

from domain.chance import dice
from domain.registry import RULESETS
from domain.ruleset import AnyRuleset, Outcome
from tests.rulesets.games import every_options
from tests.strength.players import PLAYERS

DEVIATIONS = 1.959963984540054
"""Standard deviations that hold 95 % of a normal distribution."""


class Tally(msgspec.Struct, frozen=True):
    """Sums over games of the player under test."""

    games: int = 0
    wins: float = 0.0
    """A win shared by k seats counts 1/k."""
    total: float = 0.0
    opponent_total: float = 0.0
    """Of each game the mean of the other seats."""
    decisions: int = 0
    """Those that left a choice."""
    seconds: float = 0.0
    """CPU time for them."""

    def __add__(self, other: "Tally") -> "Tally":
        """Add up two tallies."""
        sums = [mine + others for mine, others in zip(_numbers(self), _numbers(other), strict=True)]
        return Tally(*sums)


def _numbers(tally: Tally) -> tuple[Any, ...]:
    """List the numbers of a tally in their order."""
    return msgspec.structs.astuple(tally)


class Strength(msgspec.Struct, frozen=True):
    """What a player achieved against another."""

    ruleset: str
    seats: int
    player: str
    opponent: str
    first_deal: int
    deals: int
    tally: Tally

    @property
    def share(self) -> float:
        """Give the share of games won."""
        return self.tally.wins / self.tally.games

    @property
    def interval(self) -> tuple[float, float]:
        """Give the ends of the interval that holds the true share with 95 % confidence."""
        return wilson(self.tally.wins, self.tally.games)

    @property
    def fair_share(self) -> float:
        """Give the share of a player that is no better than its opponent."""
        return 1 / self.seats

    def __str__(self) -> str:
        """Write one line of a report."""
        tally, (low, high) = self.tally, self.interval
        mean, others = tally.total / tally.games, tally.opponent_total / tally.games
        return (
            f"{self.ruleset}, {self.seats} seats: {self.player} wins {tally.wins:.1f} of {tally.games} games against "
            f"{self.opponent}, {self.share:.1%} [{low:.1%}, {high:.1%}], fair {self.fair_share:.1%}; "
            f"mean total {mean:.1f} : {others:.1f}; "
            f"deals {self.first_deal} to {self.first_deal + self.deals - 1}"
        )


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Give the ends of the Wilson interval that holds the true share of wins with 95 % confidence."""
    share, square = wins / games, DEVIATIONS**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    spread = DEVIATIONS / (1 + square / games) * sqrt(share * (1 - share) / games + square / (4 * games**2))
    return middle - spread, middle + spread


Map = Callable[[Callable[[int], Tally], range], Iterable[Tally]]
"""Carries out something for each number, in this process or in others; gives the results in their order."""


def measure(
    ruleset: str, player: str, opponent: str, seats: int, deals: range, spread: Map = map
) -> Iterator[Strength]:
    """Play every deal from every seat; give what is known after each."""
    tallies = spread(partial(play_deal, ruleset, player, opponent, seats), deals)
    for number, tally in enumerate(accumulate(tallies), 1):
        yield Strength(ruleset, seats, player, opponent, deals.start, number, tally)


def play_deal(ruleset: str, player: str, opponent: str, seats: int, deal: int) -> Tally:
    """Play one deal from every seat."""
    tally = Tally()
    for tested in range(seats):
        players = [player if seat == tested else opponent for seat in range(seats)]
        outcome, decisions, seconds = play(RULESETS[ruleset], players, deal, tested)
        totals = [each.total for each in outcome.seats]
        won, total = (tested in outcome.winners) / len(outcome.winners), totals.pop(tested)
        tally += Tally(1, won, total, sum(totals) / len(totals), decisions, seconds)
    return tally


def play(ruleset: AnyRuleset, players: Sequence[str], deal: int, tested: int) -> tuple[Outcome, int, float]:
    """Play a deal between these players, by seat; give its end, and the choices and CPU seconds of a seat."""
    options = every_options(ruleset)
    seed = hashlib.sha256(b"strength:%d" % deal).digest()
    state = ruleset.setup(options[deal % len(options)], len(players), dice(seed, 0))
    version, decisions, seconds = 0, 0, 0.0
    while (outcome := ruleset.outcome(state)) is None:
        seat, version = ruleset.to_act(state)[0], version + 1
        began = time.thread_time()
        action = PLAYERS[players[seat]](ruleset, state, seat, Random(f"{deal}:{version}"))
        if seat == tested and len(ruleset.legal_actions(state, seat)) > 1:
            decisions, seconds = decisions + 1, seconds + time.thread_time() - began
        ruleset.apply(state, seat, action, dice(seed, version))
    return outcome, decisions, seconds
