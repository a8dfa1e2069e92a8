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
    STAR_BONUS,
    STAR_COLOUR,
    TILES_PER_COLOUR,
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

PILLAR: Final = 1
STATUE: Final = 2
WINDOW: Final = 3
"""The bonus tiles of each kind of decoration (3.4)."""


def _rewards(tiles: int, spaces: int) -> tuple[float, ...]:
    """Give what covering one more space of a decoration brings, by how many of its spaces are covered."""
    nearly = [REWARD * tiles * NEARLY / (spaces - done) for done in range(spaces - 1)]
    return (*nearly, REWARD * tiles, 0.0)


PILLAR_REWARDS: Final[tuple[float, ...]] = _rewards(PILLAR, 4)
STATUE_REWARDS: Final[tuple[float, ...]] = _rewards(STATUE, 4)
WINDOW_REWARDS: Final[tuple[float, ...]] = _rewards(WINDOW, 2)


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


def turned_stars(covered: int) -> list[int]:
    """Give the covered spaces of each star, turned."""
    return [TURNED[star][covered >> SLOTS * star & FULL_STAR] for star in range(STAR_COUNT)]


def rewards(stars: list[int], star: int) -> list[float]:
    """Give, by place, what covering a space of a star brings in rewards, and in prospects of them.

    `stars` is what `turned_stars` gives. Nothing is meant by the numbers of covered spaces.
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
