"""The games in Redis.

Keys of one game, all in one cluster slot:

    bottega:{<game_id>}:header            JSON of `Header`; written once
    bottega:{<game_id>}:log               list, JSON of one `Event` each; its length is the version of the game
    bottega:{<game_id>}:state             snapshot of the position at the head of the log, as `domain.replay` encodes it
    bottega:{<game_id>}:table             JSON of `Table`; none where nothing is arranged
    bottega:{<game_id>}:seats             hash: seat -> SHA-256 digest of its bearer token, in hexadecimal digits; for
                                          a claim with a name followed by a line feed and that name
    bottega:{<game_id>}:result            JSON of the result, once the game has been scored
    bottega:{<game_id>}:answers           list, of each of the last actions with an Idempotency-Key its mark and the
                                          version that its answer showed; expires
    bottega:{<game_id>}:answer:<digest>   of a claim with an Idempotency-Key, the digest of the request and a line feed;
                                          expires
    bottega:{<game_id>}:check             written to see whether all before has arrived; expires
    bottega:{<game_id>}:hints|analysis|judged|picture   what AI players think of the game: see `advice`

Keys outside any game:

    bottega:creation:<digest>             for a creation with an Idempotency-Key: the digest of the request, a line
                                          feed, the game's id; expires
    bottega:check                         written now and then, to see whether Redis takes it; expires; in a cluster one
                                          with a number for each node
    bottega:due                           which games are owed a job: see `due_list`
    bottega:{lists}:...                   which games there are: see `lists`

Each write may be repeated without harm, and is repeated once when the connection breaks: whoever lost the reply to a
commit finds his own event at the expected version. Only `claim` is not repeated: without a key it cannot tell its own
success from somebody else's.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from service.settings import Durability
from service.store.advice import Advice
from service.store.channels import Listener, channel
from service.store.connection import script
from service.store.due_list import DueList
from service.store.durability import Promise
from service.store.keys import DUE, key, write
from service.store.lists import Lists
from service.store.servers import Servers, open_servers
from service.store.stored import (
    MARK_DIGITS,
    PLAIN,
    Answered,
    Claims,
    Commit,
    Event,
    Header,
    Idempotency,
    Listed,
    Stored,
    Table,
)

_CREATE = script("create")
_COMMIT = script("commit")
_ARRANGE = script("arrange")
_CLAIM = script("claim")
_LEAVE = script("leave")
_BEGIN = script("begin")
_SAVE_RESULT = script("save_result")

PARTS = ("header", "log", "state", "table", "seats", "result", "answers", "hints", "analysis", "judged", "picture")
"""What there may be of a game, besides keys that expire."""

Claimed = Literal["claimed", "begun", "taken", "changed", "gone", "repeated", "reused"]

MOST_ANSWERS = 64
"""Of actions that are kept for whoever repeats them; a game has five seats, and each waits for its answer."""

_CREATION = "bottega:creation:"
_CHECK = "bottega:check"


class Store:
    """The games of one Redis; safe to share between threads, not across a fork."""

    def __init__(self, servers: Servers) -> None:
        self.servers = servers
        self.lists = Lists(servers)
        self.due = DueList(servers)
        self.advice = Advice(servers)

    def ping(self) -> None:
        """Raise one of OUTAGES, or another error of redis-py, unless Redis answers."""
        self.servers.call("", lambda client: client.ping())

    def close(self) -> None:
        """Close all connections."""
        self.servers.close()

    def check(self) -> None:
        """Raise one of OUTAGES unless each server of Redis takes what is written, as durably as is promised."""
        for name in self.servers.samples(_CHECK):
            self._write_anything(name, name)

    def create(
        self,
        header: Header,
        snapshot: bytes,
        digests: Mapping[int, str],
        *,
        table: Table = PLAIN,
        log: Sequence[Event] = (),
        due: float | None,
    ) -> bool:
        """List and write a new game with the token digests of its seats; False if the id is taken by another.

        `log` holds the events that it begins with. `due` is when somebody must look at it, None if no job is owed.
        """
        self.lists.add(header, table)
        keys = [key(header.game_id, part) for part in ("header", "state", "seats", "log", "table")]
        seats = [part for pair in digests.items() for part in pair]
        events = [*map(msgspec.json.encode, log)]
        arguments = [msgspec.json.encode(header), snapshot, _written(table), len(log), *events, *seats]
        return bool(write(self.servers, header.game_id, due, _CREATE, keys, arguments))

    def commit(
        self,
        game_id: str,
        event: Event,
        snapshot: bytes,
        *,
        due: float | None,
        seen: Table = PLAIN,
        table: Table = PLAIN,
        idempotency: Idempotency | None = None,
        keep_seconds: int = 1,
    ) -> Commit:
        """Append an event and replace the snapshot in one step, if the log is still one shorter than `event.version`.

        And if the table is still arranged as it was `seen`; it is as in `table` from now on. With `idempotency` it is
        kept in the same step what was answered; if something is kept under its key already, that is returned, and
        nothing written.
        """
        keys = [key(game_id, "log"), key(game_id, "state"), key(game_id, "table")]
        arguments: list[Any] = [event.version - 1, msgspec.json.encode(event), snapshot, channel(game_id)]
        arguments += [_written(seen), _written(table)]
        if idempotency is not None:
            keys.append(key(game_id, "answers"))
            arguments += [idempotency.mark, MOST_ANSWERS, keep_seconds]
        outcome, *record = write(self.servers, game_id, due, _COMMIT, keys, arguments)
        if outcome == b"repeated":
            return _answered(record[0])
        return "committed" if outcome == b"committed" else "conflict"

    def arrange(self, game_id: str, seen: Table, table: Table, *, due: float | None = None) -> bool:
        """Arrange the table anew, if it is still as it was `seen`; False if it is not, or the game is gone."""
        keys = [key(game_id, "table"), key(game_id, "header")]
        return bool(write(self.servers, game_id, due, _ARRANGE, keys, [_written(seen), _written(table)]))

    def load(self, game_id: str, idempotency: Idempotency | None = None) -> Stored | None:
        """Read header and snapshot, and what was answered under this key; None if there is no such game."""
        keys = [key(game_id, "header"), key(game_id, "state"), key(game_id, "table")]
        answers: list[bytes] = []
        if idempotency is None:
            header, snapshot, table = self.servers.call(game_id, lambda client: client.mget(keys))
        else:
            own = key(game_id, "answers")
            (header, snapshot, table), answers = self.servers.call(
                game_id, lambda client: client.pipeline(transaction=True).mget(keys).lrange(own, 0, -1).execute()
            )
        if header is None or snapshot is None:
            return None
        kept = [_answered(record) for record in answers if idempotency and record.startswith(idempotency.key_mark)]
        if kept:
            self._confirm(game_id)
        return Stored(msgspec.json.decode(header, type=Header), snapshot, kept[0] if kept else None, _table(table))

    def header(self, game_id: str) -> Header | None:
        """Read the header alone; None if there is no such game."""
        header: bytes | None = self.servers.call(game_id, lambda client: client.get(key(game_id, "header")))
        return None if header is None else msgspec.json.decode(header, type=Header)

    def table(self, game_id: str) -> Table:
        """Read how the table of a game is arranged."""
        return _table(self.servers.call(game_id, lambda client: client.get(key(game_id, "table"))))

    def events(self, game_id: str, after: int, limit: int) -> tuple[int, list[Event]]:
        """Read the version of a game and up to `limit` events that come after version `after`, both of one moment."""
        log = key(game_id, "log")
        last = after + limit - 1
        version, entries = self.servers.call(
            game_id, lambda client: client.pipeline(transaction=True).llen(log).lrange(log, after, last).execute()
        )
        return version, [msgspec.json.decode(entry, type=Event) for entry in entries]

    def look_at(self, game_ids: Sequence[str]) -> list[Listed | None]:
        """Read some games, in one round trip to each server; None for one that there is not."""
        return self.servers.each(game_ids, _look_at)

    def claims(self, game_id: str) -> Claims:
        """Read which seats' tokens somebody holds."""
        return _claims(self.servers.call(game_id, lambda client: client.hgetall(key(game_id, "seats"))))

    def last_event(self, game_id: str) -> Event | None:
        """Read the latest event; None while there is none."""
        entry: bytes | None = self.servers.call(game_id, lambda client: client.lindex(key(game_id, "log"), -1))
        return None if entry is None else msgspec.json.decode(entry, type=Event)

    def listener(self) -> Listener:
        """Return a connection of its own that can listen to the news of games; it is not open yet."""
        return Listener(self.servers)

    def token_digest(self, game_id: str, seat: int) -> str | None:
        """Read the digest of a seat's token; None while nobody holds one."""
        seats = key(game_id, "seats")
        claim: bytes | None = self.servers.call(game_id, lambda client: client.hget(seats, str(seat)))
        return None if claim is None else claim.partition(b"\n")[0].decode()

    def claim(  # noqa: PLR0913  # all that there is to say of a claim
        self,
        game_id: str,
        seat: int,
        digest: str,
        name: str | None,
        idempotency: Idempotency | None,
        keep_seconds: int,
        *,
        seen: Table = PLAIN,
        last: int = 0,
        due: float | None = None,
    ) -> Claimed:
        """Give an open seat to the first who asks, if the table is still arranged as it was `seen`; keep his name.

        With it the game begins if all seats are filled then, which are `last`; 0 if it waits for nobody. Returns
        `changed` if the table is another, `gone` if the game has been removed, `repeated` to whoever repeats the
        request that got it, `reused` if its key belongs to another request. A key is good until the seat is left.
        """
        keys = [key(game_id, part) for part in ("seats", "header", "table")]
        begun = msgspec.structs.replace(seen, begun=True)
        arguments: list[Any] = [seat, digest if name is None else f"{digest}\n{name}"]
        arguments += [_written(seen), _written(begun), last, channel(game_id)]
        if idempotency is not None:
            keys.append(key(game_id, "answer", idempotency.digest))
            arguments += [f"{idempotency.request}\n{seen.left.get(seat, '')}", keep_seconds]
        if due is not None:
            self.servers.write(DUE, lambda pipeline: pipeline.zadd(DUE, {game_id: due}))
        (reply,) = self.servers.write(
            game_id, lambda pipeline: pipeline.eval(_CLAIM, len(keys), *keys, *arguments), repeats=False
        )
        outcome: Claimed = reply.decode()
        return outcome

    def leave(self, game_id: str, seat: int, digest: str, seen: Table, table: Table) -> Literal["left", "changed", ""]:
        """Empty a seat whose token has this digest, and arrange the table anew; nothing if it is another's by now."""
        keys = [key(game_id, part) for part in ("seats", "header", "table")]
        arguments = [seat, digest, _written(seen), _written(table)]
        outcome: Literal["left", "changed", ""] = write(self.servers, game_id, None, _LEAVE, keys, arguments).decode()
        return outcome

    def begin(self, game_id: str, seen: Table, table: Table, *, due: float | None) -> bool:
        """Begin a game with AI levels at the seats that nobody has; False if somebody has one, or it is changed."""
        keys = [key(game_id, part) for part in ("seats", "header", "table")]
        arguments = [_written(seen), _written(table), channel(game_id), *table.levels]
        return bool(write(self.servers, game_id, due, _BEGIN, keys, arguments))

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
        """Remove a game, its lists first: whatever fails, it is still looked at, and can be removed again."""
        game_id = header.game_id
        self.lists.remove(header, filter(None, self.claims(game_id).values()), self.table(game_id))
        self.servers.call(DUE, lambda client: client.zrem(DUE, game_id))
        self.servers.write(game_id, lambda pipeline: pipeline.delete(*(key(game_id, part) for part in PARTS)))
        self.lists.forget(game_id)

    def result(self, game_id: str) -> bytes | None:
        """Read the result; None until the game has been scored."""
        result: bytes | None = self.servers.call(game_id, lambda client: client.get(key(game_id, "result")))
        return result


def open_store(url: str, durability: Durability = "disk", replicas: int = 1) -> Store:
    """Connect to the Redis of the games; connections are made when needed, so this does not fail."""
    return Store(open_servers(url, Promise(durability, replicas)))


def _look_at(client: Any, game_ids: Sequence[str]) -> list[Listed | None]:
    """Read some games that one server holds."""
    pipeline = client.pipeline(transaction=False)
    for game_id in game_ids:
        pipeline.mget(*(key(game_id, part) for part in ("header", "state", "table"))).hgetall(key(game_id, "seats"))
    read = pipeline.execute()
    return [_listed(parts, seats) for parts, seats in zip(read[::2], read[1::2], strict=True)]


def _listed(parts: Sequence[bytes | None], seats: Mapping[bytes, bytes]) -> Listed | None:
    """Read what is listed of a game, from header, snapshot and table; None if there is no such game."""
    header, snapshot, table = parts
    if header is None or snapshot is None:
        return None
    return Listed(msgspec.json.decode(header, type=Header), snapshot, _claims(seats), _table(table))


def _table(kept: bytes | None) -> Table:
    """Read how a table is arranged."""
    return msgspec.json.decode(kept, type=Table) if kept else PLAIN


def _written(table: Table) -> bytes:
    """Write how a table is arranged, as it is kept; nothing where nothing is."""
    return b"" if table == PLAIN else msgspec.json.encode(table)


def _claims(seats: Mapping[bytes, bytes]) -> Claims:
    """Read who holds the seats of a game: after the digest and a line feed comes the name."""
    return {int(seat): claim.decode().partition("\n")[2] or None for seat, claim in seats.items()}


def _answered(record: bytes) -> Answered:
    """Read what is kept of an answer."""
    return Answered(record[:MARK_DIGITS], int(record[MARK_DIGITS:]))
