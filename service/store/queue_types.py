"""Define the stored queues of actions: what a seat does once its next decisions open."""

import msgspec
from msgspec import UNSET, UnsetType

from service.resources.messages import DropReason


class QueuedAction(msgspec.Struct, frozen=True, omit_defaults=True):
    """An action in a queue, with the conditions on the decision that it answers."""

    action: msgspec.Raw
    """The action in wire form."""
    decision_kind: str = ""
    """The only kind of decision that the action may answer; empty for any."""
    latest_version: int | UnsetType = UNSET
    """The latest version at which the decision may open. Omitted: any."""
    last_action: str = ""
    """The latest action of another seat, as JSON of its observed form; empty for any."""


class ActionQueue(msgspec.Struct, frozen=True, omit_defaults=True):
    """The queued actions of a seat, in order."""

    after: int
    """The queue answers decisions that open after this version."""
    actions: tuple[QueuedAction, ...]
    rotation: int = 0
    """The number of the seat's token: see `Holder.rotation`. Another token or player does not get the queue."""


class DroppedQueue(msgspec.Struct, frozen=True, omit_defaults=True):
    """A queue that the service dropped before it was empty."""

    version: int
    """The version of the game at the time."""
    reason: DropReason
    code: str = ""
    """The code of the rules' rejection, if the reason is `illegal`."""
    rotation: int = 0
    """The number of the seat's token when the queue was stored: see `Holder.rotation`."""
    number: int = 0
    """The number of dropped queues in the game so far, with this one."""
