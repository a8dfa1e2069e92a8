"""Compute the action queues of seats: which queue must act now, and what is left of the queues after an event.

A queue answers the decisions of its seat that open after the version for which it was set. All functions are pure.
"""

from collections.abc import Mapping
from typing import TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from service.game.game import Game
from service.resources.messages import DropReason
from service.store import Event, GameInfo
from service.store.queue_types import ActionQueue, DroppedQueue

Stored = TypeVar("Stored", ActionQueue, DroppedQueue)


def queue_of(game: Game, seat: int) -> ActionQueue | None:
    """Return the queue of a seat; None without one, and if the seat has another token or player since."""
    return _of_holder(game, seat, game.info.queues)


def drop_of(game: Game, seat: int) -> DroppedQueue | None:
    """Return why the last queue of a seat was dropped; None as for `queue_of`."""
    return _of_holder(game, seat, game.info.queue_drops)


def _of_holder(game: Game, seat: int, by_seat: Mapping[int, Stored]) -> Stored | None:
    found, holder = by_seat.get(seat), game.claims.get(seat)
    return None if found is None or holder is None or found.rotation != holder.rotation else found


def is_due(game: Game, seat: int) -> bool:
    """Whether a seat's pending decision is answered by its queue."""
    queue = queue_of(game, seat)
    return queue is not None and seat in game.to_act and game.position.decisions[seat] > queue.after


def after_event(info: GameInfo, event: Event) -> GameInfo:
    """Return the game info with what is left of the queues after an event."""
    if not info.queues:
        return info
    if event.over:
        return replace(info, queues={})
    if event.undoes is not UNSET:
        return _after_undo(info, event.undoes, event.version)
    if event.change is not UNSET:
        return info if event.change.resignation_reason is None else without(info, event.seat)
    queue = info.queues.get(event.seat)
    return info if queue is None or event.decision <= queue.after else _answered(info, queue, event)


def _answered(info: GameInfo, queue: ActionQueue, event: Event) -> GameInfo:
    """Return the game info after a decision that the queue would answer: its first action, or another one, was taken.

    An action of the player replaces the queue, and needs no notice.
    """
    if event.by is not UNSET:
        return dropped(info, event.seat, "answered", event.version)
    if event.action != queue.actions[0].action or len(queue.actions) == 1:
        return without(info, event.seat)
    left = replace(queue, after=event.version - 1, actions=queue.actions[1:])
    return replace(info, queues={**info.queues, event.seat: left})


def _after_undo(info: GameInfo, to: int, version: int) -> GameInfo:
    """Return the game info without the queues that were set, or have acted, since the version that is restored."""
    for seat in [seat for seat, queue in info.queues.items() if queue.after >= to]:
        info = dropped(info, seat, "undone", version)
    return info


def dropped(info: GameInfo, seat: int, reason: DropReason, version: int, code: str = "") -> GameInfo:
    """Return the game info without a seat's queue, and with the reason for its player."""
    number = info.dropped_queues + 1
    drop = DroppedQueue(version, reason, code, info.queues[seat].rotation, number)
    return replace(without(info, seat), queue_drops={**info.queue_drops, seat: drop}, dropped_queues=number)


def without(info: GameInfo, seat: int) -> GameInfo:
    """Return the game info without a seat's queue."""
    return replace(info, queues={each: queue for each, queue in info.queues.items() if each != seat})
