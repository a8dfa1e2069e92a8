"""The games in Redis.

Keys of one game, all in one cluster slot:

    bottega:{<game_id>}:header            JSON of `Header`; written once
    bottega:{<game_id>}:log               list, JSON of one `Event` each; its length is the version of the game
    bottega:{<game_id>}:state             snapshot of the position at the head of the log, as `domain.replay` encodes it
    bottega:{<game_id>}:seats             hash: seat -> SHA-256 digest of its bearer token, in hexadecimal digits
    bottega:{<game_id>}:result            JSON of the result, once the game has been scored
    bottega:{<game_id>}:answer:<digest>   the answer to a request with an Idempotency-Key: the digest of the request,
                                          a line feed, the body; expires
    bottega:{<game_id>}:hints|analysis|judged|picture   what AI players think of the game: see `advice`

Keys outside any game:

    bottega:creation:<digest>             for a creation with an Idempotency-Key: the digest of the request, a line
                                          feed, the game's id; expires
    bottega:due                           sorted set: game_id -> Unix time when somebody must look at the game
    bottega:{lists}:...                   which games there are: see `lists`

The due list is written ahead: an entry goes in before the commit that makes a job necessary, and comes out only through
`settle`, once a look has found that no job is owed. So a crash at any point leaves a due entry and never a game that
waits for ever. On a cluster the list is in another slot than the game; nothing here needs both in one transaction.

Both `postpone` and `settle` do nothing when the time is not the one that was seen: an entry written ahead of a commit
that is under way stays. `renew` never brings a time forward, and never makes an entry.

Each write may be repeated without harm, and is repeated once when the connection breaks: whoever lost the reply to a
commit finds his own event at the expected version. Only `claim` is not repeated: without a key it cannot tell its own
success from somebody else's.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Literal

import msgspec
import redis
from msgspec import UNSET, UnsetType

from domain.ruleset import Audience
from service.store.advice import Advice
from service.store.channels import Listener, channel
from service.store.connection import again, connect, script
from service.store.keys import DUE, key, write
from service.store.lists import Lists

_CREATE = script("create")
_COMMIT = script("commit")
_CLAIM = script("claim")
_SETTLE = script("settle")

_CREATION = "bottega:creation:"

HINTS = 10
"""The hints of each seat where a game's creator says nothing of them."""

SeatKind = Literal["human", "open", "ai"]


class SeatSetup(msgspec.Struct, frozen=True):
    """Who sits at a seat: a person with a token, whoever claims the seat, or an AI level."""

    kind: SeatKind
    level: str | UnsetType = UNSET
    """Given exactly when `kind` is `ai`."""
    name: str | UnsetType = UNSET


class Header(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a game is created with and never changes."""

    game_id: str
    ruleset: str
    rules_version: int
    options: msgspec.Raw
    """The ruleset's options in wire form."""
    seats: tuple[SeatSetup, ...]
    seed: str
    """The secret of the game's dice: 64 hexadecimal digits."""
    created_at: str
    """UTC, RFC 3339."""
    sandbox: bool = False
    """True if whoever created the game could choose its dice or its first actions."""
    given: int = 0
    """How many events the game began with: first actions of a sandbox, which no player decided."""
    rated: bool = False
    """True if the result is to count: nobody gets hints."""
    hints: int = HINTS
    """For how many decisions each seat may ask what the AI would do."""

    @property
    def dice_seed(self) -> bytes:
        """Give the seed as the dice take it."""
        return bytes.fromhex(self.seed)


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """One entry of a game's log; `version` counts from 1."""

    version: int
    seat: int
    decision: int
    action: msgspec.Raw
    """The action in wire form, with nothing concealed."""
    facts: tuple[tuple[msgspec.Raw, Audience], ...]
    """Each fact in wire form, with the seats that may know it; null is everybody."""
    at: str
    """UTC, RFC 3339."""
    over: bool = False
    """Whether the game ended with it: no event comes after."""
    attempt: str = ""
    """Tells it from the same event of another request, even of the same microsecond."""


@dataclass(frozen=True)
class Idempotency:
    """What makes a request repeatable: the client's key within its scope, and the digest of what is asked."""

    scope: str
    key: str
    request: str
    """Digest of the request, in hexadecimal digits."""

    @property
    def digest(self) -> str:
        """Name the request without showing the key, which may be a secret."""
        return sha256(f"{self.scope}:{self.key}".encode()).hexdigest()


class Answer(msgspec.Struct, frozen=True):
    """The stored answer to a request with an Idempotency-Key."""

    request: str
    body: bytes


@dataclass(frozen=True)
class Stored:
    """One game as read in one round trip, with the stored answer that was asked for, if there is one."""

    header: Header
    snapshot: bytes
    answer: Answer | None


@dataclass(frozen=True)
class Listed:
    """One game as those who look for games see it."""

    header: Header
    snapshot: bytes
    held: frozenset[int]
    """The seats whose token somebody holds."""


Commit = Literal["committed", "conflict"] | Answer


class Store:
    """The games of one Redis; safe to share between threads, not across a fork."""

    def __init__(self, client: redis.Redis) -> None:
        self.client: Any = client
        """Answers bytes; its published types do not say so."""
        self.lists = Lists(client)
        self.advice = Advice(client)

    def ping(self) -> None:
        """Raise one of OUTAGES unless Redis answers."""
        self.client.ping()

    def create(
        self,
        header: Header,
        snapshot: bytes,
        digests: Mapping[int, str],
        *,
        log: Sequence[Event] = (),
        due: float | None,
    ) -> bool:
        """List and write a new game with the token digests of its seats; False if the id is taken by another.

        `log` holds the events that it begins with. `due` is when somebody must look at it, None if no job is owed.
        """
        self.lists.add(header)
        keys = [key(header.game_id, part) for part in ("header", "state", "seats", "log")]
        seats = [part for pair in digests.items() for part in pair]
        arguments = [msgspec.json.encode(header), snapshot, len(log), *map(msgspec.json.encode, log), *seats]
        return bool(write(self.client, header.game_id, due, _CREATE, keys, arguments))

    def commit(
        self,
        game_id: str,
        event: Event,
        snapshot: bytes,
        *,
        due: float | None,
        idempotency: Idempotency | None = None,
        answer: bytes = b"",
        keep_seconds: int = 1,
    ) -> Commit:
        """Append an event and replace the snapshot in one step, if the log is still one shorter than `event.version`.

        With `idempotency` the answer is kept in the same step; an answer already kept is returned and nothing written.
        """
        keys = [key(game_id, "log"), key(game_id, "state")]
        arguments: list[Any] = [event.version - 1, msgspec.json.encode(event), snapshot, channel(game_id)]
        if idempotency is not None:
            keys.append(key(game_id, "answer", idempotency.digest))
            arguments += [_answer_record(idempotency, answer), keep_seconds]
        outcome, *record = write(self.client, game_id, due, _COMMIT, keys, arguments)
        if outcome == b"answered":
            return _read_answer(record[0])
        return "committed" if outcome == b"committed" else "conflict"

    def load(self, game_id: str, idempotency: Idempotency | None = None) -> Stored | None:
        """Read header and snapshot, and the answer to this request if it is kept; None if there is no such game."""
        keys = [key(game_id, "header"), key(game_id, "state")]
        if idempotency is not None:
            keys.append(key(game_id, "answer", idempotency.digest))
        header, snapshot, *answer = again(lambda: self.client.mget(keys))
        if header is None:
            return None
        kept = _read_answer(answer[0]) if answer and answer[0] is not None else None
        return Stored(msgspec.json.decode(header, type=Header), snapshot, kept)

    def header(self, game_id: str) -> Header | None:
        """Read the header alone; None if there is no such game."""
        header: bytes | None = again(lambda: self.client.get(key(game_id, "header")))
        return None if header is None else msgspec.json.decode(header, type=Header)

    def events(self, game_id: str, after: int, limit: int) -> tuple[int, list[Event]]:
        """Read the version of a game and up to `limit` events that come after version `after`, both of one moment."""
        log = key(game_id, "log")
        version, entries = again(
            lambda: self.client.pipeline(transaction=True).llen(log).lrange(log, after, after + limit - 1).execute()
        )
        return version, [msgspec.json.decode(entry, type=Event) for entry in entries]

    def look_at(self, game_ids: Sequence[str]) -> list[Listed | None]:
        """Read some games in one round trip; None for one that there is not."""

        def send() -> Any:
            pipeline = self.client.pipeline(transaction=False)
            for game_id in game_ids:
                pipeline.mget(key(game_id, "header"), key(game_id, "state")).hkeys(key(game_id, "seats"))
            return pipeline.execute()

        read = again(send)
        return [_listed(header, state, held) for (header, state), held in zip(read[::2], read[1::2], strict=True)]

    def held(self, game_id: str) -> frozenset[int]:
        """Read which seats' tokens somebody holds."""
        return frozenset(map(int, again(lambda: self.client.hkeys(key(game_id, "seats")))))

    def last_event(self, game_id: str) -> Event | None:
        """Read the latest event; None while there is none."""
        entry: bytes | None = again(lambda: self.client.lindex(key(game_id, "log"), -1))
        return None if entry is None else msgspec.json.decode(entry, type=Event)

    def listener(self) -> Listener:
        """Give a connection of its own that can listen to the news of games; it is not open yet."""
        return Listener(self.client)

    def token_digest(self, game_id: str, seat: int) -> str | None:
        """Read the digest of a seat's token; None while nobody holds one."""
        digest: bytes | None = again(lambda: self.client.hget(key(game_id, "seats"), str(seat)))
        return None if digest is None else digest.decode()

    def claim(
        self, game_id: str, seat: int, digest: str, idempotency: Idempotency | None, keep_seconds: int
    ) -> Literal["claimed", "taken", "answered"]:
        """Give an open seat to the first who asks; `answered` to whoever repeats the request that got it."""
        keys = [key(game_id, "seats")]
        arguments: list[Any] = [seat, digest]
        if idempotency is not None:
            keys.append(key(game_id, "answer", idempotency.digest))
            arguments += [_answer_record(idempotency, b""), keep_seconds]
        outcome: Literal["claimed", "taken", "answered"] = self.client.eval(
            _CLAIM, len(keys), *keys, *arguments
        ).decode()
        return outcome

    def reserve(self, idempotency: Idempotency, game_id: str, keep_seconds: int) -> tuple[str, str]:
        """Name the game that a creation with this key is to make: `game_id`, or what an earlier request reserved.

        Returns the digest of the request that reserved it, and the game's id.
        """
        record = f"{idempotency.request}\n{game_id}"
        name = _CREATION + idempotency.digest
        kept = again(
            lambda: (
                self.client.pipeline(transaction=False).set(name, record, nx=True, ex=keep_seconds).get(name).execute()
            )
        )
        request, reserved = kept[-1].decode().split("\n")
        return request, reserved

    def save_result(self, game_id: str, result: bytes) -> None:
        """Keep the result of a finished game; the first one stays."""
        again(lambda: self.client.set(key(game_id, "result"), result, nx=True))

    def result(self, game_id: str) -> bytes | None:
        """Read the result; None until the game has been scored."""
        result: bytes | None = again(lambda: self.client.get(key(game_id, "result")))
        return result

    def due(self, now: float, limit: int) -> list[tuple[str, float]]:
        """List games whose time has come, the longest due first, with that time."""
        entries = again(
            lambda: self.client.zrange(DUE, "-inf", now, byscore=True, offset=0, num=limit, withscores=True)
        )
        return [(game_id.decode(), score) for game_id, score in entries]

    def postpone(self, game_id: str, seen: float, due: float) -> bool:
        """Put a game off to `due`, if its time is still the one that was seen; False if it is not."""
        return bool(again(lambda: self.client.eval(_SETTLE, 1, DUE, game_id, repr(seen), repr(due))))

    def renew(self, game_id: str, due: float) -> None:
        """Put a game off to `due` if it is on the due list with an earlier time."""
        again(lambda: self.client.zadd(DUE, {game_id: due}, xx=True, gt=True))

    def settle(self, game_id: str, seen: float) -> bool:
        """Take a game off the due list, if its time is still the one that was seen; False if it is not."""
        return bool(again(lambda: self.client.eval(_SETTLE, 1, DUE, game_id, repr(seen))))


def open_store(url: str) -> Store:
    """Connect to the Redis of the games; connections are made when needed, so this does not fail."""
    return Store(connect(url))


def _listed(header: bytes | None, snapshot: bytes, held: Sequence[bytes]) -> Listed | None:
    """Read what is listed of a game; None if there is no such game."""
    if header is None:
        return None
    return Listed(msgspec.json.decode(header, type=Header), snapshot, frozenset(map(int, held)))


def _answer_record(idempotency: Idempotency, body: bytes) -> bytes:
    """Write the record of an answer."""
    return idempotency.request.encode() + b"\n" + body


def _read_answer(record: bytes) -> Answer:
    """Read the record of an answer."""
    request, _, body = record.partition(b"\n")
    return Answer(request.decode(), body)
