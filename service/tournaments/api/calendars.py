"""Return calendars that calendar programs subscribe to."""

from flask import Response, request
from msgspec import UNSET

from service import problems
from service.api.authentication import installation
from service.api.authorization import allow
from service.api.caching import UNCACHED
from service.api.languages import language_headers, requested_language
from service.api.operations import Resource
from service.players import calendar_tokens
from service.players.callers import Caller
from service.tournaments import calendars
from service.tournaments.resources.calendars import CalendarQuery

blueprint = Resource("calendars", __name__, description="Calendars of tournaments and players.")

CALENDAR = "text/calendar"


@blueprint.operation(
    "GET",
    "/v1/tournaments/<tournament>/calendar",
    "getTournamentCalendar",
    access=allow("player"),
    query=CalendarQuery,
    responses={200: CALENDAR},
)
def get_tournament_calendar(query: CalendarQuery, tournament: str, caller: Caller | None) -> Response:
    """Get the calendar of a tournament.

    Returns a calendar (iCalendar, RFC 5545) to which calendar programs subscribe. It has the start of the tournament,
    each round that has started or has a time in `round_times`, and the end of each round that is open or follows. Each
    entry links to the page of the tournament.

    With `calendar_token` it is that of a private tournament which the player can see.
    """
    reader = _reader(query, caller)
    return _calendar(calendars.of_tournament(installation(), tournament, reader, requested_language(), _base()))


@blueprint.operation(
    "GET",
    "/v1/players/<player>/calendar",
    "getPlayerCalendar",
    access=allow("player"),
    query=CalendarQuery,
    responses={200: CALENDAR},
    problems=(problems.PlayerNotFound,),
)
def get_player_calendar(query: CalendarQuery, player: str, caller: Caller | None) -> Response:
    """Get the calendar of a player.

    Returns a calendar (iCalendar, RFC 5545) of the latest 50 tournaments in which the player takes part, or which it
    organises. It has their starts and rounds, as `getTournamentCalendar`, and the player's table in each round.

    - Others can get the calendar if the page of the player is public (`updateMe`). It then has public tournaments only.
    - With the key of the player, or with `calendar_token`, it has all tournaments of the player.
    """
    reader = _reader(query, caller)
    return _calendar(calendars.of_player(installation(), player, reader, requested_language(), _base()))


def _reader(query: CalendarQuery, caller: Caller | None) -> Caller | None:
    """Return the player of the token in the URL, else the caller. Raises InvalidToken."""
    return caller if query.calendar_token is UNSET else calendar_tokens.caller_of(installation(), query.calendar_token)


def _base() -> str:
    """Return the URL of this service, as the settings or the request name it."""
    return installation().settings.public_url or request.url_root.rstrip("/")


def _calendar(text: str) -> Response:
    headers = {**UNCACHED, **language_headers(requested_language())}
    return Response(text.encode(), 200, headers, content_type=f"{CALENDAR}; charset=utf-8")
