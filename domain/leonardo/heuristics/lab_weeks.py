"""Value people at work in the labs (phase B)."""

from typing import Final

from domain.leonardo.heuristics.appraisal import outlook, pace, prize, rounds_left, type_counts, weeks_needed
from domain.leonardo.heuristics.weights import AT_RISK, ELSEWHERE, FINISH, MOST_AT_ONCE, PROGRESS
from domain.leonardo.rules.knowledge import on_display
from domain.leonardo.rules.placement import APPRENTICES_AT, MASTER, PASS
from domain.leonardo.rules.state import SUPPLY, State
from domain.leonardo.wire.actions import Place
from domain.leonardo.wire.constants import LAB_SMALL, MASTER_STRENGTH, PLACE_COUNT, ROBOT_WEEKS


class Job:
    """Work in a lab that more people can advance this round."""

    def __init__(self, place: int, weeks: int, spaces: int, progress: float, finish: float) -> None:
        self.place = place
        self.weeks = weeks
        """Weeks left to do."""
        self.spaces = spaces
        """Number of people that the lab can still take."""
        self.progress = progress
        """Value of a week."""
        self.finish = finish
        """Additional value of completing all weeks."""


class RemainingPeople:
    """People still in the supply, and the cost of taking them from the labs."""

    def __init__(self, costs: list[float], master_cost: float) -> None:
        self.costs = costs
        """Cost by number of apprentices taken away, from 1; not decreasing."""
        self.master_cost = master_cost
        """Cost of taking the master away; below 0 without a master."""
        least = costs[1] if len(costs) > 1 else master_cost
        self.least = min(least, master_cost) if master_cost >= 0 else least
        """Lowest cost of taking one person away."""


def jobs_of(state: State, seat: int) -> list[Job]:
    """Return the work in the seat's labs, the more valuable first."""
    jobs: list[Job] = []
    counts = type_counts(state, seat)
    for lab in (2 * seat, 2 * seat + 1):
        if state.work[lab]:
            job = _job(state, seat, lab, counts)
            if job:
                jobs.append(job)
    if len(jobs) == 2 and jobs[1].progress + jobs[1].finish > jobs[0].progress + jobs[0].finish:
        jobs.reverse()
    return jobs


def _job(state: State, seat: int, lab: int, counts: int) -> Job | None:
    """Return the work in a lab, or None if more people add nothing: without need, space, time or chance."""
    left, needed = rounds_left(state), weeks_needed(state, counts, lab)
    place = LAB_SMALL + (lab & 1)
    weeks = needed - ROBOT_WEEKS * state.robots[lab] - present_at(state, seat, place)
    spaces = state.lab_spaces_free(lab)
    if weeks <= 0 or not spaces or needed > pace(state, seat, lab) * left:
        return None
    number = state.work[lab]
    progress, finish = PROGRESS[0] + PROGRESS[1] * left, FINISH[0] + FINISH[1] * left
    if not on_display(state).requested >> number & 1 and not state.late[lab]:
        progress, finish = progress * outlook(state, seat).chances[number], 0.0
    else:
        finish += prize(state, counts, lab) * (1.0 if left == 1 else AT_RISK)
    return Job(place, weeks, spaces, progress, finish) if progress else None


def present_at(state: State, seat: int, place: int) -> int:
    """Count the seat's people in a place, the master as 2: strength in an area, weeks in a lab."""
    people = state.people[PLACE_COUNT * seat + place]
    return people + MASTER_STRENGTH if state.master[seat] == place else people


def crew_of(state: State, seat: int, jobs: list[Job]) -> RemainingPeople:
    """Return the costs of taking people from the labs."""
    supply, master = state.supply[seat], state.master[seat] == SUPPLY
    if not jobs:
        return (IDLE_WITH_MASTER if master else IDLE)[min(supply, MOST_AT_ONCE)]
    everything = _output(jobs, supply, master)
    costs = [
        everything - _output(jobs, supply - count, master) + ELSEWHERE * (count - 1)
        for count in range(1, min(supply, MOST_AT_ONCE) + 1)
    ]
    return RemainingPeople([0.0, *costs], everything - _output(jobs, supply, False) + ELSEWHERE if master else -1.0)


IDLE: Final = [
    RemainingPeople([ELSEWHERE * (count - 1) for count in range(most + 1)], -1.0) for most in range(MOST_AT_ONCE + 1)
]
IDLE_WITH_MASTER: Final = [RemainingPeople(each.costs, ELSEWHERE) for each in IDLE]
"""Costs for a seat without work in its labs, by the number of apprentices that may be sent together."""


def _output(jobs: list[Job], supply: int, master: bool) -> float:  # noqa: FBT001
    """Return the value of these people in the labs; the first job is served first."""
    total = 0.0
    for job in jobs:
        weeks, room, done = job.weeks, job.spaces, 0
        if master and weeks > 1:
            room, done, master = room - 1, MASTER_STRENGTH, False
        more = min(supply, min(room, weeks - done))  # noqa: PLW3301 - compiled code is faster with two arguments
        supply -= more
        done += more
        total += job.progress * done
        if done >= weeks:
            total += job.finish
    return total


def fill_lab(state: State, seat: int, jobs: list[Job]) -> Place:
    """Return the best placement in the labs, the more valuable lab first, or a pass.

    The master comes first if the lab needs two weeks.
    """
    supply, master = state.supply[seat], state.master[seat] == SUPPLY
    for job in jobs:
        if master and (job.weeks > 1 or not supply):
            return MASTER[job.place]
        count = min(supply, min(job.spaces, job.weeks))  # noqa: PLW3301 - as above
        if count and not state.placed[seat] >> job.place & 1:
            return APPRENTICES_AT[job.place][count - 1]
    return PASS
