"""Following a tournament: its log for whoever waits for the next entry, as pages and as a stream."""

import time
from collections.abc import Iterator

import msgspec

from service.play.bottega import Bottega
from service.play.callers import Caller
from service.play.credentials import Credential, CredentialMonitor, check
from service.play.presenters import Wire
from service.play.streams import KEEP_ALIVE_SECONDS, PAGE, retry, server_sent
from service.play.tournaments import queries
from service.problems import TournamentNotFound
from service.store import OUTAGES

FINAL = ("over", "cancelled")


def page(bottega: Bottega, name: str, caller: Caller | None, after: int, limit: int, seconds: float) -> Wire:
    """Read some entries after a number; where there are none, wait for one, at most these seconds.

    Raises TournamentNotFound and TooManySpectators, and InvalidToken if the caller's key has ended while it waited.
    """
    told = queries.log(bottega, name, caller, after, limit)
    if not seconds or _has_come(told):
        return told
    deadline = time.monotonic() + seconds
    with bottega.hub.subscribed_to(name) as subscriber:
        while True:
            told, left = queries.log(bottega, name, caller, after, limit), deadline - time.monotonic()
            if _has_come(told) or left <= 0 or bottega.hub.ended.is_set():
                check(bottega, Credential(caller))
                return told
            subscriber.drain(left)


class LogStream:
    """The log of a tournament as it grows, for one reader; to be closed at the end, even if it was never read."""

    def __init__(
        self,
        bottega: Bottega,
        name: str,
        caller: Caller | None,
        after: int,
        keep_alive: float = KEEP_ALIVE_SECONDS,
    ) -> None:
        """Begin to follow after a number; raises TournamentNotFound and TooManySpectators."""
        self._bottega, self._name, self._caller, self._keep_alive = bottega, name, caller, keep_alive
        self._is_gone = False
        self.after = after
        """The number of the last entry that was given."""
        self._next = queries.log(bottega, name, caller, after, PAGE)
        self.status = str(self._next["status"])
        """How far the tournament has come, as far as it was read."""
        credential = Credential(caller)
        self._watch = CredentialMonitor(bottega, credential)
        self._subscriber = bottega.hub.subscribe(name, *credential.sources(bottega))
        self._read()  # what was appended before the hub listened

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to read, and nothing more will come."""
        return self.status in FINAL and not self._next["events"]

    def __iter__(self) -> Iterator[bytes | None]:
        """Return the JSON of each entry; None at times when there is none.

        Ends with the tournament, when the caller's key or identity ends, or when this process is about to end. An
        outage of Redis is waited for.
        """
        while not self._is_gone and self._watch.holds():
            for entry in self._next["events"]:
                self.after = entry["number"]
                yield msgspec.json.encode(entry)
            was_full = len(self._next["events"]) == PAGE
            if self._bottega.hub.ended.is_set() or (self.status in FINAL and not was_full):
                return
            if not was_full and not self._subscriber.drain(self._watch.patience(self._keep_alive)):
                yield None
            self._watch.doubt()
            self._read()

    def close(self) -> None:
        """Stop following; may be called again."""
        self._bottega.hub.unsubscribe(self._subscriber)

    def _read(self) -> None:
        """Read on; nothing while Redis is away."""
        try:
            self._next = queries.log(self._bottega, self._name, self._caller, self.after, PAGE)
        except OUTAGES:
            self._next = {**self._next, "events": []}
        except TournamentNotFound:
            self._next, self._is_gone = {**self._next, "events": []}, True
        self.status = str(self._next["status"])


def server_sent_events(stream: LogStream) -> Iterator[bytes]:
    """Write a stream as server-sent events; its first bytes come at once."""
    yield retry()
    for entry in stream:
        yield b":\n\n" if entry is None else server_sent(str(stream.after), (b"event", entry))
    if stream.status in FINAL:
        yield server_sent(str(stream.after), (b"over", msgspec.json.encode({"status": stream.status})))


def _has_come(told: Wire) -> bool:
    """Whether there is something to tell, or nothing will come any more."""
    return bool(told["events"]) or told["status"] in FINAL
