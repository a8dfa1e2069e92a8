"""Problems of keys, tokens, tickets and visibility."""

from collections.abc import Mapping
from typing import ClassVar

from service.problems.problem import ProblemError


class TokenRequired(ProblemError):
    """The operation needs a seat token or a player key."""

    status = 401
    code = "token_required"
    title = "A token or key is required"
    headers: ClassVar[Mapping[str, str]] = {"WWW-Authenticate": 'Bearer realm="bottega"'}


class InvalidToken(ProblemError):
    """The token or key was not issued by this service, or is not valid any more."""

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
    """The player's key lacks a scope; `scope` names it."""

    status = 403
    code = "insufficient_scope"
    title = "The key lacks a scope"


class InvalidTicket(ProblemError):
    """The stream ticket was not issued by this service."""

    status = 401
    code = "invalid_ticket"
    title = "The ticket is not valid"
    headers: ClassVar[Mapping[str, str]] = {"WWW-Authenticate": 'Bearer realm="bottega"'}


class TicketExpired(ProblemError):
    """The stream ticket has expired."""

    status = 401
    code = "ticket_expired"
    title = "The ticket has expired"
    headers: ClassVar[Mapping[str, str]] = {"WWW-Authenticate": 'Bearer realm="bottega"'}


class TicketMismatch(ProblemError):
    """The stream ticket belongs to another game or tournament."""

    status = 403
    code = "ticket_mismatch"
    title = "The ticket belongs to another game or tournament"


class PrivateGame(ProblemError):
    """The game is visible to its players and its creator only."""

    status = 403
    code = "private_game"
    title = "The game is private"


class SpectatorsOff(ProblemError):
    """The game has no spectators while it is running."""

    status = 403
    code = "spectators_off"
    title = "The game does not allow spectators"


class PresenceDisabled(ProblemError):
    """Presence is not enabled for this game."""

    status = 409
    code = "presence_disabled"
    title = "Presence is not enabled for this game"
