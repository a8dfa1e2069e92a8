"""Find AI levels by name."""

from domain.levels import LEVELS, Decide, SearchBudget
from service import problems


def find_level(level: str) -> Decide | SearchBudget:
    """Return an AI level by its name. Raises UnknownLevel."""
    if level not in LEVELS:
        raise problems.UnknownLevel(
            "Send one of the AI levels in `levels`. There is no level {level}.", {"level": level}, levels=tuple(LEVELS)
        )
    return LEVELS[level]
