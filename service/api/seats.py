"""Seats: claiming those that are open."""

import msgspec
from flask import Response

from service.api.operations import REPLAYED, Resource, bottega, idempotency, json_response, replayed
from service.contract.schemas.games import ClaimedSeat, IdempotencyKey, SeatList
from service.play import creation, game_index
from service.problems import SeatNotFound, SeatTaken

blueprint = Resource("seats", __name__, description="Take part: who sits where, and claiming open seats.")


@blueprint.operation("GET", "/v1/games/<game_id>/seats", "listSeats", responses={200: SeatList})
def list_seats(game_id: str) -> Response:
    """List the seats of a game.

    Says who sits where, and which of the open seats have been claimed: that changes without an event of the game, so
    views do not tell it.
    """
    return json_response(game_index.seats(bottega(), game_id), 200, {"Cache-Control": "no-cache"})


@blueprint.operation(
    "POST",
    "/v1/games/<game_id>/seats/<int:seat>/claim",
    "claimSeat",
    headers=IdempotencyKey,
    responses={201: ClaimedSeat},
    sends={"Idempotent-Replayed": REPLAYED},
    problems=(SeatNotFound, SeatTaken),
)
def claim_seat(headers: dict[str, str], game_id: str, seat: int) -> Response:
    """Claim an open seat.

    Gives the seat to the first who asks, with a token that is shown in this answer and never again.
    """
    claimed, repeated = creation.claim_seat(bottega(), game_id, seat, idempotency=idempotency(headers, f"claim:{seat}"))
    return json_response(msgspec.json.encode(claimed), 201, {"Cache-Control": "no-store"} | replayed(repeated))
