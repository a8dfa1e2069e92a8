"""Rules of thumb for what is to be had in an area: its actions one after the other, and what a group gets of them."""

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
    """Return what the seat gets in an area behind `ahead` of the groups, if all that are present act when asked.

    `units` are the worths of its actions there, one after the other.
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
    """Return what a florin is worth to a seat with so many, with so many rounds left."""
    some = (florins >= SOME_FLORINS) + (florins >= MANY_FLORINS)
    return RATES[left + some * (LAST_ROUND + 2)]


RATES: Final[list[float]] = [base + more * left for base, more in MONEY for left in range(LAST_ROUND + 2)]
"""What a florin is worth, by how many the seat has (few, some or many) and the rounds left."""


def action_worths(state: State, seat: int, area: int, known: Gains) -> list[float]:
    """List what the seat's actions in an area are worth, one after the other; at the Council, of being first, second...

    Components are worth `known`.
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
    """List what the next apprentices from the Academy are worth (7.5)."""
    return NEXT_APPRENTICES[(APPRENTICES + 1) * (rounds_left(state) - 1) + state.academy[seat]]


def _next_apprentices(later: int, left: int) -> list[float]:
    """Work out `apprentice_worths`, with so many rounds after this one and apprentices left in the Academy."""
    numbers = range(APPRENTICES - left, APPRENTICES)
    return [APPRENTICE[min(number, APPRENTICES - 1) - 3] * later for number in numbers][:MOST_AT_ONCE]


NEXT_APPRENTICES: Final[list[list[float]]] = [
    _next_apprentices(later, left) for later in range(LAST_ROUND + 1) for left in range(APPRENTICES + 1)
]


def improvement_worth(state: State, improvement: str) -> float:
    """Return what an improvement of a lab (7.4.7) brings from the next round on."""
    rate = TAKE_LARGE if improvement == "take_large" else ROBOT if improvement.startswith("robot") else TURN_LAB
    return rate * (rounds_left(state) - 1)


def _improvements(state: State, seat: int) -> list[float]:
    """List what the seat's next improvements are worth, in an order in which they are possible."""
    small, large = 2 * seat, 2 * seat + 1
    if state.work[large]:
        return [] if state.work[small] else _improvements_of(state, small)
    if state.work[small]:
        return _improvements_of(state, large)
    return _improvements_of(state, large) + _improvements_of(state, small)


def _improvements_of(state: State, lab: int) -> list[float]:
    """List what the next improvements of an idle lab are worth."""
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
"""By the side of a lab that is idle and has no robots, the improvements to come, for each round after this one."""
SIDES: Final = len(TO_DO)
NEXT_IMPROVEMENTS: Final[list[list[list[float]]]] = [
    [[rate * later for rate in to_do[: len(to_do) - robots]] for robots in range(len(to_do) + 1)]
    for later in range(LAST_ROUND + 1)
    for to_do in TO_DO
]
"""By rounds after this one and side, then by the robots in the lab, what its next improvements are worth."""


def space_worths(state: State, known: Gains) -> list[float]:
    """Return what the four spaces of the Council are worth (7.3)."""
    return [MOVE, COUNCIL_FLORIN * state.council_florins, LOOK, known.most - COUNCIL_PURCHASE]


def _swap_worth(state: State, seat: int, known: Gains) -> float:
    """Return what the best swap of one card at the market brings (11.2.3)."""
    purpose = aim(state, seat)
    held = [cost(known, kind, purpose) for kind, cards in enumerate(counts(state.hand[seat])) if cards]
    offered = [known.one[kind] for kind in range(len(KINDS)) if state.market[kind]]
    return max(offered) - min(held) if held else 0.0
