"""Live updates: the log of a game for whoever waits for its next event."""

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress

import msgspec

from domain.ruleset import AnyRuleset
from service.live.event_hub import SharedEvent
from service.play import arranging, history, presenters
from service.play.bottega import Bottega
from service.play.game import Game, read_header, rules_of
from service.play.parts import NOTHING, Parts
from service.play.places import is_over, read_on
from service.problems import VersionNotReached
from service.store import OUTAGES, Place, Table

KEEP_ALIVE_SECONDS = 15.0
"""A stream is never silent for longer, and looks into the log at least as often."""
RETRY_MILLISECONDS = 1000
PAGE = 100


Message = tuple[bytes, bytes]
"""What a message is, and its JSON in one line."""


def retry() -> bytes:
    """Write after how long a reader of server-sent events comes again."""
    return b"retry: %d\n\n" % RETRY_MILLISECONDS


def server_sent(place: str, message: Message) -> bytes:
    """Write one server-sent event, with the id of the place that it leads to."""
    return b"id: %s\nevent: %s\ndata: %s\n\n" % (place.encode(), *message)


def event_text(shared: SharedEvent, ruleset: AnyRuleset, viewer: int | None) -> bytes:
    """Return the event as a viewer may read it: JSON in one line, worked out once for all who read it alike."""
    reading = (viewer, False, False)
    if reading not in shared.texts:
        shared.texts[reading] = msgspec.json.encode(presenters.event(ruleset, shared.event, viewer))
    return shared.texts[reading]


def told_text(shared: SharedEvent, game: Game, viewer: int | None, parts: Parts, *, is_last: bool) -> bytes:
    """Carry out the event in `game`, in place, and return it as above, with what `parts` asks for."""
    reading = (viewer, parts.patches, parts.actions and is_last)
    if reading in shared.texts:
        history.play_on(game, (shared.event,))
    else:
        told = history.tell(game, shared.event, viewer, parts, is_last=is_last)
        shared.texts[reading] = msgspec.json.encode(told)
    return shared.texts[reading]


class Stream:
    """The events of a game as they come, for one reader; to be closed at the end, even if it was never read."""

    def __init__(
        self,
        bottega: Bottega,
        ruleset: AnyRuleset,
        game_id: str,
        viewer: int | None,
        place: Place,
        keep_alive: float = KEEP_ALIVE_SECONDS,
        parts: Parts = NOTHING,
        game: Game | None = None,
    ) -> None:
        """Begin to watch the game; raises TooManyWatchers.

        Whoever asks for `parts` brings the `game` as it is at the place: it is carried on with the stream.
        """
        self._bottega, self._ruleset, self._game_id, self._viewer = bottega, ruleset, game_id, viewer
        self._keep_alive, self._parts, self._game = keep_alive, parts, game
        self._head = place.version
        """The version of the log, as far as it is known."""
        self._is_told = False
        """Whether the reader has been told anything, and with it what there is to decide."""
        self._subscriber = bottega.hub.subscribe(game_id)
        self.place = place
        """After the last event that was given."""
        self.over = False
        """Whether no event comes after it: it has ended the game, or the game was aborted."""
        self.aborted = False
        """Whether the game was aborted."""
        self.ahead = False
        """Whether the log has lost events that were given, or the game is gone: whoever comes again is told so."""

    def __iter__(self) -> Iterator[Message | None]:
        """Return each event after `place`; None at times when there is none.

        A seat that asks for its actions, is to act, and finds no event, is first told what it may do. Ends with the
        last event of the game, when the reader is ahead of the log, or when this process is about to end. An outage of
        Redis is waited for.
        """
        found = self._logged()
        while True:
            for shared in found:
                self.place, self._is_told = shared.event.place, True
                yield b"event", self._text(shared)
                if shared.event.over:
                    self.over = True
                    return
            self.over = self.aborted
            if self.over or self.ahead or self._bottega.hub.ended.is_set():
                return
            if not found:
                yield None if self._is_told else self._open_decision()
                self._is_told = True
            found = self._logged() if len(found) == PAGE else self._next()

    def close(self) -> None:
        """Stop watching."""
        self._bottega.hub.unsubscribe(self._subscriber)

    def _text(self, shared: SharedEvent) -> bytes:
        """Return an event with what is asked for."""
        if self._game is None:
            return event_text(shared, self._ruleset, self._viewer)
        is_last = shared.event.version == self._head
        return told_text(shared, self._game, self._viewer, self._parts, is_last=is_last)

    def _open_decision(self) -> Message | None:
        """Tell what the reader is to decide before anything else happens; None if that is nothing."""
        if self._game is None or not self._parts.actions or self._game.waits_for_players:
            return None
        offered = presenters.next_decision(self._game, self._viewer)
        told = {"ruleset": self._ruleset.name, "version": self.place.version, "next": offered}
        return None if offered is None else (b"next", msgspec.json.encode(told))

    def _next(self) -> Sequence[SharedEvent]:
        """Wait for news, and look into the log whenever some may have been missed."""
        shared = self._subscriber.wait(self._keep_alive)
        if shared is not None and shared.event.version == self.place.version + 1:
            self._head = shared.event.version
            return [shared]
        return self._logged()

    def _logged(self) -> Sequence[SharedEvent]:
        """Read the next events from the log; none while Redis is away."""
        try:
            self._head, events = read_on(self._bottega, self._game_id, self.place, PAGE)
        except OUTAGES:
            return []
        except VersionNotReached:
            self.ahead = True
            return []
        if not events:
            self._look_around()
        return [SharedEvent(event) for event in events]

    def _look_around(self) -> None:
        """See whether the game was aborted, or has been removed; of one that has events, the log tells the latter."""
        with suppress(*OUTAGES):
            table = self._bottega.store.table(self._game_id)
            self.aborted = bool(table.aborted_at)
            self.ahead = not self.place.version and self._bottega.store.header(self._game_id) is None
            self._begin(table)

    def _begin(self, table: Table) -> None:
        """Note that the clocks have begun to run: now the reader is told what it may do."""
        game = self._game
        if game is not None and game.waits_for_players and table.clocks_began:
            game.table = arranging.begun(game.header, game.table, game.to_act, table.clocks_began)
            self._is_told = False


def open_stream(
    bottega: Bottega, game_id: str, viewer: int | None, place: Place, parts: Parts = NOTHING
) -> Stream | None:
    """Begin to follow a game after a place; None if it is over and nothing comes after.

    Raises VersionNotReached, GameNotFound, RulesNotHosted and TooManyWatchers.
    """
    ruleset = rules_of(bottega, read_header(bottega, game_id))
    version, events = read_on(bottega, game_id, place, 1)
    if not events and is_over(bottega, game_id, version, events):
        return None
    asks = parts.patches or (parts.actions and viewer is not None)
    game = history.able_to_go_back(bottega, history.game_at(bottega, game_id, place.version)) if asks else None
    return Stream(bottega, ruleset, game_id, viewer, place, parts=parts, game=game)


def server_sent_events(stream: Stream) -> Iterator[bytes]:
    """Write a stream as server-sent events; its first bytes come at once."""
    yield retry()
    for message in stream:
        yield b":\n\n" if message is None else server_sent(str(stream.place), message)
    if stream.over:
        aborted = {"status": "aborted"} if stream.aborted else {}
        told = msgspec.json.encode({"version": stream.place.version, **aborted})
        yield server_sent(str(stream.place), (b"over", told))


def lines(stream: Stream) -> Iterator[bytes]:
    """Write a stream as one event a line; its first bytes, an empty line, come at once."""
    yield b"\n"
    for message in stream:
        yield b"\n" if message is None else message[1] + b"\n"


def wait(bottega: Bottega, game_id: str, place: Place, seconds: float) -> None:
    """Wait until the game has an event after a place, or is over, at most these seconds.

    Raises GameNotFound and TooManyWatchers.
    """
    read_header(bottega, game_id)
    if _has_come(bottega, game_id, place):
        return
    deadline = time.monotonic() + seconds
    with bottega.hub.subscribed_to(game_id) as subscriber:
        while not (_has_come(bottega, game_id, place) or bottega.hub.ended.is_set()):
            left = deadline - time.monotonic()
            if left <= 0:
                return
            subscriber.wait(left)


def _has_come(bottega: Bottega, game_id: str, place: Place) -> bool:
    """Return True once there is a later event, the game has ended, or the reader is ahead of the log."""
    last = bottega.store.last_event(game_id)
    if bottega.store.table(game_id).aborted_at:
        return True
    if last is None:
        return place.version > 0
    return last.over or last.version != place.version or place.attempt not in ("", last.attempt)
