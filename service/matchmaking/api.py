"""Create, list, renew and delete seeks."""

from flask import Response, request

from service import problems
from service.api import limits
from service.api.authentication import installation
from service.api.authorization import allow, require
from service.api.caching import UNCACHED, confirmed, tag_of
from service.api.descriptions import REPLAYED
from service.api.operations import Resource, idempotency, json_response, replayed
from service.api.urls import url
from service.matchmaking import seeks
from service.matchmaking.problems import SeekMatched, SeekNotFound, TooManySeeks
from service.players import callers
from service.players.callers import Caller
from service.resources.headers import IdempotencyKey
from service.resources.seeks import IfNoneMatchSeeks, Seek, SeekList, SeekRequest, SeeksQuery

NOT_STORED = "no-store"
"""A browser that stores the list would send its tag with the first request of a page, which would then wait."""

blueprint = Resource("seeks", __name__, description="Find opponents: seeks are matched into games.")


@blueprint.operation(
    "POST",
    "/v1/seeks",
    "createSeek",
    access=require("player"),
    body=SeekRequest,
    headers=IdempotencyKey,
    responses={201: Seek},
    sends={"Location": "URL of the seek.", "Idempotent-Replayed": REPLAYED},
    problems=(
        problems.RulesVersionNotHosted,
        problems.RulesVersionSunset,
        problems.UnknownLevel,
        problems.HintsDisabled,
        problems.CooperativeUnrated,
        problems.RatedNotPublic,
        problems.UndoModeUnavailable,
        problems.UndoNotAllowed,
        TooManySeeks,
        problems.IdempotencyKeyReused,
        problems.GameBusy,
    ),
    may_reject=True,
)
def create_seek(body: SeekRequest, headers: IdempotencyKey, caller: Caller) -> Response:
    """Create a seek.

    Announces what the player wants to play. When enough seeks agree on ruleset, options and terms, the service creates
    a game with random seating and starts it. The seek is then `matched`: `getSeek` names the game, and the feed gets
    `seated` with the `seek`. The game has no creator, and players do not see who else seeks.

    - A seek expires after `expires_in` seconds; default: 600. `renewSeek` restarts the timer.
    - Creating the same seek again restarts the timer and returns the waiting seek. Its numbers of seats and
      `rating_range` are replaced.
    - A player can have several waiting seeks, and can be matched by each of them.
    - Send an `Idempotency-Key` if a response may get lost. A retry with the key returns the first seek without renewing
      it. A retry without the key after the match creates a new seek.
    - With `rating_range`, players are matched only if everyone's rating is in everyone else's range. The rating at the
      time of this call counts; a player without a rating counts as a beginner. Default: no restriction.
    """
    callers.require_scope(caller, "play")
    limits.spend(limits.CREATIONS)
    key = idempotency(headers, f"seek:{caller.player}")
    seek, repeated = seeks.create_seek(installation(), caller.player, body, idempotency=key)
    sent = {"Location": url(f"/v1/seeks/{seek.seek}"), **UNCACHED}
    return json_response(seek, 201, sent | replayed(repeated))


@blueprint.operation(
    "GET",
    "/v1/seeks",
    "listSeeks",
    access=allow("player"),
    query=SeeksQuery,
    conditional=IfNoneMatchSeeks,
    responses={200: SeekList, 304: None},
    sends={"ETag": "Entity tag: it changes with the list. Send it as `If-None-Match`."},
    problems=(problems.TooManySpectators,),
)
def list_seeks(query: SeeksQuery, caller: Caller | None) -> Response:
    """List seeks.

    Returns the games that players are looking for, each with the number of waiting seeks, without names. With a player
    key the response also lists the player's own seeks, as `getSeek` returns them.

    To follow the list, send its `ETag` as `If-None-Match`, with `wait`: the request waits until the list has changed
    (long polling). If the time has passed without a change, the response is 304.
    """
    if caller is not None:
        callers.require_scope(caller, "play")
    listed = seeks.wait_for_change(installation(), caller, _is_known, query.wait)
    return confirmed(json_response(listed), cached=NOT_STORED)


def _is_known(listed: SeekList) -> bool:
    """Whether the client has this list."""
    return request.if_none_match.contains_weak(tag_of(json_response(listed).get_data()))


@blueprint.operation(
    "GET",
    "/v1/seeks/<seek>",
    "getSeek",
    access=require("player"),
    responses={200: Seek},
    problems=(SeekNotFound,),
)
def get_seek(seek: str, caller: Caller) -> Response:
    """Get a seek.

    Returns whether the seek is waiting, was matched with a game, or has expired. It does not renew the seek: use
    `renewSeek`. Only its player can get a seek, until a day after it has ended.
    """
    callers.require_scope(caller, "play")
    return json_response(seeks.show(installation(), caller.player, seek), 200, UNCACHED)


@blueprint.operation(
    "POST",
    "/v1/seeks/<seek>/renew",
    "renewSeek",
    access=require("player"),
    responses={200: Seek},
    problems=(SeekNotFound, problems.GameBusy),
)
def renew_seek(seek: str, caller: Caller) -> Response:
    """Renew a seek.

    Restarts the timer of a waiting seek: `expires_in` seconds, as sent to `createSeek`. While the player is there,
    renew the seek after about half of that time. A seek that was matched or has expired is returned unchanged. Create
    an expired seek again to continue.
    """
    callers.require_scope(caller, "play")
    return json_response(seeks.renew(installation(), caller.player, seek), 200, UNCACHED)


@blueprint.operation(
    "DELETE",
    "/v1/seeks/<seek>",
    "deleteSeek",
    access=require("player"),
    responses={204: None},
    problems=(SeekNotFound, SeekMatched, problems.GameBusy),
)
def delete_seek(seek: str, caller: Caller) -> Response:
    """Delete a seek.

    Removes a waiting seek: it is not matched any more. A seek that was matched is rejected with `seek_matched`, which
    names the game.
    """
    callers.require_scope(caller, "play")
    seeks.cancel(installation(), caller.player, seek)
    response = Response(status=204)
    del response.headers["Content-Type"]
    return response
