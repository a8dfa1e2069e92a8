"""The games in Redis.

Keys of one game, all in one cluster slot:

    bottega:{<game_id>}:header            JSON of `Header`; written once
    bottega:{<game_id>}:log               list, one `Event` each as `entries` writes it, the old ones bundled: see
                                          `bundles`; its length is the version of the game
    bottega:{<game_id>}:state             snapshot of the position at the head of the log, as `domain.replay` encodes it
    bottega:{<game_id>}:table             JSON of `Table`; none where nothing is arranged
    bottega:{<game_id>}:seats             hash: seat -> SHA-256 digest of its bearer token, in hexadecimal digits; name,
                                          player and rotation, each after a line feed; without the last two where they
                                          say nothing, and without the name where there is none: see `stored.Holder`
    bottega:{<game_id>}:result            JSON of the result, once the game has been scored
    bottega:{<game_id>}:answers           list, of each of the last actions with an Idempotency-Key its mark and the
                                          version that its answer showed; expires
    bottega:{<game_id>}:answer:<digest>   of a claim with an Idempotency-Key, the digest of the request, a line feed and
                                          the rotation of the token that was given, if it was not the first; expires.
                                          After the digest, how often the seat had been left, if ever
    bottega:{<game_id>}:trace             where the last event was written, while traces are told: see `traces`; expires
    bottega:{<game_id>}:check             written to see whether all before has arrived; expires
    bottega:{<game_id>}:hints|analysis|judged|picture   what AI players think of the game: see `advice`
    bottega:{<game_id>}:seen              who was there when, where that is told: see `presence`
    bottega:{<game_id>}:webhooks|webhook:...            whom its creator wants to be told: see `webhooks`
    bottega:{<game_id>}:archived|superseded|recalled    of a game that is, or was, in the archive: see `archived`
    bottega:{<game_id>}:gone              there for a day after the game was removed; expires

Keys outside any game:

    bottega:creation:<digest>             for a creation with an Idempotency-Key: the digest of the request, a line
                                          feed, the id of the game or key; expires
    bottega:{archive}                     which archive has the finished games: see `archive_identity`
    bottega:check                         written now and then, to see whether Redis takes it; expires; in a cluster one
                                          with a number for each node
    bottega:due                           which games are owed a job: see `due_list`
    bottega:clocks                        when the time of open decisions is up: see `clock_list`
    bottega:{bottega:clocks}:asked        when a decision of each game was asked last: see `clock_list`
    bottega:{lists}:...                   which games there are: see `lists`
    bottega:{webhooks}:due                which webhooks have something to send: see `due_list`
    bottega:{<deal_id>}:games             which games are dealt alike: see `deals`
    bottega:{<player>}:..., bottega:invitation:...   who plays: see `players`
    bottega:{seeks}:..., bottega:{seeks:<kind>}:...  who wants to: see `seeks`
    bottega:{<tournament>}:..., bottega:{tournaments}:...   who meets whom: see `tournaments`
    bottega:{ratings}:..., bottega:{ratings:<pool>}:...   who plays how well: see `ratings`

Each write may be repeated without harm, and is repeated once when the connection breaks: whoever lost the reply to a
commit finds his own event at the expected version. Only `Seats.claim` is not repeated: without a key it cannot tell
its own success from somebody else's.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from service.archive import Archive, open_archive
from service.runtime.throttled_log import log_once
from service.settings import Durability
from service.store import bundles
from service.store.advice import Advice
from service.store.archived import Archived, Removed
from service.store.channels import Listener, channel
from service.store.clock_list import ClockList
from service.store.connection import script
from service.store.deals import Deals
from service.store.due_list import DueList
from service.store.durability import DurabilityLevel
from service.store.feeds import Feeds
from service.store.game_dump import GameDump
from service.store.game_types import (
    MARK_DIGITS,
    PLAIN,
    START,
    BundledEntries,
    Claims,
    Commit,
    Event,
    GameInfo,
    Header,
    Holder,
    Idempotency,
    ListedGame,
    LogPosition,
    StoredGame,
    StoredResponse,
)
from service.store.idempotent_requests import IdempotentRequests
from service.store.keys import DUE, NO_CLOCKS, RunningClocks, key, write
from service.store.lists import Lists
from service.store.log_entries import read_entry, read_place, write_entry
from service.store.outages import OutageList
from service.store.players import Players
from service.store.presence import PresenceStore
from service.store.ratings import Ratings
from service.store.seats import Seats
from service.store.seeks import Seeks
from service.store.servers import Servers, open_servers
from service.store.tournaments import Tournaments
from service.store.unreadable import GameUnreadable, reading
from service.store.webhooks import Webhooks

logger = logging.getLogger(__name__)

_LOAD = script("load")
_STRETCH = script("stretch")
_CREATE = script("create")
_COMMIT = script("commit")
_ARRANGE = script("arrange")
_CHANGE_HEADER = script("change_header")
_BEGIN = script("begin")
_SAVE_RESULT = script("save_result")

PARTS = (
    *("header", "log", "state", "table", "seats", "result", "answers", "hints", "analysis", "judged", "picture"),
    "seen",
    "trace",
)
"""What there may be of a game, besides keys that expire soon."""

MOST_ANSWERS = 64
"""Of actions that are kept for whoever repeats them; a game has five seats, and each waits for its answer."""

_HEADER = msgspec.json.Decoder(Header)
_TABLE = msgspec.json.Decoder(GameInfo)

_CREATION = "bottega:creation:"
_CHECK = "bottega:check"


class Store:
    """The games of one Redis; safe to share between threads, not across a fork."""

    def __init__(self, servers: Servers, archive: Archive | None = None) -> None:
        self.servers = servers
        self.lists = Lists(servers)
        self.archived = Archived(servers, archive, self.lists)
        self.due = DueList(servers)
        self.clocks = ClockList(servers)
        self.outages = OutageList(servers)
        self.advice = Advice(servers, self.archived)
        self.webhooks = Webhooks(servers)
        self.repeats = IdempotentRequests(servers)
        self.feeds = Feeds(servers)
        self.seats = Seats(servers, self.archived)
        self.presence = PresenceStore(servers)
        self.players = Players(servers)
        self.seeks = Seeks(servers)
        self.tournaments = Tournaments(servers, self.players)
        self.deals = Deals(servers)
        self.ratings = Ratings(servers)

    def ping(self) -> None:
        """Raise one of OUTAGES, or another error of redis-py, unless Redis answers."""
        self.servers.call("", lambda client: client.ping())

    def close(self) -> None:
        """Close all connections."""
        self.archived.close()
        self.servers.close()

    def check(self) -> None:
        """Raise one of OUTAGES unless each server of Redis takes what is written, as durably as is promised."""
        for name in self.servers.samples(_CHECK):
            self._write_anything(name, name)

    def create(
        self,
        header: Header,
        snapshot: bytes,
        holders: Mapping[int, Holder],
        *,
        table: GameInfo = PLAIN,
        log: Sequence[Event] = (),
        due: float | None,
        clocks: RunningClocks = NO_CLOCKS,
    ) -> bool:
        """List and write a new game with those who have its seats; False if the id is taken by another, or was.

        `log` holds the events that it begins with. `due` is when somebody must look at it, None if no job is owed, and
        `clocks` when the time of each open decision is up.
        """
        self.lists.add(header, holders, table)
        keys = [key(header.game_id, part) for part in ("header", "state", "seats", "log", "table", "gone")]
        seats = [part for seat, holder in holders.items() for part in (seat, holder.written())]
        entries = bundles.write_list(header.ruleset, log)
        arguments = [msgspec.json.encode(header), snapshot, table.written(), len(entries), *entries, *seats]
        done = bool(write(self.servers, header.game_id, due, _CREATE, keys, arguments, clocks, creates=True))
        if not done and self.header(header.game_id) is None:  # created before, and removed since
            self.lists.remove(header, holders, table)
            self._settle(header, Removed(in_archive=False, seats={}, table=None, version=len(log), webhooks=()))
            self.lists.forget(header.game_id)
        return done

    def commit(  # noqa: PLR0913  # all that is written in one step
        self,
        game_id: str,
        event: Event,
        snapshot: bytes,
        *,
        ruleset: str = "",
        due: float | None,
        seen: GameInfo = PLAIN,
        table: GameInfo = PLAIN,
        clocks: RunningClocks = NO_CLOCKS,
        idempotency: Idempotency | None = None,
        keep_seconds: int = 1,
        old: BundledEntries | None = None,
    ) -> Commit:
        """Append an event and replace the snapshot in one step, if the log is still one shorter than `event.version`.

        And if the table is still arranged as it was `seen`; it is as in `table` from now on. With `idempotency` it is
        kept in the same step what was answered; if something is kept under its key already, that is returned, and
        nothing written. The `ruleset` of the game is told so that the event packs well. What was read as `old` is
        bundled in the same step.
        """
        keys = [key(game_id, "log"), key(game_id, "state"), key(game_id, "table")]
        written, attempt = write_entry(ruleset, event), bundles.mark(event)
        arguments: list[Any] = [event.version - 1, written, attempt, snapshot, channel(game_id)]
        arguments += [seen.written(), table.written(), *bundles.in_place_of(ruleset, old)]
        if idempotency is not None:
            keys.append(key(game_id, "answers"))
            arguments += [idempotency.mark, MOST_ANSWERS, keep_seconds]
        outcome, *record = write(self.servers, game_id, due, _COMMIT, keys, arguments, clocks)
        if outcome == b"repeated":
            return _answered(record[0])
        return "committed" if outcome == b"committed" else "conflict"

    def arrange(
        self,
        game_id: str,
        seen: GameInfo,
        table: GameInfo,
        *,
        due: float | None = None,
        clocks: RunningClocks = NO_CLOCKS,
        told: bool = False,
    ) -> bool:
        """Arrange the table anew, if it is still as it was `seen`; False if it is not, or the game is gone.

        Where it is to be `told`, whoever follows the game looks at it again. A game that only the archive has is taken
        back, so that it can be arranged when it is tried again.
        """
        keys = [key(game_id, part) for part in ("table", "header", "log")]
        arguments = [seen.written(), table.written(), channel(game_id) if told else ""]
        done = bool(write(self.servers, game_id, due, _ARRANGE, keys, arguments, clocks))
        if not done:
            self.archived.recall(game_id)
        return done

    def load(self, game_id: str, *, answers: bool = False) -> StoredGame | None:
        """Read a game, with the `answers` that were given if they are wanted; None if there is no such game.

        Raises GameUnreadable, as all that reads one game does.
        """
        with reading(game_id, "header, seats, table or log"):
            return self._load(game_id, answers=answers)

    def _load(self, game_id: str, *, answers: bool) -> StoredGame | None:
        """Read a game; what is damaged of it raises what it likes."""
        parts = ("header", "state", "table", "seats", "log", *(("answers",) if answers else ()))
        keys = [key(game_id, part) for part in parts]
        header, snapshot, table, seats, last, kept, *old = self.servers.call(
            game_id, lambda client: client.eval(_LOAD, len(keys), *keys, bundles.NEWEST, *bundles.SIZES)
        )
        if header is None:
            return self._load_archived(game_id)
        if snapshot is None:
            return None
        claims = _claims(dict(zip(seats[::2], seats[1::2], strict=True)))
        to_bundle = BundledEntries(*old) if old[1] else None
        created = _HEADER.decode(header)
        return StoredGame(created, snapshot, _place(last), _table_of(created, table), claims, kept, to_bundle)

    def _load_archived(self, game_id: str) -> StoredGame | None:
        """Read a game that only the archive has; no answers are kept of one."""
        kept = self.archived.find(game_id)
        if kept is None:
            return None
        place = kept.log[-1].place if kept.log else START
        return StoredGame(_HEADER.decode(kept.header), kept.state, place, _table(kept.table), _claims(kept.seats))

    def answered(self, stored: StoredGame, idempotency: Idempotency | None) -> StoredResponse | None:
        """Find what was answered under a key, once it has arrived as promised; None if nothing was."""
        if idempotency is None:
            return None
        record = next((each for each in stored.answers if each.startswith(idempotency.key_mark)), None)
        if record is None:
            return None
        self._confirm(stored.header.game_id)
        return _answered(record)

    def header(self, game_id: str) -> Header | None:
        """Read the header alone; None if there is no such game."""
        with reading(game_id, "header"):
            header: bytes | None = self.servers.call(game_id, lambda client: client.get(key(game_id, "header")))
            header = self.archived.text(game_id, "header") if header is None else header
            return None if header is None else _HEADER.decode(header)

    def release(self, game_id: str, host: str) -> bool:
        """Let a game have no host if this player is it; no copy in the archive says so. Whether there is the game.

        Raises ArchiveUnavailable.
        """
        name = key(game_id, "header")
        while True:
            seen: bytes | None = self.servers.call(game_id, lambda client: client.get(name))
            if seen is None:
                if self.archived.recall(game_id):
                    continue
                return False
            header = _HEADER.decode(seen)
            if header.host != host or self._change_header(game_id, seen, msgspec.structs.replace(header, host="")):
                break
        self.archived.drop_copy(game_id)
        return True

    def _change_header(self, game_id: str, seen: bytes, new: Header) -> bool:
        """Change what a game was created with; False if it is not as it was `seen`."""
        name, kept = key(game_id, "header"), msgspec.json.encode(new)
        (done,) = self.servers.write(game_id, lambda pipeline: pipeline.eval(_CHANGE_HEADER, 1, name, seen, kept))
        return bool(done)

    def table(self, game_id: str) -> GameInfo:
        """Read how the table of a game is arranged."""
        keys = [key(game_id, part) for part in ("table", "header", "archived")]
        with reading(game_id, "table"):
            table, header, mark = self.servers.call(game_id, lambda client: client.mget(*keys))
            return _table(self.archived.text(game_id, "table") if mark and header is None else table)

    def events(self, game_id: str, after: int, limit: int) -> tuple[int, list[Event]]:
        """Read the version of a game and up to `limit` events that come after version `after`, both of one moment."""
        name, last = key(game_id, "log"), after + limit - 1
        with reading(game_id, "log"):
            stretch = self.servers.call(game_id, lambda client: client.eval(_STRETCH, 1, name, after, last))
            version, entries, back = stretch
            if not version:
                kept = self.archived.log(game_id)
                return len(kept), [*kept[after : after + limit]]
            return version, bundles.read_list(entries, after, back)[:limit]

    def look_at(self, game_ids: Sequence[str], *, live: bool = False) -> list[ListedGame | None]:
        """Read some games, in one round trip to each server; None for one that there is not, or is lost in the archive.

        A game that cannot be read is left out and logged once. If `live`, those that only the archive has are left out
        as well.
        """
        found = [_readable(each) for each in self.servers.each(game_ids, _look_at)]
        if live:
            return found
        missing = [game_id for game_id, each in zip(game_ids, found, strict=True) if each is None]
        kept = self.archived.find_many(missing)
        archived = {game_id: _readable(_tried(game_id, _listed_kept, each)) for game_id, each in kept.items()}
        return [each or archived.get(game_id) for game_id, each in zip(game_ids, found, strict=True)]

    def look_up(self, game_id: str) -> ListedGame | None:
        """Read one game; raises GameLost of one that is lost, and GameUnreadable."""
        (found,) = self.servers.each([game_id], _look_at)
        if isinstance(found, GameUnreadable):
            raise found
        if found is None and (kept := self.archived.find(game_id)) is not None:
            with reading(game_id, "copy in the archive"):
                return _listed_kept(kept)
        return found

    def claims(self, game_id: str) -> Claims:
        """Read which seats somebody has."""
        return _held(self.seats.all(game_id))

    def last_event(self, game_id: str) -> Event | None:
        """Read the latest event; None while there is none."""
        with reading(game_id, "log"):
            entry: bytes | None = self.servers.call(game_id, lambda client: client.lindex(key(game_id, "log"), -1))
            if entry is None:
                return next(reversed(self.archived.log(game_id)), None)
            return read_entry(entry)

    def listener(self) -> Listener:
        """Return a connection of its own that can listen to the news of games; it is not open yet."""
        return Listener(self.servers)

    def begin(
        self, game_id: str, seen: GameInfo, table: GameInfo, *, due: float | None, clocks: RunningClocks = NO_CLOCKS
    ) -> bool:
        """Begin a game with AI levels at the seats that nobody has; False if somebody has one, or it is changed."""
        keys = [key(game_id, part) for part in ("seats", "header", "table")]
        arguments = [seen.written(), table.written(), channel(game_id), *table.levels]
        return bool(write(self.servers, game_id, due, _BEGIN, keys, arguments, clocks))

    def _confirm(self, game_id: str) -> None:
        """Wait until what was written before has arrived, when somebody who was not told so asks again."""
        if self.servers.promise.durability != "memory":
            self._write_anything(game_id, key(game_id, "check"))

    def _write_anything(self, about: str, name: str) -> None:
        """Write a key that nobody reads."""
        self.servers.write(about, lambda pipeline: pipeline.set(name, b"", ex=1))

    def reserve(self, idempotency: Idempotency, game_id: str, keep_seconds: int) -> tuple[str, str]:
        """Name the game that a creation with this key is to make: `game_id`, or what an earlier request reserved.

        Returns the digest of the request that reserved it, and the game's id.
        """
        record = f"{idempotency.request}\n{game_id}"
        name = _CREATION + idempotency.digest
        kept = self.servers.write_before(
            name, lambda pipeline: pipeline.set(name, record, nx=True, ex=keep_seconds).get(name)
        )
        request, reserved = kept[-1].decode().split("\n")
        return request, reserved

    def save_result(self, game_id: str, result: bytes) -> None:
        """Keep the result of a finished game; the first one stays."""
        keys = [key(game_id, "result"), key(game_id, "header")]
        self.servers.write_before(game_id, lambda pipeline: pipeline.eval(_SAVE_RESULT, len(keys), *keys, result))

    def remove(self, header: Header) -> None:
        """Remove a game, its lists first: whatever fails, it is still looked at, and can be removed again.

        Whoever carried it on in the meantime has changed what there was to clean up: so lists and feeds are cleaned
        once more by what there was at the moment at which the game went. From then on no script writes anything of it.
        Raises ArchiveUnavailable once it is gone for everybody.
        """
        game_id = header.game_id
        claims, table = self.claims(game_id), self.table(game_id)
        if header.deal:
            self.deals.remove(header.deal, game_id)
        self.lists.remove(header, claims, table)
        last = self.archived.remove(game_id, PARTS)
        self._clean_up(header, claims, table)
        self._clean_up(header, _read_claims(last.seats), _read_table(last.table))
        self._settle(header, last)
        if last.in_archive:
            self.archived.tidy(game_id)
        self.lists.forget(game_id)

    def _clean_up(self, header: Header, claims: Claims, table: GameInfo) -> None:
        """Take a game that has been removed out of its lists, and out of what its players have been told."""
        self.lists.remove(header, claims, table)
        told = {each.player for each in claims.values()} | {each.player for each in table.invited.values()}
        for player in told - {""}:
            self.feeds.forget(player, header.game_id)

    def _settle(self, header: Header, last: Removed) -> None:
        """Take a game that has been removed off the due lists, with its webhooks, and off the list of clocks."""
        game_id = header.game_id
        self.servers.call(DUE, lambda client: client.zrem(DUE, game_id))
        self.webhooks.forget_due(game_id, last.webhooks)
        if header.clock is not None:
            self.clocks.forget_game(game_id, len(header.seats), last.version)

    def is_gone(self, game_id: str) -> bool:
        """Whether there is no such game, and none is about to be created: nothing is owed to it any more."""
        return self.header(game_id) is None and not self.lists.knows(game_id)

    def scored(self, game_id: str) -> tuple[Header | None, bytes | None]:
        """Read header and result; None of a game that there is not, and until it has been scored."""
        keys = [key(game_id, "header"), key(game_id, "result")]
        with reading(game_id, "header"):
            header, result = self.servers.call(game_id, lambda client: client.mget(*keys))
            if header is None and (kept := self.archived.find(game_id)) is not None:
                header, result = kept.header, kept.texts.get("result")
            return None if header is None else _HEADER.decode(header), result

    def result(self, game_id: str) -> bytes | None:
        """Read the result; None until the game has been scored."""
        with reading(game_id, "result"):
            result: bytes | None = self.servers.call(game_id, lambda client: client.get(key(game_id, "result")))
            return self.archived.text(game_id, "result") if result is None else result


def open_store(url: str, durability: Durability = "disk", replicas: int = 1, archive_url: str = "") -> Store:
    """Connect to the Redis of the games and their archive; connections are made when needed, so this does not fail."""
    archive = open_archive(archive_url) if archive_url else None
    return Store(open_servers(url, DurabilityLevel(durability, replicas)), archive)


def _read_claims(seats: Mapping[bytes, bytes]) -> Claims:
    """Read who had the seats of a game that is removed; nobody where that cannot be read."""
    try:
        return _claims(seats)
    except ValueError:
        return {}


def _read_table(kept: bytes | None) -> GameInfo:
    """Read how the table of a game was arranged that is removed; plain where that cannot be read."""
    try:
        return _table(kept)
    except msgspec.MsgspecError:
        return PLAIN


def _look_at(client: Any, game_ids: Sequence[str]) -> list[ListedGame | GameUnreadable | None]:
    """Read some games that one server holds; of one that cannot be read return why."""
    pipeline = client.pipeline(transaction=False)
    for game_id in game_ids:
        pipeline.mget(*(key(game_id, part) for part in ("header", "state", "table"))).hgetall(key(game_id, "seats"))
    read = pipeline.execute(raise_on_error=False)
    return [_tried(game_id, _replied, *read[2 * index : 2 * index + 2]) for index, game_id in enumerate(game_ids)]


def _replied(parts: Any, seats: Any) -> ListedGame | None:
    """Read a game from two replies of Redis; raises the first that is an error."""
    for reply in (parts, seats):
        if isinstance(reply, Exception):
            raise reply
    return _listed(parts, seats)


def _tried(game_id: str, read: Callable[..., ListedGame | None], *arguments: Any) -> ListedGame | GameUnreadable | None:
    """Read a game, or return why it cannot be read."""
    try:
        with reading(game_id, "header, seats or table"):
            return read(*arguments)
    except GameUnreadable as error:
        return error


def _readable(found: ListedGame | GameUnreadable | None) -> ListedGame | None:
    """Leave a game out that cannot be read, and log that once."""
    if isinstance(found, GameUnreadable):
        log_once(logger, "%s", found)
        return None
    return found


def _listed(parts: Sequence[bytes | None], seats: Mapping[bytes, bytes]) -> ListedGame | None:
    """Read what is listed of a game, from header, snapshot and table; None if there is no such game."""
    header, snapshot, table = parts
    if header is None or snapshot is None:
        return None
    return ListedGame(_HEADER.decode(header), snapshot, _claims(seats), _table(table))


def _listed_kept(kept: GameDump) -> ListedGame | None:
    """Read it likewise of a game that only the archive has."""
    return _listed((kept.header, kept.state, kept.table), kept.seats)


def _place(last: bytes | None) -> LogPosition:
    """Read where a reader is who has read as far as the last entry of a log, which there may not be yet."""
    return read_place(last) if last else START


def _table(kept: bytes | None) -> GameInfo:
    """Read how a table is arranged."""
    return _TABLE.decode(kept) if kept else PLAIN


def _table_of(header: Header, kept: bytes | None) -> GameInfo:
    """Read how the table of a game is arranged; raises GameUnreadable where a game with a clock has none."""
    if kept is None and header.clock is not None:
        raise GameUnreadable(header.game_id, "its table is missing")
    return _table(kept)


def _claims(seats: Mapping[bytes, bytes]) -> Claims:
    """Read who has the seats of a game."""
    return _held({int(seat): Holder.read(record.decode()) for seat, record in seats.items()})


def _held(holders: Mapping[int, Holder]) -> Claims:
    """Leave out the seats that nobody has any more."""
    return {seat: holder for seat, holder in holders.items() if holder.is_somebody}


def _answered(record: bytes) -> StoredResponse:
    """Read what is kept of an answer."""
    return StoredResponse(record[:MARK_DIGITS], int(record[MARK_DIGITS:]))
