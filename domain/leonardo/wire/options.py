"""Options of a game (3.1) and the reasons for their rejection (14.1.6)."""

from typing import Annotated, Any

import msgspec
from msgspec import UNSET

from domain.fields import SEAT, published
from domain.leonardo.wire.constants import MAX_SEATS, MIN_SEATS
from domain.ruleset import Rejection

SETUPS = ("beginner", "expert")


SeatNumber = Annotated[
    Any, published({"type": "integer", "minimum": 0, "maximum": 4}, "The number of the seat, from 0.", named=SEAT)
]
SetupName = Annotated[
    Any,
    published(
        {"type": "string", "enum": list(SETUPS)},
        "`beginner`: starting sets. `expert`: favours in round 0.",
        named="setup",
    ),
]
Switch = Annotated[Any, published({"type": "boolean"}, "Whether the Codex is used.")]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The options of a game of Maestro Leonardo. All combinations are allowed (3.1.5)."""

    first_player: SeatNumber = UNSET
    """The player who plays first. Default: chosen at random (3.1.2)."""
    setup: SetupName = "beginner"
    """For beginners: fixed starting sets. For experts: the players choose favours in round 0."""
    codex_1: Switch = False
    """Council space 1 moves an apprentice of any player (11.1)."""
    codex_2: Switch = False
    """Players at the market swap hand cards for its open cards (11.2)."""


def reject_setup(options: Options, seats: int) -> Rejection | None:
    """Return why these options are rejected (14.1.6), in the order of that paragraph, or None."""
    first = options.first_player
    if not MIN_SEATS <= seats <= MAX_SEATS:
        return Rejection("bad_player_count", "3.1.1", {"seats": seats, "least": MIN_SEATS, "most": MAX_SEATS})
    if first is not UNSET and not (type(first) is int and 0 <= first < seats):
        return Rejection("bad_first_player", "3.1.2", {"seats": seats}, malformed=type(first) is not int)
    if options.setup not in SETUPS:
        return Rejection("bad_setup", "3.1.3", {"allowed": list(SETUPS)}, malformed=True)
    if type(options.codex_1) is not bool or type(options.codex_2) is not bool:
        return Rejection("bad_codex", "3.1.4", malformed=True)
    return None
