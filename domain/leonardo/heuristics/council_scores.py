"""Score decisions of the Council (7.2, 7.3, 11.1)."""

from collections.abc import Sequence

from domain.leonardo.heuristics.appraisal import rounds_left
from domain.leonardo.heuristics.area_scores import action_worths, income, money, space_worths
from domain.leonardo.heuristics.collecting import aim, gains, potential_of
from domain.leonardo.heuristics.lab_weeks import present_at
from domain.leonardo.heuristics.weights import LEAST_GAIN, PROGRESS
from domain.leonardo.rules import council_spaces
from domain.leonardo.rules.state import State
from domain.leonardo.wire.actions import CouncilBuy, CouncilMove, CouncilOrder, CouncilSpace, NameLeonardo
from domain.leonardo.wire.constants import COUNCIL, MARKET, PLACE_COUNT


def names(state: State, seat: int, legal: Sequence[NameLeonardo]) -> list[float]:
    """Score who receives Leonardo: the seat itself is best, since the holder wins ties and places first."""
    return [float(action.seat == seat) for action in legal]


def spaces(state: State, seat: int, legal: Sequence[CouncilSpace]) -> list[float]:
    """Score the free spaces by their values; taking none scores 0."""
    worths = [*space_worths(state, gains(state, seat)), 0.0]
    return [worths[(action.space or len(worths)) - 1] for action in legal]


def purchases(state: State, seat: int, legal: Sequence[CouncilBuy]) -> list[float]:
    """Score each component by its value less the worth of its price, one florin. Declining scores 0."""
    worths, price = gains(state, seat).one, money(state.florins[seat], rounds_left(state))
    return [*[worths[council_spaces.PURCHASES.index(action)] - price for action in legal[:-1]], 0.0]


def orders(state: State, seat: int, legal: Sequence[CouncilOrder]) -> list[float]:
    """Score the best order 1: inventions that the seat works on, then others by their value for the hand."""
    purpose = aim(state, seat)
    hand = state.hand[seat]
    own = state.work[2 * seat : 2 * seat + 2]
    worths = {number: potential_of(hand, purpose, number) for number in council_spaces.looked_at(state)}
    best = tuple(sorted(worths, key=lambda number: (number not in own, -worths[number])))
    return [float(action.order == best) for action in legal]


# Space 1


def moves(state: State, seat: int, legal: Sequence[CouncilMove]) -> list[float]:
    """Score moves of an apprentice by the increase of the seat's income in the city; declining comes last."""
    changes = Changes(state, seat)
    return [*[_move_gain(changes, action) for action in legal[:-1]], LEAST_GAIN]


def _move_gain(changes: "Changes", action: CouncilMove) -> float:
    """Return the seat's gain from a move."""
    move = council_spaces.MOVED[action]
    owner, source, target = move // PLACE_COUNT**2, move // PLACE_COUNT % PLACE_COUNT, move % PLACE_COUNT
    return changes.of(source, owner, -1) + changes.of(target, owner, 1)


class Changes:
    """A seat's gains when a group in a place grows or shrinks by one; each gain is computed once."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.gains = gains(state, seat)
        self.known: dict[int, float] = {}

    def of(self, place: int, owner: int, more: int) -> float:
        """Return the seat's gain if the group of `owner` in `place` gets one more (1) or loses one (-1)."""
        key = 16 * (8 * place + owner) + more
        known = self.known.get(key)
        if known is None:
            known = self.known[key] = self._work_out(place, owner, more)
        return known

    def _work_out(self, place: int, owner: int, more: int) -> float:
        """Compute a result of `of`, which caches it."""
        if place > MARKET:
            return -PROGRESS[0]
        before = strengths_at(self.state, place)
        if place == COUNCIL or (owner != self.seat and self.seat not in before):
            return 0.0
        after = dict(before)
        after[owner] = after.get(owner, 0) + more
        if not after[owner]:
            del after[owner]
        units = action_worths(self.state, self.seat, place, self.gains)
        return self._standing(place, units, after) - self._standing(place, units, before)

    def _standing(self, area: int, units: list[float], groups: dict[int, int]) -> float:
        """Return the seat's income in an area with these groups, in the order of 7.1.2."""
        if self.seat not in groups or not units:
            return 0.0
        order = sorted(groups, key=lambda each: -groups[each])
        return income(self.state, self.seat, area, units, order.index(self.seat), len(order))


def strengths_at(state: State, area: int) -> dict[int, int]:
    """Return the strength of each seat's group in an area (7.1.2), the group next to the arrow first."""
    return {code & 7: present_at(state, code & 7, area) for code in state.groups if code >> 3 == area}
