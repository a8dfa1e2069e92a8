"""Rate games; depends only on `domain`, `service.svg` and openskill, and any package may import it.

A rating is a fold over the games of a pool in the order of their ends. The records of games are therefore enough to
recompute all ratings (`recompute`).
"""

from service.rating.pools import Pool
from service.rating.skills import BEGINNER, RatedGame, RatingOrder, Seated, Skill

__all__ = ["BEGINNER", "Pool", "RatedGame", "RatingOrder", "Seated", "Skill"]
