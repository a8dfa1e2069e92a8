"""Ratings, pure: what counts, and what a game says of those who played it. Needs `domain` and openskill alone.

A rating is a fold over the games of a pool in the order of their ends, so whoever has the records has the ratings
(`recompute`). Everybody may enter.
"""

from service.rating.pools import Pool
from service.rating.skills import BEGINNER, RatedGame, RatingOrder, Seated, Skill

__all__ = ["BEGINNER", "Pool", "RatedGame", "RatingOrder", "Seated", "Skill"]
