"""The plan of the next tournament of a series."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

import msgspec
from msgspec import UNSET

from service.tournaments.rules.errors import Illegal
from service.tournaments.rules.plan import KeepApart, Plan
from service.tournaments.rules.plan_sense import check_ends, check_times
from service.tournaments.rules.repeats import Repeats, in_utc, local, next_start
from service.tournaments.rules.state import Tournament

MOMENT = "%Y-%m-%dT%H:%M:%S.%fZ"


def has_followed(tournament: Tournament) -> bool:
    """Whether the next tournament of a series is due: this one has started, or its start did not take place."""
    return tournament.has_started or tournament.postponed or tournament.status == "cancelled"


def next_plan(plan: Plan, original: Plan, now: datetime) -> Plan | None:
    """Return the plan of the next tournament; None if there is none.

    `original`: the plan at creation. A start that was moved moves no later one, unless the rule was changed as well.
    """
    repeats = plan.repeats
    if repeats is UNSET or repeats.events == 1:
        return None
    scheduled = original.starts_at if original.repeats == repeats else plan.starts_at
    start = next_start(repeats, scheduled, now)
    if start is None:
        return None
    following = msgspec.structs.replace(
        plan,
        starts_at=_written(repeats, start),
        round_times=(),
        round_ends=UNSET,
        keep_apart=UNSET if plan.keep_apart is UNSET else _without_groups(plan.keep_apart),
        repeats=msgspec.structs.replace(repeats, events=repeats.events - 1),
    )
    return _with_round_times(following, plan, repeats, start, now)


def _without_groups(apart: KeepApart) -> KeepApart:
    """Return who does not meet, without groups: they number the entrants of one tournament."""
    return msgspec.structs.replace(apart, groups=())


def _with_round_times(following: Plan, plan: Plan, repeats: Repeats, start: datetime, now: datetime) -> Plan:
    """Return a plan whose rounds start and end as long after the start as in the plan before, by local clocks.

    The rounds have no times if those of the plan before do not fit its start, which was moved alone.
    """
    moved = partial(_moved, repeats, start - local(repeats, plan.starts_at))
    try:
        timed = msgspec.structs.replace(
            following, round_times=moved(plan.round_times), round_ends=moved(plan.round_ends or ()) or UNSET
        )
        check_times(timed, now)
        check_ends(timed, now)
    except (Illegal, OverflowError):
        return following
    return timed


def _moved(repeats: Repeats, by: timedelta, moments: Sequence[str]) -> tuple[str, ...]:
    return tuple(_written(repeats, local(repeats, each) + by) for each in moments)


def _written(repeats: Repeats, moment: datetime) -> str:
    return in_utc(repeats, moment).strftime(MOMENT)
