"""Create, list, show and control tournaments."""

from collections.abc import Callable
from typing import Any

from flask import Response
from msgspec import UNSET

from service import problems
from service.api import limits
from service.api.authentication import installation
from service.api.authorization import allow, require
from service.api.caching import UNCACHED, expected
from service.api.descriptions import ENTITY_TAG, REPLAYED
from service.api.operations import Resource, idempotency, json_response, replayed, tagged_response
from service.api.urls import url
from service.players.callers import Caller
from service.resources.headers import IdempotencyKey, IfMatch
from service.tournaments import control, creation, plan_updates, queries
from service.tournaments import problems as tournament_problems
from service.tournaments.resources.tournament_records import TournamentRecord
from service.tournaments.resources.tournaments import (
    ReasonBody,
    Tournament,
    TournamentChange,
    TournamentPage,
    TournamentQuery,
    TournamentRequest,
)

blueprint = Resource(
    "tournaments", __name__, description="Create and control tournaments with tables of two to seven seats."
)


@blueprint.operation(
    "POST",
    "/v1/tournaments",
    "createTournament",
    access=require("player"),
    body=TournamentRequest,
    headers=IdempotencyKey,
    responses={201: Tournament},
    sends={"Location": "URL of the tournament.", "Idempotent-Replayed": REPLAYED},
    problems=(
        tournament_problems.AlreadyEntered,
        tournament_problems.InvalidPlan,
        problems.IdempotencyKeyReused,
        problems.InvitationDeclined,
        problems.RatedNotPublic,
        problems.RulesVersionNotHosted,
        problems.RulesVersionSunset,
        problems.SameOwner,
        tournament_problems.TooManyTournaments,
        tournament_problems.TournamentFull,
        problems.UnknownLevel,
        problems.UnknownPlayer,
    ),
    may_reject=True,
)
def create_tournament(body: TournamentRequest, headers: IdempotencyKey, caller: Caller) -> Response:
    """Create a tournament.

    Returns the new tournament. The request fixes its stages, points, tie-breaks and the terms of its games. The caller
    is its organiser. `updateTournament` can change some of the plan later.

    - The key needs scope `organise`. Where the operator lets players create tournaments, scope `create` suffices
      (`organises` of `getMe`), for a few tournaments at the same time. Such an organiser enters other players only with
      their consent, as for a seat (`seated_by`).
    - Entrants are listed in the request, added one by one (`addEntrant`), or enter on their own, as `registration`
      says.
    - Games are created automatically, round by round. Players find them in their feeds and by `listMyGames`. AI levels
      play at once.
    - All random choices follow from a seed, and all dice from a secret. The response has the SHA-256 of both. The seed
      is published when registration closes, the secret when the tournament is over.

    See `/docs/guides/tournament`.
    """
    limits.spend(limits.CREATIONS)
    key = idempotency(headers, f"tournament:{caller.player}")
    created, repeated = creation.create(installation(), caller, body, key)
    sent = {"Location": url(f"/v1/tournaments/{created.tournament}"), **UNCACHED}
    return json_response(created, 201, sent | replayed(repeated))


@blueprint.operation(
    "GET",
    "/v1/tournaments",
    "listTournaments",
    access=allow("player"),
    query=TournamentQuery,
    responses={200: TournamentPage},
    problems=(problems.StoreUnavailable, problems.TokenRequired),
)
def list_tournaments(query: TournamentQuery, caller: Caller | None) -> Response:
    """List tournaments.

    Returns a short description of each matching tournament, newest first. Unlisted and private ones are left
    out, except with `mine`. A page may hold fewer entries than `limit`, or none: continue until `next_cursor` is
    omitted.
    """
    page = queries.page(installation(), query, caller)
    return json_response(page, 200, UNCACHED if query.mine else {"Cache-Control": "no-cache"})


@blueprint.operation(
    "GET",
    "/v1/tournaments/<tournament>",
    "getTournament",
    access=allow("player"),
    responses={200: Tournament},
    sends=ENTITY_TAG,
)
def get_tournament(tournament: str, caller: Caller | None) -> Response:
    """Get a tournament.

    Returns its plan and its progress. The organiser also gets the code with which players enter. If the games are
    private, only the organiser and the entrants can get the tournament; all others get `tournament_not_found`.
    """
    return tagged_response(*queries.tagged(installation(), tournament, caller))


@blueprint.operation(
    "PATCH",
    "/v1/tournaments/<tournament>",
    "updateTournament",
    access=require("player"),
    body=TournamentChange,
    conditional=IfMatch,
    responses={200: Tournament},
    sends=ENTITY_TAG,
    problems=(
        problems.InvitationDeclined,
        tournament_problems.InvalidChange,
        tournament_problems.NotOrganiser,
        problems.PreconditionFailed,
        problems.TournamentBusy,
        tournament_problems.TournamentNotRunning,
        problems.UnknownLevel,
        problems.UnknownPlayer,
    ),
)
def update_tournament(body: TournamentChange, tournament: str, caller: Caller) -> Response:
    """Update a tournament.

    Changes any of these; omitted fields stay unchanged:

    - the name, the description and other texts, the times, and the limit of entrants
    - the clock and absence policy of games still to be created
    - the length of stages that are not over
    - the staff: players who act for the organiser, also after the end

    The log shows each change with its reason. Before the start, a new `starts_at` postpones the start. To detect
    changes by other clients, send the `ETag` of `getTournament` as `If-Match`. The key of the organiser needs scope
    `organise`.

    The key of a player of the staff needs scope `create`. Without scope `organise`, the organiser can
    only name players who accept the invitation (`invited_by`).
    """
    return tagged_response(*plan_updates.change(installation(), tournament, caller, body, expected()))


@blueprint.operation(
    "POST",
    "/v1/tournaments/<tournament>/start",
    "startTournament",
    access=require("player"),
    body=ReasonBody,
    responses={200: Tournament, 202: Tournament},
    problems=(
        tournament_problems.NotOrganiser,
        tournament_problems.TournamentStarted,
        tournament_problems.TooFewEntrants,
        problems.TournamentBusy,
    ),
)
def start_tournament(body: ReasonBody, tournament: str, caller: Caller) -> Response:
    """Start a tournament.

    Closes registration, publishes the seed and creates the first round. With `check_in`, only entrants who have checked
    in take part. Authorize with the organiser's key.

    Creating the games of a large round can take longer than a request. The response is then 202, and `seating` shows
    how many games exist. The service continues, and lists the round once all its games exist.
    """
    return _ordered(control.start, body, tournament, caller)


@blueprint.operation(
    "POST",
    "/v1/tournaments/<tournament>/pause",
    "pauseTournament",
    access=require("player"),
    body=ReasonBody,
    responses={200: Tournament, 202: Tournament},
    problems=(tournament_problems.NotOrganiser, tournament_problems.TournamentNotRunning, problems.TournamentBusy),
)
def pause_tournament(body: ReasonBody, tournament: str, caller: Caller) -> Response:
    """Pause a tournament.

    Stops the creation of rounds until `resumeTournament`. Running games continue. During registration, the tournament
    does not start at `starts_at`, and only the organiser can add entrants. Authorize with the organiser's key.

    While a round is being created the response is 202. The round is completed first; then the tournament is paused.
    """
    return _ordered(control.pause, body, tournament, caller)


@blueprint.operation(
    "POST",
    "/v1/tournaments/<tournament>/resume",
    "resumeTournament",
    access=require("player"),
    body=ReasonBody,
    responses={200: Tournament, 202: Tournament},
    problems=(tournament_problems.NotOrganiser, tournament_problems.TournamentNotRunning, problems.TournamentBusy),
)
def resume_tournament(body: ReasonBody, tournament: str, caller: Caller) -> Response:
    """Resume a paused tournament.

    Rounds are created again. Before the start, registration opens again. Authorize with the organiser's key. The
    response is 202 with `seating` while a round is being created.
    """
    return _ordered(control.resume, body, tournament, caller)


@blueprint.operation(
    "POST",
    "/v1/tournaments/<tournament>/cancel",
    "cancelTournament",
    access=require("player"),
    body=ReasonBody,
    responses={200: Tournament},
    problems=(tournament_problems.NotOrganiser, tournament_problems.TournamentNotRunning, problems.TournamentBusy),
)
def cancel_tournament(body: ReasonBody, tournament: str, caller: Caller) -> Response:
    """Cancel a tournament.

    Ends the tournament early and for good. Running games continue, but do not count for the tournament. Authorize with
    the organiser's key. A ladder without running matches is then `over`: to end one, pause it, and cancel it once all
    matches have results.

    While a round is being created the problem is `tournament_busy`. Retry once its games exist.
    """
    return _ordered(control.cancel, body, tournament, caller)


@blueprint.operation(
    "GET",
    "/v1/tournaments/<tournament>/record",
    "getTournamentRecord",
    access=allow("player"),
    responses={200: TournamentRecord},
    problems=(problems.RulesNotHosted, tournament_problems.TournamentNotOver),
)
def get_tournament_record(tournament: str, caller: Caller | None) -> Response:
    """Get the record of a finished tournament.

    Returns the plan, the seed, the secret of all dice, the log and the final standings, linked by a chain of hashes.
    The body is canonical JSON (RFC 8785) with a line feed: store it byte for byte.

    `bottega verify` repeats every pairing without a service. With the records of the games it replays the games, too. A
    cancelled tournament has a record once its last running game has ended. A ruling after the end changes the record.
    """
    record = queries.record(installation(), tournament, caller)
    return json_response(record, 200, UNCACHED)


def shown(response: Any, status: int = 200) -> Response:
    """Return a response that depends on the caller, and must not be cached."""
    return json_response(response, status, UNCACHED)


def done(response: Tournament) -> Response:
    """Return a tournament; with 202 while a round is being created."""
    if response.seating is not UNSET:
        return json_response(response, 202, {**UNCACHED, "Retry-After": "2"})
    return shown(response)


def _ordered(order: Callable[..., Tournament], body: ReasonBody, tournament: str, caller: Caller) -> Response:
    return done(order(installation(), tournament, caller, body.reason))
