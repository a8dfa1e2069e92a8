"""Create, list, show, change and delete seasons."""

from flask import Response

from service import problems
from service.api import limits
from service.api.authentication import installation
from service.api.authorization import allow, require
from service.api.caching import UNCACHED, expected
from service.api.descriptions import ENTITY_TAG, PATH, PathParameter
from service.api.operations import Resource, json_response, no_content, tagged_response
from service.api.urls import url
from service.players.callers import Caller
from service.resources.headers import IfMatch
from service.seasons import seasons
from service.seasons.problems import SeasonNotFound, SeasonNotOver, SeasonUndecided, TooManySeasons
from service.seasons.resources import Season, SeasonChange, SeasonList, SeasonRequest, SeasonsQuery
from service.tournaments import problems as tournament_problems

PATH["season"] = PathParameter(
    "Id of the season, as returned by `createSeason`.", (SeasonNotFound, problems.StoreUnavailable)
)

blueprint = Resource("seasons", __name__, description="Seasons: several tournaments with one table.")


@blueprint.operation(
    "POST",
    "/v1/seasons",
    "createSeason",
    access=require("player"),
    body=SeasonRequest,
    responses={201: Season},
    sends={"Location": "URL of the season."},
    problems=(tournament_problems.NotOrganiser, tournament_problems.TournamentNotFound, TooManySeasons),
)
def create_season(body: SeasonRequest, caller: Caller) -> Response:
    """Create a season.

    A season has divisions, and each division has tournaments and a table. The caller organises the season and all its
    tournaments. The key needs the scope with which `createTournament` is allowed. See
    `/docs/guides/tournament#put-tournaments-together-in-a-season`.
    """
    limits.spend(limits.CREATIONS)
    created = seasons.create(installation(), caller, body)
    return json_response(created, 201, {"Location": url(f"/v1/seasons/{created.season}"), **UNCACHED})


@blueprint.operation(
    "GET",
    "/v1/seasons",
    "listSeasons",
    access=allow("player"),
    query=SeasonsQuery,
    responses={200: SeasonList},
    problems=(problems.StoreUnavailable, problems.TokenRequired),
)
def list_seasons(query: SeasonsQuery, caller: Caller | None) -> Response:
    """List seasons.

    Returns the latest public seasons, the seasons of a tournament, or those of the caller, newest first.
    """
    return json_response(seasons.listed(installation(), query, caller), 200, UNCACHED)


@blueprint.operation(
    "GET", "/v1/seasons/<season>", "getSeason", access=allow("player"), responses={200: Season}, sends=ENTITY_TAG
)
def get_season(season: str, caller: Caller | None) -> Response:
    """Get a season.

    Returns its tournaments and the table of each division, computed from the standings. Tournaments that the caller
    cannot see are left out, also from the tables.
    """
    return tagged_response(*seasons.show(installation(), season, caller))


@blueprint.operation(
    "PATCH",
    "/v1/seasons/<season>",
    "updateSeason",
    access=require("player"),
    body=SeasonChange,
    conditional=IfMatch,
    responses={200: Season},
    sends=ENTITY_TAG,
    problems=(
        tournament_problems.NotOrganiser,
        problems.PreconditionFailed,
        tournament_problems.TournamentNotFound,
        SeasonNotOver,
        SeasonUndecided,
    ),
)
def update_season(body: SeasonChange, season: str, caller: Caller) -> Response:
    """Update or confirm a season.

    Omitted fields stay unchanged. `divisions` replaces all divisions, to add or remove tournaments. Once all
    tournaments have ended, `confirmation` confirms who rises and falls. Authorize with the organiser's key.
    """
    return tagged_response(*seasons.change(installation(), season, caller, body, expected()))


@blueprint.operation(
    "DELETE",
    "/v1/seasons/<season>",
    "deleteSeason",
    access=require("player"),
    conditional=IfMatch,
    responses={204: None},
    problems=(tournament_problems.NotOrganiser, problems.PreconditionFailed),
)
def delete_season(season: str, caller: Caller) -> Response:
    """Delete a season.

    Its tournaments stay. Authorize with the organiser's key.
    """
    seasons.delete(installation(), season, caller, expected())
    return no_content()
