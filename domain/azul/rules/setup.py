"""Set up the table before the first round (section 4)."""

from random import Random

from domain.azul.rules import bag
from domain.azul.rules.board import new_board
from domain.azul.rules.state import ACQUIRING, NOBODY, State
from domain.azul.rules.tiles import pack
from domain.azul.wire.actions import DRAFT_TILES
from domain.azul.wire.constants import COLOUR_COUNT, FACTORIES, SIDES, TILES_PER_COLOUR
from domain.azul.wire.facts import StartDrawn
from domain.azul.wire.options import Options
from domain.dice import first_seat
from domain.ruleset import Emit


def setup(options: Options, seats: int, rng: Random, emit: Emit | None = None) -> State:
    """Set up the table and fill supply and factories."""
    start = first_seat(options.start_seat, seats, rng, "start seat", emit, StartDrawn)  # 4.2
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
