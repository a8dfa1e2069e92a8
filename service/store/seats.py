"""Who has the seats of a game: whoever holds the token of one, or a player. `games` says how that is kept."""

from collections.abc import Collection
from typing import Any, Literal, NamedTuple

from service.store.archived import Archived
from service.store.channels import channel
from service.store.connection import script
from service.store.game_types import PLAIN, GameInfo, Holder, Idempotency
from service.store.keys import NO_CLOCKS, RunningClocks, key, write
from service.store.servers import Servers
from service.store.unreadable import reading

_CLAIM = script("claim")
_HOLD = script("hold")
_LEAVE = script("leave")


class Claimed(NamedTuple):
    """What came of claiming a seat."""

    outcome: Literal["claimed", "begun", "taken", "gone", "seated", "related", "again", "repeated", "reused"]
    """`begun` if the game has begun with it, `gone` if it has been removed, `seated` if the player has a seat in it,
    `again` if seat or table have changed since they were seen, `repeated` to whoever repeats the request that got it,
    `reused` if its key is another's."""
    rotation: int = 0
    """Of the token that was handed out, if the request was answered before."""


class Seats:
    """The seats of the games of one Redis."""

    def __init__(self, servers: Servers, archived: Archived) -> None:
        self._servers = servers
        self._archived = archived

    def all(self, game_id: str) -> dict[int, Holder]:
        """Read what is kept of the seats, also of those that nobody has any more."""
        with reading(game_id, "seats"):
            seats = self._servers.call(game_id, lambda client: client.hgetall(key(game_id, "seats")))
            kept = seats or self._archived.hash(game_id, "seats")
            return {int(seat): Holder.read(record.decode()) for seat, record in kept.items()}

    def holder(self, game_id: str, seat: int) -> Holder:
        """Read who has a seat."""
        seats = key(game_id, "seats")
        with reading(game_id, "seats"):
            record: bytes | None = self._servers.call(game_id, lambda client: client.hget(seats, str(seat)))
            if record is None:
                record = self._archived.hash(game_id, "seats").get(b"%d" % seat, b"")
            return Holder.read(record.decode())

    def claim(  # noqa: PLR0913  # all that there is to say of a claim
        self,
        game_id: str,
        seat: int,
        seen: Holder,
        new: Holder,
        idempotency: Idempotency | None,
        keep_seconds: int,
        *,
        table: GameInfo = PLAIN,
        begun: GameInfo = PLAIN,
        last: int = 0,
        apart: Collection[str] = (),
        due: float | None = None,
        clocks: RunningClocks = NO_CLOCKS,
    ) -> Claimed:
        """Give an open seat to the first who asks, if nobody has it, and it and the `table` are still as was `seen`.

        With it the game begins if all seats are filled then, which are `last`, and the table is as `begun`; 0 if it
        waits for nobody. None of the players `apart` may have a seat. A key is good until the seat is left. `due` is
        when somebody must look whether players have been told and a job is owed, `clocks` when the time of each open
        decision is up if the game begins.
        """
        keys = [key(game_id, part) for part in ("seats", "header", "table")]
        arguments: list[Any] = [seat, _kept(seen), new.written(), new.player]
        arguments += [table.written(), begun.written(), last, channel(game_id), _spaced(apart)]
        if idempotency is not None:
            keys.append(key(game_id, "answer", idempotency.digest))
            request = f"{idempotency.request}{table.left.get(seat, '')}\n"
            arguments += [request, f"{request}{new.rotation}", keep_seconds]
        reply = write(self._servers, game_id, due, _CLAIM, keys, arguments, clocks, repeats=False)
        outcome, *record = (part.decode() for part in reply)
        if outcome == "gone" and self._archived.recall(game_id):
            outcome = "again"
        return Claimed(outcome, int(record[0].partition("\n")[2] or 0) if record else new.rotation)

    def leave(self, game_id: str, seat: int, seen: Holder, table: GameInfo, new: GameInfo) -> bool:
        """Empty a seat and arrange the table anew; False if the one or the other has changed since it was seen.

        A game that only the archive has is taken back then: the next attempt finds it, as with `hold`.
        """
        keys = [key(game_id, part) for part in ("seats", "header", "table")]
        arguments = [seat, _kept(seen), seen.left().written(), table.written(), new.written(), channel(game_id)]
        (done,) = self._servers.write(game_id, lambda pipeline: pipeline.eval(_LEAVE, len(keys), *keys, *arguments))
        if not done:
            self._archived.recall(game_id)
        return bool(done)

    def hold(self, game_id: str, seat: int, seen: Holder, new: Holder, apart: Collection[str] = ()) -> bool:
        """Change who has a seat, if it is still as it was `seen`; False if it is not, or the game is gone.

        False also if one of the players `apart` has a seat.

        See `leave`.
        """
        keys = [key(game_id, "seats"), key(game_id, "header")]
        arguments = [seat, _kept(seen), new.written(), channel(game_id), _spaced(apart)]
        (done,) = self._servers.write(game_id, lambda pipeline: pipeline.eval(_HOLD, len(keys), *keys, *arguments))
        if not done:
            self._archived.recall(game_id)
        return bool(done)


def _spaced(players: Collection[str]) -> str:
    """Write ids of players for a script."""
    return " ".join(sorted(players))


def _kept(seen: Holder) -> str:
    """Write what was read of a seat as it is kept; nothing of a seat that nobody ever had."""
    return "" if seen == Holder() else seen.written()
