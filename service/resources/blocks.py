"""Blocked players."""

from service.resources.base import Response
from service.resources.types import Moment, PlayerId


class BlockedPlayer(Response, frozen=True):
    """A player whom the caller has blocked."""

    player: PlayerId
    """The id of the blocked player."""
    blocked_at: Moment
    """When the player was blocked, in UTC (RFC 3339)."""
    name: str = ""
    """The name of the blocked player. Omitted if the player has none, or a private page."""


class BlockList(Response, frozen=True):
    """The players whom the caller has blocked."""

    players: tuple[BlockedPlayer, ...]
    """The blocked players, latest first."""
