"""Score placements (phase B) by their gain over work in the labs."""

from collections.abc import Sequence
from typing import Final

from domain.leonardo.heuristics.area_scores import action_worths, income
from domain.leonardo.heuristics.collecting import gains
from domain.leonardo.heuristics.lab_weeks import RemainingPeople, crew_of, fill_lab, jobs_of, present_at
from domain.leonardo.heuristics.weights import LEAST_GAIN, MOST_AT_ONCE, OVERCROWDED, UNWISE
from domain.leonardo.rules.placement import APPRENTICES_AT, MASTER, SENT, city
from domain.leonardo.rules.state import State
from domain.leonardo.wire.actions import Place
from domain.leonardo.wire.constants import KIND_SOLD, LAST_CITY_ROUND, MARKET, MASTER_STRENGTH

STRONGEST: Final = MOST_AT_ONCE + MASTER_STRENGTH
"""Maximum strength of a group that the heuristics send."""


class AreaGains:
    """Gain of sending people to an area instead of the labs."""

    def __init__(self, worths: list[float], own: int, crew: RemainingPeople) -> None:
        """Compute the gains from `worths`, by strength, for a group that already has strength `own`."""
        most = len(worths) - 1
        self.apprentices: list[float] = []
        """The gains for each number of apprentices, from 1 to the most that may be sent together (6.1.4)."""
        if not own:
            self.apprentices = [worths[count] - crew.costs[count] for count in range(1, min(most + 1, len(crew.costs)))]
        self.master = worths[min(own + MASTER_STRENGTH, most)] - worths[min(own, most)] - crew.master_cost
        """Gain of the master; ignored by callers if the master is not free."""


def place(state: State, seat: int) -> Place:
    """Return the best placement of `placements`, but examine only areas that can gain enough, for speed."""
    jobs = jobs_of(state, seat)
    best = _best_in_city(state, seat, crew_of(state, seat, jobs)) if state.round <= LAST_CITY_ROUND else None
    return best or fill_lab(state, seat, jobs)


def placements(state: State, seat: int, legal: Sequence[Place]) -> list[float]:
    """Score placements: in the city by the gain over the labs. If none gains, fill the labs, then pass."""
    jobs = jobs_of(state, seat)
    crew, fill = crew_of(state, seat, jobs), fill_lab(state, seat, jobs)
    known = gains(state, seat)
    sendings: list[AreaGains] = []
    for area in range(city(state)):
        worths = _worths(state, seat, area, action_worths(state, seat, area, known))
        sendings.append(AreaGains(worths, present_at(state, seat, area), crew))
    return [_placement_worth(SENT[action], SENT[fill], sendings) for action in legal]


def _placement_worth(sent: int, fill: int, sendings: list[AreaGains]) -> float:
    """Return the value of a placement; `fill` is the best one in the labs. Both are as in `placement.SENT`."""
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


def _best_in_city(state: State, seat: int, crew: RemainingPeople) -> Place | None:
    """Return the placement in an area with the best gain, or None if no gain is large enough.

    A seat's group alone in an area needs no more people.
    """
    known, own, others = gains(state, seat), 0, 0
    for code in state.groups:
        if code & 7 == seat:
            own |= 1 << (code >> 3)
        else:
            others |= 1 << (code >> 3)
    found = BestPlacement()
    for area in range(city(state)):
        alone = not others & 1 << area
        if alone and own & 1 << area:
            continue
        kind, needed = KIND_SOLD[area], found.gain + crew.least
        if kind >= 0 and known.at_most[kind] <= needed:
            continue
        units = action_worths(state, seat, area, known)
        most = income(state, seat, area, units, 0, 1)
        if most <= needed:  # no group earns more in an area than alone
            continue
        if alone:
            found.examine_empty(area, most, crew)
        else:
            found.examine(area, _standings(state, seat, area, units), present_at(state, seat, area), crew)
    return found.best


class BestPlacement:
    """The best placement in an area found so far."""

    def __init__(self) -> None:
        self.best: Place | None = None
        self.gain = LEAST_GAIN

    def examine_empty(self, area: int, worth: float, crew: RemainingPeople) -> None:
        """Examine an area without people: one apprentice is enough."""
        if len(crew.costs) > 1 and worth - crew.costs[1] > self.gain:
            self.best, self.gain = APPRENTICES_AT[area][0], worth - crew.costs[1]
        if crew.master_cost >= 0 and worth - crew.master_cost > self.gain:
            self.best, self.gain = MASTER[area], worth - crew.master_cost

    def examine(self, area: int, standings: "Standings", own: int, crew: RemainingPeople) -> None:
        """Examine all ways to send people to an area with groups of others."""
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
    """Return by strength from 0 the income of the seat's group if no other group comes; it never decreases."""
    standings = _standings(state, seat, area, units)
    return [standings.worth(strength) for strength in range(STRONGEST + 1)]


class Standings:
    """Income of the seat's group in an area with groups of others."""

    def __init__(self, others: list[int], incomes: list[float]) -> None:
        self.others = others
        """Strengths of the other groups."""
        self.incomes = incomes
        """Income by the number of groups ahead."""

    def worth(self, strength: int) -> float:
        """Return the income of a group with this strength. Equally strong groups are ahead of it. 0 for no group."""
        if not strength:
            return 0.0
        ahead = 0
        for other in self.others:
            if other >= strength:
                ahead += 1
        return self.incomes[ahead]


def _standings(state: State, seat: int, area: int, units: list[float]) -> Standings:
    """Return the seat's incomes in an area behind each number of the other groups."""
    others = others_at(state, seat, area)
    present = len(others) + 1
    return Standings(others, [income(state, seat, area, units, ahead, present) for ahead in range(len(others) + 1)])


def others_at(state: State, seat: int, area: int) -> list[int]:
    """Return the strengths of the other seats' groups in an area, the one next to the arrow first."""
    return [present_at(state, code & 7, area) for code in state.groups if code >> 3 == area and code & 7 != seat]
