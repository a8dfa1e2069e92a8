"""Store the holders of seats: a player, or any caller with the seat's token. `keys` describes the keys."""

from collections.abc import Collection
from typing import Any, Literal, NamedTuple

from service.store.archived import Archived
from service.store.channels import channel
from service.store.connection import script
from service.store.game_types import DEFAULT_INFO, GameInfo
from service.store.holders import Holder
from service.store.idempotency_types import Idempotency
from service.store.keys import NO_CLOCKS, RunningClocks, key, write
from service.store.servers import Servers
from service.store.unreadable import reading

_CLAIM = script("claim")
_HOLD = script("hold")
_LEAVE = script("leave")


class ClaimResult(NamedTuple):
    """The result of a claim."""

    outcome: Literal["claimed", "started", "taken", "deleted", "seated", "related", "again", "repeated", "reused"]
    """The outcome of the claim. `started`: it has also started the game. `deleted`: the game was removed. `seated`: the
    player has a seat. `again`: seat or info have changed since they were seen. `repeated`: this is a retry. `reused`:
    another request had the key.
    """
    rotation: int = 0
    """The rotation of the token that the request got, also in a retry."""


class Seats:
    """The seats of the games of one Redis."""

    def __init__(self, servers: Servers, archived: Archived) -> None:
        self._servers = servers
        self._archived = archived

    def all(self, game_id: str) -> dict[int, Holder]:
        """Return the records of all seats, including free ones."""
        with reading(game_id, "seats"):
            seats = self._servers.call(game_id, lambda client: client.hgetall(key(game_id, "seats")))
            stored = seats or self._archived.hash(game_id, "seats")
            return {int(seat): Holder.read(record.decode()) for seat, record in stored.items()}

    def holder(self, game_id: str, seat: int) -> Holder:
        """Return the holder of a seat."""
        seats = key(game_id, "seats")
        with reading(game_id, "seats"):
            record: bytes | None = self._servers.call(game_id, lambda client: client.hget(seats, str(seat)))
            if record is None:
                record = self._archived.hash(game_id, "seats").get(b"%d" % seat, b"")
            return Holder.read(record.decode())

    def claim(  # noqa: PLR0913
        self,
        game_id: str,
        seat: int,
        seen: Holder,
        new: Holder,
        idempotency: Idempotency | None,
        keep_seconds: int,
        *,
        info: GameInfo = DEFAULT_INFO,
        claimed: GameInfo = DEFAULT_INFO,
        started: GameInfo = DEFAULT_INFO,
        last: int = 0,
        apart: Collection[str] = (),
        due: float | None = None,
        clocks: RunningClocks = NO_CLOCKS,
    ) -> ClaimResult:
        """Claim an open seat, if it and the `info` are still as `seen`; the info becomes `claimed`.

        The game starts if this fills the last seat: it then has `last` seats and the info `started`. `last` is 0 if the
        game does not wait for players. None of the players `apart` may have a seat. An idempotency key is valid until
        the seat is left. `due` is when a worker must check for notices and jobs. `clocks` has the deadlines of pending
        decisions at the start.
        """
        keys = [key(game_id, part) for part in ("seats", "header", "info")]
        arguments: list[Any] = [seat, _record(seen), new.written(), new.player]
        arguments += [info.written(), started.written(), last, channel(game_id), _joined(apart)]
        arguments += [claimed.written()]
        if idempotency is not None:
            keys.append(key(game_id, "claim", idempotency.digest))
            request = f"{idempotency.request}{info.left.get(seat, '')}\n"
            arguments += [request, f"{request}{new.rotation}", keep_seconds]
        reply = write(self._servers, game_id, due, _CLAIM, keys, arguments, clocks, repeats=False)
        outcome, *record = (part.decode() for part in reply)
        if outcome == "deleted" and self._archived.restore(game_id):
            outcome = "again"
        return ClaimResult(outcome, int(record[0].partition("\n")[2] or 0) if record else new.rotation)

    def leave(self, game_id: str, seat: int, seen: Holder, info: GameInfo, new: GameInfo) -> bool:
        """Free a seat and replace the info; False if either has changed since it was seen.

        A game that only the archive has is restored, so that the next attempt succeeds. `hold` does this, too.
        """
        keys = [key(game_id, part) for part in ("seats", "header", "info")]
        arguments = [seat, _record(seen), seen.freed().written(), info.written(), new.written(), channel(game_id)]
        (done,) = self._servers.write(game_id, lambda pipeline: pipeline.eval(_LEAVE, len(keys), *keys, *arguments))
        if not done:
            self._archived.restore(game_id)
        return bool(done)

    def hold(self, game_id: str, seat: int, seen: Holder, new: Holder, apart: Collection[str] = ()) -> bool:
        """Change the holder of a seat; False if it is not as `seen`, or the game was removed.

        False also if one of the players `apart` has a seat.
        """
        keys = [key(game_id, "seats"), key(game_id, "header")]
        arguments = [seat, _record(seen), new.written(), channel(game_id), _joined(apart)]
        (done,) = self._servers.write(game_id, lambda pipeline: pipeline.eval(_HOLD, len(keys), *keys, *arguments))
        if not done:
            self._archived.restore(game_id)
        return bool(done)


def _joined(players: Collection[str]) -> str:
    return " ".join(sorted(players))


def _record(seen: Holder) -> str:
    """Return the stored record of a seat; empty for a seat that was never taken."""
    return "" if seen == Holder() else seen.written()
