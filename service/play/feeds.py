"""Feeds: one resumable stream over all seats of a player, read page by page or as it grows."""

import time
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from service.live.presence import Sign
from service.play import presenters
from service.play.bottega import Bottega
from service.play.callers import Caller
from service.play.credentials import Credential, CredentialMonitor, check
from service.play.game import restore
from service.play.presence import feed_sign
from service.play.presenters import Wire
from service.play.streams import KEEP_ALIVE_SECONDS, retry, server_sent
from service.problems import NoticesDeleted, RulesNotHosted
from service.store import BEGINNING, OUTAGES, FeedPage, FeedPosition, ListedGame, Notice

PAGE = 100
"""Notices that a stream reads at once."""

Entries = Sequence[tuple[FeedPosition, Notice]]


def page(bottega: Bottega, caller: Caller, after: FeedPosition, limit: int, seconds: float, *, actions: bool) -> bytes:
    """Return up to `limit` notices after a place; if there are none, wait for one at most these seconds.

    With `actions` a turn that is still open comes with what the seat may do. Raises NoticesDeleted and
    TooManySpectators, and InvalidToken if the caller's key has ended while it waited.
    """
    with bottega.presence.connected(feed_sign(caller.player)):
        stretch = _read(bottega, caller.player, after, limit)
        if seconds and not stretch.entries:
            stretch = _wait(bottega, caller.player, after, limit, seconds)
            check(bottega, Credential(caller))
    told = _told(bottega, stretch.entries, actions=actions)
    return msgspec.json.encode({"events": told, "after": str(stretch.position)})


class FeedStream:
    """The notices of a player as they come, for one reader; to be closed at the end, even if it was never read."""

    def __init__(
        self,
        bottega: Bottega,
        caller: Caller,
        after: FeedPosition,
        *,
        actions: bool = False,
        keep_alive: float = KEEP_ALIVE_SECONDS,
    ) -> None:
        """Begin to follow the feed; raises NoticesDeleted and TooManySpectators."""
        _read(bottega, caller.player, after, 1)
        self._bottega, self._caller, self._actions, self._keep_alive = bottega, caller, actions, keep_alive
        credential = Credential(caller)
        self._watch = CredentialMonitor(bottega, credential)
        self._subscriber = bottega.hub.subscribe(caller.player, *credential.sources(bottega))
        self._sign: Sign | None = feed_sign(caller.player)
        bottega.presence.open(self._sign)
        self.spot = after
        """After the last notice that was given."""

    def __iter__(self) -> Iterator[tuple[FeedPosition, bytes] | None]:
        """Return the place and the JSON of each notice; None at times when there is none.

        Ends when this process is about to end, when the caller's key or identity ends, or when the reader is so slow
        that the feed has been trimmed: the next request is answered with NoticesDeleted. An outage of Redis is waited
        for.
        """
        while self._watch.holds():
            try:
                stretch = _read(self._bottega, self._caller.player, self.spot, PAGE)
                told = _told(self._bottega, stretch.entries, actions=self._actions)
            except NoticesDeleted:
                return
            except OUTAGES:
                stretch, told = FeedPage((), self.spot, BEGINNING), []
            for (spot, _), notice in zip(stretch.entries, told, strict=True):
                yield spot, msgspec.json.encode(notice)
            self.spot = stretch.position
            if self._bottega.hub.ended.is_set():
                return
            if len(told) < PAGE and not self._subscriber.drain(self._watch.patience(self._keep_alive)):
                yield None
            self._watch.doubt()

    def close(self) -> None:
        """Stop following; may be called again."""
        self._bottega.hub.unsubscribe(self._subscriber)
        self._bottega.presence.close(self._sign)
        self._sign = None


def server_sent_events(stream: FeedStream) -> Iterator[bytes]:
    """Write a feed as server-sent events; its first bytes come at once."""
    yield retry()
    for message in stream:
        yield b":\n\n" if message is None else server_sent(str(message[0]), (b"notice", message[1]))


def lines(stream: FeedStream) -> Iterator[bytes]:
    """Write a feed as one notice a line; its first bytes, an empty line, come at once."""
    yield b"\n"
    for message in stream:
        yield b"\n" if message is None else message[1] + b"\n"


def _read(bottega: Bottega, player: str, after: FeedPosition, limit: int) -> FeedPage:
    """Read some notices after a place; raises NoticesDeleted if some of them are kept no more.

    Whoever has read nothing begins with the oldest that is kept.
    """
    stretch = bottega.store.feeds.read(player, after, limit, bottega.sources.now().timestamp())
    if BEGINNING < after < stretch.lost:
        raise NoticesDeleted(
            "What came next after {after} is kept no more: see which games wait for you, then go on after {lost}.",
            {"after": str(after), "lost": str(stretch.lost)},
            after=str(stretch.lost),
        )
    return stretch


def _wait(bottega: Bottega, player: str, after: FeedPosition, limit: int, seconds: float) -> FeedPage:
    """Wait for notices after a place; gives none when the time is up."""
    deadline = time.monotonic() + seconds
    with bottega.hub.subscribed_to(player) as subscriber:
        while True:
            stretch = _read(bottega, player, after, limit)
            left = deadline - time.monotonic()
            if stretch.entries or left <= 0 or bottega.hub.ended.is_set():
                return stretch
            subscriber.drain(left)


def _told(bottega: Bottega, entries: Entries, *, actions: bool) -> list[Wire]:
    """Show notices; with `actions` each turn that is open now comes with what its seat may do."""
    games = _games(bottega, entries) if actions else {}
    return [presenters.notice(str(spot), each, _offered(bottega, games, each)) for spot, each in entries]


def _games(bottega: Bottega, entries: Entries) -> Mapping[str, ListedGame | None]:
    """Read the games in which somebody is told to act, in one round trip to each server."""
    game_ids = sorted({notice.game_id for _, notice in entries if notice.type == "your_turn"})
    return dict(zip(game_ids, bottega.store.read_listed(game_ids, live=True), strict=True)) if game_ids else {}


def _offered(bottega: Bottega, games: Mapping[str, ListedGame | None], notice: Notice) -> Wire | None:
    """Name the open decision that a notice tells of, with all that may answer it; None if it is open no more."""
    listed = games.get(notice.game_id)
    if notice.type != "your_turn" or listed is None:
        return None
    try:
        game = restore(bottega, listed.header, listed.snapshot, listed.info)
    except RulesNotHosted:
        return None
    offered = presenters.next_decision(game, notice.seat)
    return offered if offered is not None and offered["decision"] == notice.decision else None
