"""Lines and free-key patterns of a table (1.7) by zone."""

from typing import Final

from domain.riddle.wire.constants import CORNER, CROSS, LINES, MAIN, PATTERNS, ZONES

SORT_OF_ZONE: Final = tuple(MAIN if zone in CROSS else CORNER for zone in range(ZONES))
"""For each zone: the sort of its cards."""


def _other_zones(line: tuple[int, int, int], zone: int) -> tuple[int, int]:
    one, other = (each for each in line if each != zone)
    return one, other


def _rest(pattern: tuple[int, ...], zone: int) -> tuple[int, ...]:
    return tuple(each for each in pattern if each != zone)


THROUGH: Final[tuple[tuple[tuple[tuple[int, int], ...], ...], ...]] = tuple(
    tuple(tuple(_other_zones(line, zone) for line in lines if zone in line) for zone in range(ZONES)) for lines in LINES
)
"""For each mode and zone: the two other zones of each line through it."""
REST_OF_PATTERN: Final[tuple[tuple[tuple[tuple[int, ...], ...], ...], ...]] = tuple(
    tuple(tuple(_rest(pattern, zone) for pattern in patterns if zone in pattern) for zone in range(ZONES))
    for patterns in PATTERNS
)
"""For each mode and zone: the four other zones of each free-key pattern with it."""
ARMS: Final[tuple[tuple[tuple[int, int, int, int], ...], ...]] = (((1, 7, 3, 5),), ((1, 7, 3, 5), (0, 8, 2, 6)))
"""For each mode: the four outer zones of each free-key pattern, opposite ones side by side."""
