"""Boards: legal spaces (6.2, 9.1), payments (6.3), and what a placement scores and earns (6.5, 6.6).

The covered spaces of one star are a bit mask by slot; those of a board are a bit mask by space.
"""

from typing import Any, Final

from domain.azul.rules.state import State
from domain.azul.rules.tiles import BITS, COLOURS_OF, COUNT, ONE, present
from domain.azul.wire.actions import PlaceTile
from domain.azul.wire.constants import (
    ALL_COLOURS,
    COLOUR_COUNT,
    COLOURED,
    COLOURS,
    COST,
    DECORATIONS,
    FULL_STAR,
    MAX_COST,
    MIDDLE,
    NUMBER_BONUS,
    SLOTS,
    SPACES,
    STAR_COLOUR,
    STAR_COUNT,
    STARS,
    TILES_PER_COLOUR,
    TOUCHING,
    mask_of,
)

# Runs, numbers and rewards


def _run(covered: int, slot: int) -> int:
    """Return the length of the run of covered spaces that contains a slot of a star (1.2.4)."""
    if covered == FULL_STAR:
        return SLOTS
    length = 1
    for step in (1, SLOTS - 1):
        place = (slot + step) % SLOTS
        while covered >> place & 1:
            length += 1
            place = (place + step) % SLOTS
    return length


RUN: Final = tuple(tuple(_run(covered, slot) for slot in range(SLOTS)) for covered in range(1 << SLOTS))
"""For each set of covered spaces of a star and each of its slots: the length of the run (6.5.1)."""
NUMBERED: Final = tuple(
    {number: mask_of(tuple(space for space in range(SPACES) if cost[space] == number)) for number in NUMBER_BONUS}
    for cost in COST
)
"""For each side and each number with a bonus: the mask of its spaces (8.1.3)."""
_REWARDS: Final = tuple(tuple((mask, decoration.tiles) for mask, decoration in touching) for touching in TOUCHING)
"""For each space: the masks and bonus tiles of the decorations that it touches."""
_DECORATIONS: Final = tuple((mask_of(decoration.spaces), decoration.tiles) for decoration in DECORATIONS)
"""Mask and bonus tiles of each decoration."""


def rewarded(covered: int, space: int) -> int:
    """Count the bonus tiles of the decorations completed by covering a space (6.6.1, 6.6.3)."""
    reward = 0
    for mask, tiles in _REWARDS[space]:
        if covered & mask == mask:
            reward += tiles
    return reward


def reward_of(covered: int) -> int:
    """Count the bonus tiles of all completed decorations of a board."""
    return sum([tiles for mask, tiles in _DECORATIONS if covered & mask == mask])


# Which colours a star takes


def new_board(side: int) -> list[int]:
    """Return the colours that each star of an empty board accepts (6.2.2, 6.2.3, 9.1.3)."""
    if side == COLOURED:
        return [*(1 << colour for colour in STAR_COLOUR), ALL_COLOURS]
    return [ALL_COLOURS] * STAR_COUNT


def lay(state: State, seat: int, space: int, colour: int) -> None:
    """Cover a space and update the colours that its star accepts."""
    star = space // SLOTS
    state.covered[seat] |= 1 << space
    state.shown[COLOUR_COUNT * seat + colour] |= 1 << space
    if state.side != COLOURED:
        state.takes[STAR_COUNT * seat + star] = _takes(state, seat, star, colour)
    elif star == MIDDLE:
        state.takes[STAR_COUNT * seat + star] &= ~(1 << colour)


def _takes(state: State, seat: int, star: int, colour: int) -> int:
    """Return the colours that a star of side B accepts after a tile of this colour (9.1.3, 9.1.4)."""
    tiles, alike = state.star(seat, star).bit_count(), on_star(state, seat, star, colour).bit_count()
    if tiles == 1:
        return ALL_COLOURS
    if alike > 1:
        return 1 << colour
    return ALL_COLOURS & ~colours_on(state, seat, star)


def on_star(state: State, seat: int, star: int, colour: int) -> int:
    """Return the spaces of a star that are covered by a colour."""
    return state.shown[COLOUR_COUNT * seat + colour] >> SLOTS * star & FULL_STAR


def colours_on(state: State, seat: int, star: int) -> int:
    """Return the set of colours on a star."""
    return sum(1 << colour for colour in range(COLOUR_COUNT) if on_star(state, seat, star, colour))


# Payment


def wilds_range(state: State, seat: int, space: int, colour: int) -> tuple[int, int]:
    """Return the fewest and the most wilds that can pay a placement (6.3.4); fewest > most if none can."""
    cost, hand, wild = COST[state.side][space], state.hand[seat], state.round - 1
    own = hand >> BITS * colour & COUNT
    if colour == wild:
        return (0, 0) if own >= cost else (1, 0)
    return max(0, cost - own), min(cost - 1, hand >> BITS * wild & COUNT)


_HELP: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple([wilds * (sum(ONE) - ONE[wild]) for wilds in range(TILES_PER_COLOUR + 1)]) for wild in range(COLOUR_COUNT)
)
"""For each wild colour and number of wilds: this number of tiles of each other colour."""


def payable(hand: int, wild: int) -> int:
    """Return by colour, as a multiset, how many tiles of a hand can pay: tiles of that colour and wilds (6.3)."""
    return hand + _HELP[wild][hand >> BITS * wild & COUNT]


REACH: Final[tuple[int, ...]] = tuple(min(tiles, MAX_COST) for tiles in range(2 * COUNT))
"""For each number of tiles that can pay: the highest affordable cost."""


# Placements

PLACE_ACTIONS: Final = tuple(
    tuple(PlaceTile(STARS[space // SLOTS], space % SLOTS, colour) for colour in COLOURS) for space in range(SPACES)
)
"""For each space and colour: the action."""
PLACED: Final[dict[Any, int]] = {
    PLACE_ACTIONS[space][colour]: COLOUR_COUNT * space + colour
    for space in range(SPACES)
    for colour in range(COLOUR_COUNT)
}
"""Space and colour of a placement: 6 * space + colour."""
PASSING: Final = -1
"""Passing, as a number beside those of `PLACED`."""
PLACEMENTS: Final = tuple(
    tuple(
        tuple(
            tuple(PLACE_ACTIONS[SLOTS * star + slot][colour] for slot in range(SLOTS) if slots >> slot & 1)
            for slots in range(FULL_STAR + 1)
        )
        for colour in range(COLOUR_COUNT)
    )
    for star in range(STAR_COUNT)
)
"""For each star, colour and set of slots: the placements there."""


def _within_reach(side: int, star: int, covered: int) -> bytes:
    """Return the empty affordable slots of a star for each highest affordable cost, 0 to 6."""
    cost = COST[side][SLOTS * star : SLOTS * (star + 1)]
    return bytes(
        sum(1 << slot for slot in range(SLOTS) if not covered >> slot & 1 and cost[slot] <= reach)
        for reach in range(MAX_COST + 1)
    )


WITHIN_REACH: Final[tuple[tuple[tuple[bytes, ...], ...], ...]] = tuple(
    tuple(tuple(_within_reach(side, star, covered) for covered in range(FULL_STAR + 1)) for star in range(STAR_COUNT))
    for side in range(len(COST))
)
"""The available slots by side, star, covered spaces of the star and highest affordable cost."""


def placements(state: State, seat: int) -> list[Any]:
    """List every placement that the seat can pay, star by star (12.1.3, 12.3.3)."""
    hand, covered, first = state.hand[seat], state.covered[seat], STAR_COUNT * seat
    in_hand, means = present(hand), payable(hand, state.round - 1)
    options: list[Any] = []
    for star, within_reach in enumerate(WITHIN_REACH[state.side]):
        colours = state.takes[first + star] & in_hand
        if colours:
            slots_by_reach = within_reach[covered >> SLOTS * star & FULL_STAR]
            for colour in COLOURS_OF[colours]:
                slots = slots_by_reach[REACH[means >> BITS * colour & COUNT]]
                if slots:
                    options += PLACEMENTS[star][colour][slots]
    return options


def can_place(state: State, seat: int) -> bool:
    """Whether the seat has a placement (12.4.3). It stops at the first one, while `placements` lists all."""
    hand, covered, first = state.hand[seat], state.covered[seat], STAR_COUNT * seat
    in_hand, means = present(hand), payable(hand, state.round - 1)
    for star, within_reach in enumerate(WITHIN_REACH[state.side]):
        colours = state.takes[first + star] & in_hand
        if colours:
            slots_by_reach = within_reach[covered >> SLOTS * star & FULL_STAR]
            for colour in COLOURS_OF[colours]:
                if slots_by_reach[REACH[means >> BITS * colour & COUNT]]:
                    return True
    return False
