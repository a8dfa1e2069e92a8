"""Problems of keys, tokens, tickets and visibility."""

from collections.abc import Mapping
from typing import ClassVar

from service.problems.base import BEARER, Conflict, Forbidden, Unauthorized


class TokenRequired(Unauthorized, title="A token or key is required"):
    """The operation needs a seat token or a player key."""


class InvalidToken(Unauthorized, title="The token is not valid"):
    """The token or key was not issued by this service, or is not valid any more."""

    headers: ClassVar[Mapping[str, str]] = {"WWW-Authenticate": f'{BEARER}, error="invalid_token"'}


class TokenMismatch(Forbidden, title="The token does not fit this seat or game"):
    """The token is valid, but not for this game, seat or operation."""


class InsufficientScope(Forbidden, title="The key lacks a scope"):
    """The player's key lacks a scope; `scope` names it."""


class InvalidTicket(Unauthorized, title="The ticket is not valid"):
    """The stream ticket was not issued by this service."""


class TicketExpired(Unauthorized, title="The ticket has expired"):
    """The stream ticket has expired."""


class TicketMismatch(Forbidden, title="The ticket belongs to another game or tournament"):
    """The stream ticket belongs to another game or tournament."""


class PrivateGame(Forbidden, title="The game is private"):
    """The game is visible to its players and its creator only."""


class SpectatorsOff(Forbidden, title="The game does not allow spectators"):
    """The game has no spectators while it is running."""


class PresenceDisabled(Conflict, title="Presence is not enabled for this game"):
    """Presence is not enabled for this game."""
