"""Seats: claiming those that are open."""

import msgspec
from flask import Response

from service.api.caching import TOLD_ONCE
from service.api.descriptions import REPLAYED
from service.api.operations import Resource, bottega, idempotency, json_response, replayed
from service.contract.schemas.creation import Claim, ClaimedSeat, SeatList, SecretKey
from service.play import creation, game_index
from service.problems import IdempotencyKeyReused, SeatNotFound, SeatTaken

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
    body=Claim,
    headers=SecretKey,
    responses={201: ClaimedSeat},
    sends={"Idempotent-Replayed": REPLAYED},
    problems=(SeatNotFound, SeatTaken, IdempotencyKeyReused),
)
def claim_seat(headers: dict[str, str], body: dict[str, str], game_id: str, seat: int) -> Response:
    """Claim an open seat.

    Gives the seat to the first who asks, with a token that is shown in this answer and never again. Whoever brings a
    name bears it in `listSeats` and `listGames`, and is found there by it. `Content-Type: application/json` is sent
    without a body, too: so no page of another origin claims a seat unasked.
    """
    key = idempotency(headers, f"claim:{seat}")
    claimed, repeated = creation.claim_seat(bottega(), game_id, seat, body.get("name"), idempotency=key)
    return json_response(msgspec.json.encode(claimed), 201, {"Cache-Control": TOLD_ONCE} | replayed(repeated))
