"""Check tournament plans, and read the terms of their games."""

from collections.abc import Iterator
from typing import Any

import msgspec

from domain.ruleset import AnyRuleset
from service.game.deals import deals_of
from service.installation.bottega import Bottega
from service.installation.clock_and_ids import written
from service.installation.entity_tags import tag_of
from service.lobby import creation
from service.lobby.creation import Terms
from service.match_places import LEAST_TABLE
from service.resources.base import shown
from service.store import NO_DELAY, SeatSetup, Spectators
from service.tournaments.problems import InvalidPlan
from service.tournaments.resources.tournaments import NewTournament, moment_of
from service.tournaments.rules.plan import GROUPED, KNOCKOUTS, LATE_FORMATS, Plan, Stage
from service.tournaments.rules.point_scales import scale


def plan_of(bottega: Bottega, body: NewTournament) -> Plan:
    """Return the plan of a new tournament. Raises RulesVersionNotHosted and RulesVersionSunset."""
    ruleset = creation.rules_for(bottega, body.ruleset, body.rules_version)
    points = scale({each.table_size: each.by_place for each in body.points})
    first_place = points[body.stages[0].table_size][0]
    return shown(
        body,
        Plan,
        ruleset=ruleset.name,
        rules_version=ruleset.version,
        options=msgspec.Raw(msgspec.json.encode(body.options or ruleset.options_type())),
        terms=msgspec.Raw(msgspec.json.encode(_terms(body))),
        points=points,
        bye_points=first_place if body.bye_points is None else body.bye_points,
        starts_at=written(moment_of(body.starts_at)) if body.starts_at else "",
        round_times=tuple(written(moment_of(each)) for each in body.round_times),
    )


def _terms(body: NewTournament) -> Terms:
    rated = body.visibility == "public" if body.rated is None else body.rated
    return Terms(
        rated=rated,
        clock=body.clock,
        absence=creation.absence_with_defaults(body.absence, rated=rated),
        visibility=body.visibility,
        spectators=NO_DELAY if body.spectators is None else Spectators(**msgspec.to_builtins(body.spectators)),
    )


def check_plan(bottega: Bottega, plan: Plan) -> None:
    """Raise InvalidPlan for a plan that cannot be played, and the problems of creating its games."""
    ruleset = bottega.rulesets[plan.ruleset]
    creation.check_terms(ruleset, terms_of(plan))
    if plan.deal not in deals_of(ruleset):
        raise InvalidPlan(
            "Games of a match that share a deal show players what is hidden or drawn later. Send `deal` as `game` or "
            "`round`."
        )
    for number, stage in enumerate(plan.stages):
        for fault in _faults(plan, number, stage):
            raise fault
        for size in sizes(stage):
            creation.check_setup(ruleset, options_of(ruleset, plan), [SeatSetup("human")] * size)
    for size, places in plan.points.items():
        if len(places) != size:
            raise InvalidPlan("`points` for tables of {size} needs {size} places.", {"size": size})


def tag_of_plan(plan: Plan) -> str:
    """Return the entity tag of the fields of a tournament that `updateTournament` changes."""
    return tag_of([msgspec.json.encode(plan).decode()])


def sizes(stage: Stage) -> tuple[int, ...]:
    """Return the possible table sizes of a stage; tables can have one entrant fewer than planned."""
    return tuple(range(max(LEAST_TABLE, stage.table_size - 1), stage.table_size + 1))


def options_of(ruleset: AnyRuleset, plan: Plan) -> Any:
    """Return the options of a tournament's games; seat 0 moves first if an option can say so."""
    options = msgspec.json.decode(plan.options, type=ruleset.options_type)
    first = ruleset.first_seat_option
    return msgspec.structs.replace(options, **{first: 0}) if first else options


def terms_of(plan: Plan) -> Terms:
    """Return the terms of a tournament's games."""
    return msgspec.json.decode(plan.terms, type=Terms)


def _faults(plan: Plan, number: int, stage: Stage) -> Iterator[InvalidPlan]:
    facts, is_last = {"stage": number + 1}, number == len(plan.stages) - 1
    if stage.format == "swiss" and not stage.rounds:
        yield InvalidPlan("Stage {stage} needs `rounds`, the number of Swiss rounds.", facts, stage=number)
    if stage.format == "arena" and not (stage.minutes or stage.matches):
        yield InvalidPlan("Stage {stage}: an arena needs `minutes` or `matches`.", facts, stage=number)
    if stage.groups > 1 and stage.format not in GROUPED:
        yield InvalidPlan("Stage {stage}: only round robin and Swiss can have several `groups`.", facts, stage=number)
    if stage.format in KNOCKOUTS and stage.advance >= min(sizes(stage)):
        yield InvalidPlan(
            "Stage {stage}: `advance` must be lower than the number of entrants at each table.", facts, stage=number
        )
    if stage.format == "double_knockout" and stage.table_size != LEAST_TABLE:
        yield InvalidPlan("Stage {stage}: a double knock-out needs `table_size` 2.", facts, stage=number)
    if not is_last and not stage.qualify:
        yield InvalidPlan(
            "Stage {stage} needs `qualify`, the number of entrants of each group that advance.", facts, stage=number
        )
    if is_last and stage.qualify:
        yield InvalidPlan("Stage {stage} is the last one. Omit `qualify`.", facts, stage=number)
    if number == 0 and plan.late_entries and (stage.format not in LATE_FORMATS or stage.groups > 1):
        yield InvalidPlan("Omit `late_entries`, or start with a Swiss or an arena in one group.", stage=number)
