"""Say when a tournament must be checked again: at its start, before and at the end of a round, after a break."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from service.installation.clock_and_ids import CLOCKS_APART_SECONDS
from service.installation.installation import Installation
from service.tournaments import late_games, lineups, series
from service.tournaments.log import LoadedTournament
from service.tournaments.rules import events, match_events
from service.tournaments.rules.state import Tournament
from service.tournaments.rules.types import CLOSED

CHECK_SECONDS = 30.0
"""Seconds between checks of a tournament that waits for games; the end of a game triggers one as well."""
CLOCKS_APART = timedelta(seconds=CLOCKS_APART_SECONDS)
LAST_OF_ROUND = match_events.Finished | match_events.Ruled | match_events.Forfeited | events.Started
"""The events after which the pause before a round starts."""


def next_check(installation: Installation, running: LoadedTournament) -> float | None:
    """Return the Unix time of the next check; None if no automatic step remains."""
    tournament = running.tournament
    if tournament.status in CLOSED:
        return None
    now = installation.sources.now()
    soon = now + timedelta(seconds=CHECK_SECONDS)
    moment = _start_time(running) if tournament.status == "registration" else next_round_time(running, now)
    moments = [soon, moment, series.next_start(installation, tournament), *late_games.due_times(tournament, now)]
    moments += lineups.due_times(tournament, now)
    return min(each for each in moments if each is not None).timestamp()


def _start_time(running: LoadedTournament) -> datetime | None:
    at = running.tournament.plan.starts_at
    return datetime.fromisoformat(at) if at and not running.tournament.postponed else None


def next_round_time(running: LoadedTournament, now: datetime) -> datetime | None:
    """Return the time of the next automatic round once all rounds are closed; None if there is none.

    Log times in the future, from a clock that was corrected since, cause no delay.
    """
    tournament = running.tournament
    if tournament.status != "running" or not tournament.is_between_rounds or tournament.plan.next_round != "automatic":
        return None
    last = next(
        (each for each in reversed(running.log) if isinstance(each, LAST_OF_ROUND)),
        None,
    )
    if last is None:
        return None
    at = datetime.fromisoformat(last.at)
    soonest = now if at > now + CLOCKS_APART else at + timedelta(seconds=_pause(running))
    return max([soonest, *map(datetime.fromisoformat, _time_of_next_round(running.tournament))])


def _time_of_next_round(tournament: Tournament) -> Sequence[str]:
    created = len(tournament.rounds)
    return tournament.plan.round_times[created : created + 1]


def _pause(running: LoadedTournament) -> int:
    """Return the pause before the next round in seconds; 0 before the first round."""
    return running.tournament.plan.pause_seconds if running.tournament.rounds else 0
