"""Vacations of entrants: an entrant, a referee or an organiser starts one, or changes its end."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from msgspec.structs import replace

from service.installation.clock_and_ids import written
from service.installation.installation import Installation
from service.players.callers import Caller
from service.tournaments import access, log, messages, presenters, progress
from service.tournaments import problems as tournament_problems
from service.tournaments.log import LoadedTournament
from service.tournaments.registration import find_entrant
from service.tournaments.resources import entrants as resources
from service.tournaments.resources.entrants import Withdrawal
from service.tournaments.rules.events import AnyEvent
from service.tournaments.rules.state import Entrant
from service.tournaments.rules.types import CLOSED
from service.tournaments.rules.vacation_events import VacationSet
from service.tournaments.rules.vacations import MOST_VACATIONS

DAY = timedelta(days=1)


def start(
    installation: Installation, name: str, caller: Caller, entrant: int, requested: Withdrawal
) -> resources.Entrant:
    """Start the vacation of an entrant, or change its end; idempotent.

    Raises TournamentNotFound, EntrantNotFound, NotOrganiser, InsufficientScope, TournamentNotRunning,
    VacationNotAllowed and TournamentBusy.
    """

    def decide(running: LoadedTournament) -> Sequence[AnyEvent]:
        found, now = find_entrant(running, caller, entrant, "withdrawEntrant"), installation.sources.now()
        if running.tournament.status in CLOSED:
            raise tournament_problems.TournamentNotRunning("The tournament has ended or was cancelled.")
        until = datetime.fromisoformat(str(requested.vacation_until))
        if found.vacations.lasts(now) and until == found.vacations.until:
            return []
        _check_possible(found)
        _check_end(found, until, now)
        entry = log.new_entry(
            installation, VacationSet, by=caller.player, reason=requested.reason, entrant=entrant, until=written(until)
        )
        return [replace(entry, at=written(now))]  # the days that are left count from then on

    running = access.change(installation, name, caller, decide)
    messages.send_soon(installation, running)
    progress.try_drive(installation, name)
    return presenters.entrant(running.tournament.entrants[entrant])


def _check_end(found: Entrant, until: datetime, now: datetime) -> None:
    """Raise VacationNotAllowed for a vacation that ends in the past, or is longer than the days that are left."""
    left = found.vacations.left(now)
    if not now < until <= now + left:
        raise tournament_problems.VacationNotAllowed(
            "Send a `vacation_until` in the future, with at most {left} days from now.",
            {"left": f"{int(left / DAY * 10) / 10:g}"},
        )


def _check_possible(found: Entrant) -> None:
    """Raise VacationNotAllowed for an entrant who does not play, or has changed vacations too often."""
    if found.entered.kind == "level" or found.withdrawn:
        raise tournament_problems.VacationNotAllowed("Send the number of a player who takes part.")
    if found.vacations.entries >= MOST_VACATIONS:
        raise tournament_problems.VacationNotAllowed(
            "Continue to play. An entrant has at most {most} vacations.", {"most": MOST_VACATIONS}
        )
