"""Check tournament plans, and read the terms of their games."""

from datetime import datetime, timedelta
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from domain.ruleset import AnyRuleset
from service.game.deals import deals_of
from service.installation.clock_and_ids import CLOCKS_APART_SECONDS, written
from service.installation.entity_tags import tag_of
from service.installation.installation import Installation
from service.lobby import game_terms
from service.resources.base import shown
from service.store import SeatSetup, StoredTerms
from service.tournaments import problems as tournament_problems
from service.tournaments.resources.tournaments import TournamentRequest, moment_of
from service.tournaments.rules.format_traits import traits_of
from service.tournaments.rules.plan import Challenges, Plan, Stage
from service.tournaments.rules.plan_legality import InvalidStage, check_deals, check_stages, sizes
from service.tournaments.rules.plan_sense import (
    Senseless,
    check_ends,
    check_late_entries,
    check_points,
    check_repeats,
    check_times,
    check_vacations,
)
from service.tournaments.rules.point_scales import scale
from service.tournaments.rules.repeats import Repeats, with_time
from service.tournaments.rules.state import Tournament


def plan_of(installation: Installation, body: TournamentRequest) -> Plan:
    """Return the plan of a new tournament. Raises RulesVersionNotHosted and RulesVersionSunset."""
    ruleset = game_terms.rules_for(installation, body.ruleset, body.rules_version)
    points = scale({each.table_size: each.by_place for each in body.points})
    stages = tuple(_with_challenges(each) for each in body.stages)
    first_place = points[body.stages[0].table_size][0]
    starts_at = written(moment_of(body.starts_at)) if body.starts_at else ""
    return shown(
        body,
        Plan,
        ruleset=ruleset.name,
        rules_version=ruleset.version,
        options=msgspec.Raw(msgspec.json.encode(body.options or ruleset.options_type())),
        terms=msgspec.Raw(msgspec.json.encode(_terms(body))),
        stages=stages,
        late_entries=body.late_entries or traits_of(stages[0]).by_challenge,
        points=points,
        bye_points=first_place if body.bye_points is UNSET else body.bye_points,
        starts_at=starts_at,
        round_times=tuple(written(moment_of(each)) for each in body.round_times),
        round_ends=tuple(written(moment_of(each)) for each in body.round_ends) or UNSET,
        repeats=repeats_of(body.repeats, starts_at),
        vacation_days=body.vacation_days or UNSET,
    )


def repeats_of(requested: Repeats | UnsetType, starts_at: str) -> Repeats | UnsetType:
    """Return a rule as it is stored, with its local time written out."""
    return UNSET if requested is UNSET else with_time(shown(requested, Repeats), starts_at)


def _with_challenges(requested: Stage) -> Stage:
    """Return a stage for a plan, with the rules of a ladder written out."""
    stage = shown(requested, Stage)
    is_complete = stage.challenges is not UNSET or not traits_of(stage).by_challenge
    return stage if is_complete else msgspec.structs.replace(stage, challenges=Challenges())


def _terms(body: TournamentRequest) -> StoredTerms:
    rated = body.visibility == "public" if body.rated is UNSET else body.rated
    return shown(
        body,
        StoredTerms,
        rated=rated,
        absence=game_terms.absence_with_defaults(body.absence, rated=rated),
        spectators=game_terms.spectators_with_defaults(body.spectators),
        hints=UNSET,
        undo="none",
    )


def check_plan(installation: Installation, plan: Plan) -> None:
    """Raise InvalidPlan for a plan that cannot be played, and the problems of creating its games."""
    ruleset = installation.rulesets[plan.ruleset]
    if ruleset.team_ids:
        raise tournament_problems.InvalidPlan(
            "Choose a game in which each player plays for themselves. This game has teams, and a tournament ranks "
            "single entrants."
        )
    game_terms.check_terms(ruleset, terms_of(plan))
    if plan.deal not in deals_of(ruleset):
        raise tournament_problems.InvalidPlan(
            "Games of a match that share a deal show players what is hidden or drawn later. Send `deal` as `game` or "
            "`round`."
        )
    try:
        check_stages(plan)
        check_deals(plan)
        check_late_entries(plan)
        check_points(plan)
        check_repeats(plan)
        check_vacations(plan)
    except InvalidStage as invalid:
        raise tournament_problems.InvalidPlan(
            invalid.detail, {"stage": invalid.stage + 1}, stage=invalid.stage
        ) from None
    except Senseless as senseless:
        raise tournament_problems.InvalidPlan(str(senseless)) from None
    for size in sorted({size for stage in plan.stages for size in sizes(stage)}):
        game_terms.check_setup(ruleset, options_of(ruleset, plan), [SeatSetup("human")] * size)
    for size, places in plan.points.items():
        if len(places) != size:
            raise tournament_problems.InvalidPlan("`points` for tables of {size} needs {size} places.", {"size": size})


def check_new_times(installation: Installation, plan: Plan) -> None:
    """Raise InvalidPlan for a new plan with times in the past, or that do not rise."""
    try:
        check_times(plan, earliest_time(installation))
        check_ends(plan, earliest_time(installation))
    except Senseless as senseless:
        raise tournament_problems.InvalidPlan(str(senseless)) from None


def earliest_time(installation: Installation) -> datetime:
    """Return the earliest time that a request can state as one in the future: clocks differ."""
    return installation.sources.now() - timedelta(seconds=CLOCKS_APART_SECONDS)


def tag_of_plan(tournament: Tournament) -> str:
    """Return the entity tag of the fields of a tournament that `updateTournament` changes: its plan and its staff."""
    staff = [[player, right] for player, right in sorted(tournament.staff.items())]
    return tag_of([msgspec.json.encode(tournament.plan).decode(), *staff])


def options_of(ruleset: AnyRuleset, plan: Plan) -> Any:
    """Return the options of a tournament's games; seat 0 moves first if an option can say so."""
    options = msgspec.json.decode(plan.options, type=ruleset.options_type)
    first = ruleset.first_seat_option
    return msgspec.structs.replace(options, **{first: 0}) if first else options


def terms_of(plan: Plan) -> StoredTerms:
    """Return the terms of a tournament's games."""
    return game_terms.read_terms(plan.terms)
