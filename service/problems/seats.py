"""Problems of seats and their holders."""

from service.problems.problem import ProblemError


class SeatNotFound(ProblemError):
    """The game has no seat with this number."""

    status = 404
    code = "seat_not_found"
    title = "The game has no such seat"


class SeatTaken(ProblemError):
    """Another player has the seat."""

    status = 409
    code = "seat_taken"
    title = "The seat is taken"


class AlreadySeated(ProblemError):
    """The player has a seat in this game; a player can have one seat only."""

    status = 409
    code = "already_seated"
    title = "The player already has a seat"


class SeatByInvitation(ProblemError):
    """Claiming the seat needs an invitation code; it is missing or not valid any more."""

    status = 403
    code = "seat_by_invitation"
    title = "The seat requires an invitation"


class NoSeatToken(ProblemError):
    """The seat has no token that the creator can get."""

    status = 409
    code = "no_seat_token"
    title = "The seat has no token for the creator"


class SeatResigned(ProblemError):
    """The seat has resigned, or has forfeited the game by its clock."""

    status = 409
    code = "seat_resigned"
    title = "The seat has resigned or forfeited"
