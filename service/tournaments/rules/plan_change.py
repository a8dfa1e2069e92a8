"""Apply changes to a tournament plan."""

from typing import TypeVar

import msgspec

from service.tournaments.rules.events import ChangedStage, PlanChange
from service.tournaments.rules.plan import Plan, Stage

T = TypeVar("T")


def changed(plan: Plan, change: PlanChange) -> Plan:
    """Return a plan with a change applied; changes of missing stages are ignored."""
    terms = msgspec.json.encode({**msgspec.json.decode(plan.terms), **change.terms}) if change.terms else plan.terms
    by_number = {each.stage: each for each in change.stages}
    stages = tuple(_stage(stage, by_number.get(number)) for number, stage in enumerate(plan.stages))
    return msgspec.structs.replace(
        plan,
        name=_or(change.name, plan.name),
        max_entrants=_or(change.max_entrants, plan.max_entrants),
        late_entries=_or(change.late_entries, plan.late_entries),
        no_show_limit=_or(change.no_show_limit, plan.no_show_limit),
        starts_at=_or(change.starts_at, plan.starts_at),
        next_round=_or(change.next_round, plan.next_round),
        pause_seconds=_or(change.pause_seconds, plan.pause_seconds),
        round_times=_or(change.round_times, plan.round_times),
        terms=msgspec.Raw(terms),
        stages=stages,
    )


def _stage(stage: Stage, change: ChangedStage | None) -> Stage:
    if change is None:
        return stage
    return msgspec.structs.replace(
        stage,
        rounds=_or(change.rounds, stage.rounds),
        minutes=_or(change.minutes, stage.minutes),
        matches=_or(change.matches, stage.matches),
    )


def _or(new: T | None, present: T) -> T:
    return present if new is None else new
