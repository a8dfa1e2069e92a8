"""How the greedy level places people (phase B): where they gain most over the work they could do in its labs."""

from collections.abc import Sequence
from typing import NamedTuple

from domain.leonardo.actions import Place
from domain.leonardo.appraisal import Gains, chances, gains, outlook, pace, prize, rounds_left, weeks_needed
from domain.leonardo.placement import APPRENTICES_AT, MASTER, PASS, open_areas
from domain.leonardo.policy_weights import (
    APPRENTICE,
    AT_RISK,
    COUNCIL_FLORIN,
    ELSEWHERE,
    FINISH,
    LEAST_GAIN,
    LEONARDO,
    LOOK,
    MONEY,
    MOVE,
    PROGRESS,
    ROBOT,
    TAKE_LARGE,
    TURN_LAB,
)
from domain.leonardo.state import SUPPLY, State
from domain.leonardo.tables import (
    ACADEMY,
    APPRENTICES,
    COUNCIL,
    COUNCIL_PURCHASE,
    KINDS,
    LAB_SMALL,
    LAST_CITY_ROUND,
    MARKET,
    MASTER_STRENGTH,
    NOT_OWNED,
    PLACE_COUNT,
    PRICES,
    ROBOT_SPACES,
    ROBOT_WEEKS,
    SHOP_KIND,
    START_SIDE,
    TURNED_SIDE,
    WORKSHOP,
)

MOST_AT_ONCE = 3
"""More apprentices than this are never sent to an area together."""


class Job(NamedTuple):
    """Work in a lab that more people can do this round."""

    place: int
    weeks: int
    spaces: int
    progress: float
    """What a week is worth."""
    finish: float
    """What having all the weeks is worth besides."""


class Crew(NamedTuple):
    """People still in the supply, and what their absence costs the labs."""

    costs: list[float]
    """By number of apprentices taken away, from 0."""
    master_cost: float
    """Of taking the master away; below 0 if there is none."""


def place(state: State, seat: int) -> Place:
    """Choose the placement in the city that gains most over the labs; if none gains, fill the labs, then pass."""
    jobs = _jobs(state, seat)
    best = _best_in_city(state, seat, _crew(state, seat, jobs)) if state.round <= LAST_CITY_ROUND else None
    return best or _fill_lab(state, seat, jobs)


# Labs


def _jobs(state: State, seat: int) -> list[Job]:
    """List the work in the seat's labs, the more valuable first."""
    jobs = [_job(state, seat, lab) for lab in (2 * seat, 2 * seat + 1) if state.work[lab]]
    useful = [job for job in jobs if job]
    if len(useful) == 2 and useful[1].progress + useful[1].finish > useful[0].progress + useful[0].finish:
        useful.reverse()
    return useful


def _job(state: State, seat: int, lab: int) -> Job | None:
    """Appraise the work in a lab, or give None if people add nothing: no need, no room, no time, no chance."""
    left, needed = rounds_left(state), weeks_needed(state, seat, lab)
    weeks = needed - ROBOT_WEEKS * state.robots[lab] - _present(state, seat, LAB_SMALL + (lab & 1))
    spaces = state.lab_spaces_free(lab)
    if weeks <= 0 or not spaces or needed > pace(state, seat, lab) * left:
        return None
    number = state.work[lab]
    progress, finish = PROGRESS[0] + PROGRESS[1] * left, FINISH[0] + FINISH[1] * left
    if number not in state.requested and not state.late[lab]:
        progress, finish = progress * chances(outlook(state, seat))[number], 0.0
    else:
        finish += prize(state, seat, lab) * (1.0 if left == 1 else AT_RISK)
    return Job(LAB_SMALL + (lab & 1), weeks, spaces, progress, finish) if progress else None


def _present(state: State, seat: int, place: int) -> int:
    """Count the seat's people in a place, the master as 2: strength in an area, weeks in a lab."""
    return state.people[PLACE_COUNT * seat + place] + (MASTER_STRENGTH if state.master[seat] == place else 0)


def _crew(state: State, seat: int, jobs: list[Job]) -> Crew:
    """Count what taking people from the labs costs."""
    supply, master = state.supply[seat], state.master[seat] == SUPPLY
    everything = _output(jobs, supply, master=master)
    sent = range(min(supply, MOST_AT_ONCE) + 1)
    costs = [everything - _output(jobs, supply - count, master=master) + ELSEWHERE * (count - 1) for count in sent]
    return Crew(costs, everything - _output(jobs, supply, master=False) + ELSEWHERE if master else -1.0)


def _output(jobs: list[Job], supply: int, *, master: bool) -> float:
    """Give what these people are worth in the labs, the first job served first."""
    total = 0.0
    for _, weeks, spaces, progress, finish in jobs:
        leads = master and weeks > 1
        done = MASTER_STRENGTH if leads else 0
        more = min(supply, spaces - leads, weeks - done)
        done += more
        supply -= more
        master = master and not leads
        total += progress * done + (finish if done >= weeks else 0.0)
    return total


def _fill_lab(state: State, seat: int, jobs: list[Job]) -> Place:
    """Put people to work in the more valuable lab, the master where two weeks are wanted; else pass."""
    supply, master = state.supply[seat], state.master[seat] == SUPPLY
    for job in jobs:
        if master and (job.weeks > 1 or not supply):
            return MASTER[job.place]
        count = min(supply, job.spaces, job.weeks)
        if count and not state.placed[seat] >> job.place & 1:
            return APPRENTICES_AT[job.place][count - 1]
    return PASS


# Areas


def _best_in_city(state: State, seat: int, crew: Crew) -> Place | None:
    """Choose the placement in an area that gains most, or None if none gains enough."""
    known, groups = gains(state, seat), strengths(state)
    best, best_gain = None, LEAST_GAIN
    for area in open_areas(state):
        units = action_worths(state, seat, area, known)
        others = groups[area]
        own = others.pop(seat, 0)
        if not units or income(state, seat, area, units, 0, len(others) + 1) <= best_gain:
            continue
        worths = _worths(state, seat, area, units, list(others.values()))
        choice, gain = _best_in_area(area, worths, own, crew)
        if choice and gain > best_gain:
            best, best_gain = choice, gain
    return best


def _best_in_area(area: int, worths: Sequence[float], own: int, crew: Crew) -> tuple[Place | None, float]:
    """Choose whom to send to an area: apprentices unless the own group is there, or the master; with the gain."""
    best, best_gain = None, 0.0
    if not own:
        for count in range(1, len(crew.costs)):
            if worths[count] - crew.costs[count] > best_gain:
                best, best_gain = APPRENTICES_AT[area][count - 1], worths[count] - crew.costs[count]
    if crew.master_cost >= 0:
        gain = worths[min(own + MASTER_STRENGTH, len(worths) - 1)] - worths[min(own, len(worths) - 1)]
        if gain - crew.master_cost > best_gain:
            best, best_gain = MASTER[area], gain - crew.master_cost
    return best, best_gain


def strengths(state: State) -> list[dict[int, int]]:
    """Give by area the strength of each seat's group (7.1.2), the group next to the arrow first."""
    groups: list[dict[int, int]] = [{} for _ in range(MARKET + 1)]
    for code in state.groups:
        groups[code >> 3][code & 7] = _present(state, code & 7, code >> 3)
    return groups


def _worths(state: State, seat: int, area: int, units: Sequence[float], others: list[int]) -> Sequence[float]:
    """Give by the strength of the own group, from 0, what it brings if nobody else comes."""
    present = len(others) + 1
    incomes = [income(state, seat, area, units, ahead, present) for ahead in range(present)]
    strengths = range(1, MOST_AT_ONCE + MASTER_STRENGTH + 1)
    return [0.0, *[incomes[sum([other >= strength for other in others])] for strength in strengths]]


def income(state: State, seat: int, area: int, units: Sequence[float], ahead: int, present: int) -> float:
    """Give what the seat gets in an area behind `ahead` of the groups, if all that are present act when asked.

    `units` are the worths of its actions there, one after the other.
    """
    if area == COUNCIL:
        excluded = present == state.seats > 2 and ahead == present - 1
        return 0.0 if excluded or ahead >= len(units) else units[ahead]
    if area == MARKET:
        return units[0] / (1 + ahead)
    florins, total, step = state.florins[seat], 0.0, ahead
    rate = money(florins, rounds_left(state))
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


def action_worths(state: State, seat: int, area: int, known: Gains) -> Sequence[float]:
    """List what the seat's actions in an area are worth, one after the other; at the Council, of being first, second...

    Components are worth `known`.
    """
    if area in SHOP_KIND:
        kind = SHOP_KIND[area]
        return (known[0][kind], known[1][kind])[: state.stock[kind]]
    if area == WORKSHOP:
        return _improvements(state, seat)
    if area == ACADEMY:
        return apprentice_worths(state, seat)
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


def _improvements(state: State, seat: int) -> list[float]:
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
    return worths


def space_worths(state: State, known: Gains) -> tuple[float, float, float, float]:
    """Give what the four spaces of the Council are worth (7.3)."""
    return (MOVE, COUNCIL_FLORIN * state.council_florins, LOOK, max(known[0]) - COUNCIL_PURCHASE)


def _swap_worth(state: State, seat: int, known: Gains) -> float:
    """Give what the best swap of one card at the market brings (11.2.3)."""
    held = [known[2][kind] for kind in range(len(KINDS)) if state.hand[5 * seat + kind]]
    offered = [known[0][kind] for kind in range(len(KINDS)) if state.market[kind]]
    return max(offered) - min(held) if held else 0.0
