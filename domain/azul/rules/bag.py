"""Draw tiles from the bag (11.1). The bag has no order: each tile is chosen when it is drawn.

Games use the named purposes "factory" (by round and factory) and "supply" (by number of supply tiles drawn before).
Random ranks are drawn for all tiles by number, starting with the 22 purple ones.
"""

from random import Random

from domain.azul.rules.board import reward_of
from domain.azul.rules.state import State
from domain.azul.rules.tiles import BITS, COUNT, ONE, counts, total, unpack
from domain.azul.wire.constants import COLOUR_COUNT, SOURCES, SUPPLY_SPACES, TILES_PER_COLOUR, TILES_PER_FACTORY
from domain.azul.wire.facts import FactoryFilled, SupplyRefilled, TowerTipped
from domain.dice import Dice, random_for, random_order
from domain.ruleset import Emit


def draw(state: State, number: int, rng: Random, emit: Emit | None) -> int:
    """Draw up to `number` tiles, one random number each (11.1.3); fewer only if bag and tower are empty.

    The tower is tipped into the bag only when a tile must be drawn from an empty bag (7.1.3).
    """
    drawn, left = 0, total(state.bag)
    for _ in range(number):
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


def draw_named(state: State, number: int, rng: Dice, emit: Emit | None, *purpose: str | int) -> int:
    """Draw up to `number` tiles with a named purpose; after the tower is tipped, with a second one."""
    drawn = _take_named(state, number, random_for(rng, *purpose))
    missing = number - total(drawn)
    if missing:
        _tip_the_tower(state, emit)
        drawn += _take_named(state, missing, random_for(rng, *purpose, "tipped"))
    return drawn


def _take_named(state: State, number: int, rng: Random) -> int:
    in_bag = [
        TILES_PER_COLOUR * colour + tile for colour, tiles in enumerate(counts(state.bag)) for tile in range(tiles)
    ]
    order = random_order(rng, TILES_PER_COLOUR * COLOUR_COUNT, in_bag)
    drawn = sum([ONE[tile // TILES_PER_COLOUR] for tile in order[:number]])
    state.bag -= drawn
    return drawn


def _tile_at(bag: int, place: int) -> int:
    """Return the tile at an index of the bag, ordered by colour (11.1.2)."""
    shift = 0
    while (number := bag >> shift & COUNT) <= place:
        place -= number
        shift += BITS
    return 1 << shift


def _tip_the_tower(state: State, emit: Emit | None) -> None:
    if emit and state.tower:
        emit(TowerTipped(unpack(state.tower)), None)
    state.bag, state.tower = state.tower, 0


def refill_supply(state: State, rng: Random, emit: Emit | None) -> None:
    """Draw tiles onto the supply until it holds ten or no tiles are left (6.7)."""
    missing = SUPPLY_SPACES - total(state.supply)
    if not missing:
        return
    drawn = _refill_named(state, missing, rng, emit) if isinstance(rng, Dice) else draw(state, missing, rng, emit)
    state.supply += drawn
    if emit and drawn:
        emit(SupplyRefilled(unpack(drawn)), None)


def _refill_named(state: State, missing: int, rng: Dice, emit: Emit | None) -> int:
    """Draw the missing tiles one by one, each with its own number in the purpose.

    No number is used twice: the first is ten plus all tiles earned from decorations, less the missing ones. Tiles that
    could not be handed out count as earned.
    """
    first = SUPPLY_SPACES + sum([reward_of(covered) for covered in state.covered]) - missing
    return sum([draw_named(state, 1, rng, emit, "supply", first + tile) for tile in range(missing)])


def fill_factories(state: State, rng: Random, emit: Emit | None) -> None:
    """Draw four tiles onto each factory, one factory after the other (7.1.2, 7.1.4)."""
    for source in range(1, len(state.sources)):
        state.sources[source] = _fill(state, source, rng, emit)
        if emit:
            emit(FactoryFilled(SOURCES[source], unpack(state.sources[source])), None)


def _fill(state: State, source: int, rng: Random, emit: Emit | None) -> int:
    if isinstance(rng, Dice):
        return draw_named(state, TILES_PER_FACTORY, rng, emit, "factory", state.round, source)
    return draw(state, TILES_PER_FACTORY, rng, emit)
