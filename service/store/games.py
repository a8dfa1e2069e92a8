"""Store the games in Redis.

Keys of one game, all in one cluster slot:

    bottega:{<game_id>}:header            JSON of `Header`; written once
    bottega:{<game_id>}:log               list: one `Event` per entry, see `log_entries`; old events in bundles, see
                                          `bundles`; its length is the version of the game
    bottega:{<game_id>}:state             snapshot of the position after the last event, as `domain.replay` encodes it
    bottega:{<game_id>}:info              JSON of `GameInfo`; missing for the default
    bottega:{<game_id>}:seats             hash: seat -> SHA-256 digest of its token, in hexadecimal digits; name, player
                                          and rotation, each after a line feed. The last two and the name are omitted
                                          if empty: see `game_types.Holder`
    bottega:{<game_id>}:result            JSON of the result, once the game is scored
    bottega:{<game_id>}:responses         list: mark and shown version of each of the last idempotent actions; expires
    bottega:{<game_id>}:claim:<digest>    digest of an idempotent claim, a line feed, and the rotation of its token
                                          unless that is the first; expires. After the digest, how often the seat had
                                          been left, if ever
    bottega:{<game_id>}:trace             span that wrote the last event, with tracing: see `trace_links`; expires
    bottega:{<game_id>}:check             written to check the durability of earlier writes; expires
    bottega:{<game_id>}:hints|analysis|reviews|chart    hints and analysis: see `advice`
    bottega:{<game_id>}:presence          presence of players: see `presence`
    bottega:{<game_id>}:webhooks|webhook:...            webhooks: see `webhooks`
    bottega:{<game_id>}:archived|superseded|restored    copies in the archive: see `archived`
    bottega:{<game_id>}:deleted           set after the removal of the game, for a day at least; expires

Keys outside any game:

    bottega:creation:<digest>             digest of an idempotent creation, a line feed, and the id of the game or key;
                                          expires
    bottega:{archive}                     the archive of the finished games: see `archive_identity`
    bottega:check                         written to check that Redis accepts writes; expires; in a cluster with a
                                          number for each node
    bottega:due                           games that need a job: see `due_list`
    bottega:clocks                        deadlines of pending decisions: see `clock_list`
    bottega:{bottega:clocks}:starts       latest start of a clock of each game: see `clock_list`
    bottega:{lists}:...                   lists of games: see `lists`
    bottega:{webhooks}:due                webhooks with pending deliveries: see `due_list`
    bottega:{<deal_id>}:games             games of a deal: see `deals`
    bottega:{<player>}:..., bottega:invitation:...   players: see `players`, `identities` and `merges`
    bottega:{seeks}:..., bottega:{seeks:<kind>}:...  seeks: see `seeks`
    bottega:{failures}, bottega:{failures}:...   failed jobs: see `failed_jobs`
    bottega:{ratings}:..., bottega:{ratings:<pool>}:...   ratings: see `ratings`

Each write may be retried without harm, and is retried once if the connection breaks. A retried commit finds its event
at the expected version. Only `Seats.claim` is not retried: without a key it cannot know whose claim succeeded.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from service.archive import Archive, open_archive
from service.settings import Durability
from service.store import bundles
from service.store.advice import Advice
from service.store.archived import Archived, RemovedGame
from service.store.blocks import Blocks
from service.store.channels import Listener, channel
from service.store.clock_list import ClockList
from service.store.confirmations import Confirmations
from service.store.connection import script
from service.store.deals import Deals
from service.store.due_list import DueList
from service.store.durability import Command, DurabilityLevel
from service.store.failed_jobs import FailedJobs
from service.store.feeds import Feeds
from service.store.game_parts import claims_of, header_of, info_of, position_of, taken
from service.store.game_types import (
    DEFAULT_INFO,
    MARK_DIGITS,
    START,
    BundledEntries,
    Claims,
    Commit,
    Event,
    GameInfo,
    Header,
    Holder,
    Idempotency,
    StoredGame,
    StoredResponse,
)
from service.store.idempotent_requests import IdempotentRequests
from service.store.identities import Identities
from service.store.keys import DUE, NO_CLOCKS, RunningClocks, key, write
from service.store.listed_games import ListedGames
from service.store.lists import Lists
from service.store.log_entries import read_entry, write_entry
from service.store.merges import Merges
from service.store.outages import OutageList
from service.store.players import Players
from service.store.presence import PresenceStore
from service.store.ratings import Ratings
from service.store.recent_games import RecentGames
from service.store.seats import Seats
from service.store.seeks import Seeks
from service.store.servers import Servers, open_servers
from service.store.unreadable import GameUnreadable, get_each, reading
from service.store.webhooks import Webhooks

_LOAD = script("load")
_READ_LOG = script("read_log")
_CREATE = script("create")
_COMMIT = script("commit")
_REPLACE_INFO = script("replace_info")
_CHANGE_HEADER = script("change_header")
_START = script("start_game")
_SAVE_RESULT = script("save_result")

PARTS = (
    *("header", "log", "state", "info", "seats", "result", "responses", "hints", "analysis", "reviews", "chart"),
    "presence",
    "trace",
)
"""The parts of a game, without keys that expire soon."""

MOST_RESPONSES = 64
"""The maximum number of stored responses of actions: a game has five seats, and each waits for its response."""

_CREATION = "bottega:creation:"
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
        self.confirmations = Confirmations(servers)
        self.blocks = Blocks(servers)
        self.repeats = IdempotentRequests(servers)
        self.feeds = Feeds(servers)
        self.seats = Seats(servers, self.archived)
        self.presence = PresenceStore(servers)
        self.players = Players(servers)
        self.identities = Identities(servers)
        self.merges = Merges(servers)
        self.seeks = Seeks(servers)
        self.deals = Deals(servers)
        self.ratings = Ratings(servers)
        self.recent = RecentGames()
        self.failed_jobs = FailedJobs(servers)
        self.listed = ListedGames(servers, self.archived)

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

    def commit(  # noqa: PLR0913  # written in one step
        self,
        game_id: str,
        events: Sequence[Event],
        snapshot: bytes,
        *,
        ruleset: str = "",
        due: float | None,
        seen: GameInfo = DEFAULT_INFO,
        info: GameInfo = DEFAULT_INFO,
        clocks: RunningClocks = NO_CLOCKS,
        idempotency: Idempotency | None = None,
        keep_seconds: int = 1,
        source: StoredGame | None = None,
    ) -> Commit:
        """Append successive events and replace the snapshot in one step, if log and info have not changed.

        The log must end before the first event, and the info must be as `seen`; `info` replaces it. With
        `idempotency` the step also stores the response. If its key already has one, that is returned and nothing is
        written. The `ruleset` selects the compression dictionary. `source` is the game to which the events were
        applied: the step also bundles its old entries. If it is a kept copy, last entry and seats must be the same.
        """
        keys = [key(game_id, part) for part in ("log", "state", "info", "seats", "header")]
        arguments: list[Any] = [events[0].version - 1, bundles.mark(events[-1]), snapshot, channel(game_id)]
        arguments += [seen.written(), info.written()]
        arguments += bundles.bundle_arguments(ruleset, None if source is None else source.old)
        arguments += [source.last, source.seats] if source is not None and source.is_kept else ["", ""]
        if idempotency is not None:
            keys.append(key(game_id, "responses"))
        arguments += [b"" if idempotency is None else idempotency.mark, MOST_RESPONSES, keep_seconds]
        entries = [write_entry(ruleset, event) for event in events]
        arguments += entries
        outcome, *record = write(self.servers, game_id, due, _COMMIT, keys, arguments, clocks)
        if outcome == b"repeated":
            return _read_response(record[0])
        if outcome != b"committed":
            return "conflict"
        position = events[-1].position
        if source is not None and bundles.same_bundle(source.position.number, position.number):
            self.recent.keep(
                msgspec.structs.replace(
                    source, snapshot=snapshot, position=position, info=info, old=None, last=entries[-1]
                )
            )
        return "committed"

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
            return self._loaded(game_id, reply or self._load(game_id, with_responses=with_responses))

    def _load(self, game_id: str, *, with_responses: bool) -> Any:
        _, *arguments = load_command(game_id, with_responses=with_responses)
        return self.servers.call(game_id, lambda client: client.eval(*arguments))

    def _loaded(self, game_id: str, reply: Any) -> StoredGame | None:
        """Return the game of a reply; damaged data raises any error."""
        header, snapshot, info, seats, last, responses, *old = reply
        if header is None:
            return self._load_archived(game_id)
        if snapshot is None:
            return None
        claims = claims_of(dict(zip(seats[::2], seats[1::2], strict=True)))
        to_bundle = BundledEntries(*old) if old[1] else None
        created = header_of(header)
        stored = StoredGame(
            created,
            snapshot,
            position_of(last),
            _info_of(created, info),
            claims,
            responses,
            to_bundle,
            seats=b"".join(seats),
            last=last or b"",
        )
        self.recent.keep(stored)
        return stored

    def _load_archived(self, game_id: str) -> StoredGame | None:
        """Return a game that only the archive has. It has no stored responses."""
        dump = self.archived.find(game_id)
        if dump is None:
            return None
        position = dump.log[-1].position if dump.log else START
        return StoredGame(header_of(dump.header), dump.state, position, info_of(dump.info), claims_of(dump.seats))

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
        Raises ArchiveUnavailable.
        """
        name = key(game_id, "header")
        while True:
            seen: bytes | None = self.servers.call(game_id, lambda client: client.get(name))
            if seen is None:
                if self.archived.restore(game_id):
                    continue
                return False
            header = header_of(seen)
            if header.creator != creator or self._change_header(
                game_id, seen, msgspec.structs.replace(header, creator=new, creator_left=not new)
            ):
                break
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

    def reserve(self, idempotency: Idempotency, game_id: str, keep_seconds: int) -> tuple[str, str]:
        """Reserve the id for an idempotent creation: `game_id`, or the id that an earlier request reserved.

        Returns the digest of the request that reserved the id, and the id.
        """
        record = f"{idempotency.request}\n{game_id}"
        name = _CREATION + idempotency.digest
        stored = self.servers.write_before(
            name, lambda pipeline: pipeline.set(name, record, nx=True, ex=keep_seconds).get(name)
        )
        request, reserved = stored[-1].decode().split("\n")
        return request, reserved

    def is_reserved(self, idempotency: Idempotency) -> bool:
        """Whether an earlier request has reserved an id."""
        name = _CREATION + idempotency.digest
        return bool(self.servers.call(name, lambda client: client.exists(name)))

    def save_result(self, game_id: str, result: bytes) -> None:
        """Store the result of a finished game, unless there is one."""
        keys = [key(game_id, "result"), key(game_id, "header")]
        self.servers.write_before(game_id, lambda pipeline: pipeline.eval(_SAVE_RESULT, len(keys), *keys, result))

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
        self._clean_up(header, _read_claims(last.seats), _read_info(last.info))
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
        if header.clock is not None:
            self.clocks.delete_game(game_id, len(header.seats), last.version)

    def is_deleted(self, game_id: str) -> bool:
        """Whether a game does not exist and is not being created, so that it needs no job. A damaged game exists."""
        with reading(game_id, "header"):
            return self._stored_header(game_id) is None and not self.lists.knows(game_id)

    def scored(self, game_id: str) -> tuple[Header | None, bytes | None]:
        """Return header and result; None for each that does not exist."""
        keys = [key(game_id, "header"), key(game_id, "result")]
        with reading(game_id, "header or result"):
            header, result = self.servers.call(game_id, lambda client: get_each(client, keys))
        with reading(game_id, "result"):
            if header is None and (dump := self.archived.find(game_id)) is not None:
                header, result = dump.header, dump.texts.get("result")
            return None if header is None else header_of(header), _checked(result)

    def result(self, game_id: str) -> bytes | None:
        """Return the result; None until the game is scored."""
        with reading(game_id, "result"):
            result: bytes | None = self.servers.call(game_id, lambda client: client.get(key(game_id, "result")))
            return _checked(self.archived.text(game_id, "result") if result is None else result)


def open_store(url: str, durability: Durability = "disk", replicas: int = 1, archive_url: str = "") -> Store:
    """Return the store of these URLs. Connections open with the first command, so this does not fail."""
    archive = open_archive(archive_url) if archive_url else None
    return Store(open_servers(url, DurabilityLevel(durability, replicas)), archive)


def load_command(game_id: str, *, with_responses: bool) -> Command:
    """Return the command that reads a game in one step, for `Store.load`."""
    parts = ("header", "state", "info", "seats", "log", *(("responses",) if with_responses else ()))
    keys = [key(game_id, part) for part in parts]
    return ("EVAL", _LOAD, len(keys), *keys, bundles.NEWEST, *bundles.SIZES)


def _read_claims(seats: Mapping[bytes, bytes]) -> Claims:
    """Return the holders of a removed game; empty if unreadable."""
    try:
        return claims_of(seats)
    except ValueError:
        return {}


def _read_info(stored: bytes | None) -> GameInfo:
    """Return the info of a removed game; the default if unreadable."""
    try:
        return info_of(stored)
    except msgspec.MsgspecError:
        return DEFAULT_INFO


def _info_of(header: Header, stored: bytes | None) -> GameInfo:
    """Return the info of a game; raises GameUnreadable if a game with a clock has none."""
    if stored is None and header.clock is not None:
        raise GameUnreadable(header.game_id, "its game info is missing")
    return info_of(stored)


def _checked(result: bytes | None) -> bytes | None:
    """Return a stored result; raises msgspec.DecodeError unless it is JSON."""
    if result is not None:
        msgspec.json.decode(result, type=msgspec.Raw)
    return result


def _read_response(record: bytes) -> StoredResponse:
    return StoredResponse(record[:MARK_DIGITS], int(record[MARK_DIGITS:]))
