"""Extra parts of responses about a game, which `include` requests."""

from typing import Annotated, Literal

from msgspec import Meta

from service.resources.events import MOST_EVENTS, MOST_PATCHED

Part = Literal["actions", "events", "patches", "hints"]
PARTS_TEXT = (
    "Extra parts to return, separated by commas. All describe the same version as the response. `actions`: the "
    f"seat's legal actions. `events`: the events, at most the last {MOST_EVENTS}. `patches`: the events, at most "
    f"the last {MOST_PATCHED}, each with its changes to the caller's view. These apply to the view without extra "
    "parts. `hints`: the number of hints that the seat has left."
)
Include = Annotated[frozenset[Part], Meta(description=PARTS_TEXT)]
