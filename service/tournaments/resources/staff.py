"""The staff of a tournament."""

from typing import Annotated, Literal

from msgspec import Meta

from service.resources.base import Request, Response
from service.resources.players import PlayerName
from service.resources.types import PlayerId
from service.tournaments.rules.staff_events import StaffRight

MOST_STAFF = 50


class StaffMemberRequest(Request, frozen=True):
    """A player to name for the staff."""

    player: PlayerId
    """The id of the player."""
    right: StaffRight


class NamedPlayer(Response, frozen=True):
    """A player with the display name."""

    player: PlayerId
    """The id of the player."""
    name: PlayerName = ""


class StaffMember(NamedPlayer, frozen=True, kw_only=True):
    """A player of the staff."""

    right: StaffRight


CallerRights = Annotated[
    tuple[Literal["staff", "organise", "referee", "assist"], ...],
    Meta(
        description="What the caller may do: the rights of `staff`, and `staff`: change the staff. The organiser has "
        "all. Omitted: nothing."
    ),
]
