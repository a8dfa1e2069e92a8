"""Standings: who is ahead in a tournament, as data, files and pictures."""

from typing import Any

from flask import Response

from service.api.operations import Resource, bottega
from service.api.tournaments import UNKEPT, shown
from service.contract.schemas.standings import Bracket, BracketQuery, Crosstable, Standings, StandingsQuery
from service.play.callers import Caller
from service.play.tournaments import queries
from service.problems import NoBracket, NotSwissPairs, StageNotFound

blueprint = Resource("standings", __name__, description="Who is ahead in a tournament: data, files and pictures.")

CSV, TRF, SVG = "text/csv", "text/plain", "image/svg+xml"


@blueprint.operation(
    "GET",
    "/v1/tournaments/<tournament>/standings",
    "getStandings",
    bearer="anybody",
    query=StandingsQuery,
    responses={200: Standings},
    problems=(StageNotFound,),
)
def get_standings(query: dict[str, Any], tournament: str, caller: Caller | None) -> Response:
    """Read who is ahead.

    Orders the entrants of a group, of a stage, or of the whole tournament: those of its last stage first, then those
    who did not come so far. Points decide, then the tie-breaks in the order that was stated, and lots at last. In a
    knock-out it is how far each came. Whoever has withdrawn keeps the place that was won.
    """
    return shown(queries.standings(bottega(), tournament, caller, query.get("stage"), query.get("group")))


@blueprint.operation(
    "GET",
    "/v1/tournaments/<tournament>/standings/csv",
    "getStandingsCsv",
    bearer="anybody",
    query=StandingsQuery,
    responses={200: CSV},
    problems=(StageNotFound,),
)
def get_standings_csv(query: dict[str, Any], tournament: str, caller: Caller | None) -> Response:
    """Read who is ahead, as a table.

    Returns the standings as a CSV file (RFC 4180, UTF-8 with a byte order mark): a line of titles, and a line for each
    entrant. A text that a spreadsheet would take for a formula has an apostrophe before its sign.
    """
    return _file(
        queries.standings_csv(bottega(), tournament, caller, query.get("stage"), query.get("group")), CSV, "csv"
    )


@blueprint.operation(
    "GET",
    "/v1/tournaments/<tournament>/standings/trf",
    "getStandingsTrf",
    bearer="anybody",
    query=StandingsQuery,
    responses={200: TRF},
    problems=(NotSwissPairs, StageNotFound),
)
def get_standings_trf(query: dict[str, Any], tournament: str, caller: Caller | None) -> Response:
    """Read a Swiss of pairs as a tournament report file.

    Returns a group of a Swiss stage at tables of two as a TRF file (TRF26 of FIDE, readable as TRF16). Default: the
    first stage and its first group. Other pairing programs can pair the next round from it, also before the first one:

    - Lines 142 and `XXR` give the number of rounds, lines 152 and `XXC` the initial colour.
    - A match is one game: a win (1), a draw (0.5) or a loss (0). White began its first game.
    - A bye is `U`. Line 162 (`P`) and `BBU` give its worth as a share of a win, rounded to tenths.
    - A late entrant's points are byes `F` and `H` in the rounds that it missed, to the nearest half.
    - Entrants who have withdrawn have `Z` in the coming round.
    """
    return _file(
        queries.standings_trf(bottega(), tournament, caller, query.get("stage"), query.get("group")), TRF, "trf"
    )


@blueprint.operation(
    "GET",
    "/v1/tournaments/<tournament>/crosstable",
    "getCrosstable",
    bearer="anybody",
    query=StandingsQuery,
    responses={200: Crosstable},
    problems=(StageNotFound,),
)
def get_crosstable(query: dict[str, Any], tournament: str, caller: Caller | None) -> Response:
    """Read who met whom.

    Gives for each entrant, the best first, the table, the opponents and the points of each round.
    """
    return shown(queries.crosstable(bottega(), tournament, caller, query.get("stage"), query.get("group")))


@blueprint.operation(
    "GET",
    "/v1/tournaments/<tournament>/crosstable/image",
    "getCrosstableImage",
    bearer="anybody",
    query=StandingsQuery,
    responses={200: SVG},
    problems=(StageNotFound,),
)
def get_crosstable_picture(query: dict[str, Any], tournament: str, caller: Caller | None) -> Response:
    """Look at who met whom.

    Draws the crosstable as an SVG, for light and dark pages.
    """
    picture = queries.crosstable_svg(bottega(), tournament, caller, query.get("stage"), query.get("group"))
    return Response(picture, 200, UNKEPT, content_type=SVG)


@blueprint.operation(
    "GET",
    "/v1/tournaments/<tournament>/bracket",
    "getBracket",
    bearer="anybody",
    query=BracketQuery,
    responses={200: Bracket},
    problems=(NoBracket, StageNotFound),
)
def get_bracket(query: dict[str, Any], tournament: str, caller: Caller | None) -> Response:
    """Read a knock-out as a tree.

    Gives the matches of each round that has been drawn, with who goes on and where each came from.
    """
    return shown(queries.bracket(bottega(), tournament, caller, query.get("stage")))


@blueprint.operation(
    "GET",
    "/v1/tournaments/<tournament>/bracket/image",
    "getBracketImage",
    bearer="anybody",
    query=BracketQuery,
    responses={200: SVG},
    problems=(NoBracket, StageNotFound),
)
def get_bracket_picture(query: dict[str, Any], tournament: str, caller: Caller | None) -> Response:
    """Look at a knock-out as a tree.

    Draws the bracket as an SVG, for light and dark pages.
    """
    picture = queries.bracket_svg(bottega(), tournament, caller, query.get("stage"))
    return Response(picture, 200, UNKEPT, content_type=SVG)


def _file(text: str, media_type: str, suffix: str) -> Response:
    """Answer with a file to be kept."""
    named = {"Content-Disposition": f'attachment; filename="standings.{suffix}"'}
    return Response(text.encode(), 200, {**UNKEPT, **named}, content_type=f"{media_type}; charset=utf-8")
