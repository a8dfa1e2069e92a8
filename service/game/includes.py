"""Select the extra parts of a response: actions, events, patches, hints, undo offers and surroundings."""

from dataclasses import dataclass

from service.resources.events import MOST_EVENTS, MOST_PATCHED
from service.resources.surroundings import Surrounding


@dataclass(frozen=True)
class Includes:
    """Extra parts of a response, all of its version."""

    actions: bool = False
    """The legal actions of the caller's seat."""
    events: bool = False
    """The events; a log always includes them."""
    patches: bool = False
    """The change that each event made to the caller's view."""
    hints: bool = False
    """The number of hints that the caller's seat has left."""
    undo: bool = False
    """The pending undo request of a seat."""
    setup: bool = False
    """The facts of the set-up."""
    surroundings: frozenset[Surrounding] = frozenset()
    """The parts of the game that change without an event."""
    since: int | None = None
    """Version after which events are returned; None for the default of the operation."""

    @property
    def most(self) -> int:
        """Return the most events in a response."""
        return MOST_PATCHED if self.patches else MOST_EVENTS


NOTHING = Includes()
