"""Store lists of games in Redis, each in the order of unique numbers that never change.

Keys, all in one cluster slot:

    bottega:{lists}:sequence                    the highest number in use
    bottega:{lists}:games:<ruleset>:<status>    sorted set: game_id -> number, in the order of creation; `*` is any
    bottega:{lists}:player:<digest>             sorted set of running games in which a player of this name has a seat,
                                                or once tried to claim one
    bottega:{lists}:seated:<player>:<status>    sorted set of games in which the player with this id has a seat, or once
                                                tried to claim one
    bottega:{lists}:created:<player>            sorted set of games that the player with this id has created
    bottega:{lists}:tag:<digest>                sorted set of games with a label, or a pair of metadata
    bottega:{lists}:hidden                      sorted set of games that are not public
    bottega:{lists}:records:<ruleset>           sorted set: game_id -> number, in the order of scoring; `*` is any
    bottega:{lists}:checks                      sorted set: game_id -> Unix time of the next check for removal

A game is listed before it is created, and moved to the finished games before its result is stored. A game that waits
for players is among the running and the open games until it starts. Games that are not public are only in the lists of
their players and in `checks`. All changes may be retried without harm. A crash may leave an entry without a game, a
started game among the open ones, or an unscored finished game. It never leaves an unlisted game. A reader of a list
therefore checks each game.

A number is assigned and listed in one step. A growing list thus shows the numbers in order. A client that continues
after the last number misses no game.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple, get_args

from service.resources.types import Status
from service.store.connection import script
from service.store.game_types import DEFAULT_INFO, GameInfo, Header
from service.store.holders import Claims, Holder
from service.store.list_names import (
    CHECKS,
    HIDDEN,
    LISTS,
    SEQUENCE,
    STATUSES,
    created_list,
    created_lists,
    game_list,
    game_lists,
    lists_in,
    lists_of,
    name_lists,
    player_list,
    record_list,
    record_lists,
    seated_list,
    seated_lists,
    tag_list,
    tag_lists,
)
from service.store.servers import Servers

_ENLIST = script("enlist")
_ENLIST_KNOWN = script("enlist_known")
_RELIST = script("relist")
_TAKE = script("take")

FIRST_CHECK_SECONDS = 3600
"""After this time a game has been created, or never will be."""

NO_CLAIMS: Claims = {}


class ListEntry(NamedTuple):
    """One entry of a list."""

    number: int
    """The number of the entry, from 1, in the order of the list."""
    game_id: str


class GameCounts(NamedTuple):
    """The numbers of games."""

    listed: Mapping[tuple[str, Status], int]
    """Public games by ruleset and status. Open games count as running, too."""
    hidden: int
    """Games that are not public, of any status."""
    total: int
    """The number of all games."""


class Lists:
    """The lists of one Redis."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers

    def add(self, header: Header, claims: Claims = NO_CLAIMS, info: GameInfo = DEFAULT_INFO) -> None:
        """List a new game as running, unless it is listed."""
        self._servers.write_before(SEQUENCE, lambda pipeline: _add(pipeline, header, claims, info))

    def mark_started(self, header: Header) -> None:
        """Remove a game from the open games."""
        self._remove(header.game_id, game_lists(header, "open"))

    def tag(self, game_id: str, tags: Iterable[str]) -> None:
        """Add tags to a listed game."""
        tagged = [tag_list(tag) for tag in tags]
        keys = [game_list(None, None), *tagged]
        self._servers.write_before(
            SEQUENCE, lambda pipeline: pipeline.eval(_RELIST, len(keys), *keys, game_id, len(tagged))
        )

    def untag(self, game_id: str, tags: Iterable[str]) -> None:
        """Remove tags of a game."""
        self._remove(game_id, [tag_list(tag) for tag in tags])

    def add_holder(self, header: Header, holder: Holder) -> None:
        """List a running game for another player, before that player gets the seat."""
        is_public = header.visibility == "public"
        own = lists_of(holder if is_public else holder._replace(name=None), (None, "running"))
        keys = [game_list(None, "running") if is_public else HIDDEN, *own]
        self._servers.write_before(
            SEQUENCE, lambda pipeline: pipeline.eval(_RELIST, len(keys), *keys, header.game_id, len(own))
        )

    def add_ended(self, header: Header, player: str, status: Status) -> None:
        """List a finished or aborted game for a player who gets a seat of it now.

        A game that has left the lists of games gets the next number. Does nothing for a removed game.
        """
        own, number = seated_lists({0: Holder(player=player)}, (None, status)), game_list(None, None)
        keys = [number if header.visibility == "public" else HIDDEN, *own, seated_list(player, "running")]

        def fill(pipeline: Any) -> None:
            pipeline.eval(_RELIST, len(keys), *keys, header.game_id, len(own))
            pipeline.eval(_ENLIST_KNOWN, 2 + len(own), SEQUENCE, *own, CHECKS, header.game_id)

        self._servers.write_before(SEQUENCE, fill)

    def remove_holder(self, game_id: str, holder: Holder) -> None:
        """Remove a game from the lists of a player who has left it."""
        self._remove(game_id, lists_of(holder, STATUSES))

    def created(self, player: str, before: int | None, limit: int) -> list[ListEntry]:
        """Return up to `limit` games that a player has created, newest first, with numbers below `before`."""
        start = "+inf" if before is None else f"({before}"
        return self._entries(created_list(player), start, "-inf", limit, desc=True)

    def remove_creator(self, game_id: str, player: str) -> None:
        """Remove a game from the list of games that a player has created."""
        self._remove(game_id, [created_list(player)])

    def finish(self, header: Header, claims: Claims = NO_CLAIMS) -> None:
        """Move a running game to the finished ones, and list its record."""
        self._servers.write_before(SEQUENCE, lambda pipeline: _finish(pipeline, header, claims))

    def abort(self, header: Header, claims: Claims = NO_CLAIMS) -> None:
        """Move a running game to the aborted ones."""
        self._servers.write_before(SEQUENCE, lambda pipeline: _move(pipeline, header, "aborted", claims))

    def take_due(self, now: float, again: float, limit: int) -> list[str]:
        """Return games that are due for a check, the longest due first, and postpone them to `again`."""
        taken = self._servers.call(
            CHECKS, lambda client: client.eval(_TAKE, 1, CHECKS, repr(now), repr(again), limit), repeats=False
        )
        return [game_id.decode() for game_id in taken]

    def all_games(self) -> Iterator[str]:
        """Iterate over all games, in no particular order."""
        cursor, is_first = 0, True
        while cursor or is_first:
            cursor, found = self._servers.call(CHECKS, partial(_scan, cursor=cursor))
            is_first = False
            yield from (game_id.decode() for game_id, _ in found)

    def check_at(self, game_id: str, at: float) -> None:
        """Check a game at this time, unless it has been removed."""
        self._servers.call(CHECKS, lambda client: client.zadd(CHECKS, {game_id: at}, xx=True))

    def cancel_check(self, game_id: str) -> None:
        """Stop checking a game."""
        self._servers.call(CHECKS, lambda client: client.zrem(CHECKS, game_id))

    def knows(self, game_id: str) -> bool:
        """Whether a game is due for a check at some time: it exists, is being created, or is partly removed."""
        return self._servers.call(CHECKS, lambda client: client.zscore(CHECKS, game_id)) is not None

    def unlist(self, header: Header, info: GameInfo = DEFAULT_INFO) -> None:
        """Remove a finished game from the lists of games. Its record stays listed."""
        ended = [*game_lists(header, "over"), *game_lists(header, "aborted")]
        self._remove(header.game_id, [*game_lists(header), *ended, *tag_lists(info)])

    def remove(self, header: Header, claims: Claims, info: GameInfo = DEFAULT_INFO) -> None:
        """Remove a game from all lists, except from the checks."""
        games = [HIDDEN, *(name for status in STATUSES for name in game_lists(header, status))]
        players = [*name_lists(header, claims), *seated_lists(claims, STATUSES)]
        self._remove(
            header.game_id, [*games, *players, *record_lists(header), *tag_lists(info), *created_lists(header)]
        )

    def missing(self, header: Header, status: Status, claims: Claims, info: GameInfo = DEFAULT_INFO) -> list[str]:
        """Return the lists in which a game of this status is missing, named as after `lists`."""
        records = record_lists(header) if status == "over" and header.visibility == "public" else []
        names = [*lists_in(header, status, claims, info), *records, CHECKS]

        def fetch(client: Any) -> Any:
            pipeline = client.pipeline(transaction=False)
            for name in names:
                pipeline.zscore(name, header.game_id)
            return pipeline.execute()

        found = zip(names, self._servers.call(SEQUENCE, fetch), strict=True)
        return [name.removeprefix(LISTS) for name, number in found if number is None]

    def repair(self, header: Header, status: Status, claims: Claims, info: GameInfo = DEFAULT_INFO) -> None:
        """Add a game to all lists of its status, and remove it from those of other statuses."""
        belongs = lists_in(header, status, claims, info)
        others = [each for each in get_args(Status) if each != status]
        every = [name for other in others for name in (*game_lists(header, other), *seated_lists(claims, [other]))]
        left = [name for name in every if name not in belongs]

        def fill(pipeline: Any) -> None:
            _add(pipeline, header, claims, info)
            number = game_list(None, None) if header.visibility == "public" else HIDDEN
            pipeline.eval(_RELIST, 1 + len(belongs) + len(left), number, *belongs, *left, header.game_id, len(belongs))

        self._servers.write(SEQUENCE, fill)
        if status == "over":
            self.finish(header, claims)

    def counts(self, rulesets: Sequence[str]) -> GameCounts:
        """Count the games of these rulesets, in constant time for each."""
        pairs = [(ruleset, status) for ruleset in rulesets for status in get_args(Status)]
        keys = [*(game_list(*each) for each in pairs), HIDDEN, CHECKS]
        *listed, hidden, total = self._servers.call(SEQUENCE, lambda client: _sizes(client, keys))
        return GameCounts(dict(zip(pairs, listed, strict=True)), hidden, total)

    def _remove(self, game_id: str, keys: Sequence[str]) -> None:
        def fill(pipeline: Any) -> None:
            for each in keys:
                pipeline.zrem(each, game_id)

        self._servers.write_before(SEQUENCE, fill)

    def games(
        self,
        ruleset: str | None,
        status: Status | None,
        player: str | None,
        before: int | None,
        limit: int,
        *,
        tag: str | None = None,
    ) -> list[ListEntry]:
        """Return up to `limit` games with numbers below `before`, newest first.

        `tag` selects all games with that tag. `player` selects the running games with a player of that name. Both
        override the other filters.
        """
        key = game_list(ruleset, status) if player is None else player_list(player)
        key = key if tag is None else tag_list(tag)
        start = "+inf" if before is None else f"({before}"
        return self._entries(key, start, "-inf", limit, desc=True)

    def seated(self, player: str, status: Status | None, before: int | None, limit: int) -> list[ListEntry]:
        """Return up to `limit` games in which this player has a seat, newest first."""
        start = "+inf" if before is None else f"({before}"
        return self._entries(seated_list(player, status), start, "-inf", limit, desc=True)

    def together(self, player: str, other: str, status: Status | None) -> list[str]:
        """Return the games of a status in which both players have a seat, oldest first."""
        names = [seated_list(each, status) for each in (player, other)]
        found = self._servers.call(SEQUENCE, lambda client: client.zinter(names, aggregate="MIN"))
        return [game_id.decode() for game_id in found]

    def copy_games(self, game_id: str, player: str, new: str) -> None:
        """List a game for a new player wherever it is listed for another one, under the same number."""

        def fill(pipeline: Any) -> None:
            for old, own in zip(_lists_of(player), _lists_of(new), strict=True):
                pipeline.eval(_RELIST, 2, old, own, game_id, 1)

        self._servers.write_before(SEQUENCE, fill)

    def remove_player(self, game_id: str, player: str) -> None:
        """Remove a game from all lists of a player."""
        self._remove(game_id, _lists_of(player))

    def records(self, ruleset: str | None, after: int, limit: int) -> list[ListEntry]:
        """Return up to `limit` finished games with numbers above `after`, in the order of scoring."""
        return self._entries(record_list(ruleset), f"({after}", "+inf", limit, desc=False)

    def _entries(self, key: str, start: str, end: str, limit: int, *, desc: bool) -> list[ListEntry]:
        page = {"offset": 0, "num": limit, "withscores": True}
        found = self._servers.call(key, lambda client: client.zrange(key, start, end, desc=desc, byscore=True, **page))
        return [ListEntry(int(number), game_id.decode()) for game_id, number in found]


def _lists_of(player: str) -> list[str]:
    """Return all lists of a player's games."""
    return [created_list(player), *(seated_list(player, status) for status in STATUSES)]


def _sizes(client: Any, keys: Sequence[str]) -> list[int]:
    pipeline = client.pipeline(transaction=False)
    for key in keys:
        pipeline.zcard(key)
    return list(pipeline.execute())


def _scan(client: Any, cursor: int) -> tuple[int, list[tuple[bytes, float]]]:
    """Return some games and the next cursor; cursor 0 starts and ends."""
    next_cursor, found = client.zscan(CHECKS, cursor)
    return next_cursor, found


def _add(pipeline: Any, header: Header, claims: Claims, info: GameInfo = DEFAULT_INFO) -> None:
    games = [HIDDEN]
    if header.visibility == "public":
        waiting = game_lists(header, "open") if header.waits else []
        games = [*game_lists(header), *game_lists(header, "running"), *waiting]
        games += [*name_lists(header, claims), *tag_lists(info)]
    keys = [SEQUENCE, *games, *seated_lists(claims, (None, "running")), *created_lists(header)]
    pipeline.eval(_ENLIST, len(keys), *keys, header.game_id)
    created = datetime.fromisoformat(header.created_at).timestamp()
    pipeline.zadd(CHECKS, {header.game_id: created + FIRST_CHECK_SECONDS}, nx=True)


def _finish(pipeline: Any, header: Header, claims: Claims) -> None:
    """Move a finished game and list its record."""
    _move(pipeline, header, "over", claims)
    if header.visibility == "public":
        records = [SEQUENCE, *record_lists(header), CHECKS]
        pipeline.eval(_ENLIST_KNOWN, len(records), *records, header.game_id)


def _move(pipeline: Any, header: Header, status: Status, claims: Claims) -> None:
    """Move a game from the running ones. A removed game is in no list afterwards."""
    pipeline.zadd(CHECKS, {header.game_id: 0}, xx=True)
    is_public = header.visibility == "public"
    number = game_list(None, None) if is_public else HIDDEN
    ended, left = seated_lists(claims, (status,)), seated_lists(claims, ("running",))
    if is_public:
        ended += game_lists(header, status)
        left += [*game_lists(header, "running"), *name_lists(header, claims)]
        left += game_lists(header, "open") if header.waits else []
    pipeline.eval(_RELIST, 1 + len(ended) + len(left), number, *ended, *left, header.game_id, len(ended))
