"""Measures how strong one AI level of a ruleset is against another: `python -m tests.strength.strength --help`.

One seat plays the level under test, all others the opponent. Each deal is played once from every seat with the same
dice, so that luck with the deal or the seat cancels out. A deal's number gives its seed and its options.
"""

import argparse
import hashlib
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any

from domain.chance import dice
from domain.registry import RULESETS
from domain.ruleset import AnyRuleset, Outcome
from tests.rulesets.games import every_options

DEVIATIONS = 1.959963984540054
"""Standard deviations that hold 95 % of a normal distribution."""


@dataclass(frozen=True)
class Strength:
    """What a level achieved against another."""

    ruleset: str
    level: str
    opponent: str
    seats: int
    deals: range
    wins: float
    """A win shared by k seats counts 1/k."""
    total: float
    """The mean total of the level under test."""
    opponent_total: float

    @property
    def games(self) -> int:
        """Count the games: each deal from each seat."""
        return len(self.deals) * self.seats

    @property
    def share(self) -> float:
        """Give the share of games won."""
        return self.wins / self.games

    @property
    def fair_share(self) -> float:
        """Give the share of a level that is no better than its opponent."""
        return 1 / self.seats

    def __str__(self) -> str:
        """Write one line of a report."""
        low, high = wilson(self.wins, self.games)
        return (
            f"{self.ruleset}, {self.seats} seats: {self.level} wins {self.wins:.1f} of {self.games} games against "
            f"{self.opponent}, {self.share:.1%} [{low:.1%}, {high:.1%}], fair {self.fair_share:.1%}; "
            f"mean total {self.total:.1f} : {self.opponent_total:.1f}; "
            f"deals {self.deals.start} to {self.deals.stop - 1}"
        )


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Give the ends of the Wilson interval that holds the true share of wins with 95 % confidence."""
    share, square = wins / games, DEVIATIONS**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    spread = DEVIATIONS / (1 + square / games) * sqrt(share * (1 - share) / games + square / (4 * games**2))
    return middle - spread, middle + spread


def measure(ruleset: AnyRuleset, level: str, opponent: str, seats: int, deals: range) -> Strength:
    """Play every deal from every seat."""
    wins = total = opponent_total = 0.0
    for deal in deals:
        for tested in range(seats):
            levels = [level if seat == tested else opponent for seat in range(seats)]
            outcome = play(ruleset, levels, deal)
            wins += (tested in outcome.winners) / len(outcome.winners)
            total += outcome.seats[tested].total
            opponent_total += sum(each.total for each in outcome.seats if each.seat != tested) / (seats - 1)
    games = len(deals) * seats
    return Strength(ruleset.name, level, opponent, seats, deals, wins, total / games, opponent_total / games)


def play(ruleset: AnyRuleset, levels: list[str], deal: int) -> Outcome:
    """Play a deal between these levels, by seat; each decides from its seat's knowledge with dice of its own."""
    options = every_options(ruleset)
    seed = hashlib.sha256(b"strength:%d" % deal).digest()
    state = ruleset.setup(options[deal % len(options)], len(levels), dice(seed, 0))
    version = 0
    while waiting := ruleset.to_act(state):
        seat, version = waiting[0], version + 1
        action = _decide(ruleset, levels[seat], state, seat, Random(f"{deal}:{version}"))
        ruleset.apply(state, seat, action, dice(seed, version))
    outcome = ruleset.outcome(state)
    assert outcome is not None
    return outcome


def _decide(ruleset: AnyRuleset, level: str, state: Any, seat: int, rng: Random) -> Any:
    """Ask a level for its action."""
    return ruleset.policies[level](ruleset.determinize(state, seat, rng), seat, rng)


def main() -> None:
    """Measure what the command line asks for and print a line for each number of seats."""
    asked = _arguments()
    for ruleset in [RULESETS[asked.ruleset]] if asked.ruleset else RULESETS.values():
        for seats in asked.seats or range(ruleset.min_seats, ruleset.max_seats + 1):
            deals = range(asked.first_deal, asked.first_deal + -(-asked.games // seats))
            print(measure(ruleset, asked.level, asked.opponent, seats, deals), flush=True)


def _arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.strength.strength", description=__doc__)
    parser.add_argument("level", nargs="?", default="greedy", help="the AI level under test (greedy)")
    parser.add_argument("opponent", nargs="?", default="random", help="the level of all other seats (random)")
    parser.add_argument("--ruleset", choices=sorted(RULESETS), help="all of them unless one is named")
    parser.add_argument("--seats", type=int, nargs="+", help="the numbers of seats (all the ruleset allows)")
    parser.add_argument("--games", type=int, default=200, help="at least so many games for each number of seats (200)")
    parser.add_argument("--first-deal", type=int, default=0, help="the number of the first deal (0)")
    return parser.parse_args()


if __name__ == "__main__":
    main()
