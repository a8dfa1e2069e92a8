"""Who has the seats of a game: whoever holds the token of one, or a player. `games` says how that is kept."""

from typing import Any, Literal, NamedTuple

from service.store.connection import script
from service.store.keys import key, write
from service.store.servers import Servers
from service.store.stored import Holder, Idempotency

_CLAIM = script("claim")
_HOLD = script("hold")


class Claimed(NamedTuple):
    """What came of claiming a seat."""

    outcome: Literal["claimed", "taken", "gone", "seated", "again", "repeated", "reused"]
    """`gone` if the game has been removed, `seated` if the player has a seat in it, `again` if the seat has changed
    since it was seen, `repeated` to whoever repeats the request that got it, `reused` if its key is another's."""
    rotation: int = 0
    """Of the token that was handed out, if the request was answered before."""


class Seats:
    """The seats of the games of one Redis."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers

    def all(self, game_id: str) -> dict[int, Holder]:
        """Read what is kept of the seats, also of those that nobody has any more."""
        kept = self._servers.call(game_id, lambda client: client.hgetall(key(game_id, "seats")))
        return {int(seat): Holder.read(record.decode()) for seat, record in kept.items()}

    def holder(self, game_id: str, seat: int) -> Holder:
        """Read who has a seat."""
        seats = key(game_id, "seats")
        record: bytes | None = self._servers.call(game_id, lambda client: client.hget(seats, str(seat)))
        return Holder.read((record or b"").decode())

    def claim(
        self,
        game_id: str,
        seat: int,
        seen: Holder,
        new: Holder,
        idempotency: Idempotency | None,
        keep_seconds: int,
        *,
        due: float | None = None,
    ) -> Claimed:
        """Give an open seat to the first who asks, if nobody has it, as was `seen`.

        `due` is when somebody must look whether its player has been told; None if it is no player's.
        """
        keys = [key(game_id, "seats"), key(game_id, "header")]
        arguments: list[Any] = [seat, _kept(seen), new.written(), new.player]
        if idempotency is not None:
            keys.append(key(game_id, "answer", idempotency.digest))
            arguments += [f"{idempotency.request}\n", f"{idempotency.request}\n{new.rotation}", keep_seconds]
        reply = write(self._servers, game_id, due, _CLAIM, keys, arguments, repeats=False)
        outcome, *record = (part.decode() for part in reply)
        return Claimed(outcome, int(record[0].partition("\n")[2] or 0) if record else new.rotation)

    def hold(self, game_id: str, seat: int, seen: Holder, new: Holder) -> bool:
        """Change who has a seat, if it is still as it was `seen`; False if it is not, or the game is gone."""
        keys = [key(game_id, "seats"), key(game_id, "header")]
        arguments = [seat, _kept(seen), new.written()]
        (done,) = self._servers.write(game_id, lambda pipeline: pipeline.eval(_HOLD, len(keys), *keys, *arguments))
        return bool(done)


def _kept(seen: Holder) -> str:
    """Write what was read of a seat as it is kept; nothing of a seat that nobody ever had."""
    return "" if seen == Holder() else seen.written()
