"""Apply changes to a tournament plan."""

from typing import Any

import msgspec

from service.tournaments.rules.events import ChangedStage, PlanChange
from service.tournaments.rules.plan import Plan, Stage

_PLAIN = (
    "name",
    "max_entrants",
    "late_entries",
    "no_show_limit",
    "starts_at",
    "next_round",
    "pause_seconds",
    "round_times",
)
"""The fields that a change replaces as a whole."""


def changed(plan: Plan, change: PlanChange) -> Plan:
    """Return a plan with a change applied; changes of missing stages are ignored."""
    values: dict[str, Any] = {name: getattr(change, name) for name in _PLAIN if getattr(change, name) is not None}
    if change.terms:
        terms = {**msgspec.json.decode(plan.terms), **change.terms}
        values["terms"] = msgspec.Raw(msgspec.json.encode(terms))
    by_number = {each.stage: each for each in change.stages}
    stages = tuple(_stage(stage, by_number.get(number)) for number, stage in enumerate(plan.stages))
    return msgspec.structs.replace(plan, stages=stages, **values)


def _stage(stage: Stage, change: ChangedStage | None) -> Stage:
    if change is None:
        return stage
    lengths = {"rounds": change.rounds, "minutes": change.minutes, "matches": change.matches}
    return msgspec.structs.replace(stage, **{name: length for name, length in lengths.items() if length is not None})
