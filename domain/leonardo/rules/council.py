"""Phase C, area A: who acts at the Council, and the choice of spaces (7.2)."""

from random import Random
from typing import Final

from msgspec import UNSET

from domain.leonardo.rules.council_spaces import carry_out
from domain.leonardo.rules.effects import leave_area, ranking
from domain.leonardo.rules.state import NOBODY, State
from domain.leonardo.wire.actions import CouncilSpace, NameLeonardo
from domain.leonardo.wire.constants import AREAS, COUNCIL
from domain.leonardo.wire.facts import AreaOpened, GroupExcluded, LeonardoTaken
from domain.ruleset import Emit, Rejection

SPACES: Final = 4
TAKE: Final = tuple(CouncilSpace(space) for space in range(1, SPACES + 1))
WITHDRAW: Final = CouncilSpace(withdraw=True)
NAME: Final = tuple(NameLeonardo(seat) for seat in range(5))


def begin(state: State, emit: Emit | None) -> None:
    """Compute who acts, and let the first seat choose who receives Leonardo (7.2.1 to 7.2.6)."""
    order = ranking(state, COUNCIL)
    if emit:
        emit(AreaOpened(AREAS[COUNCIL], tuple(order)), None)
    if len(order) == state.seats > 2:
        _exclude(state, order.pop(), emit)
    state.order, state.step = order, 0
    state.spaces = [NOBODY] * SPACES
    state.decision, state.turn = "name_leonardo", order[0]


def _exclude(state: State, seat: int, emit: Emit | None) -> None:
    """Return the people of an excluded seat; all players see it (7.2.2)."""
    leave_area(state, seat, COUNCIL, emit)
    if emit:
        emit(GroupExcluded(seat), None)


def legal_names(state: State, seat: int) -> tuple[NameLeonardo, ...]:
    """List every seat of the game."""
    return NAME[: state.seats]


def name_leonardo(state: State, seat: int, action: NameLeonardo, rng: Random, emit: Emit | None) -> None:
    """Hand Leonardo over at once (7.2.7), then open the choice of spaces."""
    state.holder = action.seat
    if emit:
        emit(LeonardoTaken(action.seat), None)
    state.decision = "council_space"


def reject_name(state: State, seat: int, action: NameLeonardo) -> Rejection | None:
    """Reject a seat that does not exist."""
    if 0 <= action.seat < state.seats:
        return None
    beyond = not 0 <= action.seat < len(NAME)
    return Rejection("no_such_player", "7.2.6", {"seat": action.seat, "seats": state.seats}, malformed=beyond)


def legal_spaces(state: State, seat: int) -> list[CouncilSpace]:
    """List the free spaces; withdrawing comes last and is not open to the first player (7.2.8, 7.2.9)."""
    free = [TAKE[number] for number, taker in enumerate(state.spaces) if taker == NOBODY]
    return [*free, WITHDRAW] if state.step else free


def take_space(state: State, seat: int, action: CouncilSpace, rng: Random, emit: Emit | None) -> None:
    """Take a space or withdraw; after the last choice the spaces are carried out (7.2.11)."""
    if action.space is UNSET:
        leave_area(state, seat, COUNCIL, emit)
    else:
        state.spaces[action.space - 1] = seat
    state.step += 1
    if state.step < len(state.order):
        state.turn = state.order[state.step]
        return
    carry_out(state, 1, rng, emit)


def reject_space(state: State, seat: int, action: CouncilSpace) -> Rejection | None:
    """Return the first reason to reject a choice of space, in the order of 14.1.3."""
    space = action.space
    if space is UNSET:
        return None if state.step else Rejection("withdraw_not_allowed", "7.2.8")
    if not 1 <= space <= SPACES:
        return Rejection("no_such_space", "7.2.8", {"space": space}, malformed=True)
    if state.spaces[space - 1] != NOBODY:
        return Rejection("space_taken", "7.2.9", {"space": space, "seat": state.spaces[space - 1]})
    return None
