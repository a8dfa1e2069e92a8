"""Add up the games of a meeting, with the confidence of the sum."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import sqrt
from typing import Final

import msgspec

from tests.lab.strength.playing import Game, Meeting

DEVIATIONS: Final = 1.959963984540054
"""Number of standard deviations that contain 95 % of a normal distribution."""


class Score(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a player against another, summed over whole deals, each played from every seat."""

    meeting: Meeting
    games: int
    places: tuple[float, ...]
    """How often the player under test finished at each place. A rank shared by k seats is 1/k at each of k places."""
    rank_sum: int
    """The sum of its ranks; shared ranks are equal."""
    total_sum: int
    """The sum of its totals."""
    all_totals: int
    """The sum of the totals of all seats."""
    action_sum: int
    short: Mapping[int, int] = {}
    """For each goal of a bar, the number of games in which no seat's total reached it."""

    @property
    def wins(self) -> float:
        """Return the number of games won; a win shared by k seats counts 1/k."""
        return self.places[0]

    @property
    def share(self) -> float:
        """Return the share of games won."""
        return self.wins / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """Return the ends of the 95 % confidence interval of the true share; pairs can only narrow it."""
        return wilson(self.wins, self.games)

    @property
    def fair_share(self) -> float:
        """Return the share of a player that is as strong as its opponent."""
        return 1 / self.meeting.seats

    @property
    def rank(self) -> float:
        """Return the mean rank."""
        return self.rank_sum / self.games

    @property
    def total(self) -> float:
        """Return the mean total of the player under test."""
        return self.total_sum / self.games

    @property
    def opponent_total(self) -> float:
        """Return the mean total of the others."""
        return (self.all_totals - self.total_sum) / (self.meeting.seats - 1) / self.games

    @property
    def seat_total(self) -> float:
        """Return the mean total of all seats."""
        return self.all_totals / self.meeting.seats / self.games

    @property
    def actions(self) -> float:
        """Return the mean number of actions in a game."""
        return self.action_sum / self.games

    def stopped_before(self, goal: int) -> float:
        """Return the share of games in which no seat's total reached the goal, which must be a goal of `short`."""
        return self.short[goal] / self.games

    def __str__(self) -> str:
        """Return the score as one line."""
        low, high = self.interval
        return (
            f"{self.meeting}: {self.wins:.1f} of {self.games} games, {self.share:.1%} [{low:.1%}, {high:.1%}], "
            f"fair {self.fair_share:.1%}; mean total {self.total:.1f} : {self.opponent_total:.1f}"
        )


def whole_deals(meeting: Meeting, games: Iterable[Game]) -> dict[int, list[Game]]:
    """Return the games of the deals that were played from every seat, by deal, in order of the seats."""
    deals = defaultdict(list)
    for each in sorted(games, key=lambda game: (game.deal, game.tested)):
        deals[each.deal].append(each)
    return {deal: played for deal, played in deals.items() if len(played) == len(meeting.tested)}


def score(meeting: Meeting, games: Iterable[Game], goals: Iterable[int] = ()) -> Score | None:
    """Sum up the whole deals among the games; None if there are none."""
    whole = [each for played in whole_deals(meeting, games).values() for each in played]
    if not whole:
        return None
    return Score(
        meeting,
        len(whole),
        _places(meeting, whole),
        sum(each.ranks[each.tested] for each in whole),
        sum(each.totals[each.tested] for each in whole),
        sum(sum(each.totals) for each in whole),
        sum(each.actions for each in whole),
        {goal: sum(max(each.totals) < goal for each in whole) for goal in goals},
    )


def _places(meeting: Meeting, games: Iterable[Game]) -> tuple[float, ...]:
    """Return how often the player under test finished at each place."""
    counted = [Fraction()] * meeting.seats
    for each in games:
        rank = each.ranks[each.tested]
        sharing = each.ranks.count(rank)
        for place in range(rank - 1, rank - 1 + sharing):
            counted[place] += Fraction(1, sharing)
    return tuple(round(float(times), 6) for times in counted)


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return the ends of the Wilson interval that contains the true win rate with 95 % confidence."""
    share, square = wins / games, DEVIATIONS**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    spread = DEVIATIONS / (1 + square / games) * sqrt(share * (1 - share) / games + square / (4 * games**2))
    return middle - spread, middle + spread
