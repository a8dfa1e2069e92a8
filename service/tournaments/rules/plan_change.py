"""Apply changes to a tournament plan."""

from typing import Any, TypeVar

import msgspec

from service.tournaments.rules.events import PlanChange
from service.tournaments.rules.plan import Plan

Part = TypeVar("Part", bound=msgspec.Struct)


def changed(plan: Plan, change: PlanChange) -> Plan:
    """Return a plan with a change applied; changes of missing stages are ignored."""
    terms = msgspec.json.encode({**msgspec.json.decode(plan.terms), **change.terms}) if change.terms else plan.terms
    by_number = {each.stage: each for each in change.stages}
    stages = tuple(
        _changed(stage, by_number[number]) if number in by_number else stage for number, stage in enumerate(plan.stages)
    )
    return _changed(plan, change, terms=msgspec.Raw(terms), stages=stages)


def _changed(present: Part, change: msgspec.Struct, **given: Any) -> Part:
    """Return a struct with the values `given` and those of a change, whose fields are None if they change nothing."""
    new = {name: value for name, value in msgspec.structs.asdict(change).items() if value is not None}
    return msgspec.structs.replace(
        present, **{name: value for name, value in {**new, **given}.items() if name in present.__struct_fields__}
    )
