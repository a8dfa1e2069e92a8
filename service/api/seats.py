"""List, claim and leave seats, and manage their invitations and tokens."""

from flask import Response

from service import problems
from service.api.authentication import installation, principal
from service.api.authorization import allow, require
from service.api.caching import WITH_TOKEN
from service.api.descriptions import REPLAYED
from service.api.idempotency_secrets import secret_idempotency
from service.api.operations import Resource, json_response, replayed
from service.lobby import guest_seats, seat_tokens, seating
from service.players.callers import Caller
from service.reading import game_index
from service.resources.headers import IdempotencyKey, SecretKey
from service.resources.seats import Claim, ClaimedSeat, Invitation, InvitationRequest, IssuedSeatToken, SeatList

blueprint = Resource(
    "seats", __name__, description="List, claim and leave seats, and manage invitations and seat tokens."
)


@blueprint.operation(
    "GET", "/v1/games/<game_id>/seats", "listSeats", access=allow("participant"), responses={200: SeatList}
)
def list_seats(game_id: str) -> Response:
    """List the seats of a game.

    Returns who has each seat, and which open seats have been claimed. Claims add no event to the log, so views do not
    show them.
    """
    return json_response(game_index.seats(installation(), game_id), 200, {"Cache-Control": "no-cache"})


@blueprint.operation(
    "POST",
    "/v1/games/<game_id>/seats/<int:seat>/claim",
    "claimSeat",
    access=allow("player"),
    body=Claim,
    headers=SecretKey,
    responses={201: ClaimedSeat},
    sends={"Idempotent-Replayed": REPLAYED},
    problems=(
        problems.SeatNotFound,
        problems.SeatTaken,
        problems.SeatResigned,
        problems.AlreadySeated,
        problems.SameOwner,
        problems.TokenMismatch,
        problems.GameStarted,
        problems.GameOver,
        problems.GameAborted,
        problems.TokenRequired,
        problems.SeatByInvitation,
        problems.UnknownColour,
        problems.ColourTaken,
        problems.IdempotencyKeyReused,
        problems.GameFaulty,
        problems.RulesNotHosted,
        problems.AiQueueFull,
        problems.GameBusy,
    ),
)
def claim_seat(headers: IdempotencyKey, body: Claim, game_id: str, seat: int, caller: Caller | None) -> Response:
    """Claim an open seat.

    Returns the seat with a token, which is shown once. The first caller gets the seat. A game that waits for players
    starts when its last seat is claimed. A seat whose player has been deleted during the game cannot be claimed again.

    - With a player key or a signed identity the seat belongs to the player, and no token is issued. A player can have
      one seat in a game.
    - `name` is shown in `listSeats` and `listGames`. Default: the name of the player.
    - Always send `Content-Type: application/json`, even without a body. The header protects against forged requests
      from other sites (CSRF).

    A guest who has become a player can move the seat to the player. Send the seat token as `token`, and authorize with
    the player key. The seat keeps its name, and the token becomes invalid.

    - A seat can be moved before, during and after a game.
    - A seat of a running rated game cannot be moved: `game_started`. After the end it can be moved without effect on
      ratings.
    """
    key = secret_idempotency(headers, f"claim:{seat}", caller)
    if body.token:
        seat_held, repeated = guest_seats.keep_seat(installation(), game_id, seat, body, caller)
        return json_response(seat_held, 201, WITH_TOKEN | replayed(repeated))
    claimed, repeated = seating.claim_seat(installation(), game_id, seat, body, caller, idempotency=key)
    return json_response(claimed, 201, WITH_TOKEN | replayed(repeated))


@blueprint.operation(
    "GET",
    "/v1/games/<game_id>/seats/<int:seat>/token",
    "getSeatToken",
    access=require("creator"),
    responses={200: IssuedSeatToken},
    problems=(problems.SeatNotFound, problems.NoSeatToken),
)
def get_seat_token(game_id: str, seat: int) -> Response:
    """Get the token of a seat.

    Returns the current token of a `human` seat that belongs to no player, as issued by `createGame` or
    `rotateSeatToken`. Authorize with the creator token, or with the key of the player who created the game.
    """
    return json_response(seat_tokens.read_token(installation(), game_id, seat), 200, WITH_TOKEN)


@blueprint.operation(
    "POST",
    "/v1/games/<game_id>/seats/<int:seat>/token",
    "rotateSeatToken",
    access=require("creator"),
    responses={201: IssuedSeatToken},
    problems=(problems.SeatNotFound, problems.NoSeatToken, problems.GameBusy),
)
def rotate_seat_token(game_id: str, seat: int) -> Response:
    """Rotate the token of a seat.

    Returns a new token, and invalidates the old one at once. Streams that were opened with it end within 5
    seconds. Use it to hand a seat to another person.

    It works for a `human` seat, also after a player has left it, and for an `open` seat claimed by a token. It is
    rejected for the seat of a player. Authorize with the creator token, or with the key of the player who created the
    game.
    """
    return json_response(seat_tokens.rotate_token(installation(), game_id, seat), 201, WITH_TOKEN)


@blueprint.operation(
    "POST",
    "/v1/games/<game_id>/seats/<int:seat>/leave",
    "leaveSeat",
    access=require("seat"),
    responses={204: None},
    problems=(problems.GameStarted, problems.RulesNotHosted, problems.GameBusy),
)
def leave_seat(game_id: str, seat: int) -> Response:
    """Leave a seat.

    Frees the caller's seat while the game waits for players. The seat token becomes invalid at once, and the seat can
    be claimed again. A player authorizes with the player key.
    """
    seating.leave(installation(), game_id, seat, principal().holder)
    response = Response(status=204)
    del response.headers["Content-Type"]
    return response


@blueprint.operation(
    "POST",
    "/v1/games/<game_id>/seats/<int:seat>/invitation",
    "createInvitation",
    access=require("creator"),
    body=InvitationRequest,
    responses={201: Invitation},
    problems=(
        problems.SeatNotFound,
        problems.SeatTaken,
        problems.SeatResigned,
        problems.GameOver,
        problems.GameAborted,
        problems.UnknownPlayer,
        problems.InvitationDeclined,
        problems.AlreadySeated,
        problems.SameOwner,
        problems.GameFaulty,
        problems.RulesNotHosted,
        problems.GameBusy,
    ),
)
def create_invitation(body: InvitationRequest, game_id: str, seat: int) -> Response:
    """Create an invitation to an open seat.

    Returns a code. From now on only callers with the code can claim the seat. Authorize with the creator token, or with
    the key of the player who created the game.

    - Repeated calls return the same code; `renew` creates a new one. The code becomes invalid when the seat is claimed.
    - With `player` the seat is reserved for that player, and earlier codes become invalid. No code is returned. This
      needs a game that was created with a player key.
    - The player gets one notice, `invited`, and claims the seat with their player key. No other player sees the
      invitation.
    - A player who accepts no invitations from you is `invitation_declined`: see `invited_by` of `updateMe`.
    - A player has one invitation per game: an invitation to another seat replaces it.
    - Inviting another player to the seat ends the first invitation without a notice.
    - In a rated game a bot of a seated owner, or the owner of a seated bot, cannot be invited (`same_owner`).
    """
    invitation = seating.invite(installation(), game_id, seat, body)
    return json_response(invitation, 201, WITH_TOKEN)
