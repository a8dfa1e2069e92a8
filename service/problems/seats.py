"""Problems of seats and their holders."""

from service.problems.base import Conflict, Forbidden, Missing


class SeatNotFound(Missing, title="The game has no such seat"):
    """The game has no seat with this number."""


class SeatTaken(Conflict, title="The seat is taken"):
    """Another player has the seat."""


class AlreadySeated(Conflict, title="The player already has a seat"):
    """The player has a seat in this game; a player can have one seat only."""


class SeatByInvitation(Forbidden, title="The seat requires an invitation"):
    """Claiming the seat needs an invitation code; it is missing or not valid any more."""


class NoSeatToken(Conflict, title="The seat has no token for the creator"):
    """The seat has no token that the creator can get."""


class SeatResigned(Conflict, title="The seat has resigned or forfeited"):
    """The seat has resigned, or has forfeited the game by its clock."""
