"""The tiny ruleset with measured AI levels, and its rating pool."""

from dataclasses import replace

from domain.ratings import Rating
from service.rating.pools import pool_of
from tests.tiny import TINY


def measured(level, rating, seats=2):
    return Rating(seats, level, rating, rating - 98, rating + 98, 400, 1.0, 2.0)


RATED = replace(TINY, ratings=(measured("greedy", 1000), measured("random", 600)))
POOL = pool_of(RATED, RATED.options_type(), 2)
