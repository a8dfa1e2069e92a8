"""Store deals in Redis: the games that share the secret seed of their dice.

One key for each deal, in its cluster slot:

    bottega:{<deal_id>}:games     hash: game_id -> empty until the game is known to have ended or been removed; then
                                  `ended` or `removed`

The key is written before the first game, and deleted with the last one. Each write may be retried without harm.
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
        """Store the games of a deal before they are created. Known states of these games stay."""

        def fill(pipeline: Any) -> None:
            for game_id in games:
                pipeline.hsetnx(_games(deal), game_id, "")

        self._servers.write_before(deal, fill)

    def unended(self, deal: str) -> Sequence[str] | None:
        """Return the games that are not known to have ended; None for an unknown deal."""
        known = self._servers.call(deal, lambda client: client.hgetall(_games(deal)))
        return sorted(game_id.decode() for game_id, end in known.items() if not end) if known else None

    def end(self, deal: str, games: Iterable[str]) -> None:
        """Mark games as ended, unless the deal has been deleted."""
        ended = [*games]
        if ended:
            self._servers.write(deal, lambda pipeline: pipeline.eval(_END, 1, _games(deal), *ended))

    def remove(self, deal: str, game_id: str) -> None:
        """Mark a game as removed; delete the deal with its last game."""
        left = self._servers.write(
            deal, lambda pipeline: pipeline.hset(_games(deal), game_id, "removed").hvals(_games(deal))
        )[-1]
        if set(left) == {b"removed"}:
            self._servers.write(deal, lambda pipeline: pipeline.delete(_games(deal)))


def _games(deal: str) -> str:
    return key(deal, "games")
