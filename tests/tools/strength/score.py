"""Add up the games of a meeting, with the confidence of the sum."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean
from typing import Final

from tests.tools.strength.playing import Game, Meeting

DEVIATIONS: Final = 1.959963984540054
"""Number of standard deviations that contain 95 % of a normal distribution."""


@dataclass(frozen=True)
class Score:
    """The result of a player against another, over whole deals."""

    meeting: Meeting
    games: Sequence[Game]
    """At least one deal, each from every seat, in order of the seats."""

    @property
    def wins(self) -> float:
        """Return the number of games won; a win shared by k seats counts 1/k."""
        return sum(each.won for each in self.games)

    @property
    def share(self) -> float:
        """Return the share of games won."""
        return self.wins / len(self.games)

    @property
    def interval(self) -> tuple[float, float]:
        """Return the ends of the 95 % confidence interval of the true share; pairs can only narrow it."""
        return wilson(self.wins, len(self.games))

    @property
    def fair_share(self) -> float:
        """Return the share of a player that is as strong as its opponent."""
        return 1 / self.meeting.seats

    @property
    def rank(self) -> float:
        """Return the mean rank."""
        return fmean(each.ranks[each.tested] for each in self.games)

    @property
    def total(self) -> float:
        """Return the mean total of the player under test."""
        return fmean(each.totals[each.tested] for each in self.games)

    @property
    def opponent_total(self) -> float:
        """Return the mean total of the others."""
        return fmean(_others(each) for each in self.games)

    @property
    def seat_total(self) -> float:
        """Return the mean total of all seats."""
        return fmean(total for each in self.games for total in each.totals)

    @property
    def actions(self) -> float:
        """Return the mean number of actions in a game."""
        return fmean(each.actions for each in self.games)

    def stopped_before(self, goal: int) -> float:
        """Return the share of games in which no seat's total reached the goal."""
        return fmean(max(each.totals) < goal for each in self.games)

    @property
    def deals(self) -> int:
        """Count the deals."""
        return len({each.deal for each in self.games})

    def __str__(self) -> str:
        """Return the score as one line."""
        low, high = self.interval
        return (
            f"{self.meeting}: {self.wins:.1f} of {len(self.games)} games, {self.share:.1%} [{low:.1%}, {high:.1%}], "
            f"fair {self.fair_share:.1%}; mean total {self.total:.1f} : {self.opponent_total:.1f}"
        )


def _others(game: Game) -> float:
    """Return the mean total of the seats that are not under test."""
    return fmean(total for seat, total in enumerate(game.totals) if seat != game.tested)


def whole_deals(meeting: Meeting, games: Iterable[Game]) -> dict[int, list[Game]]:
    """Return the games of the deals that were played from every seat, by deal, in order of the seats."""
    deals = defaultdict(list)
    for each in sorted(games, key=lambda game: (game.deal, game.tested)):
        deals[each.deal].append(each)
    return {deal: played for deal, played in deals.items() if len(played) == len(meeting.tested)}


def score(meeting: Meeting, games: Iterable[Game]) -> Score | None:
    """Score the whole deals among the games; None if there are none."""
    deals = whole_deals(meeting, games)
    return Score(meeting, [each for played in deals.values() for each in played]) if deals else None


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return the ends of the Wilson interval that contains the true win rate with 95 % confidence."""
    share, square = wins / games, DEVIATIONS**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    spread = DEVIATIONS / (1 + square / games) * sqrt(share * (1 - share) / games + square / (4 * games**2))
    return middle - spread, middle + spread
