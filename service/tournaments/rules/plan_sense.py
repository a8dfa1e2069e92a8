"""Check that a plan means what its organiser expects.

The record of a tournament is valid without these checks: an earlier version did not have them.
"""

from datetime import datetime
from itertools import pairwise

import msgspec
from msgspec import UNSET

from service.tournaments.rules.errors import Illegal
from service.tournaments.rules.format_traits import traits_of
from service.tournaments.rules.plan import Plan
from service.tournaments.rules.plan_legality import InvalidStage
from service.tournaments.rules.repeats import is_far


class Senseless(Illegal):
    """A plan that no organiser means. The message is in English."""


def check_points(plan: Plan) -> None:
    """Raise Senseless if a worse place earns more points than a better one."""
    if any(worse > better for places in plan.points.values() for better, worse in pairwise(places)):
        raise Senseless("State `points` that do not rise from a place to a worse one, such as 12, 6, 0.")


def check_late_entries(plan: Plan) -> None:
    """Raise InvalidStage for late entries into a first stage that takes none."""
    first = plan.stages[0]
    if plan.late_entries and (first.groups > 1 or not traits_of(first).is_open):
        raise InvalidStage("Omit `late_entries`, or start with a Swiss, an arena or a ladder in one group.", 0)


def check_vacations(plan: Plan) -> None:
    """Raise Senseless for vacation days in games without a clock."""
    if plan.vacation_days and "clock" not in msgspec.json.decode(plan.terms):
        raise Senseless("Send `clock`, or omit `vacation_days`. Vacations need clocks.")


def check_repeats(plan: Plan) -> None:
    """Raise Senseless for a plan that repeats without a start, or with one in the far future."""
    if plan.repeats is UNSET:
        return
    if not plan.starts_at:
        raise Senseless("Send `starts_at`, which tournaments need that repeat.")
    if is_far(plan.starts_at):
        raise Senseless("Send a `starts_at` before the year 9000.")


def check_ends(plan: Plan, earliest: datetime, *, present: Plan | None = None, closed: int = 0) -> None:
    """Raise Senseless for new ends of rounds before `earliest` or before the start of a round, or that do not rise.

    The ends of `closed` rounds, and unchanged ones, may lie in the past.
    """
    is_same = present is not None and _starts_and_ends(present) == _starts_and_ends(plan)
    if plan.round_ends is UNSET or is_same:
        return
    ends = [datetime.fromisoformat(each) for each in plan.round_ends]
    if ends and not all(traits_of(each).has_rounds for each in plan.stages):
        raise Senseless("Omit `round_ends`. An arena has no rounds.")
    if any(later <= earlier for earlier, later in pairwise(ends)):
        raise Senseless("Send `round_ends` that rise: each round ends later than the one before.")
    before = {*(present.round_ends or ())} if present else set()
    stated = [*zip(plan.round_ends, ends, strict=True)]
    if any(end < earliest for text, end in stated[closed:] if text not in before):
        raise Senseless("Send `round_ends` in the future for rounds that have not ended.")
    starts = plan.round_times or (plan.starts_at,) * bool(plan.starts_at)
    if any(end <= datetime.fromisoformat(start) for start, end in zip(starts, ends, strict=False)):
        raise Senseless("Send `round_ends` that lie after the start of each round.")


def _starts_and_ends(plan: Plan) -> tuple[object, ...]:
    return plan.starts_at, plan.round_times, plan.round_ends


def check_times(plan: Plan, earliest: datetime, *, present: Plan | None = None, paired: int = 0) -> None:
    """Raise Senseless for a new time before `earliest`, or times of rounds that do not rise.

    The times of the `present` plan and of `paired` rounds may lie in the past.
    """
    before = present.starts_at if present else ""
    if plan.starts_at not in ("", before) and datetime.fromisoformat(plan.starts_at) < earliest:
        raise Senseless("Send a `starts_at` in the future. To start now, omit it and call `startTournament`.")
    times = [datetime.fromisoformat(each) for each in plan.round_times]
    if present is not None and present.round_times == plan.round_times:
        return
    if any(later <= earlier for earlier, later in pairwise(times)):
        raise Senseless("Send `round_times` that rise: each round starts later than the one before.")
    if any(each < earliest for each in times[paired:]):
        raise Senseless("Send `round_times` in the future for rounds that have not been created.")
