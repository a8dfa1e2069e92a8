"""Drawing tiles (11.1): the bag has no order, so no draw is settled before it is made."""

from random import Random

from domain.azul.rules.state import State
from domain.azul.rules.tiles import BITS, COUNT, total, unpack
from domain.azul.wire.constants import SOURCES, SUPPLY_SPACES, TILES_PER_FACTORY
from domain.azul.wire.facts import FactoryFilled, SupplyRefilled, TowerTipped
from domain.ruleset import Emit


def draw(state: State, wanted: int, rng: Random, emit: Emit | None) -> int:
    """Draw up to `wanted` tiles, one throw each (11.1.3); fewer only when bag and tower are empty.

    The tower is tipped into the bag when a tile is to be drawn from an empty bag, and not before (7.1.3).
    """
    drawn, left = 0, total(state.bag)
    for _ in range(wanted):
        if not left:
            _tip_the_tower(state, emit)
            left = total(state.bag)
        if not left:
            break
        tile = _tile_at(state.bag, int(rng.random() * left))  # as `below`, without a call
        state.bag -= tile
        drawn += tile
        left -= 1
    return drawn


def _tile_at(bag: int, place: int) -> int:
    """Return the tile at a place of the bag laid out by colour (11.1.2)."""
    shift = 0
    while (number := bag >> shift & COUNT) <= place:
        place -= number
        shift += BITS
    return 1 << shift


def _tip_the_tower(state: State, emit: Emit | None) -> None:
    """Put all tiles of the tower into the empty bag."""
    if emit and state.tower:
        emit(TowerTipped(unpack(state.tower)), None)
    state.bag, state.tower = state.tower, 0


def refill_supply(state: State, rng: Random, emit: Emit | None) -> None:
    """Draw tiles onto the supply until it holds ten or there are no more (6.7)."""
    missing = SUPPLY_SPACES - total(state.supply)
    if not missing:
        return
    drawn = draw(state, missing, rng, emit)
    state.supply += drawn
    if emit and drawn:
        emit(SupplyRefilled(unpack(drawn)), None)


def fill_factories(state: State, rng: Random, emit: Emit | None) -> None:
    """Draw four tiles onto each factory, one factory after the other (7.1.2, 7.1.4)."""
    for source in range(1, len(state.sources)):
        state.sources[source] = draw(state, TILES_PER_FACTORY, rng, emit)
        if emit:
            emit(FactoryFilled(SOURCES[source], unpack(state.sources[source])), None)
