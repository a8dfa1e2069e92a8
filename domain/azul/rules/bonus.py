"""Phase 2: take the bonus tiles of completed decorations (6.6)."""

from typing import Final

from domain.azul.rules.state import State
from domain.azul.rules.tiles import capped, choices, contained, packed, places_by_colours, present, total, unpack
from domain.azul.wire.actions import CHOOSE_BONUS, ChooseBonus, numbers_of
from domain.azul.wire.constants import COLOUR_COUNT, COLOURS, TILES_PER_COLOUR
from domain.azul.wire.facts import BonusTaken
from domain.ruleset import Emit, Rejection

MOST: Final = 3
"""Maximum of bonus tiles of one placement (6.6.3)."""
CHOICES: Final[tuple[list[int], ...]] = tuple(choices(size) for size in range(MOST + 1))
"""For each number of tiles: all multisets of that size."""
WITHIN: Final[tuple[tuple[tuple[int, ...], ...], ...]] = tuple(places_by_colours(each) for each in CHOICES)
"""For each number of tiles and set of colours in the supply: the indexes of the choices of these colours only."""
ACTIONS: Final[tuple[list[ChooseBonus], ...]] = tuple(
    [ChooseBonus(unpack(tiles)) for tiles in each] for each in CHOICES
)
CHOSEN: Final[dict[ChooseBonus, int]] = {action: packed(action.tiles) for each in ACTIONS for action in each}
"""Tiles of a choice, as a multiset."""


def offer(state: State, seat: int, reward: int, emit: Emit | None) -> None:
    """Offer the seat its bonus tiles, or hand them over if there is no choice (6.6.5, 12.4.2)."""
    supply = state.supply
    if total(supply) <= reward:
        _take(state, seat, supply, emit, automatic=True)
    elif present(supply).bit_count() == 1:
        _take(state, seat, capped(supply, reward), emit, automatic=True)
    else:
        state.due, state.decision = reward, CHOOSE_BONUS


def open_choices(supply: int, size: int) -> list[int]:
    """Return the indexes in `CHOICES[size]` of the choices that a supply allows."""
    return contained(supply, CHOICES[size], WITHIN[size][present(supply)])


def legal_actions(state: State, seat: int) -> list[ChooseBonus]:
    """List every choice of exactly the tiles due (12.1.4)."""
    actions = ACTIONS[state.due]
    return [actions[place] for place in open_choices(state.supply, state.due)]


def apply(state: State, seat: int, action: ChooseBonus, emit: Emit | None) -> None:
    """Take the chosen tiles."""
    state.due, state.decision = 0, ""
    _take(state, seat, CHOSEN[action], emit, automatic=False)


def _take(state: State, seat: int, tiles: int, emit: Emit | None, *, automatic: bool) -> None:
    state.supply -= tiles
    state.hand[seat] += tiles
    if emit and tiles:
        emit(BonusTaken(seat, unpack(tiles), automatic), None)


def reject(state: State, seat: int, action: ChooseBonus) -> Rejection | None:
    """Return the first reason to reject a choice, in the order of 13.2."""
    chosen = numbers_of(action.tiles)
    if sum(chosen) != state.due:
        beyond = max(chosen) > TILES_PER_COLOUR
        return Rejection("bonus_wrong_count", "6.6.2", {"due": state.due, "chosen": sum(chosen)}, malformed=beyond)
    stock = numbers_of(unpack(state.supply))
    colour = next(colour for colour in range(COLOUR_COUNT) if chosen[colour] > stock[colour])
    return Rejection("bonus_not_in_supply", "6.6.2", {"colour": COLOURS[colour], "stock": stock[colour]})
