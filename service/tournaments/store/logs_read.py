"""Hold the logs of tournaments that this process has read, so that the next load reads only what is new.

A log only grows. A load requests the entries from the last known one on: if Redis still has that entry at its place,
the known entries are those of the log.
"""

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import NamedTuple
from weakref import WeakKeyDictionary

import msgspec

from service.store.servers import Servers
from service.tournaments.rules.events import AnyEvent

MOST_LOGS = 32
"""The maximum number of logs that a process holds for one Redis."""
_EVENT: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


class KnownLog(NamedTuple):
    """The entries of a log as they were read, with aliases of players."""

    events: tuple[AnyEvent, ...] = ()
    last: bytes = b""
    """The last entry as it is stored."""

    @property
    def first_missing(self) -> int:
        """Return the index from which a load requests entries: that of the last known one, if there is one."""
        return max(0, len(self.events) - 1)

    def continued(self, entries: Sequence[bytes]) -> "KnownLog | None":
        """Return the log with the entries from `first_missing` on; None if they do not continue it."""
        if self.events and (not entries or entries[0] != self.last):
            return None
        new = entries[1:] if self.events else entries
        return KnownLog((*self.events, *map(_EVENT.decode, new)), new[-1]) if new else self


class LogsRead:
    """The logs of one Redis that were read last."""

    def __init__(self) -> None:
        self._logs: OrderedDict[str, KnownLog] = OrderedDict()
        self._lock = Lock()

    def get(self, name: str) -> KnownLog:
        """Return the known entries of a tournament's log; none for an unknown one."""
        with self._lock:
            return self._logs.get(name, KnownLog())

    def hold(self, name: str, log: KnownLog) -> None:
        """Hold a log, and drop the one that was not read for the longest time."""
        with self._lock:
            self._logs[name] = log
            self._logs.move_to_end(name)
            if len(self._logs) > MOST_LOGS:
                self._logs.popitem(last=False)


_OF_SERVERS: WeakKeyDictionary[Servers, LogsRead] = WeakKeyDictionary()


def logs_read(servers: Servers) -> LogsRead:
    """Return the logs that this process has read from a Redis."""
    return _OF_SERVERS.setdefault(servers, LogsRead())
