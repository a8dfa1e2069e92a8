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


class ForeignToken(ProblemError):
    """The token belongs to another game."""

    status = 403
    code = "foreign_token"
    title = "The token belongs to another game"


class ScopeMissing(ProblemError):
    """The player's key is not made for this; `scope` is what it lacks."""

    status = 403
    code = "scope_missing"
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


class ForeignTicket(ProblemError):
    """The stream ticket belongs to another game, or another tournament."""

    status = 403
    code = "foreign_ticket"
    title = "The ticket belongs to another game or tournament"


class PrivateGame(ProblemError):
    """The game shows itself to nobody but its seats and its creator."""

    status = 403
    code = "private_game"
    title = "The game is private"


class OnlookersOff(ProblemError):
    """While the game lasts, nobody without a seat looks at it."""

    status = 403
    code = "onlookers_off"
    title = "The game has no onlookers"


class PresenceOff(ProblemError):
    """In this game nobody is told which players are there."""

    status = 409
    code = "presence_off"
    title = "The game does not tell who is there"
