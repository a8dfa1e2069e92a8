"""Store the games in Redis. `keys` describes their keys.

Each write may be retried without harm, and is retried once if the connection breaks. A retried commit finds its event
at the expected version. Only `Seats.claim` is not retried: without a key it cannot know whose claim succeeded.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from service.archive import Archive, open_archive
from service.settings import Durability
from service.store import bundles
from service.store.advice import Advice
from service.store.archived import Archived, RemovedGame
from service.store.bans import Bans
from service.store.channels import Listener, channel
from service.store.clock_list import ClockList
from service.store.commits import Commit, ConflictingWrite, commit
from service.store.confirmations import Confirmations
from service.store.connection import script
from service.store.creations import Creations
from service.store.deals import Deals
from service.store.decisions import Decisions
from service.store.due_list import DueList
from service.store.durability import DurabilityLevel
from service.store.failed_jobs import FailedJobs
from service.store.feeds import Feeds
from service.store.game_cache import GameCache
from service.store.game_parts import header_of, info_of, readable_claims, readable_info, taken
from service.store.game_types import DEFAULT_INFO, Event, GameInfo, Header, StoredGame
from service.store.holders import Claims, Holder
from service.store.idempotency_types import MARK_DIGITS, Idempotency, StoredResponse
from service.store.idempotent_requests import IdempotentRequests
from service.store.identities import Identities
from service.store.keys import DUE, NO_CLOCKS, RunningClocks, key, write
from service.store.last_backup import LastBackup
from service.store.listed_games import ListedGames
from service.store.lists import Lists
from service.store.loading import game_in_archive, game_in_reply, load_command
from service.store.log_bundling import bundle_log
from service.store.log_entries import read_entry
from service.store.merges import Merges
from service.store.outages import OutageList
from service.store.players import Players
from service.store.presence import PresenceStore
from service.store.ratings import Ratings
from service.store.results import Results
from service.store.seats import Seats
from service.store.servers import Servers, open_servers
from service.store.stored_format import StoredFormat
from service.store.targets import Targets
from service.store.unreadable import get_each, reading
from service.store.webhooks import Webhooks

_READ_LOG = script("read_log")
_CREATE = script("create")
_REPLACE_INFO = script("replace_info")
_CHANGE_HEADER = script("change_header")
_START = script("start_game")

PARTS = (
    *("header", "log", "state", "info", "seats", "result", "responses", "hints", "analysis", "reviews", "chart"),
    "presence",
    "trace",
)
"""The parts of a game, without keys that expire soon."""

_CHECK = "bottega:check"


class Store:
    """The games of one Redis. Threads may share it, forked processes may not."""

    def __init__(self, servers: Servers, archive: Archive | None = None) -> None:
        self.servers = servers
        self.lists = Lists(servers)
        self.archived = Archived(servers, archive, self.lists)
        self.due = DueList(servers)
        self.clocks = ClockList(servers)
        self.outages = OutageList(servers)
        self.advice = Advice(servers, self.archived)
        self.webhooks = Webhooks(servers)
        self.targets = Targets(servers)
        self.confirmations = Confirmations(servers)
        self.repeats = IdempotentRequests(servers)
        self.feeds = Feeds(servers)
        self.results = Results(servers, self.archived)
        self.creations = Creations(servers)
        self.seats = Seats(servers, self.archived)
        self.presence = PresenceStore(servers)
        self.players = Players(servers)
        self.identities = Identities(servers)
        self.merges = Merges(servers)
        self.bans = Bans(servers)
        self.decisions = Decisions(servers)
        self.deals = Deals(servers)
        self.ratings = Ratings(servers)
        self.cache = GameCache()
        self.failed_jobs = FailedJobs(servers)
        self.listed = ListedGames(servers, self.archived)
        self.last_backup = LastBackup(servers)
        self.stored_format = StoredFormat(servers)

    def ping(self) -> None:
        """Raise one of OUTAGES, or another error of redis-py, unless Redis responds."""
        self.servers.call("", lambda client: client.ping())

    def close(self) -> None:
        """Close all connections."""
        self.archived.close()
        self.servers.close()

    def check(self) -> None:
        """Raise one of OUTAGES unless each server of Redis accepts durable writes."""
        for name in self.servers.samples(_CHECK):
            self._write_anything(name, name)

    def create(
        self,
        header: Header,
        snapshot: bytes,
        holders: Mapping[int, Holder],
        *,
        info: GameInfo = DEFAULT_INFO,
        log: Sequence[Event] = (),
        due: float | None,
        clocks: RunningClocks = NO_CLOCKS,
    ) -> bool:
        """List and write a new game with the holders of its seats; False if the id is or was in use.

        `log` has the first events. `due` is when a worker must check the game, None without a job. `clocks` has the
        deadlines of pending decisions.
        """
        self.lists.add(header, holders, info)
        keys = [key(header.game_id, part) for part in ("header", "state", "seats", "log", "info", "deleted")]
        seats = [part for seat, holder in holders.items() for part in (seat, holder.written())]
        entries = bundles.write_list(header.ruleset, log)
        arguments = [msgspec.json.encode(header), snapshot, info.written(), len(entries), *entries, *seats]
        done = bool(write(self.servers, header.game_id, due, _CREATE, keys, arguments, clocks, creates=True))
        if not done and self.header(header.game_id) is None:  # created before, and removed in the meantime
            self.lists.remove(header, holders, info)
            self._settle(header, RemovedGame(in_archive=False, seats={}, info=None, version=len(log), webhooks=()))
            self.lists.cancel_check(header.game_id)
        return done

    def commit(self, change: Commit) -> None:
        """Write a change of a game in one step, and cache the game. Raises ConflictingWrite: see `commits`."""
        self.cache.put(commit(self.servers, change))

    def replace_info(
        self,
        game_id: str,
        seen: GameInfo,
        info: GameInfo,
        *,
        due: float | None = None,
        clocks: RunningClocks = NO_CLOCKS,
        publish: bool = False,
        version: int | None = None,
    ) -> bool:
        """Replace the info of a game; False if it is not as `seen`, or the game was removed.

        With `version`, it is also False at any other version. With `publish`, a message makes clients reload the game.
        A game that only the archive has is restored: the next attempt succeeds.
        """
        keys = [key(game_id, part) for part in ("info", "header", "log")]
        arguments = [seen.written(), info.written(), channel(game_id) if publish else ""]
        arguments.append("" if version is None else str(version))
        done = bool(write(self.servers, game_id, due, _REPLACE_INFO, keys, arguments, clocks))
        if not done:
            self.archived.restore(game_id)
        return done

    def load(self, game_id: str, *, with_responses: bool = False, reply: Any = None) -> StoredGame | None:
        """Return a game, optionally with stored responses (`with_responses`); None for an unknown game.

        `reply` is a recent reply to `load_command`. Raises GameUnreadable, like all methods that read one game.
        """
        with reading(game_id, "header, seats, game info or log"):
            _, *arguments = load_command(game_id, with_responses=with_responses)
            received = reply or self.servers.call(game_id, lambda client: client.eval(*arguments))
            return self._loaded(game_id, received)

    def _loaded(self, game_id: str, reply: Any) -> StoredGame | None:
        """Return the game of a reply, and cache it. A game that only the archive has is not cached."""
        if reply[0] is None:
            dump = self.archived.find(game_id)
            return None if dump is None else game_in_archive(dump)
        stored = game_in_reply(reply)
        if stored is not None:
            self.cache.put(stored)
        return stored

    def stored_response(self, stored: StoredGame, idempotency: Idempotency | None) -> StoredResponse | None:
        """Return the stored response for a key, once it is durable; None if there is none."""
        if idempotency is None:
            return None
        record = next((each for each in stored.responses if each.startswith(idempotency.key_mark)), None)
        if record is None:
            return None
        self._confirm(stored.header.game_id)
        return _read_response(record)

    def header(self, game_id: str) -> Header | None:
        """Return the header; None for an unknown game."""
        with reading(game_id, "header"):
            header = self._stored_header(game_id)
            return None if header is None else header_of(header)

    def _stored_header(self, game_id: str) -> bytes | None:
        header: bytes | None = self.servers.call(game_id, lambda client: client.get(key(game_id, "header")))
        return self.archived.text(game_id, "header") if header is None else header

    def replace_creator(self, game_id: str, creator: str, new: str = "") -> bool:
        """Replace this player as the creator of a game, also in archived copies. False for an unknown game.

        Without a `new` creator, the creator token ends.
        Raises ArchiveUnavailable and ConflictingWrite.
        """
        name = key(game_id, "header")
        seen: bytes | None = self.servers.call(game_id, lambda client: client.get(name))
        if seen is None:
            if self.archived.restore(game_id):
                raise ConflictingWrite
            return False
        header = header_of(seen)
        changed = msgspec.structs.replace(header, creator=new, creator_left=not new)
        if header.creator == creator and not self._change_header(game_id, seen, changed):
            raise ConflictingWrite
        self.archived.drop_copy(game_id)
        return True

    def _change_header(self, game_id: str, seen: bytes, new: Header) -> bool:
        """Replace the header; False if it is not as `seen`."""
        name, new_header = key(game_id, "header"), msgspec.json.encode(new)
        (done,) = self.servers.write(game_id, lambda pipeline: pipeline.eval(_CHANGE_HEADER, 1, name, seen, new_header))
        return bool(done)

    def info(self, game_id: str) -> GameInfo:
        """Return the info of a game."""
        keys = [key(game_id, part) for part in ("info", "header", "archived")]
        with reading(game_id, "info"):
            info, header, mark = self.servers.call(game_id, lambda client: get_each(client, keys))
            return info_of(self.archived.text(game_id, "info") if mark and header is None else info)

    def events(self, game_id: str, after: int, limit: int) -> tuple[int, list[Event]]:
        """Return the version of a game and up to `limit` events after version `after`, read in one step."""
        keys, last = [key(game_id, "log"), key(game_id, "header")], after + limit - 1
        with reading(game_id, "log"):
            found = self.servers.call(game_id, lambda client: client.eval(_READ_LOG, 2, *keys, after, last))
            version, entries, back, is_here = found
            if not version and not is_here:
                events = self.archived.log(game_id)
                return len(events), [*events[after : after + limit]]
            return version, bundles.read_list(entries, after, back)[:limit]

    def bundle_log(self, game_id: str) -> None:
        """Bundle all old events of a game, if there are any."""
        with reading(game_id, "log"):
            bundle_log(self.servers, game_id)

    def claims(self, game_id: str) -> Claims:
        """Return the taken seats with their holders."""
        return taken(self.seats.all(game_id))

    def last_event(self, game_id: str) -> Event | None:
        """Return the latest event; None if there is none."""
        with reading(game_id, "log"):
            entry: bytes | None = self.servers.call(game_id, lambda client: client.lindex(key(game_id, "log"), -1))
            if entry is None:
                return next(reversed(self.archived.log(game_id)), None)
            return read_entry(entry)

    def listener(self) -> Listener:
        """Return a new connection that can listen to the updates of games; it is not open yet."""
        return Listener(self.servers)

    def start_game(
        self, game_id: str, seen: GameInfo, info: GameInfo, *, due: float | None, clocks: RunningClocks = NO_CLOCKS
    ) -> bool:
        """Start a game with AI levels at the open seats; False if one is taken, or the info has changed."""
        keys = [key(game_id, part) for part in ("seats", "header", "info")]
        arguments = [seen.written(), info.written(), channel(game_id), *info.levels]
        return bool(write(self.servers, game_id, due, _START, keys, arguments, clocks))

    def _confirm(self, game_id: str) -> None:
        """Wait until earlier writes are durable, before a retry gets its response."""
        if self.servers.durability_level.durability != "memory":
            self._write_anything(game_id, key(game_id, "check"))

    def _write_anything(self, about: str, name: str) -> None:
        self.servers.write(about, lambda pipeline: pipeline.set(name, b"", ex=1))

    def remove(self, header: Header, remembered: int = 0) -> None:
        """Remove a game, its lists first: after a failure it can be removed again.

        `remembered` is the number of seconds for which retries of requests may come, a day at least.

        A change in the meantime may have added entries. Lists and feeds are thus cleaned again by the data at the
        moment of the removal. From then on no script writes to the game. Open streams of the game end. Raises
        ArchiveUnavailable if only the archived copy remains.
        """
        game_id = header.game_id
        claims, info = self.claims(game_id), self.info(game_id)
        if header.deal:
            self.deals.remove(header.deal, game_id)
        self.lists.remove(header, claims, info)
        last = self.archived.remove(game_id, PARTS, remembered)
        self._clean_up(header, claims, info)
        self._clean_up(header, readable_claims(last.seats), readable_info(last.info))
        self._settle(header, last)
        if last.in_archive:
            self.archived.tidy(game_id)
        self.lists.cancel_check(game_id)

    def _clean_up(self, header: Header, claims: Claims, info: GameInfo) -> None:
        """Remove a removed game from its lists and from the feeds' marks of its players."""
        self.lists.remove(header, claims, info)
        players = {each.player for each in claims.values()} | {each.player for each in info.invited.values()}
        for player in players - {""}:
            self.feeds.delete_sent(player, header.game_id)

    def _settle(self, header: Header, last: RemovedGame) -> None:
        """Remove a removed game from the due lists and the list of clocks, with its webhooks."""
        game_id = header.game_id
        self.servers.call(DUE, lambda client: client.zrem(DUE, game_id))
        self.webhooks.delete_due(game_id, last.webhooks)
        self.failed_jobs.forget(game_id)
        if header.clock is not UNSET:
            self.clocks.delete_game(game_id, len(header.seats), last.version)

    def is_deleted(self, game_id: str) -> bool:
        """Whether a game does not exist and is not being created, so that it needs no job. A damaged game exists."""
        with reading(game_id, "header"):
            return self._stored_header(game_id) is None and not self.lists.knows(game_id)


def open_store(url: str, durability: Durability = "disk", replicas: int = 1, archive_url: str = "") -> Store:
    """Return the store of these URLs. Connections open with the first command, so this does not fail."""
    archive = open_archive(archive_url) if archive_url else None
    return Store(open_servers(url, DurabilityLevel(durability, replicas)), archive)


def _read_response(record: bytes) -> StoredResponse:
    return StoredResponse(record[:MARK_DIGITS], int(record[MARK_DIGITS:]))
