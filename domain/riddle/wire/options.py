"""Options of a game (1.1.3) and the reasons for their rejection (2.4.1)."""

from typing import Annotated, Any

import msgspec
from msgspec import UNSET

from domain.fields import SEAT, published
from domain.riddle.wire.constants import MAX_SEATS, MIN_SEATS, MODES
from domain.ruleset import Rejection

Mode = Annotated[
    Any,
    published(
        {"type": "string", "enum": list(MODES)},
        "`base`: the base game. `expansion`: with the additional cards.",
        named="mode",
    ),
]
SeatNumber = Annotated[
    Any, published({"type": "integer", "minimum": 0, "maximum": 4}, "The number of the seat, from 0.", named=SEAT)
]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The options of a game of The Riddle of Leonardo."""

    mode: Mode = "base"
    first_player: SeatNumber = UNSET
    """The seat that takes the first turn. Omitted: it is chosen at random (2.1.1)."""


def reject_setup(options: Options, seats: int) -> Rejection | None:
    """Return why these options are rejected (2.4.1), or None. Deck sizes were checked at the start of the service."""
    if not MIN_SEATS <= seats <= MAX_SEATS:
        return Rejection("bad_player_count", "1.1.1", {"seats": seats, "least": MIN_SEATS, "most": MAX_SEATS})
    if options.mode not in MODES:
        return Rejection("unknown_mode", "1.1.3", {"allowed": list(MODES)}, malformed=True)
    first = options.first_player
    if first is not UNSET and not (type(first) is int and 0 <= first < seats):
        return Rejection("bad_first_player", "2.1.1", {"seats": seats}, malformed=not _is_seat(first))
    return None


def _is_seat(value: object) -> bool:
    """Whether a value is a seat number in the published range."""
    return type(value) is int and 0 <= value < MAX_SEATS
