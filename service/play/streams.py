"""Live updates: the log of a game for whoever waits for its next event."""

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
from service.play.game import Game, has_begun, read_header, rules_of
from service.play.includes import NOTHING, Includes
from service.play.log_positions import is_over, read_on
from service.play.presence import seat_sign
from service.problems import VersionNotReached
from service.store import DEFAULT_INFO, OUTAGES, Header, LogPosition

KEEP_ALIVE_SECONDS = 15.0
"""A stream is never silent for longer, and looks into the log at least as often."""
LOOK_SECONDS = 1.0
"""How often it is looked whether those may see more who see events late."""
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


def told_text(shared: SharedEvent, game: Game, viewer: int | None, parts: Includes, *, is_last: bool) -> bytes:
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

    def __init__(  # noqa: PLR0913  # all that there is to say of a reader
        self,
        bottega: Bottega,
        ruleset: AnyRuleset,
        game_id: str,
        credential: Credential,
        place: LogPosition,
        keep_alive: float = KEEP_ALIVE_SECONDS,
        parts: Includes = NOTHING,
        game: Game | None = None,
        *,
        delayed: Header | None = None,
        waits: bool = False,
        sign: Sign | None = None,
    ) -> None:
        """Begin to follow the game as the seat of the credential; raises TooManySpectators.

        With `parts`, `game` is the game at the place; it is carried on with the stream. `delayed` is the header of a
        game that keeps its latest events from the reader. With `waits`, the stream says when the game begins. `sign`
        shows that the reader is present, in a game that shows it.
        """
        self._bottega, self._ruleset, self._game_id, self._viewer = bottega, ruleset, game_id, credential.seat
        self._keep_alive, self._parts, self._game = keep_alive, parts, game
        self._head = place.version
        """The version of the log, as far as it is known."""
        self._is_told = False
        """Whether the reader has been told anything, and with it what there is to decide."""
        self._watch = CredentialMonitor(bottega, credential)
        self._subscriber = bottega.hub.subscribe(game_id, *credential.sources(bottega))
        self.place = place
        """After the last event that was given."""
        self.over = False
        """Whether no event comes after it: it has ended the game, or the game was aborted."""
        self.aborted = False
        """Whether the game was aborted."""
        self.ahead = False
        """Whether the log has lost events that were given, or the game is gone: whoever comes again is told so."""
        self._waits = waits
        """Whether the game waits for its players, as far as the reader knows."""
        self._delayed, self._sign = delayed, sign
        bottega.presence.open(sign)

    def __iter__(self) -> Iterator[Message | None]:
        """Return each event after `place`; None at times when there is none.

        A seat that asks for its actions, is to act, and finds no event, is first told what it may do. Ends with the
        last event of the game, when the reader is ahead of the log, when the credential ends, or when this process is
        about to end. An outage of Redis is waited for.
        """
        found = self._logged()
        while self._watch.holds():
            if self._waits and self._has_begun():
                yield b"started", msgspec.json.encode({"ruleset": self._ruleset.name, "version": self.place.version})
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
        """Stop watching; may be called again."""
        self._bottega.hub.unsubscribe(self._subscriber)
        self._bottega.presence.close(self._sign)
        self._sign = None

    def _text(self, shared: SharedEvent) -> bytes:
        """Return an event with what is asked for."""
        if self._game is None:
            return event_text(shared, self._ruleset, self._viewer)
        is_last = shared.event.version == self._head
        return told_text(shared, self._game, self._viewer, self._parts, is_last=is_last)

    def _open_decision(self) -> Message | None:
        """Tell what the reader is to decide before anything else happens; None if that is nothing."""
        if self._game is None or not self._parts.actions or not self._game.has_begun:
            return None
        offered = presenters.next_decision(self._game, self._viewer)
        told = {"ruleset": self._ruleset.name, "version": self.place.version, "next_decision": offered}
        return None if offered is None else (b"next_decision", msgspec.json.encode(told))

    def _has_begun(self) -> bool:
        """Look whether the game has begun; whoever is to act then is to be told so."""
        with suppress(*OUTAGES):
            table = self._bottega.store.info(self._game_id)
            self._waits, self._is_told = not table.began, self._is_told and not table.began
            if self._game is not None and not self._waits:
                game = self._game
                to_act = game.ruleset.to_act(game.position.state)
                self._game = replace(game, table=game_info.read_along(game.header, table, to_act))
        return not self._waits

    def _next(self) -> Sequence[SharedEvent]:
        """Wait for news, and look into the log whenever some may have been missed.

        Whoever sees events late hears nothing of those that he does not see: not even that there are some.
        """
        if self._delayed is not None:
            self._bottega.hub.ended.wait(min(self._keep_alive, LOOK_SECONDS))
            return self._logged()
        shared = self._subscriber.wait(self._watch.patience(self._keep_alive))
        if shared is not None and shared.event.version == self.place.version + 1:
            self._head = shared.event.version
            return [shared]
        self._watch.doubt()
        return self._logged()

    def _logged(self) -> Sequence[SharedEvent]:
        """Read the next events from the log; none while Redis is away."""
        try:
            self._head, events = read_on(self._bottega, self._game_id, self.place, PAGE, self._horizon())
        except OUTAGES:
            return []
        except VersionNotReached:
            self.ahead = True
            return []
        if not events:
            self._look_around()
        return [SharedEvent(event) for event in events]

    def _horizon(self) -> int | None:
        """Return up to which version the reader may see the game; None for all of it."""
        if self._delayed is None:
            return None
        return spectators.horizon(self._bottega, self._delayed, self._bottega.sources.now, inside=False)

    def _look_around(self) -> None:
        """See whether the game was aborted, or has been removed; of one that has events, the log tells the latter."""
        with suppress(*OUTAGES):
            table = self._bottega.store.info(self._game_id)
            self.aborted = bool(table.aborted_at)
            self.ahead = not self.place.version and self._bottega.store.header(self._game_id) is None


def open_stream(
    bottega: Bottega, game_id: str, credential: Credential, place: LogPosition, parts: Includes = NOTHING
) -> Stream | None:
    """Begin to follow a game after a place, as the seat of the credential; None if it is over and nothing comes after.

    Raises InvalidToken, VersionNotReached, GameNotFound, RulesNotHosted, PrivateGame, SpectatorsOff and
    TooManySpectators.
    """
    header, viewer = read_header(bottega, game_id), credential.seat
    ruleset = rules_of(bottega, header)
    up_to = spectators.horizon(bottega, header, bottega.sources.now, inside=viewer is not None)
    version, events = read_on(bottega, game_id, place, 1, up_to)
    if not events and is_over(bottega, game_id, version, events):
        return None
    asks = parts.patches or (parts.actions and viewer is not None)
    game = history.able_to_go_back(bottega, history.game_at(bottega, game_id, place.version)) if asks else None
    table, delayed = bottega.store.info(game_id) if header.waits else DEFAULT_INFO, None if up_to is None else header
    stream = Stream(
        bottega,
        ruleset,
        game_id,
        credential,
        place,
        parts=parts,
        game=game,
        delayed=delayed,
        waits=header.waits and not table.began,
        sign=seat_sign(bottega, game_id, viewer, wanted=header.presence),
    )
    try:
        check(bottega, credential)  # what ended it before the hub listened was announced to nobody
    except BaseException:
        stream.close()
        raise
    return stream


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


def wait(bottega: Bottega, game_id: str, viewer: int | None, place: LogPosition, seconds: float) -> None:
    """Wait until the reader may see an event after a place, the game begins, or it is over, at most these seconds.

    Raises GameNotFound, PrivateGame, SpectatorsOff and TooManySpectators.
    """
    header = read_header(bottega, game_id)
    waits, inside = not has_begun(bottega, header), viewer is not None
    if _has_come(bottega, header, place, waits=waits, inside=inside):
        return
    deadline = time.monotonic() + seconds
    pause = LOOK_SECONDS if header.spectators.kind == "delayed" and not inside else seconds
    sign = seat_sign(bottega, game_id, viewer, wanted=header.presence)
    with bottega.presence.connected(sign), bottega.hub.subscribed_to(game_id) as subscriber:
        while not (_has_come(bottega, header, place, waits=waits, inside=inside) or bottega.hub.ended.is_set()):
            left = deadline - time.monotonic()
            if left <= 0:
                return
            subscriber.wait(min(left, pause))


def _has_come(bottega: Bottega, header: Header, place: LogPosition, *, waits: bool, inside: bool) -> bool:
    """Return True once there is a later event to see, the game has ended, or the reader is ahead of the log.

    Also once a game has begun of which it is known that it waits for its players.
    """
    table = bottega.store.info(header.game_id)
    if table.aborted_at or (waits and table.began):
        return True
    up_to = spectators.horizon(bottega, header, bottega.sources.now, inside=inside)
    if up_to is not None:
        return place.version != up_to
    last = bottega.store.last_event(header.game_id)
    if last is None:
        return place.version > 0
    return last.over or last.version != place.version or place.attempt not in ("", last.attempt)
