"""Write points as decimal numbers."""

from service.tournaments.rules.plan import SIXTIETHS

DECIMALS = 4


def points(sixtieths: int) -> float:
    """Return points as a decimal number."""
    return round(sixtieths / SIXTIETHS, DECIMALS)
