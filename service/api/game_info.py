"""Show, update and start a game, and create its rematch."""

from flask import Response

from service import problems
from service.api import limits
from service.api.authentication import ACTING_FOR, installation, principal
from service.api.authorization import allow, require
from service.api.caching import WITH_TOKEN, expected, tagged
from service.api.descriptions import ENTITY_TAG, REPLAYED
from service.api.games import blueprint
from service.api.operations import json_response, replayed
from service.lobby import rematch, starts
from service.players import presence
from service.playing import game_metadata
from service.reading import game_index
from service.resources.game_info import GameChange, GameStart, RematchGame
from service.resources.headers import IfMatch
from service.resources.lists import GamePresence, GameSummary

BY_CALLER = {"Cache-Control": "no-cache", "Vary": f"Authorization, {ACTING_FOR}"}


@blueprint.operation(
    "GET",
    "/v1/games/<game_id>",
    "getGame",
    access=allow("participant"),
    responses={200: GameSummary},
    sends=ENTITY_TAG,
    problems=(problems.GameFaulty,),
)
def get_game(game_id: str) -> Response:
    """Get a game.

    Returns the same summary of a game as `listGames`, also for games that are not listed. The creator and the players
    see its current state. All others see what spectators may see now. A game whose rules are not hosted any more has no
    seats to act; its actions are rejected with `rules_not_hosted`.
    """
    return _shown(game_id, inside=principal().is_inside(game_id))


@blueprint.operation(
    "GET",
    "/v1/games/<game_id>/presence",
    "getPresence",
    access=allow("participant"),
    responses={200: GamePresence},
    problems=(problems.PresenceDisabled, problems.RulesNotHosted),
)
def get_presence(game_id: str) -> Response:
    """Get the presence of the players.

    Returns for each human player whether they are connected, and when they were last seen. Games created with
    `presence` show it to all callers who may see the game.

    Presence follows from connections. A lost connection counts for up to 30 seconds more. When a seat changes its
    holder, its presence is reset.
    """
    return json_response(presence.show(installation(), game_id), 200, BY_CALLER)


@blueprint.operation(
    "PATCH",
    "/v1/games/<game_id>",
    "updateGame",
    access=require("creator"),
    body=GameChange,
    conditional=IfMatch,
    responses={200: GameSummary},
    sends=ENTITY_TAG,
    problems=(problems.GameBusy, problems.PreconditionFailed, problems.GameFaulty, problems.RulesNotHosted),
)
def update_game(body: GameChange, game_id: str) -> Response:
    """Update a game.

    Replaces its name, label and metadata, each as a whole. Omitted fields stay unchanged. Authorize with the creator
    token, or with the key of the player who created the game.

    To detect changes by other clients, send the `ETag` of `getGame` as `If-Match`.
    """
    game_metadata.change(installation(), game_id, body, expected())
    return _shown(game_id, inside=True)


@blueprint.operation(
    "POST",
    "/v1/games/<game_id>/start",
    "startGame",
    access=require("creator"),
    body=GameStart,
    responses={200: GameSummary},
    problems=(
        problems.UnknownLevel,
        problems.GameStarted,
        problems.GameBusy,
        problems.GameFaulty,
        problems.RulesNotHosted,
        problems.AiQueueFull,
    ),
)
def start_game(body: GameStart, game_id: str) -> Response:
    """Start a game that waits for players.

    Starts the game at once. An AI level takes all open seats that are not claimed. Authorize with the creator token, or
    with the key of the player who created the game. To discard the game instead, call `deleteGame`.
    """
    starts.start(installation(), game_id, body.level)
    return _shown(game_id, inside=True)


@blueprint.operation(
    "POST",
    "/v1/games/<game_id>/rematch",
    "createRematch",
    access=require("participant"),
    responses={201: RematchGame},
    sends={"Idempotent-Replayed": REPLAYED},
    problems=(
        problems.GameNotOver,
        problems.RematchUnavailable,
        problems.InvitationDeclined,
        problems.GameBusy,
        problems.GameFaulty,
        problems.RulesNotHosted,
        problems.RulesVersionSunset,
        problems.AiQueueFull,
    ),
)
def create_rematch(game_id: str, seat: int | None, creator: bool) -> Response:  # noqa: FBT001  # as `participant` passes it
    """Create a rematch.

    Returns a new game with the same seats, terms and ruleset, once a game is over. The first seat becomes the last one,
    and all others move up by one.

    - The operation is idempotent: all callers get the same new game, each with the token of their seat.
    - With a clock the new game has the status `open` until each human player has called the operation. `listSeats`
      shows for whom it waits. The creator calls for each seat whose token `createGame` returned. Bots count as present.
    - Without a clock the new game starts at once.
    - A game has one rematch. If that was deleted, or another player of the game was deleted or has not acted in it, the
      problem is `rematch_unavailable`.
    - If another player accepts no invitations from the first caller, the problem is `invitation_declined`.
    - The creator gets the new creator token, and the tokens of the seats whose tokens `createGame` returned.
    - A seat that was claimed belongs to the same player from the start. Players with a key get no token.
    - The creator of the game stays the same.
    """
    limits.spend(limits.CREATIONS)
    created, existed = rematch.create_rematch(installation(), game_id, None if creator else seat)
    return json_response(created, 201, WITH_TOKEN | replayed(existed))


def _shown(game_id: str, *, inside: bool) -> Response:
    """Return the summary of a game, with the entity tag of what its creator can change."""
    shown = game_index.show(installation(), game_id, inside=inside)
    return json_response(shown.summary, 200, BY_CALLER | tagged(shown.tag))
