"""Rules of thumb for placing people (phase B): where they gain most over the work they could do in their labs."""

from collections.abc import Sequence
from typing import Final

from domain.leonardo.actions import Place
from domain.leonardo.appraisal import rounds_left
from domain.leonardo.collecting import Gains, aim, gains
from domain.leonardo.placement import APPRENTICES_AT, MASTER, SENT, city
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
    KIND_SOLD,
    KINDS,
    LAST_CITY_ROUND,
    LAST_ROUND,
    MARKET,
    MASTER_STRENGTH,
    PRICES,
    WORKSHOP,
)

STRONGEST: Final = MOST_AT_ONCE + MASTER_STRENGTH
"""Of a group that these rules of thumb send anywhere."""


class Sendings:
    """What sending people to an area gains over the labs."""

    def __init__(self, worths: list[float], own: int, crew: Crew) -> None:
        """Work it out from what the own group, which is as strong as `own`, brings by its strength up to the most."""
        most = len(worths) - 1
        self.apprentices: list[float] = []
        """By their number from 1, as far as they may be sent: at once or not at all (6.1.4)."""
        if not own:
            self.apprentices = [worths[count] - crew.costs[count] for count in range(1, min(most + 1, len(crew.costs)))]
        self.master = worths[min(own + MASTER_STRENGTH, most)] - worths[min(own, most)] - crew.master_cost
        """The master, whether he is free or not."""


def place(state: State, seat: int) -> Place:
    """Choose what `placements` scores best, but look only at areas that can gain enough: searches live here."""
    jobs = jobs_of(state, seat)
    best = _best_in_city(state, seat, crew_of(state, seat, jobs)) if state.round <= LAST_CITY_ROUND else None
    return best or fill_lab(state, seat, jobs)


def placements(state: State, seat: int, legal: Sequence[Place]) -> list[float]:
    """Score placements: in the city by what they gain over the labs; if none gains, fill the labs, then pass."""
    jobs = jobs_of(state, seat)
    crew, fill = crew_of(state, seat, jobs), fill_lab(state, seat, jobs)
    known = gains(state, seat)
    sendings: list[Sendings] = []
    for area in range(city(state)):
        worths = _worths(state, seat, area, action_worths(state, seat, area, known))
        sendings.append(Sendings(worths, present_at(state, seat, area), crew))
    return [_placement_worth(SENT[action], SENT[fill], sendings) for action in legal]


def _placement_worth(sent: int, fill: int, sendings: list[Sendings]) -> float:
    """Value a placement, where `fill` is the best one in the labs; both as in `placement.SENT`."""
    if sent == fill:
        return LEAST_GAIN
    if sent < 0:
        return UNWISE
    area, count = sent >> 4, sent & 15
    if area > MARKET:
        return OVERCROWDED
    sending = sendings[area]
    if not count:
        return sending.master
    return sending.apprentices[count - 1] if count <= len(sending.apprentices) else UNWISE


# Areas


def _best_in_city(state: State, seat: int, crew: Crew) -> Place | None:
    """Choose the placement in an area that gains most, or None if none gains enough.

    An own group alone in an area needs no more people.
    """
    known, own, others = gains(state, seat), 0, 0
    for code in state.groups:
        if code & 7 == seat:
            own |= 1 << (code >> 3)
        else:
            others |= 1 << (code >> 3)
    found = Found()
    for area in range(city(state)):
        alone = not others & 1 << area
        if alone and own & 1 << area:
            continue
        kind, needed = KIND_SOLD[area], found.gain + crew.least
        if kind >= 0 and known.at_most[kind] <= needed:
            continue
        units = action_worths(state, seat, area, known)
        most = income(state, seat, area, units, 0, 1)
        if most <= needed:  # nobody gets more in an area than alone
            continue
        if alone:
            found.look_at_empty(area, most, crew)
        else:
            found.look_at(area, _standings(state, seat, area, units), present_at(state, seat, area), crew)
    return found.best


class Found:
    """The best placement in an area found so far."""

    def __init__(self) -> None:
        self.best: Place | None = None
        self.gain = LEAST_GAIN

    def look_at_empty(self, area: int, worth: float, crew: Crew) -> None:
        """Look at an area where nobody stands: one is enough."""
        if len(crew.costs) > 1 and worth - crew.costs[1] > self.gain:
            self.best, self.gain = APPRENTICES_AT[area][0], worth - crew.costs[1]
        if crew.master_cost >= 0 and worth - crew.master_cost > self.gain:
            self.best, self.gain = MASTER[area], worth - crew.master_cost

    def look_at(self, area: int, standings: "Standings", own: int, crew: Crew) -> None:
        """Look at all ways to send people to an area where others stand, as `Sendings`."""
        if not own:
            for count in range(1, min(STRONGEST + 1, len(crew.costs))):
                gain = standings.worth(count) - crew.costs[count]
                if gain > self.gain:
                    self.best, self.gain = APPRENTICES_AT[area][count - 1], gain
        if crew.master_cost >= 0:
            stronger, now = min(own + MASTER_STRENGTH, STRONGEST), min(own, STRONGEST)
            gain = standings.worth(stronger) - standings.worth(now) - crew.master_cost
            if gain > self.gain:
                self.best, self.gain = MASTER[area], gain


def _worths(state: State, seat: int, area: int, units: list[float]) -> list[float]:
    """Give by the strength of the own group, from 0, what it brings if nobody else comes; more never brings less."""
    standings = _standings(state, seat, area, units)
    return [standings.worth(strength) for strength in range(STRONGEST + 1)]


class Standings:
    """What the own group brings in an area beside those of others."""

    def __init__(self, others: list[int], incomes: list[float]) -> None:
        self.others = others
        """How strong they are."""
        self.incomes = incomes
        """By the number of groups ahead."""

    def worth(self, strength: int) -> float:
        """Give what a group so strong brings: those as strong are ahead of it, and one without people brings none."""
        if not strength:
            return 0.0
        ahead = 0
        for other in self.others:
            if other >= strength:
                ahead += 1
        return self.incomes[ahead]


def _standings(state: State, seat: int, area: int, units: list[float]) -> Standings:
    """Work out what the seat gets in an area behind any number of the others that are there."""
    others = others_at(state, seat, area)
    present = len(others) + 1
    return Standings(others, [income(state, seat, area, units, ahead, present) for ahead in range(len(others) + 1)])


def others_at(state: State, seat: int, area: int) -> list[int]:
    """List the strengths of the other seats' groups in an area, the one next to the arrow first."""
    return [present_at(state, code & 7, area) for code in state.groups if code >> 3 == area and code & 7 != seat]


def income(state: State, seat: int, area: int, units: list[float], ahead: int, present: int) -> float:
    """Give what the seat gets in an area behind `ahead` of the groups, if all that are present act when asked.

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
    """Give what a florin is worth to a seat with so many, with so many rounds left."""
    return RATES[left + (0 if florins < 3 else LAST_ROUND + 2 if florins < 8 else 2 * (LAST_ROUND + 2))]


RATES: Final[list[float]] = [base + more * left for base, more in MONEY for left in range(LAST_ROUND + 2)]
"""What a florin is worth, by how many the seat has (few, some or many) and the rounds left."""


# What the actions of an area are worth


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
    """Give what an improvement of a lab (7.4.7) brings from the next round on."""
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
    """Give what the four spaces of the Council are worth (7.3)."""
    return [MOVE, COUNCIL_FLORIN * state.council_florins, LOOK, known.most - COUNCIL_PURCHASE]


def _swap_worth(state: State, seat: int, known: Gains) -> float:
    """Give what the best swap of one card at the market brings (11.2.3)."""
    purpose = aim(state, seat)
    held = [known.cost(kind, purpose) for kind in range(len(KINDS)) if state.hand[5 * seat + kind]]
    offered = [known.one[kind] for kind in range(len(KINDS)) if state.market[kind]]
    return max(offered) - min(held) if held else 0.0
