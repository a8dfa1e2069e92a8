"""Follow the log of a tournament by long polling and as a stream."""

import time
from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from service.play.bottega import Bottega
from service.play.callers import Caller
from service.play.credentials import Credential, CredentialMonitor, check
from service.play.streams import KEEP_ALIVE_SECONDS, PAGE, retry, server_sent
from service.play.tournaments import queries
from service.problems import TournamentNotFound
from service.resources.tournament_events import TournamentEventPage
from service.store import OUTAGES

FINAL = ("over", "cancelled")


def page(
    bottega: Bottega, name: str, caller: Caller | None, after: int, limit: int, seconds: float
) -> TournamentEventPage:
    """Return log entries after a number; if there are none, wait up to `seconds` for one.

    Raises TournamentNotFound and TooManySpectators, and InvalidToken if the caller's key ended while waiting.
    """
    response = queries.log(bottega, name, caller, after, limit)
    if not seconds or _has_come(response):
        return response
    deadline = time.monotonic() + seconds
    with bottega.hub.subscribed_to(name) as subscriber:
        while True:
            response, left = queries.log(bottega, name, caller, after, limit), deadline - time.monotonic()
            if _has_come(response) or left <= 0 or bottega.hub.ended.is_set():
                check(bottega, Credential(caller))
                return response
            subscriber.drain(left)


class LogStream:
    """A stream of the log of a tournament for one client; close it at the end, even if it was never read."""

    def __init__(
        self,
        bottega: Bottega,
        name: str,
        caller: Caller | None,
        after: int,
        keep_alive: float = KEEP_ALIVE_SECONDS,
    ) -> None:
        """Start after a number; raises TournamentNotFound and TooManySpectators."""
        self._bottega, self._name, self._caller, self._keep_alive = bottega, name, caller, keep_alive
        self._is_gone = False
        self.after = after
        """Number of the last returned entry."""
        self._next = queries.log(bottega, name, caller, after, PAGE)
        self.status = self._next.status
        """Status of the tournament when it was last read."""
        credential = Credential(caller)
        self._watch = CredentialMonitor(bottega, credential)
        self._subscriber = bottega.hub.subscribe(name, *credential.sources(bottega))
        self._read()  # entries appended before the subscription

    @property
    def is_over(self) -> bool:
        """Whether all entries have been read and none will follow."""
        return self.status in FINAL and not self._next.events

    def __iter__(self) -> Iterator[bytes | None]:
        """Yield the JSON of each entry; None as a keep-alive.

        Ends with the tournament, with the caller's key or identity, or before this process stops. Waits during an
        outage of Redis.
        """
        while not self._is_gone and self._watch.holds():
            for entry in self._next.events:
                self.after = entry.number
                yield msgspec.json.encode(entry)
            was_full = len(self._next.events) == PAGE
            if self._bottega.hub.ended.is_set() or (self.status in FINAL and not was_full):
                return
            if not was_full and not self._subscriber.drain(self._watch.patience(self._keep_alive)):
                yield None
            self._watch.doubt()
            self._read()

    def close(self) -> None:
        """Stop following; idempotent."""
        self._bottega.hub.unsubscribe(self._subscriber)

    def _read(self) -> None:
        """Read on; keep the state during an outage of Redis."""
        try:
            self._next = queries.log(self._bottega, self._name, self._caller, self.after, PAGE)
        except OUTAGES:
            self._next = replace(self._next, events=())
        except TournamentNotFound:
            self._next, self._is_gone = replace(self._next, events=()), True
        self.status = self._next.status


def server_sent_events(stream: LogStream) -> Iterator[bytes]:
    """Yield a stream as server-sent events; the first bytes come immediately."""
    yield retry()
    for entry in stream:
        yield b":\n\n" if entry is None else server_sent(str(stream.after), (b"event", entry))
    if stream.status in FINAL:
        yield server_sent(str(stream.after), (b"over", msgspec.json.encode({"status": stream.status})))


def _has_come(response: TournamentEventPage) -> bool:
    return bool(response.events) or response.status in FINAL
