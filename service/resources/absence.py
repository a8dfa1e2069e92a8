"""Requests to abort a game and to advance a virtual clock."""

from typing import Annotated

from msgspec import Meta

from service.resources.base import Request, Response
from service.resources.types import GameId, GameStatus, GameVersion, Moment, SeatIndex

MOST_SECONDS = 366 * 24 * 60 * 60


class AbortStatus(Response, frozen=True):
    """The state of a request to abort a game."""

    game_id: GameId
    status: GameStatus
    requested_by: tuple[SeatIndex, ...]
    """The seats that have requested to abort the game."""


class ClockAdvance(Request, frozen=True):
    """How far to advance the virtual clock."""

    seconds: Annotated[int, Meta(ge=1, le=MOST_SECONDS)]
    """The number of seconds to advance the clock by."""


class VirtualTime(Response, frozen=True):
    """The time of a virtual clock."""

    game_id: GameId
    version: GameVersion
    time: Moment
    """The time of the virtual clock in UTC (RFC 3339)."""
