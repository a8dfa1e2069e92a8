"""Read the feed of a player page by page or as a stream."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec import UNSET, UnsetType

from service import problems
from service.game import presenters
from service.game.game import game_of
from service.installation.installation import Installation
from service.isolation.faults import RuleFault
from service.players.callers import Caller
from service.players.credentials import Credential
from service.players.presence import feed_sign
from service.resources.feeds import MOST_WITH_ACTIONS, FeedQuery, NoticePage
from service.resources.messages import Notice, Turn
from service.store import ListedGame, LogPosition, StoredNotice
from service.streams.streams import Log, Message, Page, poll

Entries = Sequence[tuple[LogPosition, StoredNotice]]


class FeedLog(Log[Notice]):
    """The feed of a player. With `actions`, the notice of a pending decision includes the legal actions."""

    def __init__(self, installation: Installation, caller: Caller, *, actions: bool = False) -> None:
        super().__init__(installation, Credential(caller), caller.player, sign=feed_sign(caller.player))
        self._player, self._actions = caller.player, actions

    def read(self, position: LogPosition, limit: int) -> Page[Notice]:
        """Return up to `limit` notices after a position. Raises NoticesDeleted if notices after it have been deleted.

        A client without a position starts with the oldest stored notice.
        """
        feeds, now = self.installation.store.feeds, self.installation.sources.now().timestamp()
        key = "feed", self._player, position, limit
        found = self.installation.hub.reads.read(key, lambda: feeds.read(self._player, position, limit, now))
        if found.lost is not None:
            raise problems.NoticesDeleted(
                "List your games with `listMyGames`, then continue after {lost}. Notices after {after} have been "
                "deleted.",
                {"after": str(found.position), "lost": str(found.lost)},
                after=str(found.lost),
            )
        return Page(_shown(self.installation, found.entries, actions=self._actions), found.position)

    def messages(self, page: Page[Notice]) -> Iterator[Message]:
        """Yield a message for each notice."""
        return (Message(notice.id, "notice", msgspec.json.encode(notice)) for notice in page.entries)


def page(installation: Installation, caller: Caller, after: LogPosition, requested: FeedQuery) -> NoticePage:
    """Return up to `limit` notices after a position; wait up to `wait` seconds for one if there are none.

    With `actions`, the notice of a pending decision includes the legal actions. Raises NoticesDeleted and
    TooManySpectators, and InvalidToken if the caller's key ends during the wait.
    """
    actions = "actions" in requested.include
    limit = min(requested.limit, MOST_WITH_ACTIONS) if actions else requested.limit
    found = poll(FeedLog(installation, caller, actions=actions), after, limit, requested.wait)
    return NoticePage(tuple(found.entries), str(found.position))


def _shown(installation: Installation, entries: Entries, *, actions: bool) -> list[Notice]:
    """Return notices for their player. With `actions`, a pending decision includes its legal actions."""
    games = _games(installation, entries) if actions else {}
    return [each.shown(str(spot), _offered(installation, games, each)) for spot, each in entries]


def _games(installation: Installation, entries: Entries) -> Mapping[str, ListedGame | None]:
    """Read the games of `your_turn` notices, in one round trip to each server."""
    game_ids = sorted({notice.game_id for _, notice in entries if notice.type == "your_turn"})
    return (
        dict(zip(game_ids, installation.store.listed.read_many(game_ids, live=True), strict=True)) if game_ids else {}
    )


def _offered(
    installation: Installation, games: Mapping[str, ListedGame | None], notice: StoredNotice
) -> Turn | UnsetType:
    """Return the pending decision of a notice with its legal actions; UNSET if the decision is closed."""
    listed = games.get(notice.game_id)
    if notice.type != "your_turn" or listed is None:
        return UNSET
    try:
        offered = presenters.next_decision(game_of(installation, listed), notice.seat)
    except (problems.RulesNotHosted, RuleFault):  # an action in the game reports the fault
        return UNSET
    if offered is None or offered.decision != notice.decision:
        return UNSET
    return Turn(notice.ruleset, offered.decision, offered.actions, offered.previews)
