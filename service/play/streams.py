"""Stream the events of a game to clients."""

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

import msgspec

from domain.ruleset import AnyRuleset
from service.live.event_hub import SharedEvent
from service.live.presence import Sign
from service.play import game_info, history, presenters, spectators
from service.play.bottega import Bottega
from service.play.credentials import Credential, CredentialMonitor, check
from service.play.game import Game, has_started, read_header, rules_of
from service.play.includes import NOTHING, Includes
from service.play.log_positions import is_over, read_on
from service.play.presence import seat_sign
from service.problems import VersionNotReached
from service.store import DEFAULT_INFO, OUTAGES, Header, LogPosition

KEEP_ALIVE_SECONDS = 15.0
"""Longest silence of a stream, and longest pause between two reads of the log."""
LOOK_SECONDS = 1.0
"""How often a delayed stream checks for visible events."""
RETRY_MILLISECONDS = 1000
PAGE = 100


Message = tuple[bytes, bytes]
"""The type of a message, and its JSON on one line."""


def retry() -> bytes:
    """Format the reconnection time of server-sent events."""
    return b"retry: %d\n\n" % RETRY_MILLISECONDS


def server_sent(position: str, message: Message) -> bytes:
    """Format one server-sent event, with the position after it as its id."""
    return b"id: %s\nevent: %s\ndata: %s\n\n" % (position.encode(), *message)


def event_text(shared: SharedEvent, ruleset: AnyRuleset, viewer: int | None) -> bytes:
    """Return an event as a viewer may see it: JSON on one line, encoded once for all viewers who see the same."""
    reading = (viewer, False, False)
    if reading not in shared.texts:
        shared.texts[reading] = msgspec.json.encode(presenters.event(ruleset, shared.event, viewer))
    return shared.texts[reading]


def event_text_with_parts(
    shared: SharedEvent, game: Game, viewer: int | None, parts: Includes, *, is_last: bool
) -> bytes:
    """Apply an event in place; return its JSON with `parts`, encoded once for all viewers who see the same."""
    reading = (viewer, parts.patches, parts.actions and is_last)
    if reading in shared.texts:
        history.apply_events(game, (shared.event,))
    else:
        shown = history.show_event(game, shared.event, viewer, parts, is_last=is_last)
        shared.texts[reading] = msgspec.json.encode(shown)
    return shared.texts[reading]


class Stream:
    """A stream of a game's events for one client. Close it in any case."""

    def __init__(  # noqa: PLR0913
        self,
        bottega: Bottega,
        ruleset: AnyRuleset,
        game_id: str,
        credential: Credential,
        position: LogPosition,
        keep_alive: float = KEEP_ALIVE_SECONDS,
        parts: Includes = NOTHING,
        game: Game | None = None,
        *,
        delayed: Header | None = None,
        waits: bool = False,
        sign: Sign | None = None,
    ) -> None:
        """Subscribe to the game as the seat of the credential. Raises TooManySpectators.

        With `parts`, `game` is the game at the position, which the stream changes in place. `delayed` is the header of
        a game that hides its latest events from the caller. With `waits`, the stream announces the start of the game.
        `sign` is the presence sign of the caller, if the game shows presence.
        """
        self._bottega, self._ruleset, self._game_id, self._viewer = bottega, ruleset, game_id, credential.seat
        self._keep_alive, self._parts, self._game = keep_alive, parts, game
        self._head = position.version
        """Version of the log as far as known."""
        self._has_sent = False
        """Whether the client has received a message, and with it the pending decision."""
        self._watch = CredentialMonitor(bottega, credential)
        self._subscriber = bottega.hub.subscribe(game_id, *credential.sources(bottega))
        self.position = position
        """Position after the last event sent."""
        self.over = False
        """Whether no event follows: the game has finished or was aborted."""
        self.aborted = False
        """Whether the game was aborted."""
        self.ahead = False
        """Whether the log has lost sent events or the game was removed. The next request raises a problem."""
        self._waits = waits
        """Whether the game waits for its players, as far as the client knows."""
        self._delayed, self._sign = delayed, sign
        bottega.presence.open(sign)

    def __iter__(self) -> Iterator[Message | None]:
        """Yield each event after the position; None from time to time without an event.

        If actions were requested, no event waits and a decision is pending, the first message has the legal actions.
        The stream ends after the last event of the game, and when the log has lost events. It also ends when the
        credential ends or this process shuts down. It waits during an outage of Redis.
        """
        found = self._logged()
        while self._watch.holds():
            if self._waits and self._has_started():
                yield b"started", msgspec.json.encode({"ruleset": self._ruleset.name, "version": self.position.version})
            for shared in found:
                self.position, self._has_sent = shared.event.position, True
                yield b"event", self._text(shared)
                if shared.event.over:
                    self.over = True
                    return
            self.over = self.aborted
            if self.over or self.ahead or self._bottega.hub.ended.is_set():
                return
            if not found:
                yield None if self._has_sent else self._open_decision()
                self._has_sent = True
            found = self._logged() if len(found) == PAGE else self._next()

    def close(self) -> None:
        """Unsubscribe. Idempotent."""
        self._bottega.hub.unsubscribe(self._subscriber)
        self._bottega.presence.close(self._sign)
        self._sign = None

    def _text(self, shared: SharedEvent) -> bytes:
        """Return an event with the requested parts."""
        if self._game is None:
            return event_text(shared, self._ruleset, self._viewer)
        is_last = shared.event.version == self._head
        return event_text_with_parts(shared, self._game, self._viewer, self._parts, is_last=is_last)

    def _open_decision(self) -> Message | None:
        """Return a message with the caller's pending decision; None without one."""
        if self._game is None or not self._parts.actions or not self._game.has_started:
            return None
        offered = presenters.next_decision(self._game, self._viewer)
        message = {"ruleset": self._ruleset.name, "version": self.position.version, "next_decision": offered}
        return None if offered is None else (b"next_decision", msgspec.json.encode(message))

    def _has_started(self) -> bool:
        """Whether the game has started. The pending decision is sent after the start."""
        with suppress(*OUTAGES):
            info = self._bottega.store.info(self._game_id)
            self._waits, self._has_sent = not info.started, self._has_sent and not info.started
            if self._game is not None and not self._waits:
                game = self._game
                to_act = game.ruleset.to_act(game.position.state)
                self._game = replace(game, info=game_info.after_start(game.header, info, to_act))
        return not self._waits

    def _next(self) -> Sequence[SharedEvent]:
        """Wait for the next event, and read the log if some may have been missed.

        A delayed stream does not wake for hidden events: even their existence is hidden.
        """
        if self._delayed is not None:
            self._bottega.hub.ended.wait(min(self._keep_alive, LOOK_SECONDS))
            return self._logged()
        shared = self._subscriber.wait(self._watch.patience(self._keep_alive))
        if shared is not None and shared.event.version == self.position.version + 1:
            self._head = shared.event.version
            return [shared]
        self._watch.doubt()
        return self._logged()

    def _logged(self) -> Sequence[SharedEvent]:
        """Read the next events from the log; none during an outage of Redis."""
        try:
            self._head, events = read_on(self._bottega, self._game_id, self.position, PAGE, self._horizon())
        except OUTAGES:
            return []
        except VersionNotReached:
            self.ahead = True
            return []
        if not events:
            self._check_state()
        return [SharedEvent(event) for event in events]

    def _horizon(self) -> int | None:
        """Return the version up to which the caller may see the game; None without a limit."""
        if self._delayed is None:
            return None
        return spectators.horizon(self._bottega, self._delayed, self._bottega.sources.now, inside=False)

    def _check_state(self) -> None:
        """Read whether the game was aborted or, without events, removed.

        With events, reading the log shows the removal.
        """
        with suppress(*OUTAGES):
            info = self._bottega.store.info(self._game_id)
            self.aborted = bool(info.aborted_at)
            self.ahead = not self.position.version and self._bottega.store.header(self._game_id) is None


def open_stream(
    bottega: Bottega, game_id: str, credential: Credential, position: LogPosition, parts: Includes = NOTHING
) -> Stream | None:
    """Subscribe to a game after a position, as the seat of the credential; None if no event can follow.

    Raises InvalidToken, VersionNotReached, GameNotFound, RulesNotHosted, PrivateGame, SpectatorsOff and
    TooManySpectators.
    """
    header, viewer = read_header(bottega, game_id), credential.seat
    ruleset = rules_of(bottega, header)
    up_to = spectators.horizon(bottega, header, bottega.sources.now, inside=viewer is not None)
    version, events = read_on(bottega, game_id, position, 1, up_to)
    if not events and is_over(bottega, game_id, version, events):
        return None
    needs_game = parts.patches or (parts.actions and viewer is not None)
    game = history.with_undo_steps(bottega, history.game_at(bottega, game_id, position.version)) if needs_game else None
    info, delayed = bottega.store.info(game_id) if header.waits else DEFAULT_INFO, None if up_to is None else header
    stream = Stream(
        bottega,
        ruleset,
        game_id,
        credential,
        position,
        parts=parts,
        game=game,
        delayed=delayed,
        waits=header.waits and not info.started,
        sign=seat_sign(bottega, game_id, viewer, wanted=header.presence),
    )
    try:
        check(bottega, credential)  # it may have ended before the subscription
    except BaseException:
        stream.close()
        raise
    return stream


def server_sent_events(stream: Stream) -> Iterator[bytes]:
    """Format a stream as server-sent events. The first bytes are sent at once."""
    yield retry()
    for message in stream:
        yield b":\n\n" if message is None else server_sent(str(stream.position), message)
    if stream.over:
        aborted = {"status": "aborted"} if stream.aborted else {}
        last = msgspec.json.encode({"version": stream.position.version, **aborted})
        yield server_sent(str(stream.position), (b"over", last))


def lines(stream: Stream) -> Iterator[bytes]:
    """Format a stream as one event per line. The first bytes, an empty line, are sent at once."""
    yield b"\n"
    for message in stream:
        yield b"\n" if message is None else message[1] + b"\n"


def wait(bottega: Bottega, game_id: str, viewer: int | None, position: LogPosition, seconds: float) -> None:
    """Wait up to `seconds` until an event after a position is visible, the game starts, or it ends.

    Raises GameNotFound, PrivateGame, SpectatorsOff and TooManySpectators.
    """
    header = read_header(bottega, game_id)
    waits, inside = not has_started(bottega, header), viewer is not None
    if _has_news(bottega, header, position, waits=waits, inside=inside):
        return
    deadline = time.monotonic() + seconds
    pause = LOOK_SECONDS if header.spectators.kind == "delayed" and not inside else seconds
    sign = seat_sign(bottega, game_id, viewer, wanted=header.presence)
    with bottega.presence.connected(sign), bottega.hub.subscribed_to(game_id) as subscriber:
        while not (_has_news(bottega, header, position, waits=waits, inside=inside) or bottega.hub.ended.is_set()):
            left = deadline - time.monotonic()
            if left <= 0:
                return
            subscriber.wait(min(left, pause))


def _has_news(bottega: Bottega, header: Header, position: LogPosition, *, waits: bool, inside: bool) -> bool:
    """Whether a later event is visible, the game has ended or started, or the log has lost events."""
    info = bottega.store.info(header.game_id)
    if info.aborted_at or (waits and info.started):
        return True
    up_to = spectators.horizon(bottega, header, bottega.sources.now, inside=inside)
    if up_to is not None:
        return position.version != up_to
    last = bottega.store.last_event(header.game_id)
    if last is None:
        return position.version > 0
    return last.over or last.version != position.version or position.attempt not in ("", last.attempt)
