"""What spectators see of a game."""

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from service.resources.base import PublishedType

LONGEST_DELAY_SECONDS = 7 * 24 * 3600


class SpectatorsOpen(
    msgspec.Struct, frozen=True, tag_field="kind", tag="open", forbid_unknown_fields=True, omit_defaults=True
):
    """Spectators see every event at once."""


class SpectatorsDelayed(
    msgspec.Struct, frozen=True, tag_field="kind", tag="delayed", forbid_unknown_fields=True, omit_defaults=True
):
    """Spectators see the game with a delay while it lasts: by events, by seconds, or by both.

    With both, an event is shown only when both delays have passed.
    """

    events: (
        Annotated[int, Meta(ge=1, le=1000, description="The number of latest events that are hidden from spectators.")]
        | UnsetType
    ) = UNSET
    seconds: (
        Annotated[
            int,
            Meta(
                ge=1,
                le=LONGEST_DELAY_SECONDS,
                description="The age in seconds at which an event is shown to spectators.",
            ),
        ]
        | UnsetType
    ) = UNSET

    def __post_init__(self) -> None:
        """Raise ValueError if neither delay is set."""
        if self.events is UNSET and self.seconds is UNSET:
            raise ValueError("Either `events` or `seconds` is needed")


class SpectatorsOff(
    msgspec.Struct, frozen=True, tag_field="kind", tag="off", forbid_unknown_fields=True, omit_defaults=True
):
    """Spectators see only the seats while the game lasts: no view and no events."""


Spectators = SpectatorsOpen | SpectatorsDelayed | SpectatorsOff
GameSpectators = Annotated[
    Spectators,
    PublishedType("Spectators"),
    Meta(description="What spectators see while the game lasts. Omitted: everything at once."),
]
