"""Seats: claiming, inviting to and leaving those that are open, and what the host may do about their tokens."""

from typing import Any

import msgspec
from flask import Response

from service.api.authentication import own_holder
from service.api.caching import TOLD_ONCE
from service.api.descriptions import REPLAYED
from service.api.idempotency_secrets import secret_idempotency
from service.api.operations import Resource, bottega, json_response, replayed
from service.contract.schemas.creation import (
    Claim,
    ClaimedSeat,
    HostsToken,
    Invitation,
    NewInvitation,
    SeatList,
    SecretKey,
)
from service.play import game_index, guest_seats, seat_tokens, seating
from service.play.callers import Caller
from service.problems import (
    AiQueueFull,
    AlreadySeated,
    GameBusy,
    GameStarted,
    IdempotencyKeyReused,
    NoSeatToken,
    RulesNotHosted,
    SameOwner,
    SeatByInvitation,
    SeatNotFound,
    SeatTaken,
    TokenMismatch,
    TokenRequired,
    UnknownPlayer,
)

blueprint = Resource("seats", __name__, description="Take part: who sits where, and claiming open seats.")


@blueprint.operation("GET", "/v1/games/<game_id>/seats", "listSeats", bearer="guest", responses={200: SeatList})
def list_seats(game_id: str) -> Response:
    """List the seats of a game.

    Says who sits where, which of the open seats have been claimed, and by whom: that changes without an event of the
    game, so views do not tell it.
    """
    return json_response(game_index.seats(bottega(), game_id), 200, {"Cache-Control": "no-cache"})


@blueprint.operation(
    "POST",
    "/v1/games/<game_id>/seats/<int:seat>/claim",
    "claimSeat",
    bearer="anybody",
    body=Claim,
    headers=SecretKey,
    responses={201: ClaimedSeat},
    sends={"Idempotent-Replayed": REPLAYED},
    problems=(
        SeatNotFound,
        SeatTaken,
        AlreadySeated,
        SameOwner,
        TokenMismatch,
        GameStarted,
        TokenRequired,
        SeatByInvitation,
        IdempotencyKeyReused,
        RulesNotHosted,
        AiQueueFull,
        GameBusy,
    ),
)
def claim_seat(
    headers: dict[str, str], body: dict[str, str], game_id: str, seat: int, caller: Caller | None
) -> Response:
    """Claim an open seat.

    Gives the seat to the first who asks, with a token that is shown in this answer and never again. To whoever sends a
    player's key or signed identity the seat itself belongs from then on, and there is no token; a player has one seat
    in a game. Whoever brings a name bears it in `listSeats` and `listGames`, and is found there by it; a player without
    one bears the own name. `Content-Type: application/json` is sent without a body, too: so no page of another origin
    claims a seat unasked. A game that waits for its players begins with the claim of its last seat.

    A guest who has become a player keeps the seat: `token` and the player's key move the seat to the player, with the
    name that it had. The token opens nothing from then on. In a `rated` game this is possible until the game begins,
    later it is rejected with `game_started`.
    """
    key = secret_idempotency(headers, f"claim:{seat}", caller)
    name, code = body.get("name"), body.get("code")
    if "token" in body:
        kept, repeated = guest_seats.keep_seat(bottega(), game_id, seat, body["token"], name, caller)
        return json_response(msgspec.json.encode(kept), 201, {"Cache-Control": TOLD_ONCE} | replayed(repeated))
    claimed, repeated = seating.claim_seat(bottega(), game_id, seat, name, code, caller, idempotency=key)
    return json_response(msgspec.json.encode(claimed), 201, {"Cache-Control": TOLD_ONCE} | replayed(repeated))


@blueprint.operation(
    "GET",
    "/v1/games/<game_id>/seats/<int:seat>/token",
    "getSeatToken",
    bearer="creator",
    responses={200: HostsToken},
    problems=(SeatNotFound, NoSeatToken),
)
def get_seat_token(game_id: str, seat: int) -> Response:
    """Read the token of a seat again.

    Gives the host what `createGame` or `rotateSeatToken` gave before, of a `human` seat that belongs to no player. The
    bearer is the token of the game's creator, or the player who created it.
    """
    return json_response(
        msgspec.json.encode(seat_tokens.read_token(bottega(), game_id, seat)), 200, {"Cache-Control": TOLD_ONCE}
    )


@blueprint.operation(
    "POST",
    "/v1/games/<game_id>/seats/<int:seat>/token",
    "rotateSeatToken",
    bearer="creator",
    responses={201: HostsToken},
    problems=(SeatNotFound, NoSeatToken, GameBusy),
)
def rotate_seat_token(game_id: str, seat: int) -> Response:
    """Exchange the token of a seat.

    Returns a new token to the creator of the game. The previous token opens nothing any more. Streams that were opened
    with it end within 5 seconds. Use this to hand a seat to another person: a `human` seat, also one that a player has
    left, or an `open` seat that was claimed with a token. The seat of a player has no token.
    """
    return json_response(
        msgspec.json.encode(seat_tokens.rotate_token(bottega(), game_id, seat)), 201, {"Cache-Control": TOLD_ONCE}
    )


@blueprint.operation(
    "POST",
    "/v1/games/<game_id>/seats/<int:seat>/leave",
    "leaveSeat",
    bearer="required",
    responses={204: None},
    problems=(GameStarted, RulesNotHosted, GameBusy),
)
def leave_seat(game_id: str, seat: int) -> Response:
    """Leave a seat.

    Gives the bearer's seat back while the game waits for its players. The token is void at once, and the seat is to be
    had again: whoever claims it gets another one. A player leaves the seat that is the player's.
    """
    seating.leave(bottega(), game_id, seat, own_holder())
    answer = Response(status=204)
    del answer.headers["Content-Type"]
    return answer


@blueprint.operation(
    "POST",
    "/v1/games/<game_id>/seats/<int:seat>/invitation",
    "createInvitation",
    bearer="creator",
    body=NewInvitation,
    responses={201: Invitation},
    problems=(SeatNotFound, SeatTaken, UnknownPlayer, AlreadySeated, SameOwner, RulesNotHosted, GameBusy),
)
def create_invitation(body: dict[str, Any], game_id: str, seat: int) -> Response:
    """Invite somebody to an open seat.

    Gives the creator a code to pass on: from then on nobody claims the seat without it. It stays the same until another
    one is asked for by `renew`, and is void once the seat has been claimed.

    With `player` the seat is kept for that player instead, in a game that was created with a player's key: there is no
    code, and earlier ones are void. The player is told once by a notice, `invited`, and claims the seat with the own
    key; nobody else learns who is invited. A player is invited to one seat of a game: whoever is invited to another one
    gives this one up. An invitation ends, and nobody is told, when somebody else is invited to the seat. In a `rated`
    game a player who is related to a seated player cannot be invited (`same_owner`).
    """
    renew = body.get("renew", False)
    if "player" in body:
        invitation = seating.invite_player(bottega(), game_id, seat, body["player"], renew=renew)
    else:
        invitation = seating.invite(bottega(), game_id, seat, renew=renew)
    return json_response(msgspec.json.encode(invitation), 201, {"Cache-Control": TOLD_ONCE})
