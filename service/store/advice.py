"""Store hints and analyses by AI levels in Redis.

Keys of one game, all in its cluster slot:

    bottega:{<game_id>}:hints       hash: `<seat>` -> number of decisions with a requested hint, each of which has a
                                    field `requested:<seat>:<decision>`;
                                    `hint:<seat>:<decision>` -> JSON of the finished hint
    bottega:{<game_id>}:analysis    JSON of the analysis, empty while a worker computes it
    bottega:{<game_id>}:reviews     list: JSON of one review per reviewed event; deleted with the end of the analysis
    bottega:{<game_id>}:chart       SVG chart of the game

Every write may be retried without harm.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from service.store.archived import Archived
from service.store.connection import script
from service.store.keys import key, write
from service.store.servers import Servers

_HINT = script("hint")
_KEEP_HINT = script("keep_hint")
_START_ANALYSIS = script("start_analysis")
_APPEND_REVIEWS = script("append_reviews")
_FINISH_ANALYSIS = script("finish_analysis")


@dataclass(frozen=True)
class RequestedHint:
    """The state of a requested hint."""

    left: int
    """The number of further decisions for which the seat may request a hint."""
    hint: bytes | None
    """The hint; None until a worker has computed it."""


class Advice:
    """The hints and analyses of one Redis."""

    def __init__(self, servers: Servers, archived: Archived) -> None:
        self._servers = servers
        self._archived = archived

    def request_hint(self, game_id: str, seat: int, decision: int, most: int) -> RequestedHint | None:
        """Count a request for a hint, once per decision.

        Returns None if the seat has hints for `most` other decisions, or if the game has been removed.
        """
        keys = [key(game_id, "hints"), key(game_id, "header")]
        reply = self._servers.call(game_id, lambda client: client.eval(_HINT, 2, *keys, seat, decision, most))
        return None if reply is None else RequestedHint(most - reply[0], reply[1])

    def hints_requested(self, game_id: str, seat: int) -> int:
        """Return the number of decisions for which a seat has requested a hint."""
        own, mark = key(game_id, "hints"), key(game_id, "archived")
        count, archived = self._servers.call(
            game_id, lambda client: client.pipeline(transaction=True).hget(own, str(seat)).exists(mark).execute()
        )
        if count is None and archived:
            count = self._archived.hash(game_id, "hints").get(b"%d" % seat)
        return int(count or 0)

    def hint(self, game_id: str, seat: int, decision: int) -> bytes | None:
        """Return a hint; None until a worker has computed it."""
        name = f"hint:{seat}:{decision}"
        hint: bytes | None = self._servers.call(game_id, lambda client: client.hget(key(game_id, "hints"), name))
        return hint

    def store_hint(self, game_id: str, seat: int, decision: int, hint: bytes) -> None:
        """Store the hint for a decision, unless there is one."""
        keys, name = [key(game_id, "hints"), key(game_id, "header")], f"hint:{seat}:{decision}"
        self._servers.write_before(game_id, lambda pipeline: pipeline.eval(_KEEP_HINT, 2, *keys, name, hint))

    def start_analysis(self, game_id: str, due: float) -> None:
        """Mark a game for analysis, unless it is marked. A worker must check it at `due`.

        A game that only the archive has is restored to Redis first.
        """
        keys = [key(game_id, "analysis"), key(game_id, "header")]
        self._archived.restore(game_id)
        write(self._servers, game_id, due, _START_ANALYSIS, keys, [])

    def analysis(self, game_id: str) -> bytes | int | None:
        """Return the analysis of a game, or the number of reviewed events; None without a request for one."""
        own, reviews = key(game_id, "analysis"), key(game_id, "reviews")
        analysis, done = self._servers.call(
            game_id, lambda client: client.pipeline(transaction=True).get(own).llen(reviews).execute()
        )
        if analysis is None:
            return self._archived.text(game_id, "analysis") or None
        return analysis or int(done)

    def append_reviews(self, game_id: str, done: int, reviews: Sequence[bytes], due: float) -> None:
        """Append the reviews of the events after the first `done`, unless they are there."""
        keys = [key(game_id, "analysis"), key(game_id, "reviews")]
        write(self._servers, game_id, due, _APPEND_REVIEWS, keys, [done, *reviews])

    def reviews(self, game_id: str) -> list[bytes]:
        """Return the reviews of an unfinished analysis, one for each event from the first on."""
        reviews: list[bytes] = self._servers.call(game_id, lambda client: client.lrange(key(game_id, "reviews"), 0, -1))
        return reviews

    def finish_analysis(self, game_id: str, analysis: bytes, chart: bytes) -> None:
        """Store an analysis and its chart, and delete the reviews."""
        own = [key(game_id, part) for part in ("analysis", "chart", "reviews")]
        self._servers.write_before(
            game_id, lambda pipeline: pipeline.eval(_FINISH_ANALYSIS, len(own), *own, analysis, chart)
        )

    def chart(self, game_id: str) -> bytes:
        """Return the chart of a game whose analysis is complete."""
        chart: bytes | None = self._servers.call(game_id, lambda client: client.get(key(game_id, "chart")))
        return (self._archived.text(game_id, "chart") or b"") if chart is None else chart
