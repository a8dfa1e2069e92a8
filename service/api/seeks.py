"""Seeks: finding others who want to play the same."""

from typing import Any

import msgspec
from flask import Response

from service.api import limits
from service.api.descriptions import REPLAYED
from service.api.games import terms_of
from service.api.operations import Resource, bottega, idempotency, json_response, replayed
from service.contract.schemas.creation import IdempotencyKey
from service.contract.schemas.seeks import NewSeek, Seek, SeekList
from service.play import callers, seeks
from service.play.callers import Caller
from service.play.seeks import DEFAULT_SECONDS, SeekRequest
from service.problems import (
    GameBusy,
    HintsDisabled,
    IdempotencyKeyReused,
    RatedNotPublic,
    RulesVersionNotHosted,
    SeekMatched,
    SeekNotFound,
    TooManySeeks,
    UndoModeUnavailable,
    UndoOff,
    UnknownLevel,
)
from service.store.seeks import ANY_RATING

blueprint = Resource("seeks", __name__, description="Find others: say what to play, and be seated with them.")

UNKEPT = {"Cache-Control": "no-store"}


@blueprint.operation(
    "POST",
    "/v1/seeks",
    "createSeek",
    bearer="player",
    body=NewSeek,
    headers=IdempotencyKey,
    responses={201: Seek},
    sends={"Location": "The address of the seek.", "Idempotent-Replayed": REPLAYED},
    problems=(
        RulesVersionNotHosted,
        UnknownLevel,
        HintsDisabled,
        RatedNotPublic,
        UndoModeUnavailable,
        UndoOff,
        TooManySeeks,
        IdempotencyKeyReused,
        GameBusy,
    ),
    may_reject=True,
)
def create_seek(body: dict[str, Any], headers: dict[str, str], caller: Caller) -> Response:
    """Seek a game.

    Says what the player wants to play. As soon as there are enough who ask for the same ruleset, options and terms,
    they are seated in one game, in an order that is drawn, and it begins at once: `matched`. Their feeds tell it
    (`seated`, with the `seek`), and so does `getSeek`. The game has no host. Nobody is told who else seeks.

    A seek waits for some minutes. `renewSeek` restarts its time, and so does asking for the same again: a repeat gives
    the seek that waits, now with the sizes of table and the range of ratings that the repeat names. Whoever has several
    that wait may be seated by each of them. Where a response may get lost, send an `Idempotency-Key`: without it, a
    repeat that comes after the match is a new seek. A repeat with the key shows the first seek and does not renew it.

    With a `rating_range` those sit down together who all admit each other, by the ratings that they had when they asked
    (`listPlayerRatings`; whoever is not rated yet counts as a beginner). Whoever names none admits everybody.
    """
    callers.require_scope(caller, "play")
    limits.spend(limits.CREATIONS)
    ruleset = bottega().rulesets[body["ruleset"]]
    wish = SeekRequest(
        ruleset,
        body["options"] if "options" in body else ruleset.options_type(),
        body["seats"],
        terms_of(body, None, {}),
        body.get("rules_version"),
        body.get("expires_in", DEFAULT_SECONDS),
        body.get("rating_range", ANY_RATING),
    )
    key = idempotency(headers, f"seek:{caller.player}")
    seek, repeated = seeks.create_seek(bottega(), caller.player, wish, idempotency=key)
    sent = {"Location": f"/v1/seeks/{seek['seek']}", **UNKEPT}
    return json_response(msgspec.json.encode(seek), 201, sent | replayed(repeated))


@blueprint.operation("GET", "/v1/seeks", "listSeeks", bearer="anybody", responses={200: SeekList})
def list_seeks(caller: Caller | None) -> Response:
    """List seeks.

    Tells everybody what is sought and how many wait for it, kind by kind, and nobody who they are. A player is told of
    the own seeks besides, each as by `getSeek`.
    """
    own = {}
    if caller is not None:
        callers.require_scope(caller, "play")
        own = {"seeks": seeks.show_all(bottega(), caller.player)}
    return json_response(msgspec.json.encode({**own, "waiting_seeks": seeks.demand(bottega())}), 200, UNKEPT)


@blueprint.operation(
    "GET",
    "/v1/seeks/<seek>",
    "getSeek",
    bearer="player",
    responses={200: Seek},
    problems=(SeekNotFound,),
)
def get_seek(seek: str, caller: Caller) -> Response:
    """Get a seek.

    Returns whether the seek still waits, has led to a game, or has expired, and changes nothing: `renewSeek` keeps it
    waiting. The seek is known to its player alone, for a day after it has come to an end.
    """
    callers.require_scope(caller, "play")
    return json_response(msgspec.json.encode(seeks.show(bottega(), caller.player, seek)), 200, UNKEPT)


@blueprint.operation(
    "POST",
    "/v1/seeks/<seek>/renew",
    "renewSeek",
    bearer="player",
    responses={200: Seek},
    problems=(SeekNotFound, GameBusy),
)
def renew_seek(seek: str, caller: Caller) -> Response:
    """Renew a seek.

    Restarts the time of a seek that waits: `expires_in` seconds, as `createSeek` was asked. Renew a seek about every
    half of that time, as long as its player is there. A seek that has led to a game, or has expired, is returned as it
    is: to go on after it has expired, create it again.
    """
    callers.require_scope(caller, "play")
    return json_response(msgspec.json.encode(seeks.renew(bottega(), caller.player, seek)), 200, UNKEPT)


@blueprint.operation(
    "DELETE",
    "/v1/seeks/<seek>",
    "deleteSeek",
    bearer="player",
    responses={204: None},
    problems=(SeekNotFound, SeekMatched, GameBusy),
)
def delete_seek(seek: str, caller: Caller) -> Response:
    """Give a seek up.

    From this answer on it leads to no game, and is forgotten. One that has led to a game is rejected: `seek_matched`
    names the game.
    """
    callers.require_scope(caller, "play")
    seeks.cancel(bottega(), caller.player, seek)
    answer = Response(status=204)
    del answer.headers["Content-Type"]
    return answer
