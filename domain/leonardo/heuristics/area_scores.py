"""Value the actions in an area in order, and the share of them that a group receives."""

from typing import Final

from domain.leonardo.heuristics.appraisal import rounds_left
from domain.leonardo.heuristics.collecting import aim, cost
from domain.leonardo.heuristics.outlooks import Gains
from domain.leonardo.heuristics.weights import (
    APPRENTICE,
    COUNCIL_FLORIN,
    LEONARDO,
    LOOK,
    MANY_FLORINS,
    MONEY,
    MOST_AT_ONCE,
    MOVE,
    ROBOT,
    SOME_FLORINS,
    TAKE_LARGE,
    TURN_LAB,
)
from domain.leonardo.rules.components import counts
from domain.leonardo.rules.state import State
from domain.leonardo.wire.constants import (
    ACADEMY,
    APPRENTICES,
    COUNCIL,
    COUNCIL_PURCHASE,
    KIND_SOLD,
    KINDS,
    LAST_ROUND,
    MARKET,
    PRICES,
    WORKSHOP,
)


def income(state: State, seat: int, area: int, units: list[float], ahead: int, present: int) -> float:
    """Return the seat's gain in an area behind `ahead` of the groups, if all groups present act when possible.

    `units` are the values of its actions there, in order.
    """
    if area == COUNCIL:
        excluded = present == state.seats > 2 and ahead == present - 1
        return 0.0 if excluded or ahead >= len(units) else units[ahead]
    if area == MARKET:
        return units[0] / (1 + ahead)
    florins = state.florins[seat]
    total, step, rate = 0.0, ahead, money(florins, rounds_left(state))
    for unit in units:
        if step >= len(PRICES):
            break
        price = PRICES[step]
        if price > florins or unit <= price * rate:
            break
        total += unit - price * rate
        florins -= price
        step += present
    return total


def money(florins: int, left: int) -> float:
    """Return the value of a florin to a seat with `florins`, with `left` rounds left."""
    some = (florins >= SOME_FLORINS) + (florins >= MANY_FLORINS)
    return RATES[left + some * (LAST_ROUND + 2)]


RATES: Final[list[float]] = [base + more * left for base, more in MONEY for left in range(LAST_ROUND + 2)]
"""Value of a florin, by the seat's money (few, some or many) and the rounds left."""


def action_worths(state: State, seat: int, area: int, known: Gains) -> list[float]:
    """Return the values of the seat's actions in an area in order; at the Council, of being first, second...

    `known` are the values of components.
    """
    kind = KIND_SOLD[area]
    if kind >= 0:
        return known.pairs[kind] if state.stock[kind] > 1 else known.pairs[kind][: state.stock[kind]]
    if area == WORKSHOP:
        return _improvements(state, seat)
    if area == ACADEMY:
        return apprentice_worths(state, seat)
    if area == COUNCIL:
        worths = space_worths(state, known)
        worths.sort()
        worths.reverse()
        worths[0] += LEONARDO
        return worths
    return [_swap_worth(state, seat, known)]


def apprentice_worths(state: State, seat: int) -> list[float]:
    """Return the values of the next apprentices from the Academy, in order (7.5)."""
    return NEXT_APPRENTICES[(APPRENTICES + 1) * (rounds_left(state) - 1) + state.academy[seat]]


def _next_apprentices(later: int, left: int) -> list[float]:
    """Compute `apprentice_worths`, by rounds after this one and apprentices left in the Academy."""
    numbers = range(APPRENTICES - left, APPRENTICES)
    return [APPRENTICE[min(number, APPRENTICES - 1) - 3] * later for number in numbers][:MOST_AT_ONCE]


NEXT_APPRENTICES: Final[list[list[float]]] = [
    _next_apprentices(later, left) for later in range(LAST_ROUND + 1) for left in range(APPRENTICES + 1)
]


def improvement_worth(state: State, improvement: str) -> float:
    """Return the value of a lab's improvement (7.4.7) from the next round on."""
    rate = TAKE_LARGE if improvement == "take_large" else ROBOT if improvement.startswith("robot") else TURN_LAB
    return rate * (rounds_left(state) - 1)


def _improvements(state: State, seat: int) -> list[float]:
    """Return the values of the seat's next improvements, in a possible order."""
    small, large = 2 * seat, 2 * seat + 1
    if state.work[large]:
        return [] if state.work[small] else _improvements_of(state, small)
    if state.work[small]:
        return _improvements_of(state, large)
    return _improvements_of(state, large) + _improvements_of(state, small)


def _improvements_of(state: State, lab: int) -> list[float]:
    """Return the values of the next improvements of an idle lab."""
    return NEXT_IMPROVEMENTS[(rounds_left(state) - 1) * SIDES + state.side[lab]][state.robots[lab]]


TO_DO: Final[list[list[float]]] = [
    [TAKE_LARGE],
    [],
    [],
    [TURN_LAB, ROBOT],
    [TURN_LAB, ROBOT, ROBOT],
    [ROBOT],
    [ROBOT, ROBOT],
]
"""For each side of an idle lab without robots: the improvements to come, per round after this one."""
SIDES: Final = len(TO_DO)
NEXT_IMPROVEMENTS: Final[list[list[list[float]]]] = [
    [[rate * later for rate in to_do[: len(to_do) - robots]] for robots in range(len(to_do) + 1)]
    for later in range(LAST_ROUND + 1)
    for to_do in TO_DO
]
"""For each number of later rounds, side and number of robots: the values of the lab's next improvements."""


def space_worths(state: State, known: Gains) -> list[float]:
    """Return the values of the four spaces of the Council (7.3)."""
    return [MOVE, COUNCIL_FLORIN * state.council_florins, LOOK, known.most - COUNCIL_PURCHASE]


def _swap_worth(state: State, seat: int, known: Gains) -> float:
    """Return the value of the best swap of one card at the market (11.2.3)."""
    purpose = aim(state, seat)
    held = [cost(known, kind, purpose) for kind, cards in enumerate(counts(state.hand[seat])) if cards]
    offered = [known.one[kind] for kind in range(len(KINDS)) if state.market[kind]]
    return max(offered) - min(held) if held else 0.0
