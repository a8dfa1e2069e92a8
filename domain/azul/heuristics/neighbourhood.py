"""Value the decorations (6.6) and numbers (8.1.3) around a space, in points."""

from itertools import product
from typing import Final

from domain.azul.heuristics.star_plans import TURNED
from domain.azul.rules.board import NUMBERED
from domain.azul.wire.constants import (
    COST,
    DECORATIONS,
    FULL_STAR,
    MAX_COST,
    MIDDLE,
    NUMBER_BONUS,
    SLOTS,
    SPACES,
    TOUCHING,
)

REWARD: Final = 1.7
"""Value of one bonus tile of a decoration."""
NEARLY: Final = 0.2
"""Share of a reward for covering the spaces before the last one."""
NUMBER_PATIENCE: Final = 3
"""Exponent of a number's value: how sharply it rises towards the last space."""

# Counting

NUMBERS: Final[tuple[int, ...]] = tuple(NUMBER_BONUS)
COUNT_BITS: Final = 3
SOME: Final = 7
"""Mask for one count of a decoration."""
STATUES: Final = 18
"""Shift of the first statue in counts; the pillars come before it, each by its star."""
TALLY: Final = 36
"""Shift of the first number in counts."""
TALLY_BITS: Final = 4


def _marks(side: int, space: int) -> int:
    """Return what a covered space adds to counts."""
    decorations = [DECORATIONS.index(each) for _, each in TOUCHING[space] if each.kind != "window"]
    numbers = [NUMBERS.index(COST[side][space])] if COST[side][space] in NUMBER_BONUS else []
    places = [*(COUNT_BITS * each for each in decorations), *(TALLY + TALLY_BITS * each for each in numbers)]
    return sum(1 << place for place in places)


_MARKS: Final = tuple(tuple(_marks(side, space) for space in range(SPACES)) for side in range(len(COST)))
MARKS: Final[tuple[tuple[tuple[int, ...], ...], ...]] = tuple(
    tuple(
        tuple(
            sum(_MARKS[side][SLOTS * star + slot] for slot in range(SLOTS) if covered >> slot & 1)
            for covered in range(FULL_STAR + 1)
        )
        for star in range(MIDDLE + 1)
    )
    for side in range(len(COST))
)
"""For each side, star and set of covered spaces: what the star adds to counts."""


def counted(side: int, covered: int) -> int:
    """Count the covered spaces of each pillar and statue, three bits each, and of each number, four bits each.

    The fourth pillar is bits 9 to 11, the first statue bits 18 to 20, number 1 bits 36 to 39. Counts cannot overflow: a
    decoration has four spaces, a number at most twelve.
    """
    counts = 0
    for marks in MARKS[side]:
        counts += marks[covered & FULL_STAR]
        covered >>= SLOTS
    return counts


# Decorations


def _rewards(kind: str) -> tuple[float, ...]:
    """Return the value of covering one more space of a decoration, by how many of its spaces are covered."""
    tiles, spaces = next((each.tiles, len(each.spaces)) for each in DECORATIONS if each.kind == kind)
    nearly = [REWARD * tiles * NEARLY / (spaces - done) for done in range(spaces - 1)]
    return (*nearly, REWARD * tiles, 0.0)


PILLAR_REWARDS: Final[tuple[float, ...]] = _rewards("pillar")
STATUE_REWARDS: Final[tuple[float, ...]] = _rewards("statue")
WINDOW_REWARDS: Final[tuple[float, ...]] = _rewards("window")
WINDOWS: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple([(turned >> 4 & 3).bit_count() for turned in TURNED[star]]) for star in range(MIDDLE)
)
"""For each outer star and set of covered spaces: the covered spaces of its window, p5 and p6."""
OUTER_REWARDS: Final[tuple[tuple[tuple[tuple[list[float], ...], ...], ...], ...]] = tuple(
    tuple(
        tuple(
            tuple([front, front + pillar, pillar + back, back, window, window] for window in WINDOW_REWARDS)
            for back in STATUE_REWARDS
        )
        for front in STATUE_REWARDS
    )
    for pillar in PILLAR_REWARDS
)
"""Rewards on an outer star, by covered spaces of its pillar, of the statues after and before it, and of its window."""
_PADDED: Final = (*PILLAR_REWARDS, 0.0, 0.0, 0.0)
PILLAR_PAIRS: Final[tuple[float, ...]] = tuple([low + high for high in _PADDED for low in _PADDED])
"""For each pair of counts: the value of covering one more space of both pillars."""


def rewards(counts: int, star: int, covered: int) -> list[float]:
    """Return by place the value of covering a space of a star: rewards of decorations and progress towards them.

    `counts` is a result of `counted`; `covered` are the star's spaces.
    """
    if star == MIDDLE:
        return _middle_rewards(counts)
    statues = counts >> STATUES
    pillar, after = counts >> COUNT_BITS * star & SOME, statues >> COUNT_BITS * star & SOME
    before = statues >> COUNT_BITS * ((star or MIDDLE) - 1) & SOME
    return OUTER_REWARDS[pillar][after][before][WINDOWS[star][covered]]


def _middle_rewards(counts: int) -> list[float]:
    """Return by slot the value of covering a space of the middle star, which touches two pillars (3.4.2)."""
    pillars = counts & (1 << STATUES) - 1 | (counts & SOME) << STATUES
    return [PILLAR_PAIRS[pillars >> COUNT_BITS * slot & 63] for slot in range(SLOTS)]


# Numbers


def _number_worth(number: int, share: float) -> float:
    """Return the value of a number of whose spaces a share is covered; the whole bonus at 1."""
    return NUMBER_BONUS[number] * min(1.0, share) ** NUMBER_PATIENCE


NUMBER_WORTHS: Final[tuple[tuple[tuple[float, ...], ...], ...]] = tuple(
    tuple(
        tuple(_number_worth(number, done / spaces.bit_count()) for done in range(spaces.bit_count() + 2))
        for number, spaces in numbered.items()
    )
    for numbered in NUMBERED
)
"""The values by side, index in `NUMBERS` and number of covered spaces, from none to all."""


def _number_gains(side: int, done: tuple[int, ...]) -> list[float]:
    """Return by number the value of one more covered space with it; 0 for numbers without a bonus."""
    gains = [worths[each + 1] - worths[each] for worths, each in zip(NUMBER_WORTHS[side], done, strict=True)]
    return [0.0, *gains] + [0.0] * (MAX_COST - len(gains))


def _tally(done: tuple[int, ...]) -> int:
    """Pack the covered spaces of each number in the form of counts."""
    return sum(each << TALLY_BITS * index for index, each in enumerate(done))


NUMBER_GAINS: Final[tuple[dict[int, list[float]], ...]] = tuple(
    {
        _tally(done): _number_gains(side, done)
        for done in product(*(range(spaces.bit_count() + 1) for spaces in NUMBERED[side].values()))
    }
    for side in range(len(COST))
)
"""The results of `_number_gains` by side and by the bits of counts from `TALLY` on."""
