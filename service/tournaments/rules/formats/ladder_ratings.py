"""Rate the entrants of a ladder by its matches alone, so that anyone can recompute the ratings from its record.

The ratings are Elo ratings in whole points. An entrant starts with the rating of its entry, or with START. A match
between equal ratings moves FACTOR / 2 points from the loser to the winner. It counts when its result is known.
"""

from collections.abc import Iterable, Mapping

from msgspec import UNSET

from service.tournaments.rules.match_table import MatchTable
from service.tournaments.rules.points import match_points
from service.tournaments.rules.state import Places, Tournament

START = 1000
"""The rating of an entrant without one: that of the AI level `greedy`."""
FACTOR = 32
"""The most points that a match moves."""
SCALE = 400
"""The lead in points with which ten of eleven matches are won."""


def is_by_rating(tournament: Tournament) -> bool:
    """Whether ratings order a ladder."""
    stated = tournament.plan.stages[0].challenges
    return stated is not UNSET and stated.by == "rating"


def first_places(tournament: Tournament, entrants: Iterable[int]) -> Places:
    """Return the places before the first match; equal ratings are in the order of the entrants."""
    ratings = {each: tournament.entrants[each].entered.rating or START for each in entrants}
    order = sorted(ratings, key=lambda each: -ratings[each])
    return Places(order, order, ratings)


def rated(tournament: Tournament, places: Places, table: MatchTable) -> Places:
    """Return the places after a match with a result; without one that counts, they stay."""
    if table.is_lost_by_all:
        return places
    one, other = table.entrants
    won = match_points(tournament.plan, table)
    gain = _gain(places.ratings, one, other, 0.5 + ((won[0] > won[1]) - (won[0] < won[1])) / 2)
    ratings = {**places.ratings, one: places.ratings[one] + gain, other: places.ratings[other] - gain}
    now = sorted(places.now, key=lambda each: -ratings[each])
    return Places(places.before if now == places.now else places.now, now, ratings)


def _gain(ratings: Mapping[int, int], one: int, other: int, score: float) -> int:
    """Return the points that an entrant gains; `score` is 1 for a win, 0.5 for a draw, and 0 for a defeat.

    >>> [_gain({0: 1200, 1: 1000}, 0, 1, score) for score in (1, 0.5, 0)]
    [8, -8, -24]
    """
    expected = 1 / (1 + 10 ** ((ratings[other] - ratings[one]) / SCALE))
    return round(FACTOR * (score - expected))
