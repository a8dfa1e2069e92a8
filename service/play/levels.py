"""AI levels by the names that requests and stored games give them."""

from domain.levels import LEVELS, Decide, SearchBudget
from service.problems import UnknownLevel


def find_level(level: str) -> Decide | SearchBudget:
    """Find an AI level by its name; raises UnknownLevel."""
    if level not in LEVELS:
        raise UnknownLevel("There is no AI level {level}.", {"level": level}, levels=list(LEVELS))
    return LEVELS[level]
