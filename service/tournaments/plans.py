"""Check tournament plans, and read the terms of their games."""

from datetime import datetime, timedelta
from typing import Any

import msgspec

from domain.ruleset import AnyRuleset
from service.game.deals import deals_of
from service.installation.bottega import Bottega
from service.installation.clock_and_ids import CLOCKS_APART_SECONDS, written
from service.installation.entity_tags import tag_of
from service.lobby import game_terms
from service.lobby.game_terms import Terms
from service.resources.base import shown
from service.store import NO_DELAY, SeatSetup, Spectators
from service.tournaments.problems import InvalidPlan
from service.tournaments.resources.tournaments import NewTournament, moment_of
from service.tournaments.rules.plan import Plan
from service.tournaments.rules.plan_legality import InvalidStage, check_stages, sizes
from service.tournaments.rules.plan_sense import Senseless, check_late_entries, check_points, check_times
from service.tournaments.rules.point_scales import scale


def plan_of(bottega: Bottega, body: NewTournament) -> Plan:
    """Return the plan of a new tournament. Raises RulesVersionNotHosted and RulesVersionSunset."""
    ruleset = game_terms.rules_for(bottega, body.ruleset, body.rules_version)
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
        absence=game_terms.absence_with_defaults(body.absence, rated=rated),
        visibility=body.visibility,
        spectators=NO_DELAY if body.spectators is None else Spectators(**msgspec.to_builtins(body.spectators)),
    )


def check_plan(bottega: Bottega, plan: Plan) -> None:
    """Raise InvalidPlan for a plan that cannot be played, and the problems of creating its games."""
    ruleset = bottega.rulesets[plan.ruleset]
    game_terms.check_terms(ruleset, terms_of(plan))
    if plan.deal not in deals_of(ruleset):
        raise InvalidPlan(
            "Games of a match that share a deal show players what is hidden or drawn later. Send `deal` as `game` or "
            "`round`."
        )
    try:
        check_stages(plan)
        check_late_entries(plan)
        check_points(plan)
    except InvalidStage as invalid:
        raise InvalidPlan(invalid.detail, {"stage": invalid.stage + 1}, stage=invalid.stage) from None
    except Senseless as senseless:
        raise InvalidPlan(str(senseless)) from None
    for size in sorted({size for stage in plan.stages for size in sizes(stage)}):
        game_terms.check_setup(ruleset, options_of(ruleset, plan), [SeatSetup("human")] * size)
    for size, places in plan.points.items():
        if len(places) != size:
            raise InvalidPlan("`points` for tables of {size} needs {size} places.", {"size": size})


def check_new_times(bottega: Bottega, plan: Plan) -> None:
    """Raise InvalidPlan for a new plan with times in the past, or that do not rise."""
    try:
        check_times(plan, earliest_time(bottega))
    except Senseless as senseless:
        raise InvalidPlan(str(senseless)) from None


def earliest_time(bottega: Bottega) -> datetime:
    """Return the earliest time that a request can state as one in the future: clocks differ."""
    return bottega.sources.now() - timedelta(seconds=CLOCKS_APART_SECONDS)


def tag_of_plan(plan: Plan) -> str:
    """Return the entity tag of the fields of a tournament that `updateTournament` changes."""
    return tag_of([msgspec.json.encode(plan).decode()])


def options_of(ruleset: AnyRuleset, plan: Plan) -> Any:
    """Return the options of a tournament's games; seat 0 moves first if an option can say so."""
    options = msgspec.json.decode(plan.options, type=ruleset.options_type)
    first = ruleset.first_seat_option
    return msgspec.structs.replace(options, **{first: 0}) if first else options


def terms_of(plan: Plan) -> Terms:
    """Return the terms of a tournament's games."""
    return msgspec.json.decode(plan.terms, type=Terms)
