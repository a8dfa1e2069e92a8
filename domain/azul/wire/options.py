"""Options of a game (4.1) and the reasons for their rejection (13.2)."""

from typing import Annotated, Any

import msgspec
from msgspec import UNSET

from domain.azul.wire.constants import MAX_SEATS, MIN_SEATS, SIDES
from domain.fields import SEAT, published
from domain.ruleset import Rejection

BoardSide = Annotated[
    Any,
    published(
        {"type": "string", "enum": list(SIDES)},
        "The board side: A with coloured stars, B the variant without.",
        named="side",
    ),
]
SeatNumber = Annotated[
    Any, published({"type": "integer", "minimum": 0, "maximum": 3}, "The number of the seat, from 0.", named=SEAT)
]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The options of a game of Azul: Summer Pavilion. All combinations are allowed."""

    side: BoardSide = "A"
    """All players use this side. A: each outer star has a colour. B: the tiles decide the colours of a star."""
    start_seat: SeatNumber = UNSET
    """The player who starts. Default: chosen at random (4.1.2)."""


def reject_setup(options: Options, seats: int) -> Rejection | None:
    """Return why these options are rejected, in the order of 13.2, or None."""
    start = options.start_seat
    if not MIN_SEATS <= seats <= MAX_SEATS:
        return Rejection("bad_player_count", "2.2.1", {"seats": seats, "least": MIN_SEATS, "most": MAX_SEATS})
    if options.side not in SIDES:
        return Rejection("bad_side", "4.1.1", {"allowed": list(SIDES)}, malformed=True)
    if start is not UNSET and not (type(start) is int and 0 <= start < seats):
        return Rejection("bad_start_player", "4.1.1", {"seats": seats}, malformed=not _is_seat(start))
    return None


def _is_seat(value: object) -> bool:
    """Whether a value is a seat number in the published range."""
    return type(value) is int and 0 <= value < MAX_SEATS
