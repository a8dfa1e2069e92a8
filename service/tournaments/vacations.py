"""Vacations of entrants: an entrant, a referee or an organiser starts, changes and ends one."""

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
from service.tournaments.resources.entrants import VacationRequest
from service.tournaments.rules.events import AnyEvent
from service.tournaments.rules.state import Entrant
from service.tournaments.rules.types import CLOSED
from service.tournaments.rules.vacation_events import VacationSet
from service.tournaments.rules.vacations import MOST_VACATIONS

DAY = timedelta(days=1)


def set_vacation(
    installation: Installation, name: str, caller: Caller, entrant: int, requested: VacationRequest
) -> resources.Entrant:
    """Start, change or end the vacation of an entrant; idempotent.

    Raises TournamentNotFound, EntrantNotFound, NotOrganiser, InsufficientScope, TournamentNotRunning,
    VacationNotAllowed and TournamentBusy.
    """

    def decide(running: LoadedTournament) -> Sequence[AnyEvent]:
        found, now = find_entrant(running, caller, entrant, "setVacation"), installation.sources.now()
        if running.tournament.status in CLOSED:
            raise tournament_problems.TournamentNotRunning("The tournament has ended or was cancelled.")
        until = _until(found, requested, now)
        if until == (found.vacations.until if found.vacations.lasts(now) else None):
            return []
        _check_possible(found)
        text = "" if until is None else written(until)
        entry = log.new_entry(
            installation, VacationSet, by=caller.player, reason=requested.reason, entrant=entrant, until=text
        )
        return [replace(entry, at=written(now))]  # the days that are left count from then on

    running = access.change(installation, name, caller, decide)
    messages.send_soon(installation, running)
    progress.try_drive(installation, name)
    return presenters.entrant(running.tournament.entrants[entrant])


def _until(found: Entrant, requested: VacationRequest, now: datetime) -> datetime | None:
    """Return the requested end of a vacation; None for no vacation from now on. Raises VacationNotAllowed."""
    if requested.until == "":
        return None
    left = found.vacations.left(now)
    until = datetime.fromisoformat(requested.until) if requested.until else now + left
    if until <= now or until > now + left:
        raise tournament_problems.VacationNotAllowed(
            "Send a time in the future as `until`, with at most {left} days from now.",
            {"left": f"{int(left / DAY * 10) / 10:g}"},
        )
    return until


def _check_possible(found: Entrant) -> None:
    """Raise VacationNotAllowed for an entrant who does not play, or has changed vacations too often."""
    if found.entered.kind == "level" or found.withdrawn:
        raise tournament_problems.VacationNotAllowed("Send the number of a player who takes part.")
    if found.vacations.entries >= MOST_VACATIONS:
        raise tournament_problems.VacationNotAllowed(
            "Continue to play. An entrant has at most {most} vacations.", {"most": MOST_VACATIONS}
        )
