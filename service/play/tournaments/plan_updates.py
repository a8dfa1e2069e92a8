"""Change the plan of a tournament for its organiser."""

from collections.abc import Sequence

import msgspec

from service.play import creation, entity_tags
from service.play.bottega import Bottega
from service.play.callers import Caller
from service.play.entity_tags import Expected
from service.play.presenters import Wire
from service.play.tournaments import log, queries
from service.play.tournaments.control import apply_events
from service.play.tournaments.log import LoadedTournament
from service.play.tournaments.plans import terms_of
from service.problems import InvalidChange, TournamentNotRunning
from service.resources.clocks import Absence
from service.tournament.errors import Illegal
from service.tournament.events import AnyEvent, Changed, PlanChange
from service.tournament.legality import check_change
from service.tournament.plan import Plan
from service.tournament.plan_change import changed


def change(
    bottega: Bottega,
    name: str,
    caller: Caller,
    requested: PlanChange,
    reason: str = "",
    expected: Expected = entity_tags.always,
) -> tuple[Wire, str]:
    """Change the plan of a tournament; return the tournament and the entity tag of its plan.

    Present values change nothing. Raises TournamentNotFound, NotOrganiser, PreconditionFailed if the entity tag is not
    `expected`, TournamentNotRunning, InvalidChange, UnknownLevel and TournamentBusy.
    """

    def decide(running: LoadedTournament) -> Sequence[AnyEvent]:
        tournament = running.tournament
        entity_tags.check(expected, entity_tags.tag_of_plan(tournament.plan))
        completed = _completed(tournament.plan, requested)
        if tournament.status in ("over", "cancelled"):
            raise TournamentNotRunning("The tournament has ended or was cancelled.")
        try:
            check_change(tournament, completed)
        except Illegal as illegal:
            raise InvalidChange("Not possible: {why}.", {"why": str(illegal)}) from None
        plan = changed(tournament.plan, completed)
        if plan.ruleset in bottega.rulesets:
            creation.check_terms(bottega.rulesets[plan.ruleset], terms_of(plan))
        if plan == tournament.plan:
            return []
        return [log.new_entry(bottega, Changed, by=caller.player, reason=reason, change=completed)]

    apply_events(bottega, name, caller, decide)
    return queries.tagged(bottega, name, caller)


def _completed(plan: Plan, change: PlanChange) -> PlanChange:
    if "absence" not in change.terms:
        return change
    requested = msgspec.convert(change.terms["absence"], Absence)
    absence = creation.absence_with_defaults(requested, rated=terms_of(plan).rated)
    return msgspec.structs.replace(change, terms={**change.terms, "absence": msgspec.to_builtins(absence)})
