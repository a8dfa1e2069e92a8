"""What boards and tiles are worth to the rule-of-thumb player, in points: tables by small whole numbers.

A star is worth the same whichever way it is turned. So tables hold it by its kind, with its spaces in the order of
3.1.4, p1 to p6: "turned". What a star will bring when full is named by its colour, or MIXED.
"""

from typing import Final

from domain.azul.state import STAR_COUNT, State
from domain.azul.tables import (
    COLOUR_COUNT,
    COLOURED,
    COST,
    FULL_STAR,
    MAX_COST,
    MIDDLE,
    MIXED_BONUS,
    NUMBER_BONUS,
    NUMBERED,
    ROUNDS,
    RUN,
    SLOTS,
    SPACES,
    STAR_BONUS,
    STAR_COLOUR,
    TILES_PER_COLOUR,
    TOUCHING,
)

STAR_TILES: Final = 3.6
"""Tiles that a player can be expected to spend on one star in each later round."""
STAR_TILES_NOW: Final = 0.5
"""What this round may still bring to a star beyond the tiles in hand."""
TILE: Final = 0.5
"""A tile in hand beyond what it brings to the star where its colour is collected."""
WILD: Final = 1.8
"""A wild in hand, as a help for any colour; also a tile that will be wild in the next round."""
LEAD: Final = 1.3
"""Beginning phase 2 and the next round."""
REWARD: Final = 1.7
"""A tile of the reward of a decoration."""
NEARLY: Final = 0.2
"""The part of a reward that lies in covering the spaces before the last one."""
NUMBER_PATIENCE: Final = 3
"""How sharply the worth of a number's bonus rises towards the last space: a power."""

MIXED: Final = COLOUR_COUNT
"""Stands for a star of several colours beside the colours of stars."""
BONUS: Final[tuple[int, ...]] = (*STAR_BONUS, MIXED_BONUS)

# Stars

KIND: Final[tuple[tuple[int, ...], ...]] = ((0,) * STAR_COUNT, (1,) * MIDDLE + (2,))
"""By side and star: whether it costs 1 to 6 in order, what outer stars of side B cost, or the same everywhere."""
KIND_COST: Final[tuple[tuple[int, ...], ...]] = (COST[0][-SLOTS:], (*COST[1][1:SLOTS], COST[1][0]), COST[1][-SLOTS:])
"""By kind: the numbers on p1 to p6."""
P1: Final[tuple[int, ...]] = (*((star + 1) % SLOTS for star in range(MIDDLE)), 0)
"""By star: the slot of p1."""


def _turn(star: int, covered: int) -> int:
    """Turn the covered spaces of a star until p1 comes first."""
    return (covered >> P1[star] | covered << SLOTS - P1[star]) & FULL_STAR


TURNED: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(_turn(star, covered) for covered in range(FULL_STAR + 1)) for star in range(STAR_COUNT)
)
"""By star and mask of its covered slots: the same with its spaces in order."""


def _prospects(kind: int, bonus: int, later: int) -> tuple[float, ...]:
    """Give, by covered spaces, the part of a star's bonus that it has come near to with so many rounds to come.

    All of it when full, less the more tiles it still needs.
    """
    tiles = STAR_TILES * later + STAR_TILES_NOW
    missing = [
        sum(cost for place, cost in enumerate(KIND_COST[kind]) if not covered >> place & 1)
        for covered in range(FULL_STAR + 1)
    ]
    return tuple([BONUS[bonus] * max(0.0, 1 - each / tiles) for each in missing])


PROSPECTS: Final[tuple[tuple[tuple[tuple[float, ...], ...], ...], ...]] = tuple(
    tuple(tuple(_prospects(kind, bonus, later) for later in range(ROUNDS + 1)) for bonus in range(len(BONUS)))
    for kind in range(len(KIND_COST))
)
"""By kind, bonus, rounds to come and covered spaces, turned."""

Plans = list[list[float]]
"""By covered spaces, turned, and tiles of the right colour: the best that the tiles make of a star."""
_PLANS: Final[list[Plans]] = [[]] * (len(KIND_COST) * COLOUR_COUNT * ROUNDS)


def plans(kind: int, colour: int, later: int) -> Plans:
    """Give what tiles of a colour can make of a star in that colour: points for runs, and prospects of its bonus.

    Worked out when first asked for, for it takes some milliseconds.
    """
    index = (kind * COLOUR_COUNT + colour) * ROUNDS + later
    if not _PLANS[index]:
        _PLANS[index] = _work_out(KIND_COST[kind], PROSPECTS[kind][colour][later])
    return _PLANS[index]


def _work_out(costs: tuple[int, ...], prospects: tuple[float, ...]) -> Plans:
    """Build plans from those for fuller stars: what is left to make of them after one more space is paid for."""
    worked_out: Plans = [[]] * (FULL_STAR + 1)
    for covered in range(FULL_STAR, -1, -1):
        column = [prospects[covered]] * (TILES_PER_COLOUR + 1)
        for place, cost in enumerate(costs):
            if not covered >> place & 1:
                after = covered | 1 << place
                for tiles in range(cost, TILES_PER_COLOUR + 1):
                    column[tiles] = max(column[tiles], RUN[after][place] + worked_out[after][tiles - cost])
        worked_out[covered] = column
    return worked_out


NO_PLANS: Final[Plans] = []
NO_STAR: Final = -1
ANYTHING: Final = -1
"""Stands for an empty star of side B beside the colours of stars."""
HOMES: Final[list[int]] = [STAR_COLOUR.index(colour) for colour in range(COLOUR_COUNT)]


def homes(state: State, seat: int) -> list[int]:
    """Give by colour the star on which it is collected; the list is not to be changed.

    On side B the one with most tiles of nothing else, or the first empty one; NO_STAR if there is neither.
    """
    if state.side == COLOURED:
        return HOMES
    covered, empty = state.covered[seat], NO_STAR
    found, most = [NO_STAR] * COLOUR_COUNT, [0] * COLOUR_COUNT
    for star in range(STAR_COUNT):
        slots = covered >> SLOTS * star & FULL_STAR
        if not slots:
            empty = star if empty == NO_STAR else empty
        elif slots != FULL_STAR:
            colour, tiles = looks_like(state, seat, star), slots.bit_count()
            if colour != MIXED and tiles > most[colour]:
                found[colour], most[colour] = star, tiles
    return [empty if star == NO_STAR else star for star in found]


def looks_like(state: State, seat: int, star: int) -> int:
    """Say what kind a star is, as it looks so far: its colour, MIXED or ANYTHING."""
    if state.side == COLOURED:
        return MIXED if star == MIDDLE else STAR_COLOUR[star]
    shift, first = SLOTS * star, COLOUR_COUNT * seat
    slots = state.covered[seat] >> shift & FULL_STAR
    for colour in range(COLOUR_COUNT):
        alike = state.shown[first + colour] >> shift & FULL_STAR
        if alike:
            return colour if alike == slots else MIXED
    return ANYTHING


NOTHING_COLLECTED: Final[list[float]] = [0.0] * (TILES_PER_COLOUR + 1)
"""What tiles are worth that no star collects, by their number."""
AS_WILDS: Final[list[float]] = [WILD * tiles for tiles in range(TILES_PER_COLOUR + 1)]
"""What wilds are worth, by their number."""


def collected(state: State, seat: int, home: list[int]) -> list[list[float]]:
    """Give by colour and number what tiles in hand make of the star where they are collected; `home` is by colour."""
    kind, covered, later = KIND[state.side], state.covered[seat], ROUNDS - state.round
    worths = [NOTHING_COLLECTED] * COLOUR_COUNT
    for colour, star in enumerate(home):
        if star != NO_STAR:
            worths[colour] = plans(kind[star], colour, later)[TURNED[star][covered >> SLOTS * star & FULL_STAR]]
    return worths


def in_hand(state: State, seat: int, wild: int) -> list[list[float]]:
    """Give by colour and number what tiles in hand are worth, as wilds or for the star that collects them."""
    worths = collected(state, seat, homes(state, seat))
    worths[wild] = AS_WILDS
    return worths


# Decorations and numbers

NEAR: Final[tuple[int, ...]] = tuple(
    sum(1 << near for near in range(SPACES) if any(mask >> near & 1 for mask, _ in TOUCHING[space]))
    for space in range(SPACES)
)
"""By space, the spaces of all decorations that it touches, a mask."""


def _reward(space: int, covered: int) -> float:
    """Give what covering a space brings in rewards of decorations and in prospects of them."""
    left = [((mask & ~covered).bit_count(), decoration.tiles) for mask, decoration in TOUCHING[space]]
    return sum([REWARD * tiles * (1.0 if spaces == 1 else NEARLY / spaces) for spaces, tiles in left], 0.0)


def _subsets(mask: int) -> list[int]:
    """List all subsets of a set."""
    subsets = [0]
    while mask:
        lowest = mask & -mask
        subsets += [subset | lowest for subset in subsets]
        mask -= lowest
    return subsets


REWARDS: Final[tuple[dict[int, float], ...]] = tuple(
    {covered: _reward(space, covered) for covered in _subsets(NEAR[space] - (1 << space))} for space in range(SPACES)
)
"""By space and the covered ones among `NEAR`: what covering it brings in rewards."""


def _number_worth(number: int, share: float) -> float:
    """Give the part of a number's bonus that a share of its spaces has come near to: all when all are covered."""
    return NUMBER_BONUS[number] * min(1.0, share) ** NUMBER_PATIENCE


NUMBERS: Final[tuple[int, ...]] = tuple(NUMBER_BONUS)
NUMBER_SPACES: Final[tuple[tuple[int, ...], ...]] = tuple(tuple(spaces.values()) for spaces in NUMBERED)
"""By side and place in `NUMBERS`: the mask of its spaces."""
NUMBER_WORTHS: Final[tuple[tuple[tuple[float, ...], ...], ...]] = tuple(
    tuple(
        tuple(_number_worth(number, done / spaces.bit_count()) for done in range(spaces.bit_count() + 2))
        for number, spaces in numbered.items()
    )
    for numbered in NUMBERED
)
"""By side, place in `NUMBERS` and covered spaces of it: what they are worth; one more than all is worth no more."""


def number_worth(side: int, covered: int) -> float:
    """Give what the covered spaces are worth as parts of numbers."""
    worth = 0.0
    for index, spaces in enumerate(NUMBER_SPACES[side]):
        worth += NUMBER_WORTHS[side][index][(covered & spaces).bit_count()]
    return worth


def number_gains(side: int, covered: int) -> list[float]:
    """Give by number how much nearer one more space with it brings its bonus; nothing for numbers without one."""
    gains = [0.0] * (MAX_COST + 1)
    for index, spaces in enumerate(NUMBER_SPACES[side]):
        done, worths = (covered & spaces).bit_count(), NUMBER_WORTHS[side][index]
        gains[NUMBERS[index]] = worths[done + 1] - worths[done]
    return gains
