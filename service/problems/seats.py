"""The seats of a game, and who sits there."""

from service.problems.problem import ProblemError


class SeatNotFound(ProblemError):
    """The game has no such seat."""

    status = 404
    code = "seat_not_found"
    title = "The game has no such seat"


class SeatTaken(ProblemError):
    """Somebody sits at the seat."""

    status = 409
    code = "seat_taken"
    title = "The seat is taken"


class AlreadySeated(ProblemError):
    """The player has a seat in this game; nobody has two."""

    status = 409
    code = "already_seated"
    title = "The player has a seat already"


class SeatByInvitation(ProblemError):
    """The seat is given by a code, which was not sent, or is not good any more."""

    status = 403
    code = "seat_by_invitation"
    title = "The seat is by invitation"


class NoSeatToken(ProblemError):
    """The seat has no token that the host may have."""

    status = 409
    code = "no_seat_token"
    title = "The seat has no token for the host"


class SeatResigned(ProblemError):
    """The seat has resigned, or forfeited the game by its clock."""

    status = 409
    code = "seat_resigned"
    title = "The seat has given the game up"
