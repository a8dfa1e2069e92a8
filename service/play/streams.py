"""Live updates: the log of a game for whoever waits for its next event."""

import time
from collections.abc import Iterator, Sequence

import msgspec

from domain.ruleset import AnyRuleset
from service.live.event_hub import SharedEvent
from service.play import presenters
from service.play.bottega import Bottega
from service.play.game import read_header, rules_of
from service.store import OUTAGES

KEEP_ALIVE_SECONDS = 15.0
"""A stream is never silent for longer, and looks into the log at least as often."""
RETRY_MILLISECONDS = 1000
PAGE = 100


def event_text(shared: SharedEvent, ruleset: AnyRuleset, viewer: int | None) -> bytes:
    """Return the event as a viewer may read it: JSON in one line, worked out once for all who read it alike."""
    if viewer not in shared.texts:
        shared.texts[viewer] = presenters.event(ruleset, shared.event, viewer)
    return shared.texts[viewer]


class Stream:
    """The events of a game as they come, for one reader; to be closed at the end, even if it was never read."""

    def __init__(
        self,
        bottega: Bottega,
        ruleset: AnyRuleset,
        game_id: str,
        viewer: int | None,
        after: int,
        keep_alive: float = KEEP_ALIVE_SECONDS,
    ) -> None:
        """Begin to watch the game; raises TooManyWatchers."""
        self._bottega, self._ruleset, self._game_id, self._viewer = bottega, ruleset, game_id, viewer
        self._keep_alive = keep_alive
        self._subscriber = bottega.hub.subscribe(game_id)
        self.version = after
        """Of the last event that was given."""
        self.over = False
        """Whether that event has ended the game."""

    def __iter__(self) -> Iterator[bytes | None]:
        """Return each event later than `version` as JSON in one line; None at times when there is none.

        Ends with the last event of the game, or when this process is about to end. An outage of Redis is waited for.
        """
        found = self._logged()
        while True:
            for shared in found:
                if shared.event.version == self.version + 1:
                    self.version += 1
                    yield event_text(shared, self._ruleset, self._viewer)
                if shared.event.over:
                    self.over = True
                    return
            if self._bottega.hub.ended.is_set():
                return
            if not found:
                yield None
            found = self._logged() if len(found) == PAGE else self._next()

    def close(self) -> None:
        """Stop watching."""
        self._bottega.hub.unsubscribe(self._subscriber)

    def _next(self) -> Sequence[SharedEvent]:
        """Wait for news, and look into the log whenever some may have been missed."""
        shared = self._subscriber.wait(self._keep_alive)
        return [shared] if shared is not None and shared.event.version <= self.version + 1 else self._logged()

    def _logged(self) -> Sequence[SharedEvent]:
        """Read the next events from the log; none while Redis is away."""
        try:
            _, events = self._bottega.store.events(self._game_id, self.version, PAGE)
        except OUTAGES:
            return []
        return [SharedEvent(event) for event in events]


def open_stream(bottega: Bottega, game_id: str, viewer: int | None, after: int) -> Stream | None:
    """Begin to follow a game after a version; None if it is over and nothing comes after.

    Raises GameNotFound, RulesNotHosted and TooManyWatchers.
    """
    ruleset = rules_of(bottega, read_header(bottega, game_id))
    last = bottega.store.last_event(game_id)
    if last is not None and last.over and after >= last.version:
        return None
    return Stream(bottega, ruleset, game_id, viewer, after)


def server_sent_events(stream: Stream) -> Iterator[bytes]:
    """Write a stream as server-sent events; its first bytes come at once."""
    yield b"retry: %d\n\n" % RETRY_MILLISECONDS
    for text in stream:
        yield b":\n\n" if text is None else _server_sent(stream.version, b"event", text)
    if stream.over:
        yield _server_sent(stream.version, b"over", msgspec.json.encode({"version": stream.version}))


def lines(stream: Stream) -> Iterator[bytes]:
    """Write a stream as one event a line; its first bytes, an empty line, come at once."""
    yield b"\n"
    for text in stream:
        yield b"\n" if text is None else text + b"\n"


def wait(bottega: Bottega, game_id: str, after: int, seconds: float) -> None:
    """Wait until the game has an event after a version, or is over, at most these seconds.

    Raises GameNotFound and TooManyWatchers.
    """
    read_header(bottega, game_id)
    if _has_come(bottega, game_id, after):
        return
    deadline = time.monotonic() + seconds
    with bottega.hub.subscribed_to(game_id) as subscriber:
        while not (_has_come(bottega, game_id, after) or bottega.hub.ended.is_set()):
            left = deadline - time.monotonic()
            if left <= 0:
                return
            subscriber.wait(left)


def _has_come(bottega: Bottega, game_id: str, after: int) -> bool:
    """Return True once there is a later event or the game has ended."""
    last = bottega.store.last_event(game_id)
    return last is not None and (last.over or last.version > after)


def _server_sent(version: int, name: bytes, data: bytes) -> bytes:
    """Write one server-sent event."""
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (version, name, data)
