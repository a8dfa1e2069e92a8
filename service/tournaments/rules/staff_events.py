"""The event of the log of a tournament that changes its staff."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from service.tournaments.rules.log_entry import LogEntry

StaffRight = Annotated[
    Literal["organise", "referee", "assist"],
    Meta(
        description="What the player may do. `organise`: all that the organiser may do, except change the staff. "
        "`referee`: results, penalties, withdrawals and disqualifications. `assist`: add entrants and check them in."
    ),
]
"""What a player of the staff may do."""


class StaffChanged(LogEntry, frozen=True, tag="staff_changed"):
    """The organiser has given a player a right, or a player is no longer in the staff."""

    player: str = ""
    """The id of the player; in records the alias. Omitted once the player has been deleted."""
    right: StaffRight | UnsetType = UNSET
    """What the player may do. Omitted: the player is no longer in the staff."""
