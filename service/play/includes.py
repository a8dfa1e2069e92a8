"""What a reader asks for besides a view or an event, so that one request a turn is enough."""

from dataclasses import dataclass

MOST_EVENTS = 1000
"""So many events are in one answer at most."""
MOST_PATCHED = 50
"""So many where each comes with its patch, which costs one to two milliseconds."""


@dataclass(frozen=True)
class Includes:
    """What is asked for; all of it is of the version of the answer."""

    actions: bool = False
    """What the reader's seat may do."""
    events: bool = False
    """What has happened; a log tells that anyway."""
    patches: bool = False
    """What each event changed in the reader's view."""
    hints: bool = False
    """How many hints the reader's seat has left."""
    undo: bool = False
    """What somebody would take back, if the others agree."""
    since: int | None = None
    """After which version events are told; None leaves it to the operation."""

    @property
    def most(self) -> int:
        """Return how many events are told at most."""
        return MOST_PATCHED if self.patches else MOST_EVENTS


NOTHING = Includes()
