"""Rules of thumb for work in the labs: what people are worth there (phase B)."""

from typing import NamedTuple

from domain.leonardo.actions import Place
from domain.leonardo.appraisal import chances, outlook, pace, prize, rounds_left, weeks_needed
from domain.leonardo.placement import APPRENTICES_AT, MASTER, PASS
from domain.leonardo.policy_weights import AT_RISK, ELSEWHERE, FINISH, MOST_AT_ONCE, PROGRESS
from domain.leonardo.state import SUPPLY, State
from domain.leonardo.tables import LAB_SMALL, MASTER_STRENGTH, PLACE_COUNT, ROBOT_WEEKS


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


def jobs_of(state: State, seat: int) -> list[Job]:
    """List the work in the seat's labs, the more valuable first."""
    jobs = [_job(state, seat, lab) for lab in (2 * seat, 2 * seat + 1) if state.work[lab]]
    useful = [job for job in jobs if job]
    if len(useful) == 2 and useful[1].progress + useful[1].finish > useful[0].progress + useful[0].finish:
        useful.reverse()
    return useful


def _job(state: State, seat: int, lab: int) -> Job | None:
    """Appraise the work in a lab, or give None if people add nothing: no need, no room, no time, no chance."""
    left, needed = rounds_left(state), weeks_needed(state, seat, lab)
    weeks = needed - ROBOT_WEEKS * state.robots[lab] - present_at(state, seat, LAB_SMALL + (lab & 1))
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


def present_at(state: State, seat: int, place: int) -> int:
    """Count the seat's people in a place, the master as 2: strength in an area, weeks in a lab."""
    return state.people[PLACE_COUNT * seat + place] + (MASTER_STRENGTH if state.master[seat] == place else 0)


def crew_of(state: State, seat: int, jobs: list[Job]) -> Crew:
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


def fill_lab(state: State, seat: int, jobs: list[Job]) -> Place:
    """Put people to work in the more valuable lab, the master where two weeks are wanted; else pass."""
    supply, master = state.supply[seat], state.master[seat] == SUPPLY
    for job in jobs:
        if master and (job.weeks > 1 or not supply):
            return MASTER[job.place]
        count = min(supply, job.spaces, job.weeks)
        if count and not state.placed[seat] >> job.place & 1:
            return APPRENTICES_AT[job.place][count - 1]
    return PASS
