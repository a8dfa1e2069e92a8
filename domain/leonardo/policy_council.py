"""How the greedy level acts at the Council (7.2, 7.3, 11.1)."""

from collections.abc import Sequence

from domain.leonardo import council_spaces
from domain.leonardo.actions import CouncilBuy, CouncilMove, CouncilOrder, CouncilSpace, NameLeonardo
from domain.leonardo.appraisal import Gains, aim, capped, gains, potential_of, rounds_left
from domain.leonardo.council import NAME, legal_spaces
from domain.leonardo.policy_places import action_worths, income, money, space_worths, strengths
from domain.leonardo.policy_weights import LEAST_GAIN, PROGRESS
from domain.leonardo.state import State
from domain.leonardo.tables import COUNCIL, KINDS, MARKET, PLACE

Groups = list[dict[int, int]]


def name_leonardo(state: State, seat: int) -> NameLeonardo:
    """Take Leonardo: the holder wins ties and places first."""
    return NAME[seat]


def council_space(state: State, seat: int) -> CouncilSpace:
    """Take the free space that is worth most."""
    worths = (*space_worths(state, gains(state, seat)), 0.0)
    legal = legal_spaces(state, seat)
    return max(legal, key=lambda action: worths[(action.space or len(worths)) - 1])


def council_buy(state: State, seat: int) -> CouncilBuy:
    """Buy the component that is worth most, if it is worth its florin."""
    worths = gains(state, seat)[0]
    kind = max((kind for kind in range(len(KINDS)) if state.stock[kind]), key=worths.__getitem__)
    if worths[kind] > money(state.florins[seat], rounds_left(state)):
        return council_spaces.PURCHASES[kind]
    return council_spaces.DECLINE_PURCHASE


def council_order(state: State, seat: int) -> CouncilOrder:
    """Put on top what the seat is working on, then what its hand suits best."""
    purpose = aim(state, seat)
    hand = capped(state.hand[5 * seat : 5 * seat + 5])
    own = state.work[2 * seat : 2 * seat + 2]
    worths = {number: potential_of(hand, purpose, number) for number in council_spaces.looked_at(state)}
    order = sorted(worths, key=lambda number: (number not in own, -worths[number]))
    return CouncilOrder(tuple(order))


# Space 1


def council_move(state: State, seat: int) -> CouncilMove:
    """Move the apprentice whose move raises the seat's income in the city most; else decline."""
    known, groups = gains(state, seat), strengths(state)
    *moves, best = council_spaces.legal_moves(state, seat)
    best_gain = LEAST_GAIN
    for action in moves:
        owner, source, target = _ends(action)
        gain = _change(state, seat, known, groups, source, owner, -1)
        gain += _change(state, seat, known, groups, target, owner, 1)
        if gain > best_gain:
            best, best_gain = action, gain
    return best


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


def _standing(state: State, seat: int, area: int, units: Sequence[float], groups: dict[int, int]) -> float:
    """Give what the seat gets in an area with these groups, in the order of 7.1.2."""
    if seat not in groups or not units:
        return 0.0
    order = sorted(groups, key=lambda each: -groups[each])
    return income(state, seat, area, units, order.index(seat), len(order))
