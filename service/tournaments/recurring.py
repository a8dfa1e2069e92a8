"""Create the next tournament of a series, by the rule in the plan of the present one.

Its id follows from the present one, so that two processes create one tournament. The sweeper repeats the step after a
crash.
"""

import logging

from msgspec import UNSET
from msgspec.structs import replace

from domain.versions import versions_of
from service import problems
from service.installation.installation import Installation
from service.lobby.game_terms import check_sunset
from service.players import organisers
from service.playing.pending_jobs import lease_end
from service.store import OUTAGES
from service.tournaments import creation, founding, log
from service.tournaments import problems as tournament_problems
from service.tournaments.following import next_id, next_of
from service.tournaments.log import LoadedTournament
from service.tournaments.plans import check_plan
from service.tournaments.rules.next_plan import has_followed, next_plan
from service.tournaments.rules.plan import Plan
from service.tournaments.rules.plan_events import PlanChange
from service.tournaments.rules.staff_events import StaffChanged
from service.tournaments.rules.summary import summarise
from service.tournaments.store.headers import TournamentHeader
from service.tournaments.store.tournament_players import is_player
from service.tournaments.store.tournaments import tournaments_in

RETRY_SECONDS = 600.0
"""Seconds until the next attempt, such as while the organiser has too many tournaments."""
SERIES_GOES_ON = "The next tournament of the series exists. Change `repeats` there."

logger = logging.getLogger(__name__)


def check_change(installation: Installation, running: LoadedTournament, change: PlanChange) -> None:
    """Raise InvalidChange for a new rule once the next tournament exists."""
    if change.repeats is not UNSET and next_of(installation, running):
        raise tournament_problems.InvalidChange(SERIES_GOES_ON)


def create_next(installation: Installation, running: LoadedTournament) -> float | None:
    """Create the next tournament of a series if it is due; return the Unix time of the next attempt, None if no more.

    The present tournament goes on if the next one cannot be created. Raises one of OUTAGES.
    """
    if not has_followed(running.tournament) or not _has_organiser(installation, running.header):
        return None
    now = installation.sources.now()
    plan = next_plan(running.tournament.plan, running.header.plan, now)
    if plan is None or next_of(installation, running):
        return None
    try:
        _create(installation, running, _hosted(installation, plan))
    except OUTAGES:
        raise
    except problems.ProblemError as problem:
        logger.warning("the next tournament after %s is not created: %s", running.name, problem.code)
    except Exception:
        logger.exception("the next tournament after %s cannot be created", running.name)
    else:
        return None
    return now.timestamp() + RETRY_SECONDS


def _has_organiser(installation: Installation, header: TournamentHeader) -> bool:
    """Whether the organiser may still create tournaments: a deleted or banned player may not."""
    profile = installation.store.players.profile(header.organiser) if is_player(header.organiser) else None
    is_allowed = header.scope == "organise" or organisers.is_named(installation, header.organiser)
    return profile is not None and is_allowed


def _hosted(installation: Installation, plan: Plan) -> Plan:
    """Return a plan under the latest rules if no game starts under its own any more."""
    ruleset = installation.rulesets[plan.ruleset]
    try:
        check_sunset(installation, ruleset)
    except problems.RulesVersionSunset:
        latest = versions_of(installation.rulesets, ruleset)[0]
        return replace(plan, ruleset=latest.name, rules_version=latest.version)
    return plan


def _create(installation: Installation, running: LoadedTournament, plan: Plan) -> None:
    """Write the next tournament with the present staff. Raises TooManyTournaments and the problems of `check_plan`."""
    check_plan(installation, plan)
    present, name = running.header, next_id(running.header)
    header = creation.new_header(
        installation, name, plan, present.organiser, scope=present.scope, previous=present.tournament
    )
    staff = [
        log.new_entry(installation, StaffChanged, by=present.organiser, player=player, right=right)
        for player, right in running.tournament.staff.items()
        if is_player(player)
    ]
    if present.scope != "organise":
        founding.take_place(installation, present.organiser, name)
    following = log.folded(header, log.numbered(staff, 0))
    tournaments_in(installation.store).create(
        header, following.log, summarise(following.tournament), lease_end(installation)
    )
