"""Store the feeds of players in Redis: notices about their games, and about things of other packages.

Keys of one player, both in one cluster slot:

    bottega:{<player>}:feed    stream: JSON of one `StoredNotice` per entry, with its mark, and the game's id if it may
                               be the last notice of its game
    bottega:{<player>}:marks   hash: id of a game or another thing -> mark of its latest notice; `<game>:queue` -> mark
                               of its latest dropped queue; `<game>:pause` -> mark of the latest step of a pause;
                               `latest` -> id of the latest entry; `lost` -> id of the last deleted entry

The id of an entry is the time in milliseconds and a number. Ids always rise: if the clock goes back, the time stays. A
feed has the last MOST_NOTICES entries, for STORED_MILLISECONDS, and expires a day after that. The marks stay longer:
the clock of a game can give more time than the feed has, and a notice must not be sent twice.

Appending a notice may be retried without harm. The notices of a game for a player have rising marks. A notice is
skipped unless its mark is higher than the latest. A late notice is thus omitted. `marks` has all unfinished games, and
as many others as the feed.

A deleted player gets no further notices. The script checks the keys that `players` describes.

A Redis that dies may lose the last entries with their marks. They are appended again with other ids.
"""

import logging
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from service.resources.base import shown
from service.resources.messages import Notice, NoticeFields, Turn, message_types
from service.runtime.throttled_log import log_once
from service.store.channels import channel
from service.store.connection import script
from service.store.game_types import LogPosition
from service.store.keys import key
from service.store.servers import Servers
from service.store.unreadable import BROKEN
from service.store.webhook_types import StoredWebhook
from service.store.webhooks import read_each

logger = logging.getLogger(__name__)

_APPEND = script("append_notices")

MOST_NOTICES = 10_000
DAY_MILLISECONDS = 24 * 60 * 60 * 1000
STORED_MILLISECONDS = 30 * DAY_MILLISECONDS
MARKED_SECONDS = 3 * 365 * 24 * 60 * 60
"""How long the marks are stored after the last entry."""
MARKED = ("latest", "lost")
"""Fields of `marks` with ids of entries."""

STEP = 8
"""Marks of one version, with room for further types."""
INVITED = -(2**40)
"""The lowest mark of a game: invitations come before all other notices."""
DROPPED = -(2**41)
"""The lowest mark of dropped queues."""
QUEUE_MARK = ":queue"
"""The end of the field of `marks` for dropped queues. A queue may be dropped before or after the notice of its turn."""
PAUSE_MARK = ":pause"
"""The end of the field of `marks` for pauses. A later notice about the same decision has a lower mark."""
OWN_MARKS: Mapping[str, str] = {"queue_dropped": QUEUE_MARK, "pause": PAUSE_MARK}
"""The ends of the fields of `marks` for types of notices with marks of their own."""


class StoredNotice(NoticeFields, frozen=True):
    """A notice to a player about a game with one of the player's seats.

    Packages on top of the service have subclasses with further fields.
    """

    kind: ClassVar[str] = ""
    """The type of the notices of a subclass."""

    type: str
    at: str
    """When the notice was created: UTC, RFC 3339."""
    game_id: str
    ruleset: str
    version: int
    """The version of the game. For `your_turn`: the version that created the decision."""
    seat: int
    decision: int | UnsetType = UNSET
    """For `your_turn`: the seat's pending decision."""
    invitation: int = 0
    """For `invited`: the number of the invitation, which is not shown."""
    drop: int = 0
    """For `queue_dropped`: the number of the dropped queue in its game, which is not shown."""

    @property
    def about(self) -> str:
        """Return the id of what the notice is about."""
        return self.game_id

    @property
    def mark(self) -> int:
        """Return the mark, which rises with each notice of a game. `seated` comes before all versions.

        Notices of dropped queues and of pauses have marks of their own.
        """
        if self.type == "invited":
            return INVITED + self.invitation
        if self.type == "queue_dropped":
            return DROPPED + self.drop
        return 0 if self.type == "seated" else STEP * self.version + message_types()[self.type].rank

    @property
    def mark_name(self) -> str:
        """Return the field of `marks` with the mark."""
        return self.about + OWN_MARKS.get(self.type, "")

    @property
    def is_last(self) -> bool:
        """Whether this may be the last notice about the same thing."""
        return message_types()[self.type].may_be_last

    def shown(self, notice_id: str, next_decision: Turn | UnsetType) -> Notice:
        """Return the notice with the fields of its type, as the feed shows it."""
        version = UNSET if self.type == "invited" else self.version
        return shown(self, Notice, id=notice_id, version=version, next_decision=next_decision)


Notices = Mapping[str, Sequence[StoredNotice]]
"""Notices by player id."""


BEGINNING = LogPosition(0, "0")


class FeedPage(NamedTuple):
    """Some entries of a feed."""

    entries: Sequence[tuple[LogPosition, StoredNotice]]
    position: LogPosition
    """Where to continue: after the last of the entries, or earlier if the feed has lost entries that the client has
    read.
    """
    lost: LogPosition | None = None
    """The last deleted entry, if deleted entries follow the client's position, which `position` is then."""


class Feeds:
    """The feeds of one Redis.

    On one server a removed game gets no further notices. On a cluster the game is on another server: a simultaneous
    notice stays in the feed until it expires.
    """

    def __init__(self, servers: Servers) -> None:
        self._servers = servers

    def append(self, notices: Notices, now: float, others: Sequence[str] = ()) -> Mapping[str, Sequence[StoredWebhook]]:
        """Append notices in their order, not yet durably. Returns the webhooks of the players and of other owners.

        This takes one round trip to each server.
        """
        owners = [*dict.fromkeys([*notices, *others])]
        webhooks = self._servers.each(owners, lambda client, some: self._append(client, some, notices, now))
        return dict(zip(owners, webhooks, strict=True))

    def append_durably(self, notices: Notices, now: float) -> None:
        """Append notices durably. Raises NotDurable.

        This takes one wait for each server, for any number of players.
        """
        if notices:
            self._servers.write_each(
                [*notices], lambda pipeline, player: self._fill(pipeline, player, notices[player], now)
            )

    def read(self, player: str, after: LogPosition, limit: int, now: float) -> FeedPage:
        """Return up to `limit` entries after a position."""
        feed, marks = _keys(player)

        def read(client: Any) -> Any:
            pipeline = client.pipeline(transaction=True)
            return pipeline.xrange(feed, min=f"({after}", count=limit).hmget(marks, MARKED).execute()

        found, marked = self._servers.call(player, read)
        latest, lost = (LogPosition.after(each.decode()) if each else BEGINNING for each in marked)
        after = LogPosition(after.number, str(int(after.suffix or 0)))
        if latest == BEGINNING != after and after.number < 1000 * now - STORED_MILLISECONDS:
            return FeedPage((), after, LogPosition(after.number, str(int(after.suffix) + 1)))  # the feed has expired
        if after != BEGINNING and _order(after) < _order(lost):
            return FeedPage((), after, lost)
        if not found and after != BEGINNING and _order(after) < _order(latest):
            return FeedPage((), after, latest)  # all later entries have expired
        entries = [entry for each in found if (entry := _entry(player, each)) is not None]
        reached = LogPosition.after(found[-1][0].decode()) if found else min(after, latest, key=_order)
        return FeedPage(entries, reached)

    def games_with_notices(self, player: str) -> list[str]:
        """Return the ids of what a player has notices about: all that is unfinished, and some others."""
        fields = self._servers.call(player, lambda client: client.hkeys(key(player, "marks")))
        names = (name.decode() for name in fields)
        return [name for name in names if name not in MARKED and not name.endswith((QUEUE_MARK, PAUSE_MARK))]

    def delete_sent(self, player: str, game_id: str) -> None:
        """Delete the marks of a game for a player, if the game is removed or the player has left."""
        fields = [game_id, *(game_id + each for each in OWN_MARKS.values())]
        self._servers.call(player, lambda client: client.hdel(_keys(player)[1], *fields))

    def remove(self, player: str) -> None:
        """Delete the feed of a player."""
        self._servers.write(player, lambda pipeline: pipeline.delete(*_keys(player)))

    def _append(self, client: Any, owners: Sequence[str], notices: Notices, now: float) -> list[list[StoredWebhook]]:
        """Append notices to the feeds of one server, and return the webhooks of all owners that it has."""
        pipeline = client.pipeline(transaction=False)
        for player in notices.keys() & owners:
            self._fill(pipeline, player, notices[player], now)
        return read_each(pipeline, owners)

    def _fill(self, pipeline: Any, player: str, notices: Sequence[StoredNotice], now: float) -> None:
        """Add the command that appends notices to a pipeline."""
        limits = (MOST_NOTICES, STORED_MILLISECONDS, (STORED_MILLISECONDS + DAY_MILLISECONDS) // 1000, MARKED_SECONDS)
        written = [part for each in notices for part in _written(each)]
        checks = int(not self._servers.is_cluster)
        keys = [*_keys(player), key(player, "profile"), key(player, "deleted")]
        pipeline.eval(_APPEND, len(keys), *keys, channel(player), int(1000 * now), *limits, checks, *written)


def _keys(player: str) -> tuple[str, str]:
    return key(player, "feed"), key(player, "marks")


def _order(position: LogPosition) -> tuple[int, int]:
    """Return the numbers by which positions in a feed are ordered."""
    return position.number, int(position.suffix)


def _written(notice: StoredNotice) -> list[Any]:
    return [notice.about, notice.mark_name, notice.mark, int(notice.is_last), msgspec.json.encode(notice)]


def _entry(player: str, found: Any) -> tuple[LogPosition, StoredNotice] | None:
    """Return an entry; None if it is unreadable, which is logged once."""
    try:
        return LogPosition.after(found[0].decode()), _read(found[1][b"notice"])
    except BROKEN:
        log_once(logger, "the feed of %s has entry %s, which cannot be read", player, found[0].decode())
        return None


def _read(written: bytes) -> StoredNotice:
    """Return a notice in the form of its type."""
    notice = msgspec.json.decode(written, type=StoredNotice)
    forms = (each for each in StoredNotice.__subclasses__() if each.kind == notice.type)
    return next((msgspec.json.decode(written, type=each) for each in forms), notice)
