"""The table before the first round (section 4), phase 3 between rounds (section 7), and the end (8.1.1)."""

from random import Random

from msgspec import UNSET

from domain.azul import bag
from domain.azul.actions import DRAFT_TILES, unpack
from domain.azul.board import new_board
from domain.azul.facts import FactoryFilled, GameEnded, NumberScored, RoundBegan, StarScored, StartDrawn, TilesReturned
from domain.azul.options import Options
from domain.azul.scoring import number_bonuses, star_bonuses
from domain.azul.state import ACQUIRE, NOBODY, OVER, State
from domain.azul.tables import (
    COLOUR_COUNT,
    COLOURS,
    FACTORIES,
    ROUNDS,
    SIDES,
    SOURCES,
    STARS,
    TILES_PER_COLOUR,
    TILES_PER_FACTORY,
)
from domain.azul.tiles import pack
from domain.azul.turns import leader
from domain.chance import below
from domain.ruleset import Emit


def setup(options: Options, seats: int, rng: Random, emit: Emit | None = None) -> State:
    """Set the table and fill supply and factories."""
    start = _start(options, seats, rng, emit)
    state = _empty_table(SIDES.index(options.side), seats, start)
    bag.refill_supply(state, rng, emit)
    _fill_factories(state, rng, emit)
    return state


def _empty_table(side: int, seats: int, start: int) -> State:
    """Lay out everything but tiles, which are all in the bag."""
    state = State()
    state.seats, state.side, state.round = seats, side, 1
    state.phase, state.decision = ACQUIRE, DRAFT_TILES
    state.turn = state.starter = start
    state.holder = NOBODY
    state.bag, state.tower, state.supply = pack([TILES_PER_COLOUR] * COLOUR_COUNT), 0, 0
    state.sources = [0] * (1 + FACTORIES[seats])
    state.hand, state.corners, state.covered = [0] * seats, [0] * seats, [0] * seats
    state.shown, state.takes = [0] * (COLOUR_COUNT * seats), new_board(side) * seats
    state.points, state.token_losses, state.pass_losses = [0] * seats, [0] * seats, [0] * seats
    state.passed = [False] * seats
    state.space = state.colour = state.due = 0
    return state


def _start(options: Options, seats: int, rng: Random, emit: Emit | None) -> int:
    """Give the start seat that the options name, else draw one (4.2)."""
    if options.start_seat is not UNSET:
        return int(options.start_seat)
    start = below(rng, seats)
    if emit:
        emit(StartDrawn(start), None)
    return start


def _fill_factories(state: State, rng: Random, emit: Emit | None) -> None:
    """Draw four tiles onto each factory, one factory after the other (7.1.2, 7.1.4)."""
    for source in range(1, len(state.sources)):
        state.sources[source] = bag.draw(state, TILES_PER_FACTORY, rng, emit)
        if emit:
            emit(FactoryFilled(SOURCES[source], unpack(state.sources[source])), None)


def prepare(state: State, rng: Random, emit: Emit | None) -> None:
    """Lead to the next round, or end the game after the last one; without any tile to draft no decision is open."""
    if state.round == ROUNDS:
        _end(state, emit)
        return
    state.round += 1
    state.starter = state.turn = leader(state)
    if emit:
        emit(RoundBegan(state.round, COLOURS[state.wild], state.starter), None)
    _fill_factories(state, rng, emit)
    state.holder = NOBODY
    for seat in range(state.seats):
        _take_back(state, seat, emit)
    state.phase = ACQUIRE
    state.decision = DRAFT_TILES if any(state.sources) else ""


def _take_back(state: State, seat: int, emit: Emit | None) -> None:
    """Move a seat's kept tiles to its hand (7.1.6)."""
    state.passed[seat] = False
    state.hand[seat], state.corners[seat] = state.corners[seat], 0
    if emit and state.hand[seat]:
        emit(TilesReturned(seat, unpack(state.hand[seat])), None)


def _end(state: State, emit: Emit | None) -> None:
    """End the game; the final bonuses count from now on (8.1)."""
    state.phase, state.turn = OVER, NOBODY
    if not emit:
        return
    for seat in range(state.seats):
        for star, points in star_bonuses(state, seat):
            emit(StarScored(seat, STARS[star], points), None)
        for number, points in number_bonuses(state, seat):
            emit(NumberScored(seat, number, points), None)
    emit(GameEnded(), None)
