"""Players: becoming one."""

from typing import Any

import msgspec
from flask import Response

from service.api import limits
from service.api.caching import TOLD_ONCE
from service.api.descriptions import REPLAYED
from service.api.idempotency_secrets import secret_idempotency
from service.api.operations import Resource, bottega, json_response, replayed
from service.contract.schemas.creation import SecretKey
from service.contract.schemas.players import CreatedPlayer, NewPlayer
from service.play import players
from service.play.callers import Caller
from service.problems import IdempotencyKeyReused, InvitationRequired, SignUpDisabled, TokenRequired

blueprint = Resource("players", __name__, description="Be somebody: a player has an id, and keys that open its seats.")


@blueprint.operation(
    "POST",
    "/v1/players",
    "createPlayer",
    bearer="anybody",
    body=NewPlayer,
    headers=SecretKey,
    responses={201: CreatedPlayer},
    sends={"Idempotent-Replayed": REPLAYED},
    problems=(TokenRequired, SignUpDisabled, InvitationRequired, IdempotencyKeyReused),
)
def create_player(body: dict[str, Any], headers: dict[str, str], caller: Caller | None) -> Response:
    """Become a player.

    Gives an id, and a first key with the scopes `play` and `create`, which is shown in this answer and never again.
    Nobody needs one: games with tokens of seats alone are as they are. Whoever has one has seats without tokens, finds
    all own games, and is the host of those that it creates. Where the host of the service invites players, the body has
    the `invitation`, or the bearer is a key with the scope `admin`.

    With `bot` the new player is a bot, and the bearer is the key or signed identity of its owner. Two bots of one
    owner, or a bot and its owner, never meet in a rated game (`same_owner`). A bot that a bot creates has the same
    owner.
    """
    limits.spend(limits.PLAYERS)
    key = secret_idempotency(headers, "player", caller)
    name, invitation, bot = body.get("name"), body.get("invitation"), body.get("bot", False)
    created, repeated = players.create(bottega(), name, invitation, caller, bot=bot, idempotency=key)
    return json_response(msgspec.json.encode(created), 201, {"Cache-Control": TOLD_ONCE} | replayed(repeated))
