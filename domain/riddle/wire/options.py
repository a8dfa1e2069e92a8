"""The set-up choices of a table (1.1.3) and why they may be rejected (2.4.1)."""

from typing import Annotated, Any

import msgspec
from msgspec import UNSET

from domain.fields import SEAT, published
from domain.riddle.wire.constants import MAX_SEATS, MIN_SEATS, MODES
from domain.ruleset import Rejection

Mode = Annotated[
    Any,
    published({"type": "string", "enum": list(MODES)}, "The base game, or with the additional cards.", named="mode"),
]
SeatNumber = Annotated[Any, published({"type": "integer", "minimum": 0, "maximum": 4}, "A seat, from 0.", named=SEAT)]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a game of The Riddle of Leonardo is set up."""

    mode: Mode = "base"
    first_player: SeatNumber = UNSET
    """The seat that has the first turn; left out, it is drawn (2.1.1)."""


def reject_setup(options: Options, seats: int) -> Rejection | None:
    """Return why no game can be set up so (2.4.1), None if it can. Deck sizes were checked at start-up."""
    if not MIN_SEATS <= seats <= MAX_SEATS:
        return Rejection("bad_player_count", "1.1.1", {"seats": seats, "least": MIN_SEATS, "most": MAX_SEATS})
    if options.mode not in MODES:
        return Rejection("unknown_mode", "1.1.3", {"allowed": list(MODES)}, malformed=True)
    first = options.first_player
    if first is not UNSET and not (type(first) is int and 0 <= first < seats):
        return Rejection("bad_first_player", "2.1.1", {"seats": seats}, malformed=not _is_seat(first))
    return None


def _is_seat(value: object) -> bool:
    """Whether a value is a seat of any table, as the schema has it."""
    return type(value) is int and 0 <= value < MAX_SEATS
