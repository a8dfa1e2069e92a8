"""Seats: claiming those that are open, inviting to them, and leaving them."""

import msgspec
from flask import Response

from service.api.bearer import own_digest
from service.api.caching import TOLD_ONCE
from service.api.descriptions import REPLAYED
from service.api.operations import Resource, bottega, idempotency, json_response, replayed
from service.contract.schemas.creation import Claim, ClaimedSeat, Invitation, NewInvitation, SeatList, SecretKey
from service.play import game_index, seating
from service.problems import (
    GameBegun,
    GameBusy,
    IdempotencyKeyReused,
    InvitationRequired,
    RulesNotHosted,
    SeatNotFound,
    SeatTaken,
    TooMuchThinking,
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
    body=Claim,
    headers=SecretKey,
    responses={201: ClaimedSeat},
    sends={"Idempotent-Replayed": REPLAYED},
    problems=(
        SeatNotFound,
        SeatTaken,
        InvitationRequired,
        IdempotencyKeyReused,
        RulesNotHosted,
        TooMuchThinking,
        GameBusy,
    ),
)
def claim_seat(headers: dict[str, str], body: dict[str, str], game_id: str, seat: int) -> Response:
    """Claim an open seat.

    Gives the seat to the first who asks, with a token that is shown in this answer and never again. Whoever brings a
    name bears it in `listSeats` and `listGames`, and is found there by it. `Content-Type: application/json` is sent
    without a body, too: so no page of another origin claims a seat unasked. A game that waits for its players begins
    with the claim of its last seat.
    """
    key, name, code = idempotency(headers, f"claim:{seat}"), body.get("name"), body.get("code")
    claimed, repeated = seating.claim_seat(bottega(), game_id, seat, name, code, idempotency=key)
    return json_response(msgspec.json.encode(claimed), 201, {"Cache-Control": TOLD_ONCE} | replayed(repeated))


@blueprint.operation(
    "POST",
    "/v1/games/<game_id>/seats/<int:seat>/leave",
    "leaveSeat",
    bearer="required",
    responses={204: None},
    problems=(GameBegun, RulesNotHosted, GameBusy),
)
def leave_seat(game_id: str, seat: int) -> Response:
    """Leave a seat.

    Gives the bearer's seat back while the game waits for its players. The token is void at once, and the seat is to be
    had again: whoever claims it gets another one.
    """
    seating.leave(bottega(), game_id, seat, own_digest())
    answer = Response(status=204)
    del answer.headers["Content-Type"]
    return answer


@blueprint.operation(
    "POST",
    "/v1/games/<game_id>/seats/<int:seat>/invitation",
    "inviteToSeat",
    bearer="creator",
    body=NewInvitation,
    responses={201: Invitation},
    problems=(SeatNotFound, SeatTaken, RulesNotHosted, GameBusy),
)
def invite_to_seat(body: dict[str, bool], game_id: str, seat: int) -> Response:
    """Invite somebody to an open seat.

    Gives the creator a code to pass on: from then on nobody claims the seat without it. It stays the same until another
    one is asked for by `renew`, and is void once the seat has been claimed.
    """
    invitation = seating.invite(bottega(), game_id, seat, renew=body.get("renew", False))
    return json_response(msgspec.json.encode(invitation), 201, {"Cache-Control": TOLD_ONCE})
