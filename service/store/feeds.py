"""The feeds in Redis: what each player is told of all games in which he has a seat.

Keys of one player, both in one cluster slot:

    bottega:{<player>}:feed    stream, JSON of one `Notice` each, with its mark, and the game's id if it may be the last
                               of its game
    bottega:{<player>}:told    hash: id of a game or tournament -> the mark of its latest notice; `latest` -> the id of
                               the latest entry; `lost` -> that of the last one that is kept no more

The id of an entry is the time in milliseconds and a number, and higher than that of any entry before: by a clock that
was put back the time stays as it was. A feed keeps its last MOST_NOTICES entries for KEPT_MILLISECONDS; both keys
expire a day after the last entry does.

Telling may be repeated without harm, by whomever: the notices of a game for a player have marks that only rise, and
what is not higher than what has been told is not told. So a notice that comes too late for its turn is left out. `told`
holds the games that are not over, and as many of the others as the feed does.

A player who has been deleted is told nothing more. The script sees this by the keys that `players` describes.

A Redis that dies may lose the last entries, and the marks with them: those that are told again have other ids.
"""

import logging
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, Self

import msgspec

from service.runtime.throttled_log import log_once
from service.store.channels import channel
from service.store.connection import script
from service.store.keys import key
from service.store.servers import Servers
from service.store.unreadable import BROKEN
from service.store.webhooks import Webhook, read_each

logger = logging.getLogger(__name__)

_TELL = script("tell")

MOST_NOTICES = 10_000
DAY_MILLISECONDS = 24 * 60 * 60 * 1000
KEPT_MILLISECONDS = 30 * DAY_MILLISECONDS
MARKED = ("latest", "lost")
"""Entries of which the ids are known."""

NoticeType = Literal[
    "invited",
    "seated",
    "your_turn",
    "clock_low",
    "taken_over",
    "forfeited",
    "over",
    "scored",
    "aborted",
    "tournament",
]
TournamentEventKind = Literal[
    "entered",
    "withdrew",
    "reentered",
    "disqualified",
    "penalised",
    "changed",
    "postponed",
    "started",
    "opened",
    "ruled",
    "ruling_withdrawn",
    "taken_back",
    "paused",
    "resumed",
    "cancelled",
    "ended",
    "game_ended",
]
RANKS: Sequence[NoticeType] = (
    "seated",
    "your_turn",
    "clock_low",
    "taken_over",
    "forfeited",
    "over",
    "scored",
    "aborted",
)
"""In the order in which a version of a game can have them."""
STEP = 8
"""Marks of one version; so there is room for further types."""
INVITED = -(2**40)
"""All invitations to a game come before all else."""


MEMBERS = (
    *("type", "at", "game_id", "ruleset", "version", "seat", "decision", "deadline", "seek", "record_hash"),
    *("level", "until_return"),
)
INVITATION = ("type", "at", "game_id", "ruleset", "seat")
TOURNAMENT = (
    "type",
    "at",
    "ruleset",
    "tournament",
    "tournament_event",
    "entrant",
    "round",
    "table",
    "game",
    "entrants",
    "ranks",
)


class Notice(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a player is told of a game in which he has a seat, or of a tournament in which he takes part."""

    type: NoticeType
    at: str
    """When it was told: UTC, RFC 3339."""
    game_id: str
    ruleset: str
    version: int
    """Of the game, when it came to this; of a turn the one at which the question arose."""
    seat: int
    decision: int | None = None
    """Of a turn: the seat's open decision."""
    deadline: str | None = None
    """Of a turn of a seat whose clock runs: when its time is up; UTC, RFC 3339."""
    seek: str | None = None
    """Of a seat: the id of the seek that led to it; None if it came otherwise."""
    invitation: int = 0
    """Of an invitation: its number, which nobody is shown."""
    tournament: str = ""
    """Of a tournament: its id; what is said of a game is empty then, and `version` is that of the tournament."""
    tournament_event: TournamentEventKind | None = None
    """Of a tournament: what happened in it."""
    round: int | None = None
    """Of a tournament: the round that it is about."""
    entrant: int | None = None
    """Of a tournament: the entrant whom it is about."""
    table: int | None = None
    """Of a tournament: the table of the match, from 1."""
    game: int | None = None
    """Of a tournament: the game of the match, from 0."""
    entrants: tuple[int, ...] | None = None
    """Of a tournament: those of the match, in the order of the table; at its end the winner."""
    ranks: tuple[int, ...] | None = None
    """Of a tournament: the ranks of `entrants`."""
    record_hash: str | None = None
    """Of a game that was scored: the hash of its record."""
    level: str | None = None
    """Of a seat that was taken over, or that forfeited: the AI level that plays it; None for default actions."""
    until_return: bool | None = None
    """Of a seat that was taken over: whether the level answers later decisions, too."""

    @property
    def about(self) -> str:
        """Return the id of the game or tournament that it is about."""
        return self.tournament or self.game_id

    @property
    def mark(self) -> int:
        """Return what rises with each notice of a game; a seat is taken before all else, whenever that is."""
        if self.type == "tournament":
            return self.version
        if self.type == "invited":
            return INVITED + self.invitation
        return 0 if self.type == "seated" else STEP * self.version + RANKS.index(self.type)

    @property
    def is_last(self) -> bool:
        """Whether perhaps no other notice of the game comes after."""
        return self.type in ("invited", "scored", "aborted") or self.tournament_event in ("cancelled", "ended")

    @property
    def shown(self) -> dict[str, Any]:
        """Return what its reader is told; an invitation says nothing of how far the game has come."""
        members = {"invited": INVITATION, "tournament": TOURNAMENT}.get(self.type, MEMBERS)
        return {name: getattr(self, name) for name in members if getattr(self, name) is not None}


Told = Mapping[str, Sequence[Notice]]
"""What is told to each player, by id."""


class FeedPosition(NamedTuple):
    """After which entry of a feed a reader goes on."""

    milliseconds: int = 0
    number: int = 0

    def __str__(self) -> str:
        """Return the entry's id."""
        return f"{self.milliseconds}-{self.number}"

    def next(self) -> "FeedPosition":
        """Return the place of the first entry that may come after."""
        return FeedPosition(self.milliseconds, self.number + 1)

    @classmethod
    def after(cls, entry_id: str) -> Self:
        """Return the place after an entry by its id, or by its milliseconds alone."""
        milliseconds, _, number = entry_id.partition("-")
        return cls(int(milliseconds), int(number or 0))


BEGINNING = FeedPosition()


class FeedPage(NamedTuple):
    """Some entries of a feed, and where they lie."""

    entries: Sequence[tuple[FeedPosition, Notice]]
    spot: FeedPosition
    """Where to go on: after the last of them, or before where the reader was if the feed has lost what he has read."""
    lost: FeedPosition
    """The last entry that is kept no more; BEGINNING while that is none."""


class Feeds:
    """The feeds of one Redis.

    On one server a game that has been removed is not told of any more. On a cluster such a game is elsewhere: what is
    told of it at that very moment stays in the feed until it expires.
    """

    def __init__(self, servers: Servers) -> None:
        self._servers = servers

    def tell(self, told: Told, now: float, others: Sequence[str] = ()) -> Mapping[str, Sequence[Webhook]]:
        """Tell players notices in their order; all may be lost yet. Returns the webhooks of them and of other owners.

        That takes one round trip to each server.
        """
        owners = [*dict.fromkeys([*told, *others])]
        kept = self._servers.each(owners, lambda client, some: self._tell(client, some, told, now))
        return dict(zip(owners, kept, strict=True))

    def tell_durably(self, told: Told, now: float) -> None:
        """Do the same, and wait until all has arrived as promised. Raises NotDurable.

        That takes one wait for each server, however many players there are.
        """
        if told:
            self._servers.write_each([*told], lambda pipeline, player: self._fill(pipeline, player, told[player], now))

    def read(self, player: str, after: FeedPosition, limit: int, now: float) -> FeedPage:
        """Read up to `limit` entries after a place."""
        feed, told = _keys(player)

        def read(client: Any) -> Any:
            pipeline = client.pipeline(transaction=True)
            return pipeline.xrange(feed, min=f"({after}", count=limit).hmget(told, MARKED).execute()

        found, marked = self._servers.call(player, read)
        latest, lost = (FeedPosition.after(each.decode()) if each else BEGINNING for each in marked)
        if latest == BEGINNING < after and after.milliseconds < 1000 * now - KEPT_MILLISECONDS:
            return FeedPage((), after, after.next())  # the feed has expired
        entries = [entry for each in found if (entry := _entry(player, each)) is not None]
        reached = FeedPosition.after(found[-1][0].decode()) if found else min(after, latest)
        return FeedPage(entries, reached, lost)

    def games_told(self, player: str) -> list[str]:
        """List the games and tournaments of which a player has been told and that are not over, and some others."""
        told = self._servers.call(player, lambda client: client.hkeys(key(player, "told")))
        names = (name.decode() for name in told)
        return [name for name in names if name not in MARKED]

    def forget(self, player: str, game_id: str) -> None:
        """Forget what a player has been told of a game, which will not come back or has another player there."""
        self._servers.call(player, lambda client: client.hdel(_keys(player)[1], game_id))

    def remove(self, player: str) -> None:
        """Remove the feed of a player."""
        self._servers.write(player, lambda pipeline: pipeline.delete(*_keys(player)))

    def _tell(self, client: Any, owners: Sequence[str], told: Told, now: float) -> list[list[Webhook]]:
        """Tell those players whose feeds one server holds, and read the webhooks of all owners that it has."""
        pipeline = client.pipeline(transaction=False)
        for player in told.keys() & owners:
            self._fill(pipeline, player, told[player], now)
        return read_each(pipeline, owners)

    def _fill(self, pipeline: Any, player: str, notices: Sequence[Notice], now: float) -> None:
        """Put into a pipeline what tells a player."""
        kept = (MOST_NOTICES, KEPT_MILLISECONDS, (KEPT_MILLISECONDS + DAY_MILLISECONDS) // 1000)
        written = [part for each in notices for part in _written(each)]
        checks = int(not self._servers.spread)
        keys = [*_keys(player), key(player, "profile"), key(player, "gone")]
        pipeline.eval(_TELL, len(keys), *keys, channel(player), int(1000 * now), *kept, checks, *written)


def _keys(player: str) -> tuple[str, str]:
    """Name the keys of a player's feed."""
    return key(player, "feed"), key(player, "told")


def _written(notice: Notice) -> list[Any]:
    """Write a notice as the script takes it."""
    return [notice.about, notice.mark, int(notice.is_last), msgspec.json.encode(notice)]


def _entry(player: str, found: Any) -> tuple[FeedPosition, Notice] | None:
    """Read an entry; None of one that cannot be read, which is logged once."""
    try:
        return FeedPosition.after(found[0].decode()), msgspec.json.decode(found[1][b"notice"], type=Notice)
    except BROKEN:
        log_once(logger, "the feed of %s has entry %s, which cannot be read", player, found[0].decode())
        return None
