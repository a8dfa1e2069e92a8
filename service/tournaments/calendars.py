"""Return the calendars of tournaments and of players: the starts of tournaments, and the rounds with their ends."""

from collections.abc import Iterator

from domain.languages import Language
from service.installation.clock_and_ids import written
from service.installation.installation import Installation
from service.leaderboards import leaderboards
from service.players.callers import Caller
from service.tournaments import problems as tournament_problems
from service.tournaments.access import check_visible, is_visible
from service.tournaments.log import LoadedTournament
from service.tournaments.plans import terms_of
from service.tournaments.rules import icalendar
from service.tournaments.rules.events import Cancelled, Ended, Started
from service.tournaments.rules.icalendar import Appointment
from service.tournaments.rules.round_ends import open_until
from service.tournaments.rules.types import CLOSED
from service.tournaments.store.tournaments import tournaments_in
from service.tournaments.visible import load_visible
from service.webhooks.notification_texts import text

MOST_TOURNAMENTS = 50
"""The maximum number of tournaments in the calendar of a player."""


def of_tournament(installation: Installation, name: str, caller: Caller | None, language: Language, base: str) -> str:
    """Return the calendar of a tournament; `base` is the URL of the service. Raises TournamentNotFound."""
    running = load_visible(installation, name)
    check_visible(running, caller)
    return icalendar.written(running.tournament.plan.name, _appointments(running, language, base))


def of_player(installation: Installation, player: str, caller: Caller | None, language: Language, base: str) -> str:
    """Return the calendar of a player: the latest tournaments in which the player takes part or which it organises.

    Others see it if the page of the player is public, with public tournaments only. Raises PlayerNotFound.
    """
    own = caller is not None and caller.player == player
    profile = leaderboards.profile_of(installation, player)
    if not (own or profile.public):
        raise leaderboards.missing()
    found = [
        appointment
        for running in _tournaments_of(installation, player)
        if _is_shown(running, caller, own=own)
        for appointment in _appointments(running, language, base, player)
    ]
    return icalendar.written(profile.name, found)


def _tournaments_of(installation: Installation, player: str) -> Iterator[LoadedTournament]:
    """Load the latest tournaments of a player who organises it, is in its staff or plays in it, oldest first."""
    store = tournaments_in(installation.store)
    headers = [read[0] for read in store.summaries(store.of_player(player)) if read]
    for header in sorted(headers, key=lambda each: each.created_at)[-MOST_TOURNAMENTS:]:
        try:
            running = load_visible(installation, header.tournament)
        except tournament_problems.TournamentNotFound:
            continue
        entrants = running.tournament.entrants
        if (
            header.organiser == player
            or player in running.tournament.staff
            or any(each.entered.player == player and not each.withdrawn for each in entrants)
        ):
            yield running


def _is_shown(running: LoadedTournament, caller: Caller | None, *, own: bool) -> bool:
    return is_visible(running, caller) and (own or terms_of(running.tournament.plan).visibility == "public")


def _appointments(running: LoadedTournament, language: Language, base: str, player: str = "") -> Iterator[Appointment]:
    """List the entries of a tournament: its start, each round that has started or has a time, and ends of rounds."""
    tournament, name = running.tournament, running.tournament.plan.name
    common = Appointment(
        uid=f"{running.name}@bottega",
        summary=name,
        starts_at=_time_of(running, Started) or tournament.plan.starts_at,
        changed_at=running.log[-1].at if running.log else running.header.created_at,
        version=tournament.version,
        url=f"{base}/#/tournament/{running.name}",
        cancelled=tournament.status == "cancelled",
    )
    if common.starts_at:
        yield common._replace(ends_at=_time_of(running, Ended) or _time_of(running, Cancelled))
    for number, at in enumerate(_round_times(running), 1):
        yield common._replace(
            uid=f"{running.name}-{number}@bottega",
            summary=text(language, "tournament", round=number, tournament=name),
            starts_at=at,
            description=_own_table(running, number, player, language) if player else "",
        )
    for number, at in _round_ends(running):
        yield common._replace(
            uid=f"{running.name}-{number}-end@bottega",
            summary=text(language, "round_ends", round=number, tournament=name),
            starts_at=at,
            description=_own_table(running, number, player, language) if player else "",
        )


def _round_times(running: LoadedTournament) -> Iterator[str]:
    """List the times of the rounds in order: when they started, and when later ones are due."""
    tournament = running.tournament
    yield from (each.opened_at for each in tournament.rounds)
    if tournament.status not in CLOSED:
        yield from tournament.plan.round_times[len(tournament.rounds) :]


def _round_ends(running: LoadedTournament) -> Iterator[tuple[int, str]]:
    """List the ends of open and later rounds, with their numbers."""
    tournament = running.tournament
    closed = sum(each.is_closed for each in tournament.rounds)
    for number in range(closed + 1, 1 + len(tournament.plan.round_ends or ())):
        end = open_until(tournament, number)
        if end is not None and tournament.status not in CLOSED:
            yield number, written(end)


def _time_of(running: LoadedTournament, kind: type[Started | Ended | Cancelled]) -> str:
    """Return the time of the last event of a kind; an empty text if there is none."""
    return next((each.at for each in reversed(running.log) if isinstance(each, kind)), "")


def _own_table(running: LoadedTournament, number: int, player: str, language: Language) -> str:
    """Return the table of a player in a round, with the names there; an empty text without a table."""
    entrants = running.tournament.entrants
    for table in (table for each in running.tournament.rounds[number - 1 : number] for table in each.tables):
        if any(entrants[each].entered.player == player for each in table.entrants):
            names = ", ".join(entrants[each].name for each in table.entrants)
            return text(language, "own_table", table=table.number, names=names)
    return ""
