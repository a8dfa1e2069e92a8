"""The messages of a followed log, and which of them were delivered: another connection repeats some."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

if TYPE_CHECKING:
    from bottega_client.schemas import Decision

Json = dict[str, Any]
Kind_co = TypeVar("Kind_co", covariant=True)
Data_co = TypeVar("Data_co", covariant=True)
View_co = TypeVar("View_co", covariant=True)
"""The type of the view after a message: None if no views are requested."""
NO_VIEW: Any = None

SURROUNDINGS = ("seats", "presence", "undo_offers", "queue", "rematch", "faulty")
"""The types of messages about what changes in a game without an event. `include` names those that are sent."""
MESSAGE_TYPES = {
    "game": ("event", "started", "next_decision", "aborted", "over", *SURROUNDINGS),
    "me": ("notice",),
    "tournament": ("event", "over"),
}
"""The types of messages in each kind of stream."""
RELOADING = ("started", "aborted", "over")
"""The types of messages after which a view is read again."""


@dataclass(frozen=True)
class Message(Generic[Kind_co, Data_co, View_co]):
    """A message of a followed log. `type` is one of MESSAGE_TYPES, or `view` or `deleted`."""

    type: Kind_co
    data: Data_co
    id: str = ""
    view: View_co = NO_VIEW
    """The view of the game after this message, if views are requested."""
    decision: Decision | None = None
    """The pending decision of the seat, in the first message that has it, if actions are requested."""


AnyMessage: TypeAlias = Message[str, Any, Any]


@dataclass
class Delivered:
    """What was delivered of a log."""

    type: str
    """The type of the messages that are entries."""
    after: str | int | None
    """The id of the last entry; None for none."""
    awaits_rematch: bool = False
    """Whether the rematch follows the end of the game."""
    has_started: bool = False
    has_ended: bool = False
    decision: int | None = None
    """The pending decision that was delivered last."""
    known: dict[str, str] = field(default_factory=dict)
    """What changes without an event, as JSON by type."""

    def is_new(self, message: AnyMessage) -> bool:
        """Note a message; false if it was delivered before."""
        if message.type == self.type:
            return self.advance(message.data)
        if message.type == "next_decision":
            return bool(message.data["next_decision"]["decision"] != self.decision)
        if message.type == "started":
            self.has_started, is_new = True, not self.has_started
            return is_new
        if message.type in ("aborted", "over"):
            is_new, self.has_ended = not self.has_ended, message.type == "over"
            return is_new
        if message.type not in SURROUNDINGS:
            return True
        text = json.dumps(message.data)
        before, self.known[message.type] = self.known.get(message.type), text
        return text != before

    def new_decision(self, data: Json) -> Any:
        """Note the pending decision of a message and return it; None if it was delivered before.

        While other seats act, events repeat it.
        """
        pending = data.get("next_decision") if self.type == "event" else None
        if pending is None or pending["decision"] == self.decision:
            return None
        self.decision = pending["decision"]
        return pending

    def is_last(self, message: AnyMessage) -> bool:
        """Whether no message follows."""
        waits = self.awaits_rematch and message.data.get("status") != "aborted"
        return message.type == "rematch" or (message.type == "over" and not waits)

    def advance(self, entry: Json) -> bool:
        """Note an entry as the last one; false if it was delivered before."""
        position = entry.get("id") or entry.get("number") or entry["version"]
        if self._order(position) <= self._order(self.after or 0):
            return False
        self.after = position
        return True

    @property
    def last_id(self) -> str:
        """Return the id of the last entry."""
        return str(self.after or 0)

    @property
    def version(self) -> int:
        """Return the version of the last event."""
        return int(self.last_id.partition("-")[0])

    @property
    def position(self) -> dict[str, str]:
        """Return the header that continues after the last entry."""
        return {} if self.after is None else {"Last-Event-ID": str(self.after)}

    def _order(self, position: str | int) -> tuple[int, int]:
        """Return what orders positions: time and count of a notice, or the version of an event."""
        first, _, second = str(position).partition("-")
        return int(first), int(second or 0) if self.type == "notice" else 0
