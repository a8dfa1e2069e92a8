"""The set-up choices of a table (1.1.3) and why they may be refused (2.4.1)."""

from typing import Annotated, Any

import msgspec

from domain.fields import published
from domain.riddle.wire.constants import MAX_SEATS, MIN_SEATS, MODES
from domain.ruleset import Reason

Mode = Annotated[
    Any,
    published({"type": "string", "enum": list(MODES)}, "The base game, or with the additional cards.", named="mode"),
]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a game of The Riddle of Leonardo is set up."""

    mode: Mode = "base"


def refuse_setup(options: Options, seats: int) -> Reason | None:
    """Return why no game can be set up so (2.4.1), None if it can. Deck sizes were checked at start-up."""
    if not MIN_SEATS <= seats <= MAX_SEATS:
        return Reason("bad_player_count", "1.1.1", {"seats": seats, "least": MIN_SEATS, "most": MAX_SEATS})
    if options.mode not in MODES:
        return Reason("unknown_mode", "1.1.3", {"allowed": list(MODES)}, malformed=True)
    return None
