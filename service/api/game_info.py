"""The lobby: what is known of one game, what its creator changes about it, and the next one between the same people."""

from typing import Any

import msgspec
from flask import Response

from service.api import limits
from service.api.authentication import ACTING_FOR, is_inside
from service.api.caching import TOLD_ONCE, expected, tagged
from service.api.descriptions import EDITION, REPLAYED
from service.api.operations import Resource, bottega, json_response, replayed
from service.contract.schemas.fields import IfMatch
from service.contract.schemas.game_info import GameChange, GameStart, RematchGame
from service.contract.schemas.lists import GamePresence, GameSummary
from service.play import game_index, game_metadata, presence, rematch, seating
from service.problems import (
    AiQueueFull,
    GameBusy,
    GameNotOver,
    GameStarted,
    PreconditionFailed,
    PresenceDisabled,
    RulesNotHosted,
    UnknownLevel,
)

blueprint = Resource("lobby", __name__, description="Gather: what is known of a game, starting it, and the next one.")

UNKEPT = {"Cache-Control": "no-cache", "Vary": f"Authorization, {ACTING_FOR}"}


@blueprint.operation(
    "GET",
    "/v1/games/<game_id>",
    "getGame",
    bearer="guest",
    responses={200: GameSummary},
    sends=EDITION,
    problems=(RulesNotHosted,),
)
def get_game(game_id: str) -> Response:
    """Read what is listed of a game.

    Gives of one game what `listGames` gives of many, whether it is listed or not. Whoever has one of its seats, or
    created it, is told how far it has come now; anybody else what spectators may know by now.
    """
    return _shown(game_id, inside=is_inside(game_id))


@blueprint.operation(
    "GET",
    "/v1/games/<game_id>/presence",
    "getPresence",
    bearer="guest",
    responses={200: GamePresence},
    problems=(PresenceDisabled, RulesNotHosted),
)
def get_presence(game_id: str) -> Response:
    """See who is there.

    Tells of each seat that a person has whether its player is connected, and when there was a last sign: in games that
    were created with `presence`, to everybody who may see the game. It follows from connections alone. A connection
    that broke counts for up to 30 seconds more; a new holder of a seat begins anew.
    """
    return json_response(presence.show(bottega(), game_id), 200, UNKEPT)


@blueprint.operation(
    "PATCH",
    "/v1/games/<game_id>",
    "updateGame",
    bearer="creator",
    body=GameChange,
    conditional=IfMatch,
    responses={200: GameSummary},
    sends=EDITION,
    problems=(GameBusy, PreconditionFailed, RulesNotHosted),
)
def update_game(body: dict[str, Any], game_id: str) -> Response:
    """Change what the platform keeps with a game.

    Replaces its name, its label and its metadata, each as a whole and at any time; what is left out stays as it is. The
    bearer is its creator. To overwrite nothing that somebody else has changed in the meantime, send the `ETag` of
    `getGame` as `If-Match`.
    """
    game_metadata.change(bottega(), game_id, body, expected())
    return _shown(game_id, inside=True)


@blueprint.operation(
    "POST",
    "/v1/games/<game_id>/start",
    "startGame",
    bearer="creator",
    body=GameStart,
    responses={200: GameSummary},
    problems=(UnknownLevel, GameStarted, GameBusy, RulesNotHosted, AiQueueFull),
)
def start_game(body: dict[str, str], game_id: str) -> Response:
    """Start a game that waits for its players.

    An AI level takes all seats that nobody has claimed, and the game begins at once. The bearer is its creator; to give
    the game up instead there is `deleteGame`.
    """
    seating.start(bottega(), game_id, body["level"])
    return _shown(game_id, inside=True)


@blueprint.operation(
    "POST",
    "/v1/games/<game_id>/rematch",
    "createRematch",
    bearer="party",
    responses={201: RematchGame},
    sends={"Idempotent-Replayed": REPLAYED},
    problems=(GameNotOver, GameBusy, RulesNotHosted, AiQueueFull),
)
def create_rematch(game_id: str, seat: int | None, creator: bool) -> Response:  # noqa: FBT001  # as the bearer says
    """Play once more.

    Creates a game of the same seats and terms, once a game is over: whoever was first is last now, and all others sit
    one seat earlier. However many ask, and however often, there is one such game, and each gets the token of his own
    seat in it; the creator gets its creator's token, and those of the seats whose tokens `createGame` gave. Whoever has
    claimed an open seat has it from the start. A player has the own seat without a token, and the host is the same.
    """
    limits.spend(limits.CREATIONS)
    answer, there = rematch.create_rematch(bottega(), game_id, None if creator else seat)
    return json_response(msgspec.json.encode(answer), 201, {"Cache-Control": TOLD_ONCE} | replayed(there))


def _shown(game_id: str, *, inside: bool) -> Response:
    """Return what is listed of a game, with the tag of what its creator may change."""
    shown = game_index.show(bottega(), game_id, inside=inside)
    return json_response(shown.body, 200, UNKEPT | tagged(shown.tag))
