"""Vacations of entrants: an entrant, a referee or an organiser starts one, or changes its end."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from msgspec.structs import replace

from service.installation.clock_and_ids import written
from service.installation.installation import Installation
from service.players.callers import Caller
from service.tournaments import log
from service.tournaments import problems as tournament_problems
from service.tournaments.log import LoadedTournament
from service.tournaments.resources.entrants import Withdrawal
from service.tournaments.rules.state import Entrant
from service.tournaments.rules.types import CLOSED
from service.tournaments.rules.vacation_events import VacationSet
from service.tournaments.rules.vacations import MOST_VACATIONS

DAY = timedelta(days=1)


def start(
    installation: Installation, running: LoadedTournament, caller: Caller, found: Entrant, requested: Withdrawal
) -> Sequence[VacationSet]:
    """Return the log entry with which a vacation starts or has a new end; none if it has this end.

    Raises TournamentNotRunning and VacationNotAllowed.
    """
    if running.tournament.status in CLOSED:
        raise tournament_problems.TournamentNotRunning("The tournament has ended or was cancelled.")
    now, until = installation.sources.now(), datetime.fromisoformat(str(requested.vacation_until))
    if found.vacations.lasts(now) and until == found.vacations.until:
        return []
    _check_possible(found)
    _check_end(found, until, now)
    return [_entry(installation, caller, found, now, reason=requested.reason, until=written(until))]


def back(
    installation: Installation, running: LoadedTournament, caller: Caller, found: Entrant, reason: str
) -> Sequence[VacationSet]:
    """Return the log entry with which a vacation ends early; none if there is no vacation."""
    now = installation.sources.now()
    is_away = running.tournament.status not in CLOSED and found.vacations.lasts(now)
    return [_entry(installation, caller, found, now, reason=reason)] if is_away else []


def _entry(
    installation: Installation, caller: Caller, found: Entrant, now: datetime, *, reason: str, until: str = ""
) -> VacationSet:
    """Return a log entry about a vacation at a time, from which the days that are left count."""
    entry = log.new_entry(installation, VacationSet, by=caller.player, reason=reason, entrant=found.number, until=until)
    return replace(entry, at=written(now))


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
