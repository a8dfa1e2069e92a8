"""Seats of games, and their tokens."""

from service.resources.base import Response
from service.resources.types import SeatNumber


class SeatToken(Response, frozen=True):
    """The token of a seat."""

    seat: SeatNumber
    token: str
    """The token, shown once. Send it as `Authorization: Bearer <token>`."""
