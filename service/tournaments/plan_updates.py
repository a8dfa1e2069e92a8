"""Change the plan of a tournament for its organiser."""

from collections.abc import Sequence

import msgspec
from msgspec import UNSET, UnsetType

from service.installation import entity_tags
from service.installation.clock_and_ids import written
from service.installation.entity_tags import Expected
from service.installation.installation import Installation
from service.lobby import game_terms
from service.players.callers import Caller
from service.resources.base import shown
from service.resources.clocks import Absence
from service.tournaments import access, log, presenters, progress, recurring, staff
from service.tournaments import problems as tournament_problems
from service.tournaments.access import check_may
from service.tournaments.log import LoadedTournament
from service.tournaments.plans import earliest_time, repeats_of, tag_of_plan, terms_of
from service.tournaments.resources.tournaments import Tournament, TournamentChange, moment_of
from service.tournaments.rules.change_legality import check_change
from service.tournaments.rules.errors import Illegal
from service.tournaments.rules.events import AnyEvent
from service.tournaments.rules.plan import Plan
from service.tournaments.rules.plan_change import changed
from service.tournaments.rules.plan_events import Changed, PlanChange
from service.tournaments.rules.plan_sense import Senseless, check_ends, check_late_entries, check_repeats, check_times
from service.tournaments.rules.state import Entrant
from service.tournaments.rules.types import CLOSED
from service.tournaments.visible import load_visible


def change(
    installation: Installation,
    name: str,
    caller: Caller,
    body: TournamentChange,
    expected: Expected,
) -> tuple[Tournament, str]:
    """Change the plan of a tournament; return the tournament and the entity tag of its plan.

    Present values change nothing. Raises TournamentNotFound, NotOrganiser, PreconditionFailed if the entity tag is not
    `expected`, TournamentNotRunning, InvalidChange, UnknownLevel, UnknownPlayer, InvitationDeclined and TournamentBusy.
    """

    def decide(running: LoadedTournament) -> Sequence[AnyEvent]:
        tournament = running.tournament
        completed = _completed(tournament.plan, _requested(body))
        is_of_staff = body.staff is not UNSET and completed == PlanChange()
        if not is_of_staff:
            check_may(running, caller, "updateTournament")
        staffed = [] if body.staff is UNSET else staff.changes(installation, running, caller, body.staff, body.reason)
        entity_tags.check(expected, tag_of_plan(tournament))
        if is_of_staff:
            return staffed
        if tournament.status in CLOSED:
            raise tournament_problems.TournamentNotRunning("The tournament has ended or was cancelled.")
        recurring.check_change(installation, running, completed)
        try:
            check_change(tournament, completed)
            plan = changed(tournament.plan, completed)
            if completed.late_entries:
                check_late_entries(plan)
            check_repeats(plan)
            paired = len(tournament.rounds)
            check_times(plan, earliest_time(installation), present=tournament.plan, paired=paired)
            closed = sum(each.is_closed for each in tournament.rounds)
            check_ends(plan, earliest_time(installation), present=tournament.plan, closed=closed)
        except Senseless as senseless:
            raise tournament_problems.InvalidChange(str(senseless)) from None
        except Illegal as illegal:
            raise tournament_problems.InvalidChange("Not possible: {why}.", {"why": str(illegal)}) from None
        if plan.ruleset in installation.rulesets:
            game_terms.check_terms(installation.rulesets[plan.ruleset], terms_of(plan))
        if plan == tournament.plan and not _joins_teams(tournament.entrants, completed):
            return staffed
        changed_plan = log.new_entry(installation, Changed, by=caller.player, reason=body.reason, change=completed)
        return [changed_plan, *staffed]

    access.change(installation, name, caller, decide)
    progress.try_drive(installation, name)
    changed_tournament = staff.with_names(installation, load_visible(installation, name))  # also for one who has left
    return presenters.shown(changed_tournament, caller), tag_of_plan(changed_tournament.tournament)


def _joins_teams(entrants: Sequence[Entrant], change: PlanChange) -> bool:
    """Whether an entrant would have another team or board, or become or no longer be captain."""
    present = ((each, entrants[each.entrant]) for each in change.teams)
    return any((was.team, was.board, was.captain) != (each.team, each.board, each.captain) for each, was in present)


def _requested(body: TournamentChange) -> PlanChange:
    terms = {"clock": body.clock, "absence": body.absence}
    return shown(
        body,
        PlanChange,
        starts_at=written(moment_of(body.starts_at)) if body.starts_at else body.starts_at,
        round_times=_moments(body.round_times),
        round_ends=_moments(body.round_ends),
        terms={name: msgspec.to_builtins(each) for name, each in terms.items() if each},
    )


def _moments(stated: Sequence[str] | UnsetType) -> tuple[str, ...] | UnsetType:
    return UNSET if stated is UNSET else tuple(written(moment_of(each)) for each in stated)


def _completed(plan: Plan, change: PlanChange) -> PlanChange:
    """Return a change with all defaults, and without ends of rounds that stay: pauses have moved them."""
    if change.repeats is not UNSET:
        starts_at = plan.starts_at if change.starts_at is UNSET else change.starts_at
        change = msgspec.structs.replace(change, repeats=repeats_of(change.repeats, starts_at))
    if change.round_ends == (plan.round_ends or ()):
        change = msgspec.structs.replace(change, round_ends=UNSET)
    if "absence" not in change.terms:
        return change
    requested = msgspec.convert(change.terms["absence"], Absence)
    absence = game_terms.absence_with_defaults(requested, rated=terms_of(plan).rated)
    return msgspec.structs.replace(change, terms={**change.terms, "absence": msgspec.to_builtins(absence)})
