"""Drawing tiles (11.1): the bag has no order, so no draw is settled before it is made."""

from random import Random

from domain.azul.rules.state import State
from domain.azul.rules.tiles import BITS, COUNT, few, total, unpack
from domain.azul.wire.constants import SOURCES, SUPPLY_SPACES, TILES_PER_FACTORY
from domain.azul.wire.facts import FactoryFilled, SupplyRefilled, TowerTipped
from domain.ruleset import Emit


def draw(state: State, wanted: int, rng: Random, emit: Emit | None) -> int:
    """Draw up to `wanted` tiles, one random number each (11.1.3); fewer only when bag and tower are empty.

    The tower is tipped into the bag when a tile is to be drawn from an empty bag, and not before (7.1.3). A throw gives
    the place of a tile in the bag laid out in canonical order (11.1.2).
    """
    random, bag, drawn = rng.random, state.bag, 0
    left = total(bag)
    for _ in range(wanted):
        if not left:
            bag = _tip(state, emit)
            left = total(bag)
            if not left:
                break
        place, shift = int(random() * left), 0  # chance.below, without a call
        while (number := bag >> shift & COUNT) <= place:
            place -= number
            shift += BITS
        bag -= 1 << shift
        drawn += 1 << shift
        left -= 1
    state.bag = bag
    return drawn


def _tip(state: State, emit: Emit | None) -> int:
    """Take all tiles out of the tower, to be put into the empty bag."""
    if emit and state.tower:
        emit(TowerTipped(unpack(state.tower)), None)
    tiles, state.tower = state.tower, 0
    return tiles


def refill_supply(state: State, rng: Random, emit: Emit | None) -> None:
    """Draw tiles onto the supply until it holds ten or there are no more (6.7)."""
    missing = SUPPLY_SPACES - few(state.supply)
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
