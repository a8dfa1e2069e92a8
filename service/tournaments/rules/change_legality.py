"""Check changes of the plan of a tournament."""

from msgspec import UNSET

from service.tournaments.rules.apart import team_of
from service.tournaments.rules.errors import expect
from service.tournaments.rules.limits import LEAST_TABLE
from service.tournaments.rules.next_plan import has_followed
from service.tournaments.rules.plan_change import changed
from service.tournaments.rules.plan_events import ChangedStage, PlanChange, TeamMember
from service.tournaments.rules.plan_legality import check_plan
from service.tournaments.rules.state import Tournament
from service.tournaments.rules.team_matches import has_team_matches
from service.tournaments.rules.types import CLOSED


def check_change(tournament: Tournament, change: PlanChange) -> None:
    """Check that a plan can change in this way; raises Illegal, whose message begins with the path of the field."""
    present = len(tournament.all_present)
    expect(tournament.status not in CLOSED, "the tournament is over")
    is_enough = change.max_entrants is UNSET or change.max_entrants >= max(LEAST_TABLE, present)
    expect(is_enough, f"max_entrants: {present} entrants are registered")
    expect(change.starts_at is UNSET or not tournament.has_started, "starts_at: the tournament has started")
    is_unfollowed = change.repeats is UNSET or not has_followed(tournament)
    expect(is_unfollowed, "repeats: the tournament has started or was postponed")
    numbers = [each.stage for each in change.stages]
    expect(len({*numbers}) == len(numbers), "stages: each stage can be listed once")
    for each in change.stages:
        _check_stage_change(tournament, each)
    for member in change.teams:
        _check_member(tournament, member)
    check_plan(changed(tournament.plan, change))


def _check_member(tournament: Tournament, member: TeamMember) -> None:
    """Check that an entrant can have a new team: teams that meet do not change after the start."""
    expect(member.entrant < len(tournament.entrants), f"teams: there is no entrant {member.entrant}")
    is_fixed = has_team_matches(tournament.plan) and bool(tournament.stages)
    keeps = team_of(tournament.entrants[member.entrant].team) == team_of(member.team)
    expect(keeps or not is_fixed, "teams: the teams do not change after the start")


def _check_stage_change(tournament: Tournament, change: ChangedStage) -> None:
    """Check that a stage can have new lengths: they must cover all rounds and matches already played."""
    expect(0 <= change.stage < len(tournament.plan.stages), f"stages: there is no stage {change.stage}")
    stage = tournament.plan.stages[change.stage]
    path = f"stages[{change.stage}]"
    expect(change.stage >= tournament.stage_index, f"{path}: the stage is over")
    is_arena = stage.format == "arena"
    expect(is_arena or (change.minutes is UNSET and change.matches is UNSET), f"{path}: the stage is not an arena")
    expect(stage.format == "swiss" or change.rounds is UNSET, f"{path}.rounds: the stage is not a Swiss")
    seated = len(tournament.rounds_of(change.stage))
    expect(change.rounds is UNSET or change.rounds >= max(1, seated), f"{path}.rounds: {seated} rounds are paired")
