"""Rules of thumb for placing people (phase B): where they gain most over the work they could do in their labs."""

from collections.abc import Sequence
from functools import lru_cache

from domain.leonardo.actions import Place
from domain.leonardo.appraisal import Gains, Worths, gains, rounds_left
from domain.leonardo.placement import APPRENTICES_AT, MASTER, open_areas
from domain.leonardo.policy_labs import Crew, crew_of, fill_lab, jobs_of, present_at
from domain.leonardo.policy_weights import (
    APPRENTICE,
    COUNCIL_FLORIN,
    LEAST_GAIN,
    LEONARDO,
    LOOK,
    MONEY,
    MOST_AT_ONCE,
    MOVE,
    OVERCROWDED,
    ROBOT,
    TAKE_LARGE,
    TURN_LAB,
    UNWISE,
)
from domain.leonardo.state import State
from domain.leonardo.tables import (
    ACADEMY,
    APPRENTICES,
    COUNCIL,
    COUNCIL_PURCHASE,
    KINDS,
    LAST_CITY_ROUND,
    MARKET,
    MASTER_STRENGTH,
    NOT_OWNED,
    PLACE,
    PRICES,
    ROBOT_SPACES,
    SHOP_KIND,
    START_SIDE,
    TURNED_SIDE,
    WORKSHOP,
)

Sendings = tuple[list[float], float]
"""What sending people to an area gains over the labs: apprentices by their number from 1, as far as they may be sent
there; and the master, whether he is free or not."""


def place(state: State, seat: int) -> Place:
    """Choose what `placements` scores best, but look only at areas that can gain enough: searches live here."""
    jobs = jobs_of(state, seat)
    best = _best_in_city(state, seat, crew_of(state, seat, jobs)) if state.round <= LAST_CITY_ROUND else None
    return best or fill_lab(state, seat, jobs)


def placements(state: State, seat: int, legal: Sequence[Place]) -> list[float]:
    """Score placements: in the city by what they gain over the labs; if none gains, fill the labs, then pass."""
    jobs = jobs_of(state, seat)
    crew, fill = crew_of(state, seat, jobs), fill_lab(state, seat, jobs)
    known, groups = gains(state, seat), strengths(state)
    sendings: list[Sendings] = []
    for area in open_areas(state):
        units = action_worths(state, seat, area, known)
        worths = _worths(state, seat, area, units, groups[area])
        sendings.append(_sendings(worths, groups[area].get(seat, 0), crew))
    return [LEAST_GAIN if action == fill else _placement_worth(action, sendings) for action in legal]


def _placement_worth(action: Place, sendings: Sequence[Sendings]) -> float:
    """Value a placement other than the best one in the labs."""
    if action.piece == "pass":
        return UNWISE
    area = PLACE[str(action.place)]
    if area > MARKET:
        return OVERCROWDED
    sent, master = sendings[area]
    if action.piece == "master":
        return master
    count = action.count or 0
    return sent[count - 1] if count <= len(sent) else UNWISE


# Areas


def _best_in_city(state: State, seat: int, crew: Crew) -> Place | None:
    """Choose the placement in an area that gains most, or None if none gains enough."""
    known, groups = gains(state, seat), strengths(state)
    best, best_gain = None, LEAST_GAIN
    for area in open_areas(state):
        units = action_worths(state, seat, area, known)
        worths = _worths(state, seat, area, units, groups[area])
        if worths[-1] <= best_gain:
            continue
        sent, master = _sendings(worths, groups[area].get(seat, 0), crew)
        for action, gain in zip(APPRENTICES_AT[area], sent, strict=False):
            if gain > best_gain:
                best, best_gain = action, gain
        if crew.master_cost >= 0 and master > best_gain:
            best, best_gain = MASTER[area], master
    return best


def _sendings(worths: Worths, own: int, crew: Crew) -> Sendings:
    """Give what sending people to an area gains; apprentices are sent at once or not at all (6.1.4)."""
    sent = [] if own else [worth - cost for worth, cost in zip(worths[1:], crew.costs[1:], strict=False)]
    most = len(worths) - 1
    return sent, worths[min(own + MASTER_STRENGTH, most)] - worths[min(own, most)] - crew.master_cost


def strengths(state: State) -> list[dict[int, int]]:
    """Give by area the strength of each seat's group (7.1.2), the group next to the arrow first."""
    groups: list[dict[int, int]] = [{} for _ in range(MARKET + 1)]
    for code in state.groups:
        groups[code >> 3][code & 7] = present_at(state, code & 7, code >> 3)
    return groups


def _worths(state: State, seat: int, area: int, units: Worths, groups: dict[int, int]) -> Worths:
    """Give by the strength of the own group, from 0, what it brings if nobody else comes; more never brings less."""
    others = tuple([strength for other, strength in groups.items() if other != seat])
    return _by_strength(area, state.seats, units, state.florins[seat], rounds_left(state), others)


@lru_cache(maxsize=1 << 16)
def _by_strength(area: int, seats: int, units: Worths, florins: int, left: int, others: tuple[int, ...]) -> Worths:
    """Give `_worths` beside others of these strengths."""
    present = len(others) + 1
    incomes = [_income(area, seats, units, florins, left, ahead, present) for ahead in range(present)]
    strengths = range(1, MOST_AT_ONCE + MASTER_STRENGTH + 1)
    return (0.0, *[incomes[sum([other >= strength for other in others])] for strength in strengths])


def income(state: State, seat: int, area: int, units: Worths, ahead: int, present: int) -> float:
    """Give what the seat gets in an area behind `ahead` of the groups, if all that are present act when asked.

    `units` are the worths of its actions there, one after the other.
    """
    return _income(area, state.seats, units, state.florins[seat], rounds_left(state), ahead, present)


def _income(area: int, seats: int, units: Worths, florins: int, left: int, ahead: int, present: int) -> float:
    """Give `income` for so many florins and rounds left."""
    if area == COUNCIL:
        excluded = present == seats > 2 and ahead == present - 1
        return 0.0 if excluded or ahead >= len(units) else units[ahead]
    if area == MARKET:
        return units[0] / (1 + ahead)
    total, step, rate = 0.0, ahead, money(florins, left)
    for unit in units:
        if step >= len(PRICES) or PRICES[step] > florins or unit <= PRICES[step] * rate:
            break
        total += unit - PRICES[step] * rate
        florins -= PRICES[step]
        step += present
    return total


def money(florins: int, left: int) -> float:
    """Give what a florin is worth to a seat with so many, with so many rounds left."""
    base, more = MONEY[0] if florins < 3 else MONEY[1] if florins < 8 else MONEY[2]
    return base + more * left


# What the actions of an area are worth


def action_worths(state: State, seat: int, area: int, known: Gains) -> Worths:
    """List what the seat's actions in an area are worth, one after the other; at the Council, of being first, second...

    Components are worth `known`.
    """
    if area in SHOP_KIND:
        kind = SHOP_KIND[area]
        return (known[0][kind], known[1][kind])[: state.stock[kind]]
    if area == WORKSHOP:
        return _improvements(state, seat)
    if area == ACADEMY:
        return tuple(apprentice_worths(state, seat))
    if area == COUNCIL:
        first, *others = sorted(space_worths(state, known), reverse=True)
        return (first + LEONARDO, *others)
    return (_swap_worth(state, seat, known),)


def apprentice_worths(state: State, seat: int) -> list[float]:
    """List what the next apprentices from the Academy are worth (7.5)."""
    have, left = APPRENTICES - state.academy[seat], rounds_left(state) - 1
    return [APPRENTICE[min(number, APPRENTICES - 1) - 3] * left for number in range(have, APPRENTICES)][:MOST_AT_ONCE]


def improvement_worth(state: State, improvement: str) -> float:
    """Give what an improvement of a lab (7.4.7) brings from the next round on."""
    rate = TAKE_LARGE if improvement == "take_large" else ROBOT if improvement.startswith("robot") else TURN_LAB
    return rate * (rounds_left(state) - 1)


def _improvements(state: State, seat: int) -> Worths:
    """List what the seat's next improvements are worth, in an order in which they are possible."""
    worths: list[float] = []
    for lab in (2 * seat + 1, 2 * seat):
        size = lab & 1
        if state.side[lab] == NOT_OWNED:
            worths.append(improvement_worth(state, "take_large"))
        elif not state.work[lab]:
            if state.side[lab] == START_SIDE[size]:
                worths.append(improvement_worth(state, "turn"))
            robots = ROBOT_SPACES[TURNED_SIDE[size]] - state.robots[lab]
            worths += [improvement_worth(state, "robot")] * robots
    return tuple(worths)


def space_worths(state: State, known: Gains) -> tuple[float, float, float, float]:
    """Give what the four spaces of the Council are worth (7.3)."""
    return (MOVE, COUNCIL_FLORIN * state.council_florins, LOOK, max(known[0]) - COUNCIL_PURCHASE)


def _swap_worth(state: State, seat: int, known: Gains) -> float:
    """Give what the best swap of one card at the market brings (11.2.3)."""
    held = [known[2][kind] for kind in range(len(KINDS)) if state.hand[5 * seat + kind]]
    offered = [known[0][kind] for kind in range(len(KINDS)) if state.market[kind]]
    return max(offered) - min(held) if held else 0.0
