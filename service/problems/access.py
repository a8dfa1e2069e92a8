"""Who may do what: keys, tokens and tickets, and what a game shows to whom."""

from collections.abc import Mapping
from typing import ClassVar

from service.problems.problem import ProblemError


class TokenRequired(ProblemError):
    """The operation needs a seat's token."""

    status = 401
    code = "token_required"
    title = "A seat's token is required"
    headers: ClassVar[Mapping[str, str]] = {"WWW-Authenticate": 'Bearer realm="bottega"'}


class InvalidToken(ProblemError):
    """The token is none that this service has handed out."""

    status = 401
    code = "invalid_token"
    title = "The token is not valid"
    headers: ClassVar[Mapping[str, str]] = {"WWW-Authenticate": 'Bearer realm="bottega", error="invalid_token"'}


class TokenMismatch(ProblemError):
    """The token is valid, but not for this game, seat or operation."""

    status = 403
    code = "token_mismatch"
    title = "The token does not fit this seat or game"


class InsufficientScope(ProblemError):
    """The player's key is not made for this; `scope` is what it lacks."""

    status = 403
    code = "insufficient_scope"
    title = "The key is not made for this"


class InvalidTicket(ProblemError):
    """The stream ticket is none that this service has given."""

    status = 401
    code = "invalid_ticket"
    title = "The ticket is not valid"
    headers: ClassVar[Mapping[str, str]] = {"WWW-Authenticate": 'Bearer realm="bottega"'}


class TicketExpired(ProblemError):
    """The stream ticket was given too long ago."""

    status = 401
    code = "ticket_expired"
    title = "The ticket has expired"
    headers: ClassVar[Mapping[str, str]] = {"WWW-Authenticate": 'Bearer realm="bottega"'}


class TicketMismatch(ProblemError):
    """The stream ticket belongs to another game, or another tournament."""

    status = 403
    code = "ticket_mismatch"
    title = "The ticket belongs to another game or tournament"


class PrivateGame(ProblemError):
    """The game shows itself to nobody but its seats and its creator."""

    status = 403
    code = "private_game"
    title = "The game is private"


class SpectatorsOff(ProblemError):
    """While the game lasts, nobody without a seat looks at it."""

    status = 403
    code = "spectators_off"
    title = "The game has no spectators"


class PresenceDisabled(ProblemError):
    """In this game nobody is told which players are there."""

    status = 409
    code = "presence_disabled"
    title = "The game does not tell who is there"
