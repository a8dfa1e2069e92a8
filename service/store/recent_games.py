"""Keep the games that this process has just read or written: the next action then needs no other read.

Another process may have changed such a game. `commit.lua` compares its log, info and seats before it writes.
"""

from collections import OrderedDict

from msgspec.structs import replace

from service.store.game_types import StoredGame

MOST_GAMES = 256
"""The maximum number of games of one process; a game takes about 10 kB."""


class RecentGames:
    """The games that one process keeps. Threads may share it."""

    def __init__(self) -> None:
        self._games: OrderedDict[str, StoredGame] = OrderedDict()

    def keep(self, stored: StoredGame) -> None:
        """Keep a game in place of an earlier copy."""
        game_id = stored.header.game_id
        self._games[game_id] = stored
        self._games.move_to_end(game_id)
        if len(self._games) > MOST_GAMES:
            self._games.popitem(last=False)

    def take(self, game_id: str) -> StoredGame | None:
        """Return the copy of a game, and forget it: only one request may use it. None without a copy."""
        stored = self._games.pop(game_id, None)
        return None if stored is None else replace(stored, is_kept=True)
