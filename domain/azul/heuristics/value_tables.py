"""The learned value of a seat, added up from a few tables.

`values.json` has a weight for each fact, by side, number of seats and round. Here the weights of facts that follow from
the same few numbers are added up in advance, so that a seat is valued by some thirty look-ups.
"""

from functools import cache, partial
from typing import Final, NamedTuple

from domain.azul.heuristics.neighbourhood import NUMBERS
from domain.azul.heuristics.value_facts import (
    ALL_HELD,
    HELD,
    LEARNED_ROUNDS,
    LOOKS,
    MOST_OF_A_COLOUR,
    MOST_OF_A_NUMBER,
    MOST_SCORE_STEPS,
    MOST_TILES,
    NEED,
    NEEDS,
    NUMBER,
    PILLAR,
    SCORE,
    STATUE,
    TAKEN,
    TURN,
    need,
    remaining,
    star_facts,
)
from domain.azul.wire.constants import (
    ALL_COLOURS,
    COLOUR_COUNT,
    COST,
    FULL_STAR,
    MAX_SEATS,
    ROUNDS,
    SIDES,
    STAR_COUNT,
    TILES_PER_COLOUR,
)
from domain.learned_values import LearnedValue, read_values

WIN_TEMPERATURE: Final = 9.0
"""The difference of values that makes a seat e times as likely to win."""
SLOT_SETS: Final = FULL_STAR + 1
SCORE_STEPS: Final = 40
"""The steps of points in the tables; a higher score counts as the last."""


class Tables(NamedTuple):
    """The value of a seat, in parts; multiplied so that `WIN_TEMPERATURE` fits every round."""

    mean: float
    point: float
    """The value of a point that the seat has."""
    stars: list[list[float]]
    """For each star, at 64 * what it looks like + its covered slots."""
    needs: list[list[float]]
    """For each colour, by the tiles that a star of the colour needs beyond those in hand; from -22."""
    taken: list[float]
    """By the set of colours that the middle star takes."""
    numbers: list[list[float]]
    """For each number, by its covered spaces."""
    pillars: list[float]
    statues: list[float]
    """By the covered spaces of one pillar or statue."""
    held: list[list[float]]
    """For each colour, by its tiles in hand."""
    tiles: list[float]
    """By all tiles in hand."""
    score: list[float]
    """By the steps of points that the seat has."""
    turn: list[float]
    """By the places after the starter."""


NEEDED: Final[list[list[list[int]]]] = [
    [[remaining(side, star, slots) for slots in range(SLOT_SETS)] for star in range(STAR_COUNT)]
    for side in range(len(COST))
]
"""For each side, star and set of covered slots: the cost of the other slots."""
LEAST_NEED: Final = -TILES_PER_COLOUR
MOST_NEEDED: Final = max(max(star) for side in NEEDED for star in side)


_values: Final = cache(partial(read_values, "domain.azul"))
_TABLES: Final[list[Tables | None]] = [None] * (len(SIDES) * (MAX_SEATS + 1) * (ROUNDS + 1))


def tables(side: int, seats: int, number: int) -> Tables:
    """Return the tables for the start of a round; they are built when they are first needed."""
    place = (side * (MAX_SEATS + 1) + seats) * (ROUNDS + 1) + number
    found = _TABLES[place]
    if found is None:
        found = _built(_values()[SIDES[side]][seats][max(number, LEARNED_ROUNDS.start) - LEARNED_ROUNDS.start])
        _TABLES[place] = found
    return found


def _built(learned: LearnedValue) -> Tables:
    """Add up the weights."""
    point = WIN_TEMPERATURE / learned.temperature
    weights = [weight * point for weight in learned.weights]

    def row(first: int, most: int, values: range) -> list[float]:
        return [weights[first + min(value, most)] for value in values]

    tiles = range(COLOUR_COUNT * TILES_PER_COLOUR + 1)
    return Tables(
        mean=learned.mean * point,
        point=point,
        stars=[
            [
                sum([weights[fact] for fact in star_facts(star, look, slots)])
                for look in range(LOOKS)
                for slots in range(SLOT_SETS)
            ]
            for star in range(STAR_COUNT)
        ],
        needs=[
            [weights[NEED + NEEDS * colour + need(tiles)] for tiles in range(LEAST_NEED, MOST_NEEDED + 1)]
            for colour in range(COLOUR_COUNT)
        ],
        taken=[
            sum([weights[TAKEN + colour] for colour in range(COLOUR_COUNT) if colours >> colour & 1])
            for colours in range(ALL_COLOURS + 1)
        ],
        numbers=[
            row(NUMBER + (MOST_OF_A_NUMBER + 1) * number, MOST_OF_A_NUMBER, range(MOST_OF_A_NUMBER + 1))
            for number in range(len(NUMBERS))
        ],
        pillars=weights[PILLAR:STATUE],
        statues=weights[STATUE:HELD],
        held=[
            row(HELD + (MOST_OF_A_COLOUR + 1) * colour, MOST_OF_A_COLOUR, range(TILES_PER_COLOUR + 1))
            for colour in range(COLOUR_COUNT)
        ],
        tiles=row(ALL_HELD, MOST_TILES, tiles),
        score=row(SCORE, MOST_SCORE_STEPS, range(SCORE_STEPS)),
        turn=weights[TURN:],
    )
