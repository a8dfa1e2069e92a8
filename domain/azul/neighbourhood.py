"""What covering a space brings to what lies around it: decorations (6.6) and numbers (8.1.3), in points."""

from typing import Final

from domain.azul.stars import KIND, KIND_COST
from domain.azul.tables import DECORATIONS, FULL_STAR, MAX_COST, MIDDLE, NUMBER_BONUS, NUMBERED, SLOTS

REWARD: Final = 1.7
"""A tile of the reward of a decoration."""
NEARLY: Final = 0.2
"""The part of a reward that lies in covering the spaces before the last one."""
NUMBER_PATIENCE: Final = 3
"""How sharply the worth of a number's bonus rises towards the last space: a power."""

# Decorations


def _rewards(kind: str) -> tuple[float, ...]:
    """Give what covering one more space of a decoration brings, by how many of its spaces are covered."""
    tiles, spaces = next((each.tiles, len(each.spaces)) for each in DECORATIONS if each.kind == kind)
    nearly = [REWARD * tiles * NEARLY / (spaces - done) for done in range(spaces - 1)]
    return (*nearly, REWARD * tiles, 0.0)


PILLAR_REWARDS: Final[tuple[float, ...]] = _rewards("pillar")
STATUE_REWARDS: Final[tuple[float, ...]] = _rewards("statue")
WINDOW_REWARDS: Final[tuple[float, ...]] = _rewards("window")


def _pairs(place: int) -> tuple[int, ...]:
    """Count, by covered spaces of a star, turned, those of this place and the next."""
    return tuple([(covered >> place & 3).bit_count() for covered in range(FULL_STAR + 1)])


P1_P2: Final[tuple[int, ...]] = _pairs(0)
P2_P3: Final[tuple[int, ...]] = _pairs(1)
P3_P4: Final[tuple[int, ...]] = _pairs(2)
P5_P6: Final[tuple[int, ...]] = _pairs(4)


def _outer_rewards(covered: int, middle: int, after: int, before: int) -> list[float]:
    """Give, by place, what covering a space of an outer star brings in rewards of decorations and prospects of them.

    `covered` are its own spaces, turned; the others are numbers of covered spaces that share a decoration with it: in
    the middle its pillar, on the star after it a statue, on the one before it the other statue.
    """
    pillar = PILLAR_REWARDS[P2_P3[covered] + middle]
    front, back = STATUE_REWARDS[P1_P2[covered] + after], STATUE_REWARDS[P3_P4[covered] + before]
    window = WINDOW_REWARDS[P5_P6[covered]]
    return [front, front + pillar, pillar + back, back, window, window]


OUTER_REWARDS: Final[tuple[tuple[list[float], ...], ...]] = tuple(
    tuple(_outer_rewards(covered, middle, after, before) for covered in range(FULL_STAR + 1))
    for middle in range(3)
    for after in range(3)
    for before in range(3)
)
"""By 9 * middle + 3 * after + before, and covered spaces, as `_outer_rewards` has them."""


def rewards(stars: list[int], star: int) -> list[float]:
    """Give, by place, what covering a space of a star brings in rewards, and in prospects of them.

    `stars` is what `turned_stars` gives.
    """
    if star == MIDDLE:
        return _middle_rewards(stars)
    middle = (stars[MIDDLE] >> star & 1) + (stars[MIDDLE] >> (star + 5) % SLOTS & 1)
    after, before = P3_P4[stars[(star + 1) % MIDDLE]], P1_P2[stars[(star + 5) % MIDDLE]]
    return OUTER_REWARDS[9 * middle + 3 * after + before][stars[star]]


def _middle_rewards(stars: list[int]) -> list[float]:
    """Give what covering a space of the middle star brings: it borders on the pillars of two stars (3.4.2)."""
    middle = stars[MIDDLE] | stars[MIDDLE] << SLOTS
    pillars = [
        PILLAR_REWARDS[P2_P3[stars[star]] + (middle >> star & 1) + (middle >> star + SLOTS - 1 & 1)]
        for star in range(MIDDLE)
    ]
    return [pillars[slot] + pillars[(slot + 1) % MIDDLE] for slot in range(SLOTS)]


# Numbers


def _number_worth(number: int, share: float) -> float:
    """Give the part of a number's bonus that a share of its spaces has come near to: all when all are covered."""
    return NUMBER_BONUS[number] * min(1.0, share) ** NUMBER_PATIENCE


NUMBERS: Final[tuple[int, ...]] = tuple(NUMBER_BONUS)
NUMBER_WORTHS: Final[tuple[tuple[tuple[float, ...], ...], ...]] = tuple(
    tuple(
        tuple(_number_worth(number, done / spaces.bit_count()) for done in range(spaces.bit_count() + 2))
        for number, spaces in numbered.items()
    )
    for numbered in NUMBERED
)
"""By side, place in `NUMBERS` and covered spaces of it: what they are worth; one more than all is worth no more."""
TALLY_BITS: Final = 4
TALLY: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(
        sum(
            1 << TALLY_BITS * NUMBERS.index(cost)
            for place, cost in enumerate(costs)
            if covered >> place & 1 and cost in NUMBER_BONUS
        )
        for covered in range(FULL_STAR + 1)
    )
    for costs in KIND_COST
)
"""By kind of star and its covered spaces, turned: how many have each of `NUMBERS`, four bits each."""


def _tally(side: int, stars: list[int]) -> int:
    """Count the covered spaces of a board that have each of `NUMBERS`, four bits each."""
    tally = 0
    for star, covered in enumerate(stars):
        tally += TALLY[KIND[side][star]][covered]
    return tally


def number_worth(side: int, stars: list[int]) -> float:
    """Give what the covered spaces are worth as parts of numbers; `stars` is what `turned_stars` gives."""
    tally, worth = _tally(side, stars), 0.0
    for index, worths in enumerate(NUMBER_WORTHS[side]):
        worth += worths[tally >> TALLY_BITS * index & 15]
    return worth


def number_gains(side: int, stars: list[int]) -> list[float]:
    """Give by number how much nearer one more space with it brings its bonus; nothing for numbers without one."""
    tally, gains = _tally(side, stars), [0.0] * (MAX_COST + 1)
    for index, worths in enumerate(NUMBER_WORTHS[side]):
        done = tally >> TALLY_BITS * index & 15
        gains[NUMBERS[index]] = worths[done + 1] - worths[done]
    return gains
