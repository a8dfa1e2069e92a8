"""Return the standings of a tournament as data, files and images."""

from flask import Response

from service.api.authentication import installation
from service.api.authorization import allow
from service.api.caching import UNCACHED
from service.api.operations import Resource
from service.players.callers import Caller
from service.tournaments import problems as tournament_problems
from service.tournaments import queries
from service.tournaments.api.tournaments import shown
from service.tournaments.resources.standings import Bracket, BracketQuery, Crosstable, Standings, StandingsQuery

blueprint = Resource("standings", __name__, description="Standings, crosstables and brackets of a tournament.")

CSV, TRF, SVG = "text/csv", "text/plain", "image/svg+xml"


@blueprint.operation(
    "GET",
    "/v1/tournaments/<tournament>/standings",
    "getStandings",
    access=allow("player"),
    query=StandingsQuery,
    responses={200: Standings},
    problems=(tournament_problems.StageNotFound,),
)
def get_standings(query: StandingsQuery, tournament: str, caller: Caller | None) -> Response:
    """Get the standings of a tournament.

    Returns the ranked entrants of a group, of a stage, or of the whole tournament. In the whole tournament, entrants of
    the last stage come first, then those who left earlier.

    Entrants are ranked by points, then by the tie-breaks of the plan in their order, and last at random. In a knock-out
    they are ranked by how far they came. Entrants who have withdrawn keep their rank.
    """
    return shown(queries.standings(installation(), tournament, caller, query))


@blueprint.operation(
    "GET",
    "/v1/tournaments/<tournament>/standings/csv",
    "getStandingsCsv",
    access=allow("player"),
    query=StandingsQuery,
    responses={200: CSV},
    problems=(tournament_problems.StageNotFound,),
)
def get_standings_csv(query: StandingsQuery, tournament: str, caller: Caller | None) -> Response:
    """Get the standings as a CSV file.

    Returns a CSV file (RFC 4180, UTF-8 with a byte order mark) with a header row and a row for each entrant. The column
    of a tie-break is named `tie_break_` and its name. A text that a spreadsheet would read as a formula starts with an
    apostrophe.
    """
    return _file(queries.standings_csv(installation(), tournament, caller, query), CSV, "csv")


@blueprint.operation(
    "GET",
    "/v1/tournaments/<tournament>/standings/trf",
    "getStandingsTrf",
    access=allow("player"),
    query=StandingsQuery,
    responses={200: TRF},
    problems=(tournament_problems.NotSwissPairs, tournament_problems.StageNotFound),
)
def get_standings_trf(query: StandingsQuery, tournament: str, caller: Caller | None) -> Response:
    """Get the standings as a TRF file.

    Returns a group of a Swiss stage with tables of two as a tournament report file (TRF26 of FIDE, readable as TRF16).
    Default: the first stage and its first group. Other pairing programs can pair the next round from it, also before
    the first round:

    - Lines 142 and `XXR` hold the number of rounds, lines 152 and `XXC` the initial colour.
    - A match is one game: a win (1), a draw (0.5) or a loss (0). White began its first game.
    - A bye is `U`. Line 162 (`P`) and `BBU` hold its worth as a share of a win, rounded to tenths.
    - A late entrant's points are byes `F` and `H` in the rounds that it missed, to the nearest half.
    - Entrants who have withdrawn have `Z` in the coming round.
    """
    return _file(queries.standings_trf(installation(), tournament, caller, query), TRF, "trf")


@blueprint.operation(
    "GET",
    "/v1/tournaments/<tournament>/crosstable",
    "getCrosstable",
    access=allow("player"),
    query=StandingsQuery,
    responses={200: Crosstable},
    problems=(tournament_problems.StageNotFound,),
)
def get_crosstable(query: StandingsQuery, tournament: str, caller: Caller | None) -> Response:
    """Get the crosstable of a tournament.

    Returns for each entrant, best first, the table, the opponents and the points of each round.
    """
    return shown(queries.crosstable(installation(), tournament, caller, query))


@blueprint.operation(
    "GET",
    "/v1/tournaments/<tournament>/crosstable/image",
    "getCrosstableImage",
    access=allow("player"),
    query=StandingsQuery,
    responses={200: SVG},
    problems=(tournament_problems.StageNotFound,),
)
def get_crosstable_image(query: StandingsQuery, tournament: str, caller: Caller | None) -> Response:
    """Get the crosstable as an image.

    Returns the crosstable as an SVG for light and dark pages.
    """
    image = queries.crosstable_svg(installation(), tournament, caller, query)
    return Response(image, 200, UNCACHED, content_type=SVG)


@blueprint.operation(
    "GET",
    "/v1/tournaments/<tournament>/bracket",
    "getBracket",
    access=allow("player"),
    query=BracketQuery,
    responses={200: Bracket},
    problems=(tournament_problems.NoBracket, tournament_problems.StageNotFound),
)
def get_bracket(query: BracketQuery, tournament: str, caller: Caller | None) -> Response:
    """Get the bracket of a knock-out.

    Returns the matches of each round that has been paired, with the entrants who advance and the matches from which
    they came. Before the first round it has the expected matches in `ahead`. Default: the current or next knock-out.
    """
    return shown(queries.bracket(installation(), tournament, caller, query))


@blueprint.operation(
    "GET",
    "/v1/tournaments/<tournament>/bracket/image",
    "getBracketImage",
    access=allow("player"),
    query=BracketQuery,
    responses={200: SVG},
    problems=(tournament_problems.NoBracket, tournament_problems.StageNotFound),
)
def get_bracket_image(query: BracketQuery, tournament: str, caller: Caller | None) -> Response:
    """Get the bracket of a knock-out as an image.

    Returns the bracket as an SVG for light and dark pages.
    """
    image = queries.bracket_svg(installation(), tournament, caller, query)
    return Response(image, 200, UNCACHED, content_type=SVG)


def _file(text: str, media_type: str, suffix: str) -> Response:
    named = {"Content-Disposition": f'attachment; filename="standings.{suffix}"'}
    return Response(text.encode(), 200, {**UNCACHED, **named}, content_type=f"{media_type}; charset=utf-8")
