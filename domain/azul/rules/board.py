"""The boards: where tiles may go (6.2, 9.1), what a payment may be (6.3), what a placement brings (6.5, 6.6)."""

from typing import Any, Final

from domain.azul.rules.state import STAR_COUNT, State
from domain.azul.rules.tiles import BITS, COUNT, ONE, SETS, SHIFT, count, present
from domain.azul.wire.actions import PlaceTile
from domain.azul.wire.constants import (
    ALL_COLOURS,
    COLOUR_COUNT,
    COLOURED,
    COLOURS,
    COST,
    FULL_STAR,
    MAX_COST,
    MIDDLE,
    SLOTS,
    SPACES,
    STAR_COLOUR,
    STARS,
    TILES_PER_COLOUR,
    TOUCHING,
)

REWARDS: Final = tuple(tuple((mask, decoration.tiles) for mask, decoration in touching) for touching in TOUCHING)
"""By space, the decorations it touches: the mask of their spaces and their bonus tiles."""
PLACE: Final = tuple(
    tuple(PlaceTile(STARS[space // SLOTS], space % SLOTS, colour) for colour in COLOURS) for space in range(SPACES)
)
"""By space and colour, the action."""


def new_board(side: int) -> list[int]:
    """Give the colours that each star of an empty board takes (6.2.2, 6.2.3, 9.1.3)."""
    if side == COLOURED:
        return [*(1 << colour for colour in STAR_COLOUR), ALL_COLOURS]
    return [ALL_COLOURS] * STAR_COUNT


PLACED: Final[dict[Any, int]] = {
    PLACE[space][colour]: COLOUR_COUNT * space + colour for space in range(SPACES) for colour in range(COLOUR_COUNT)
}
"""What a placement puts where: 6 * space + colour."""
PASSING: Final = -1
"""What stands for passing among such numbers."""


PLACEMENTS: Final = tuple(
    tuple(
        tuple(
            tuple(PLACE[SLOTS * star + slot][colour] for slot in range(SLOTS) if slots >> slot & 1)
            for slots in range(FULL_STAR + 1)
        )
        for colour in range(COLOUR_COUNT)
    )
    for star in range(STAR_COUNT)
)
"""By star, colour and set of slots, a bit mask: the placements there."""


def _open(side: int, star: int, covered: int) -> bytes:
    """Give the slots of a star that are not covered, as a bit mask, by the dearest number within reach."""
    cost = COST[side][SLOTS * star : SLOTS * (star + 1)]
    return bytes(
        sum(1 << slot for slot in range(SLOTS) if not covered >> slot & 1 and cost[slot] <= reach)
        for reach in range(MAX_COST + 1)
    )


OPEN: Final[tuple[tuple[tuple[bytes, ...], ...], ...]] = tuple(
    tuple(tuple(_open(side, star, covered) for covered in range(FULL_STAR + 1)) for star in range(STAR_COUNT))
    for side in range(len(COST))
)
"""By side, star, its covered spaces and the dearest number within reach: the slots where a tile may go."""
COLOURS_OF: Final = tuple(
    tuple(colour for colour in range(COLOUR_COUNT) if colours >> colour & 1) for colours in range(ALL_COLOURS + 1)
)
"""By set of colours, its members."""
COLOURS_IN: Final[tuple[tuple[int, ...], ...]] = tuple(COLOURS_OF[colours] for colours in SETS)
"""By number of a set of colours, as `present` gives it, its members."""


REACH: Final[tuple[int, ...]] = tuple(min(tiles, MAX_COST) for tiles in range(2 * COUNT))
"""By tiles that can pay, the dearest number within reach."""
_HELP: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple([wilds * (sum(ONE) - ONE[wild]) for wilds in range(TILES_PER_COLOUR + 1)]) for wild in range(COLOUR_COUNT)
)
"""By wild colour and number of wilds: so many tiles of every other colour."""


def payable(hand: int, wild: int) -> int:
    """Give by colour, as a multiset, how many tiles of a hand can pay for a tile: its own and the wilds (6.3)."""
    return hand + _HELP[wild][hand >> BITS * wild & COUNT]


def placements(state: State, seat: int) -> list[Any]:
    """List every placement the seat can pay, star by star (12.1.3, 12.3.3)."""
    hand, covered, takes, first = state.hand[seat], state.covered[seat], state.takes, STAR_COUNT * seat
    held_colours, means = SETS[present(hand)], payable(hand, state.round - 1)
    options: list[Any] = []
    for star, by_covered in enumerate(OPEN[state.side]):
        within = takes[first + star] & held_colours
        if within:
            slots, by_colour = by_covered[covered >> SLOTS * star & FULL_STAR], PLACEMENTS[star]
            for colour in COLOURS_OF[within]:
                reached = slots[REACH[means >> BITS * colour & COUNT]]
                if reached:
                    options += by_colour[colour][reached]
    return options


def can_place(state: State, seat: int) -> bool:
    """Say whether the seat has any placement (12.4.3)."""
    hand, covered, takes, first = state.hand[seat], state.covered[seat], state.takes, STAR_COUNT * seat
    held_colours, means = SETS[present(hand)], payable(hand, state.round - 1)
    for star, by_covered in enumerate(OPEN[state.side]):
        within = takes[first + star] & held_colours
        if within:
            slots = by_covered[covered >> SLOTS * star & FULL_STAR]
            for colour in COLOURS_OF[within]:
                if slots[REACH[means >> BITS * colour & COUNT]]:
                    return True
    return False


def wilds_range(state: State, seat: int, space: int, colour: int) -> tuple[int, int]:
    """Give the fewest and the most wilds that can pay a placement (6.3.4); more fewest than most if none can."""
    cost, hand, wild = COST[state.side][space], state.hand[seat], state.round - 1
    own = hand >> SHIFT[colour] & COUNT
    if colour == wild:
        return (0, 0) if own >= cost else (1, 0)
    return max(0, cost - own), min(cost - 1, hand >> SHIFT[wild] & COUNT)


def lay(state: State, seat: int, space: int, colour: int) -> None:
    """Cover a space and note what its star takes from now on."""
    covered, shown, at = state.covered, state.shown, COLOUR_COUNT * seat + colour
    covered[seat] = covered[seat] | 1 << space  # in full, since compiled code does it in place far more slowly
    shown[at] = shown[at] | 1 << space
    star = space // SLOTS
    if state.side != COLOURED:
        state.takes[STAR_COUNT * seat + star] = _takes(state, seat, star, colour)
    elif star == MIDDLE:
        state.takes[STAR_COUNT * seat + star] &= ~(1 << colour)


def _takes(state: State, seat: int, star: int, colour: int) -> int:
    """Give what a star of side B takes after a tile of this colour: the second tile decides (9.1.3, 9.1.4)."""
    tiles, alike = state.star(seat, star), on_star(state, seat, star, colour)
    if not tiles & tiles - 1:
        return ALL_COLOURS
    if alike & alike - 1:
        return 1 << colour
    if tiles.bit_count() > 2:
        return state.takes[STAR_COUNT * seat + star] & ~(1 << colour)
    return ALL_COLOURS & ~colours_on(state, seat, star)


def on_star(state: State, seat: int, star: int, colour: int) -> int:
    """Give the spaces of a star that show a colour, a mask of slots."""
    return state.shown[COLOUR_COUNT * seat + colour] >> SLOTS * star & FULL_STAR


def colours_on(state: State, seat: int, star: int) -> int:
    """Give the set of colours that a star shows."""
    return sum(1 << colour for colour in range(COLOUR_COUNT) if on_star(state, seat, star, colour))


def rewarded(covered: int, space: int) -> int:
    """Give the bonus tiles of the decorations whose last space has just been covered (6.6.1, 6.6.3)."""
    reward = 0
    for mask, tiles in REWARDS[space]:
        if covered & mask == mask:
            reward += tiles
    return reward


def held(state: State, seat: int, colour: int) -> int:
    """Count the tiles of a colour in a hand."""
    return count(state.hand[seat], colour)
