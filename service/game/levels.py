"""Find AI levels by name."""

from domain.levels import LEVELS, Decide, SearchBudget
from service.problems import UnknownLevel


def find_level(level: str) -> Decide | SearchBudget:
    """Return an AI level by its name. Raises UnknownLevel."""
    if level not in LEVELS:
        raise UnknownLevel(
            "Send one of the AI levels in `levels`. There is no level {level}.", {"level": level}, levels=tuple(LEVELS)
        )
    return LEVELS[level]
