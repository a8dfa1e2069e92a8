"""Constants of Azul: Summer Pavilion. Numbers in brackets are paragraphs of the rules.

Colours, stars, spaces and sources are small integers in the engine and words on the wire; the tables of this module
convert them. The board is symmetric: each outer star repeats the previous one, rotated (3.1.4).
"""

from typing import Final, NamedTuple

MIN_SEATS: Final = 2
MAX_SEATS: Final = 4
ROUNDS: Final = 6
FACTORIES: Final = {2: 5, 3: 7, 4: 9}  # 2.2.3
TILES_PER_FACTORY: Final = 4
TILES_PER_COLOUR: Final = 22  # 2.1.2
SUPPLY_SPACES: Final = 10
MOST_KEPT: Final = 4  # 2.2.6, corners of a board
START_SCORE: Final = 5
LEAST_SCORE: Final = 1  # 2.3.2
TRACK: Final = 80  # spaces of the score track

COLOURS: Final[tuple[str, ...]] = (
    "purple",
    "green",
    "orange",
    "yellow",
    "blue",
    "red",
)  # 1.3.3; round r has wild colour r - 1 (2.2.8)
COLOUR: Final = {name: colour for colour, name in enumerate(COLOURS)}
PURPLE, GREEN, ORANGE, YELLOW, BLUE, RED = range(6)
COLOUR_COUNT: Final = 6

CENTRE: Final = 0
"""The source number of the table centre; factory f1 is source 1, and so on."""
SOURCES: Final = ("centre", *(f"f{number}" for number in range(1, FACTORIES[MAX_SEATS] + 1)))
SOURCE: Final = {name: source for source, name in enumerate(SOURCES)}

SIDES: Final = ("A", "B")
COLOURED: Final = 0
GREY: Final = 1

STARS: Final[tuple[str, ...]] = ("nw", "ne", "e", "se", "sw", "w", "c")  # 1.3.2, the outer ones clockwise
STAR_COUNT: Final = 7
STAR: Final = {name: star for star, name in enumerate(STARS)}
MIDDLE: Final = 6
SLOTS: Final = 6
"""The number of spaces of a star. Space 6 * star + slot is one of the 42 spaces of the board."""
DIRECTIONS: Final = ("N", "NE", "SE", "S", "SW", "NW")
SPACES: Final = 42
STAR_COLOUR: Final[tuple[int, ...]] = (ORANGE, RED, BLUE, YELLOW, GREEN, PURPLE)  # 3.2.1, outer stars of side A
ALL_COLOURS: Final = 63
FULL_STAR: Final = 63

STAR_BONUS: Final[tuple[int, ...]] = (20, 18, 17, 16, 15, 14)  # 2.2.10, by colour
MIXED_BONUS: Final = 12
NUMBER_BONUS: Final = {1: 4, 2: 8, 3: 12, 4: 16}  # 2.2.11
MAX_COST: Final = 6

_POSITION_COST: Final = ((1, 2, 3, 4, 5, 6), (3, 2, 1, 4, 5, 6))  # 3.2.4: p1 to p6 of an outer star, by side
_MIDDLE_COST: Final = ((1, 2, 3, 4, 5, 6), (3, 3, 3, 3, 3, 3))  # 3.2.1, 3.2.2: by slot, by side


def position(star: int, number: int) -> int:
    """Return the space at position p1 to p6 of an outer star (3.1.4); p0 is p6."""
    return SLOTS * star + (star + number) % SLOTS


def _costs(side: int) -> tuple[int, ...]:
    """Return the numbers printed on the 42 spaces of a side (3.2)."""
    outer = {position(star, p + 1): cost for star in range(MIDDLE) for p, cost in enumerate(_POSITION_COST[side])}
    return (*(outer[space] for space in range(SLOTS * MIDDLE)), *_MIDDLE_COST[side])


COST: Final = tuple(_costs(side) for side in range(len(SIDES)))


class Decoration(NamedTuple):
    """A pillar, statue or window, with its reward when all its spaces are covered (3.4)."""

    name: str
    kind: str
    tiles: int
    spaces: tuple[int, ...]


def _decorations_of(star: int) -> tuple[Decoration, Decoration, Decoration]:
    """Return the pillar of an outer star, the statue towards the next star clockwise, and the window (3.4.2)."""
    after = (star + 1) % MIDDLE
    name = STARS[star]
    middle = (SLOTS * MIDDLE + (star + 5) % SLOTS, SLOTS * MIDDLE + star)
    p = [position(star, number) for number in range(7)]
    return (
        Decoration(f"P-{name}", "pillar", 1, (p[2], p[3], *middle)),
        Decoration(f"S-{name}-{STARS[after]}", "statue", 2, (p[1], p[2], position(after, 3), position(after, 4))),
        Decoration(f"W-{name}", "window", 3, (p[5], p[6])),
    )


DECORATIONS: Final = tuple(
    decoration for group in zip(*map(_decorations_of, range(MIDDLE)), strict=True) for decoration in group
)
DECORATION_NAMES: Final = tuple(decoration.name for decoration in DECORATIONS)


def mask_of(spaces: tuple[int, ...]) -> int:
    """Return a set of spaces as a bit mask."""
    return sum(1 << space for space in spaces)


TOUCHING: Final = tuple(
    tuple((mask_of(each.spaces), each) for each in DECORATIONS if space in each.spaces) for space in range(SPACES)
)
"""For each space, the adjacent decorations with the masks of their spaces."""
