"""Requests to abort a game, and to change or advance its clocks."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from domain.seat_changes import MOST_GIVEN, MOST_HOURS
from service.resources.base import Request, Response
from service.resources.types import GameId, GameStatus, GameVersion, Moment, SeatIndex

MOST_SECONDS = 366 * 24 * 60 * 60


class AbortStatus(Response, frozen=True):
    """The state of a request to abort a game."""

    game_id: GameId
    status: GameStatus
    requested_by: tuple[SeatIndex, ...]
    """The seats that have requested to abort the game."""


ClockAction = Literal["pause", "decline", "resume", "give_time"]


class ClockChange(Request, frozen=True):
    """A change of the clocks by a seat."""

    action: ClockAction
    """`pause`: request a pause of the clocks, or agree to the pending request with the same `hours`. `decline`: decline
    or withdraw the request. `resume`: end the pause, or else the vacation of the seat in this game. `give_time`: give
    time to all other human players."""
    hours: Annotated[int, Meta(ge=1, le=MOST_HOURS)] | UnsetType = UNSET
    """With `pause`: the length of the pause in hours. Default: until a player acts or resumes the game."""
    seconds: Annotated[int, Meta(ge=1, le=MOST_GIVEN)] = 15
    """With `give_time`: the seconds for each other human player. Default: 15."""


class ClockAdvance(Request, frozen=True):
    """The time by which to advance the virtual clock."""

    seconds: Annotated[int, Meta(ge=1, le=MOST_SECONDS)]
    """The number of seconds to advance the clock by."""


class VirtualTime(Response, frozen=True):
    """The time of a virtual clock."""

    game_id: GameId
    version: GameVersion
    time: Moment
    """The time of the virtual clock in UTC (RFC 3339)."""
