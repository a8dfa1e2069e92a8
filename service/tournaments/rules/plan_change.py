"""Apply changes to a tournament plan."""

import msgspec

from service.resources import base
from service.tournaments.rules.plan import Plan
from service.tournaments.rules.plan_events import PlanChange


def changed(plan: Plan, change: PlanChange) -> Plan:
    """Return a plan with a change applied; changes of missing stages are ignored."""
    terms = msgspec.json.encode({**msgspec.json.decode(plan.terms), **change.terms}) if change.terms else plan.terms
    by_number = {each.stage: each for each in change.stages}
    stages = tuple(
        base.changed(stage, by_number[number]) if number in by_number else stage
        for number, stage in enumerate(plan.stages)
    )
    return base.changed(plan, change, terms=msgspec.Raw(terms), stages=stages)
