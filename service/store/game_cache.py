"""Cache the games that this process has just read or written: the next action then needs no other read.

Another process may have changed such a game. `commit.lua` compares log, info and seats before it writes.
"""

from collections import OrderedDict

from service.store.game_types import StoredGame

MOST_GAMES = 256
"""The maximum number of games of one process; a game takes about 10 kB."""


class GameCache:
    """The games that one process has used last. Threads may share it."""

    def __init__(self) -> None:
        self._games: OrderedDict[str, StoredGame] = OrderedDict()

    def put(self, stored: StoredGame) -> None:
        """Cache a game in place of an earlier copy."""
        game_id = stored.header.game_id
        self._games[game_id] = stored
        self._games.move_to_end(game_id)
        if len(self._games) > MOST_GAMES:
            self._games.popitem(last=False)

    def take(self, game_id: str) -> StoredGame | None:
        """Remove the copy of a game and return it: only one request may use it. None without a copy."""
        return self._games.pop(game_id, None)
