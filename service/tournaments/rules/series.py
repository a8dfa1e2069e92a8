"""Decide how a match continues: which games it has, when it has ended, and what it counts.

The series of a stage states it. A stage without one plays all `games` of the plan at once.

A game counts one point for its winner in the score of a series. Entrants who share the first place share this point. A
double loss counts none. A match of the kinds `best_of` and `first_to` counts in the standings as one game: the score
decides its places.
"""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import UNSET, UnsetType

from service.tournaments.rules.plan import SIXTIETHS, Plan, Series


class Result(NamedTuple):
    """The counted result of one game of a match."""

    ranks: tuple[int, ...]
    totals: tuple[int, ...] | None
    """The scores; None if scores do not count: after a ruling, and in an aborted game."""
    is_won: bool
    """Whether first places count as wins."""
    is_lost: bool
    """Whether the game is a double loss, without points for any entrant."""
    unpaid: tuple[int, ...] = ()
    """Positions at the table that earn nothing because their entrants never acted."""


def series_of(plan: Plan, stage: int) -> Series:
    """Return the series of a stage, from 0; the one that the plan means if the stage states none."""
    stated: Series | UnsetType = plan.stages[stage].series
    return Series("simultaneous", plan.games) if stated is UNSET else stated


def decides(series: Series) -> bool:
    """Whether a match counts as one game: its score decides the places."""
    return series.kind in ("best_of", "first_to")


def is_sequential(series: Series) -> bool:
    """Whether a match can have games that follow one another."""
    return series.kind != "simultaneous" or series.tie_break_games > 0


def most_games(series: Series, size: int) -> int:
    """Return the maximum number of games in a match at a table of this size, without tie-break games.

    After as many games as `first_to` has here, an entrant has reached the wins, unless entrants shared some.

    >>> [most_games(Series("first_to", 3), size) for size in (2, 4)]
    [5, 9]
    """
    return size * (series.games - 1) + 1 if series.kind == "first_to" else series.games


def games_at_once(series: Series) -> int:
    """Return how many games exist from the start of a match."""
    return series.games if series.kind == "simultaneous" else 1


def games_for_seats(series: Series) -> int:
    """Return the number of games by which seats are balanced: those that each match is sure to have."""
    return series.games // 2 + 1 if series.kind == "best_of" else series.games


def counted_games(series: Series) -> int:
    """Return as how many games a match counts, for byes and missed rounds."""
    return 1 if decides(series) else series.games


def score(results: Sequence[Result], size: int) -> tuple[int, ...]:
    """Return the score of each entrant in table order, in sixtieths of a win."""
    won = [0] * size
    for result in results:
        winners = [] if result.is_lost else [place for place in range(size) if _has_won(result, place)]
        for place in winners:
            won[place] += SIXTIETHS // len(winners)
    return tuple(won)


def _has_won(result: Result, place: int) -> bool:
    return result.ranks[place] == 1 and place not in result.unpaid


def has_next(series: Series, results: Sequence[Result], size: int) -> bool:
    """Whether a match with the results of all its games so far needs another game."""
    left, won = most_games(series, size) - len(results), score(results, size)
    if left > 0:
        return not (decides(series) and _is_decided(series, won, left))
    return left > -series.tie_break_games and won.count(max(won)) > 1 and not all(each.is_lost for each in results)


def _is_decided(series: Series, won: Sequence[int], left: int) -> bool:
    """Whether an entrant has the wins to reach, or cannot be caught up with in the games that are left."""
    if series.kind == "first_to":
        return max(won) >= series.games * SIXTIETHS
    first, second, *_ = sorted(won, reverse=True)
    return first - second > left * SIXTIETHS


def forfeited(entrants: Sequence[int], left: Sequence[int]) -> Result:
    """Return the result of a game that is not played, because these entrants have left the match."""
    unpaid = tuple(place for place, each in enumerate(entrants) if each in left)
    stayed = len(entrants) - len(unpaid)
    ranks = tuple(stayed + 1 if place in unpaid else 1 for place in range(len(entrants)))
    return Result(ranks, None, stayed > 0, stayed == 0, unpaid)
