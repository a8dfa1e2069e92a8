"""Read the feed of a player page by page or as a stream."""

import time
from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import asdict

from service.live.presence import Sign
from service.play import presenters
from service.play.bottega import Bottega
from service.play.callers import Caller
from service.play.credentials import Credential, CredentialMonitor, check
from service.play.game import restore
from service.play.presence import feed_sign
from service.play.streams import KEEP_ALIVE_SECONDS, retry, server_sent
from service.problems import NoticesDeleted, RulesNotHosted
from service.resources.base import shown
from service.resources.feeds import MOST_WITH_ACTIONS, FeedQuery, Notice, NoticePage, Turn
from service.resources.messages import data_type
from service.store import BEGINNING, OUTAGES, FeedPage, FeedPosition, ListedGame, StoredNotice

PAGE = 100
"""Notices that a stream reads at once."""

Entries = Sequence[tuple[FeedPosition, StoredNotice]]


def page(bottega: Bottega, caller: Caller, after: FeedPosition, wanted: FeedQuery) -> NoticePage:
    """Return up to `limit` notices after a position; wait up to `wait` seconds for one if there are none.

    With `actions`, the notice of a pending decision includes the legal actions. Raises NoticesDeleted and
    TooManySpectators, and InvalidToken if the caller's key ends during the wait.
    """
    actions = "actions" in wanted.include
    limit = min(wanted.limit, MOST_WITH_ACTIONS) if actions else wanted.limit
    with bottega.presence.connected(feed_sign(caller.player)):
        found = _read(bottega, caller.player, after, limit)
        if wanted.wait and not found.entries:
            found = _wait(bottega, caller.player, after, limit, wanted.wait)
            check(bottega, Credential(caller))
    return NoticePage(tuple(_shown(bottega, found.entries, actions=actions)), str(found.position))


class FeedStream:
    """A stream of a player's notices for one client. Close it in any case."""

    def __init__(
        self,
        bottega: Bottega,
        caller: Caller,
        after: FeedPosition,
        *,
        actions: bool = False,
        keep_alive: float = KEEP_ALIVE_SECONDS,
    ) -> None:
        """Subscribe to the feed. Raises NoticesDeleted and TooManySpectators."""
        _read(bottega, caller.player, after, 1)
        self._bottega, self._caller, self._actions, self._keep_alive = bottega, caller, actions, keep_alive
        credential = Credential(caller)
        self._watch = CredentialMonitor(bottega, credential)
        self._subscriber = bottega.hub.subscribe(caller.player, *credential.sources(bottega))
        self._sign: Sign | None = feed_sign(caller.player)
        bottega.presence.open(self._sign)
        self.spot = after
        """Position after the last returned notice."""

    def __iter__(self) -> Iterator[tuple[FeedPosition, bytes] | None]:
        """Yield the position and the JSON of each notice; None from time to time without a notice.

        The stream ends when this process shuts down or the caller's key or identity ends. It also ends when a slow
        client misses deleted notices; the next request raises NoticesDeleted. The stream waits during an outage of
        Redis.
        """
        while self._watch.holds():
            try:
                found = _read(self._bottega, self._caller.player, self.spot, PAGE)
                notices = _shown(self._bottega, found.entries, actions=self._actions)
            except NoticesDeleted:
                return
            except OUTAGES:
                found, notices = FeedPage((), self.spot, BEGINNING), []
            for (spot, _), notice in zip(found.entries, notices, strict=True):
                yield spot, msgspec.json.encode(notice)
            self.spot = found.position
            if self._bottega.hub.ended.is_set():
                return
            if len(notices) < PAGE and not self._subscriber.drain(self._watch.patience(self._keep_alive)):
                yield None
            self._watch.doubt()

    def close(self) -> None:
        """Unsubscribe. Idempotent."""
        self._bottega.hub.unsubscribe(self._subscriber)
        self._bottega.presence.close(self._sign)
        self._sign = None


def server_sent_events(stream: FeedStream) -> Iterator[bytes]:
    """Format a feed as server-sent events. The first bytes are sent at once."""
    yield retry()
    for message in stream:
        yield b":\n\n" if message is None else server_sent(str(message[0]), (b"notice", message[1]))


def lines(stream: FeedStream) -> Iterator[bytes]:
    """Format a feed as one notice per line. The first bytes, an empty line, are sent at once."""
    yield b"\n"
    for message in stream:
        yield b"\n" if message is None else message[1] + b"\n"


def _read(bottega: Bottega, player: str, after: FeedPosition, limit: int) -> FeedPage:
    """Read notices after a position. Raises NoticesDeleted if notices after it have been deleted.

    A client without a position starts with the oldest stored notice.
    """
    found = bottega.store.feeds.read(player, after, limit, bottega.sources.now().timestamp())
    if BEGINNING < after < found.lost:
        raise NoticesDeleted(
            "List your games with `listMyGames`, then continue after {lost}. Notices after {after} have been deleted.",
            {"after": str(after), "lost": str(found.lost)},
            after=str(found.lost),
        )
    return found


def _wait(bottega: Bottega, player: str, after: FeedPosition, limit: int, seconds: float) -> FeedPage:
    """Wait for notices after a position; return an empty page after the timeout."""
    deadline = time.monotonic() + seconds
    with bottega.hub.subscribed_to(player) as subscriber:
        while True:
            found = _read(bottega, player, after, limit)
            left = deadline - time.monotonic()
            if found.entries or left <= 0 or bottega.hub.ended.is_set():
                return found
            subscriber.drain(left)


def _shown(bottega: Bottega, entries: Entries, *, actions: bool) -> list[Notice]:
    """Return notices for their player. With `actions`, a pending decision includes its legal actions."""
    games = _games(bottega, entries) if actions else {}
    return [_notice(spot, each, _offered(bottega, games, each)) for spot, each in entries]


def _notice(spot: FeedPosition, entry: StoredNotice, offered: Turn | UnsetType) -> Notice:
    """Return a notice with the fields of its type, and the next decision if requested and pending."""
    data = asdict(shown(entry, data_type(entry.type)))
    return Notice(id=str(spot), type=entry.type, at=entry.at, next_decision=offered, **data)


def _games(bottega: Bottega, entries: Entries) -> Mapping[str, ListedGame | None]:
    """Read the games of `your_turn` notices, in one round trip to each server."""
    game_ids = sorted({notice.game_id for _, notice in entries if notice.type == "your_turn"})
    return dict(zip(game_ids, bottega.store.read_listed(game_ids, live=True), strict=True)) if game_ids else {}


def _offered(bottega: Bottega, games: Mapping[str, ListedGame | None], notice: StoredNotice) -> Turn | UnsetType:
    """Return the pending decision of a notice with its legal actions; UNSET if the decision is closed."""
    listed = games.get(notice.game_id)
    if notice.type != "your_turn" or listed is None:
        return UNSET
    try:
        game = restore(bottega, listed.header, listed.snapshot, listed.info)
    except RulesNotHosted:
        return UNSET
    offered = presenters.next_decision(game, notice.seat)
    if offered is None or offered.decision != notice.decision:
        return UNSET
    return Turn(notice.ruleset, offered.decision, offered.actions)
