"""The deals in Redis: which games share the secret of their dice.

One key for each deal, in a cluster slot of its own:

    bottega:{<deal_id>}:games     hash: game_id -> nothing while the game is to come or goes on, as far as is known;
                                  `ended`, or `removed`

It is written before the first of the games is, and goes with the last of them. Each write may be repeated without harm.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from service.store.connection import script
from service.store.keys import key
from service.store.servers import Servers

_END = script("end_deal")


class Deals:
    """The deals of one Redis."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers

    def keep(self, deal: str, games: Iterable[str]) -> None:
        """Write which games a deal has, before they are created; of those that it has, what is known stays."""

        def fill(pipeline: Any) -> None:
            for game_id in games:
                pipeline.hsetnx(_games(deal), game_id, "")

        self._servers.write_before(deal, fill)

    def unended(self, deal: str) -> Sequence[str] | None:
        """List the games of which it is not known that they have ended; None if nothing is known of the deal."""
        known = self._servers.call(deal, lambda client: client.hgetall(_games(deal)))
        return sorted(game_id.decode() for game_id, end in known.items() if not end) if known else None

    def end(self, deal: str, games: Iterable[str]) -> None:
        """Note of games that they have ended, unless the deal is forgotten."""
        ended = [*games]
        if ended:
            self._servers.write(deal, lambda pipeline: pipeline.eval(_END, 1, _games(deal), *ended))

    def remove(self, deal: str, game_id: str) -> None:
        """Note that a game is removed: nobody will play it; forget the deal with the last one."""
        left = self._servers.write(
            deal, lambda pipeline: pipeline.hset(_games(deal), game_id, "removed").hvals(_games(deal))
        )[-1]
        if set(left) == {b"removed"}:
            self._servers.write(deal, lambda pipeline: pipeline.delete(_games(deal)))


def _games(deal: str) -> str:
    return key(deal, "games")
