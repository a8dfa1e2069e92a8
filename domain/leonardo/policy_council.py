"""Rules of thumb for the Council (7.2, 7.3, 11.1)."""

from collections.abc import Sequence

from domain.leonardo import council_spaces
from domain.leonardo.actions import CouncilBuy, CouncilMove, CouncilOrder, CouncilSpace, NameLeonardo
from domain.leonardo.appraisal import Gains, Worths, aim, capped, gains, potential_of, rounds_left
from domain.leonardo.policy_places import action_worths, income, money, space_worths, strengths
from domain.leonardo.policy_weights import LEAST_GAIN, PROGRESS
from domain.leonardo.state import State
from domain.leonardo.tables import COUNCIL, MARKET, PLACE

Groups = list[dict[int, int]]


def names(state: State, seat: int, legal: Sequence[NameLeonardo]) -> list[float]:
    """Score who may be Leonardo: the seat itself, for the holder wins ties and places first."""
    return [float(action.seat == seat) for action in legal]


def spaces(state: State, seat: int, legal: Sequence[CouncilSpace]) -> list[float]:
    """Score the free spaces by what they are worth; none is worth nothing."""
    worths = (*space_worths(state, gains(state, seat)), 0.0)
    return [worths[(action.space or len(worths)) - 1] for action in legal]


def purchases(state: State, seat: int, legal: Sequence[CouncilBuy]) -> list[float]:
    """Score components by what they are worth above their florin; declining comes last."""
    worths, price = gains(state, seat)[0], money(state.florins[seat], rounds_left(state))
    return [*[worths[council_spaces.PURCHASES.index(action)] - price for action in legal[:-1]], 0.0]


def orders(state: State, seat: int, legal: Sequence[CouncilOrder]) -> list[float]:
    """Prefer the order with what the seat is working on on top, then what its hand suits best."""
    purpose = aim(state, seat)
    hand = capped(state.hand[5 * seat : 5 * seat + 5])
    own = state.work[2 * seat : 2 * seat + 2]
    worths = {number: potential_of(hand, purpose, number) for number in council_spaces.looked_at(state)}
    wanted = tuple(sorted(worths, key=lambda number: (number not in own, -worths[number])))
    return [float(action.order == wanted) for action in legal]


# Space 1


def moves(state: State, seat: int, legal: Sequence[CouncilMove]) -> list[float]:
    """Score moves of an apprentice by how they raise the seat's income in the city; declining comes last."""
    known, groups = gains(state, seat), strengths(state)
    return [*[_move_gain(state, seat, known, groups, action) for action in legal[:-1]], LEAST_GAIN]


def _move_gain(state: State, seat: int, known: Gains, groups: Groups, action: CouncilMove) -> float:
    """Give what the seat gains by a move."""
    owner, source, target = _ends(action)
    lost = _change(state, seat, known, groups, source, owner, -1)
    return lost + _change(state, seat, known, groups, target, owner, 1)


def _ends(action: CouncilMove) -> tuple[int, int, int]:
    """Give the owner, the source and the target of a move."""
    return action.owner or 0, PLACE[str(action.source)], PLACE[str(action.target)]


def _change(state: State, seat: int, known: Gains, groups: Groups, place: int, owner: int, more: int) -> float:
    """Give what the seat gains when a group in a place grows or shrinks by one."""
    if place > MARKET:
        return -PROGRESS[0]
    if place == COUNCIL:
        return 0.0
    after = dict(groups[place])
    after[owner] = after.get(owner, 0) + more
    if not after[owner]:
        del after[owner]
    if seat not in after and seat not in groups[place]:
        return 0.0
    units = action_worths(state, seat, place, known)
    return _standing(state, seat, place, units, after) - _standing(state, seat, place, units, groups[place])


def _standing(state: State, seat: int, area: int, units: Worths, groups: dict[int, int]) -> float:
    """Give what the seat gets in an area with these groups, in the order of 7.1.2."""
    if seat not in groups or not units:
        return 0.0
    order = sorted(groups, key=lambda each: -groups[each])
    return income(state, seat, area, units, order.index(seat), len(order))
