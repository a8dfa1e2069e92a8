"""Seats: claiming those that are open, and what the host may do about their tokens."""

import msgspec
from flask import Response

from service.api.caching import TOLD_ONCE
from service.api.descriptions import REPLAYED
from service.api.operations import Resource, bottega, idempotency, json_response, replayed
from service.contract.schemas.creation import Claim, ClaimedSeat, HostsToken, SeatList, SecretKey
from service.play import creation, game_index, seating
from service.play.players import Caller
from service.problems import AlreadySeated, GameBusy, IdempotencyKeyReused, NoSeatToken, SeatNotFound, SeatTaken

blueprint = Resource("seats", __name__, description="Take part: who sits where, and claiming open seats.")


@blueprint.operation("GET", "/v1/games/<game_id>/seats", "listSeats", responses={200: SeatList})
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
    problems=(SeatNotFound, SeatTaken, AlreadySeated, GameBusy, IdempotencyKeyReused),
)
def claim_seat(
    headers: dict[str, str], body: dict[str, str], game_id: str, seat: int, caller: Caller | None
) -> Response:
    """Claim an open seat.

    Gives the seat to the first who asks, with a token that is shown in this answer and never again. To whoever sends a
    player's key or signed identity the seat itself belongs from then on, and there is no token; a player has one seat
    in a game. Whoever brings a name bears it in `listSeats` and `listGames`, and is found there by it; a player without
    one bears the own name. `Content-Type: application/json` is sent without a body, too: so no page of another origin
    claims a seat unasked.
    """
    key = idempotency(headers, f"claim:{seat}:{caller.player}" if caller else f"claim:{seat}")
    claimed, repeated = creation.claim_seat(bottega(), game_id, seat, body.get("name"), caller, idempotency=key)
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
        msgspec.json.encode(seating.read_token(bottega(), game_id, seat)), 200, {"Cache-Control": TOLD_ONCE}
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

    Gives the host a new token; the one before it opens nothing from then on, but for a stream that is open already. So
    a seat is handed to somebody else: a `human` seat, also one that a player has left, or an `open` one that was
    claimed by a token. The seat of a player is the player's alone.
    """
    return json_response(
        msgspec.json.encode(seating.rotate_token(bottega(), game_id, seat)), 201, {"Cache-Control": TOLD_ONCE}
    )
