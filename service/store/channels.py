"""The channels on which Redis tells what happens.

    bottega:{<game_id>}:news    each event of a game, as the entry that is appended to the log in the same atomic step;
                                empty when a game begins that has waited for its players, or a seat has changed hands
    bottega:{<player>}:news     an empty message whenever the feed of a player has grown
    bottega:{keys:<player>}:news   an empty message whenever keys of a player were revoked, or the player was removed
    bottega:listener:<id>       empty messages, each to wake one listener

Nobody keeps what is told here: whoever was not listening reads the log, or the feed.
"""

import secrets
from collections.abc import Iterable
from typing import Any, Literal

import redis

from service.store.servers import Servers

OPEN_SECONDS = 5.0

_LISTENER = "bottega:listener:"

Told = tuple[Literal["news", "begun", "woken", "silence"], str, bytes]
"""What a listener hears, and of which game or player: news, that the news begin now, that it was woken, or nothing."""


class Listener:
    """One connection that listens; `wake` may be called by any thread, all else by one.

    It does without redis-py's own PubSub, which asks `poll` before it reads: under gevent that is either slow or stops
    all else.
    """

    def __init__(self, servers: Servers) -> None:
        self._servers = servers
        self._own = _LISTENER + secrets.token_hex(8)
        self._pool: Any = None
        self._connection: Any = None
        self._asked = False

    def open(self) -> None:
        """Connect, or connect anew, subscribed to no news; from now on it can be woken. Raises one of OUTAGES."""
        self.close()
        self._asked = False
        self._servers.call(self._own, self._connect)
        self._send("SUBSCRIBE", self._own)
        if self.hear(OPEN_SECONDS)[0] != "woken":
            raise redis.TimeoutError("no answer to a subscription")

    def subscribe(self, sources: Iterable[str]) -> None:
        """Ask for the news of some games and players, by id; for each it is told when they begin."""
        self._send("SUBSCRIBE", *map(channel, sources))

    def unsubscribe(self, sources: Iterable[str]) -> None:
        """Stop hearing of some of them."""
        self._send("UNSUBSCRIBE", *map(channel, sources))

    def hear(self, seconds: float) -> Told:
        """Wait for what is told next. Raises one of OUTAGES, also when two waits heard nothing from Redis at all."""
        try:
            reply = self._connection.read_response(timeout=seconds, disconnect_on_error=False, push_request=True)
        except redis.TimeoutError:
            self._check()
            return "silence", "", b""
        self._asked = False
        if not isinstance(reply, list):
            return "silence", "", b""
        kind, name, data = reply[0], reply[1].decode(), reply[-1]
        if name == self._own:
            return "woken", "", b""
        if kind == b"message":
            return "news", _source(name), data
        return ("begun", _source(name), b"") if kind == b"subscribe" else ("silence", "", b"")

    def wake(self) -> None:
        """Wake the waiting thread. Raises one of OUTAGES."""
        self._servers.call(self._own, lambda client: client.publish(self._own, b""))

    def close(self) -> None:
        """Return the connection up."""
        if self._connection is not None:
            self._connection.disconnect()
            self._pool.release(self._connection)
            self._connection = None

    def _connect(self, client: Any) -> None:
        """Take a connection; in a cluster any node tells what was published at any other."""
        self._pool = client.connection_pool
        self._connection = self._pool.get_connection()

    def _check(self) -> None:
        """Ask Redis whether it is there: a connection can be dead without anybody having said so."""
        if self._asked:
            raise redis.TimeoutError("the subscription is dead")
        self._send("PING")
        self._asked = True

    def _send(self, *command: str) -> None:
        """Send a command whose answer is heard among all else."""
        self._connection.send_command(*command, check_health=False)


def keys_of(player: str) -> str:
    """Name the source of news about the keys of a player."""
    return f"keys:{player}"


def channel(source: str) -> str:
    """Name the channel of the news of a game, of a player, or of a player's keys."""
    return f"bottega:{{{source}}}:news"


def _source(name: str) -> str:
    """Return the game or the player whose news a channel carries."""
    return name.partition("{")[2].partition("}")[0]
