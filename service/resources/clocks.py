"""Who decides in place of a player, and undo requests. Time controls are those of `domain.time_control`."""

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.seat_control import ReplacedBy, ReplacedFor
from domain.time_control import Absence, Clock, OnTime

__all__ = ["Absence", "By", "Clock", "OnTime", "UndoOffer"]


class By(msgspec.Struct, frozen=True):
    """Who decided in place of a seat's player."""

    kind: Annotated[
        ReplacedBy,
        Meta(description="What decided. `clock`: the ruleset's default action. `level`: an AI level."),
    ]
    reason: Annotated[
        ReplacedFor,
        Meta(
            description="Why the player did not decide. `time`: the deadline has passed. `resigned`: the player has "
            "resigned. `left`: the player has left the seat. `decided`: all others had resigned; only in older games, "
            "which the service played to their end."
        ),
    ]
    level: Annotated[str, Meta(description="The AI level. Omitted unless `kind` is `level`.")] | UnsetType = UNSET


class UndoOffer(msgspec.Struct, frozen=True):
    """An offer to undo moves, which the other players must accept."""

    seat: Annotated[int, Meta(ge=0, description="The seat that offers to undo.")]
    to: Annotated[int, Meta(ge=0, description="The version that the game would go back to.")]
    agreed: Annotated[
        tuple[int, ...], Meta(description="The seats that have agreed, with the seat of the offer, in ascending order.")
    ]
