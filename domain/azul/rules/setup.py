"""Set up the table before the first round (section 4)."""

from random import Random

from msgspec import UNSET

from domain.azul.rules import bag
from domain.azul.rules.board import new_board
from domain.azul.rules.state import ACQUIRING, NOBODY, State
from domain.azul.rules.tiles import pack
from domain.azul.wire.actions import DRAFT_TILES
from domain.azul.wire.constants import COLOUR_COUNT, FACTORIES, SIDES, TILES_PER_COLOUR
from domain.azul.wire.facts import StartDrawn
from domain.azul.wire.options import Options
from domain.chance import below
from domain.dice import throw
from domain.ruleset import Emit


def setup(options: Options, seats: int, rng: Random, emit: Emit | None = None) -> State:
    """Set up the table and fill supply and factories."""
    start = _start(options, seats, rng, emit)
    state = _empty_table(SIDES.index(options.side), seats, start)
    bag.refill_supply(state, rng, emit)
    bag.fill_factories(state, rng, emit)
    return state


def _empty_table(side: int, seats: int, start: int) -> State:
    """Return the table before tiles are drawn; all tiles are in the bag."""
    state = State()
    state.seats, state.side, state.round = seats, side, 1
    state.phase, state.decision = ACQUIRING, DRAFT_TILES
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
    """Return the start seat of the options, or a random one (4.2)."""
    if options.start_seat is not UNSET:
        return int(options.start_seat)
    start = below(throw(rng, "start seat"), seats)
    if emit:
        emit(StartDrawn(start), None)
    return start
