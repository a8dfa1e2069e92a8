"""Commit events to a game: append them, and replace its snapshot and game info, in one atomic step."""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from service.store import bundles
from service.store.channels import channel
from service.store.connection import script
from service.store.game_types import Event, GameInfo, StoredGame
from service.store.idempotency_types import Idempotency
from service.store.keys import NO_CLOCKS, RunningClocks, key, write
from service.store.log_entries import write_entry
from service.store.servers import Servers

_COMMIT = script("commit")

MOST_RESPONSES = 64
"""The maximum number of stored responses of actions: a game has five seats, and each waits for its response."""


class ConflictingWrite(Exception):
    """Another write came first: the game has changed since it was read. Nothing was written."""


@dataclass(frozen=True, kw_only=True)
class Commit:
    """Successive events, and the game after them."""

    before: StoredGame
    """The game as it was read, to which the events were applied."""
    events: Sequence[Event]
    snapshot: bytes
    """The encoded position after the events."""
    info: GameInfo
    """The game info after the events."""
    due: float | None = None
    """When the sweeper must check the game, as Unix time; None if it need not."""
    clocks: RunningClocks = NO_CLOCKS
    """The clocks that the events start."""
    idempotency: Idempotency | None = None
    """The key of the request; the response to it is then stored."""
    response_seconds: int = 1
    """How long the response stays stored."""


def commit(servers: Servers, change: Commit) -> StoredGame:
    """Write a change, and return the game as it is then stored.

    Raises ConflictingWrite unless log, game info and seats are as they were read. The same is raised if the key of the
    request has a stored response. A commit that is sent twice finds its own events.
    """
    before, last = change.before, change.events[-1]
    game_id, ruleset = before.header.game_id, before.header.ruleset
    entries, info = [write_entry(ruleset, event) for event in change.events], change.info.written()
    as_read = [change.events[0].version - 1, before.last, before.seats, before.info_text]
    to_write = [bundles.mark(last), change.snapshot, info, channel(game_id)]
    arguments = [*as_read, *to_write, *_for_retries(change), *entries]
    if not write(servers, game_id, change.due, _COMMIT, _keys(change), arguments, change.clocks):
        raise ConflictingWrite
    return msgspec.structs.replace(
        before, snapshot=change.snapshot, position=last.position, info=change.info, info_text=info, last=entries[-1]
    )


def _keys(change: Commit) -> list[str]:
    parts = ("log", "state", "info", "seats", "header", *(() if change.idempotency is None else ("responses",)))
    return [key(change.before.header.game_id, part) for part in parts]


def _for_retries(change: Commit) -> tuple[bytes, int, int]:
    """Return the mark of the request, the maximum number of responses, and the seconds to keep them."""
    mark = b"" if change.idempotency is None else change.idempotency.mark
    return mark, MOST_RESPONSES, change.response_seconds
