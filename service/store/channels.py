"""Publish messages on Redis channels, and listen to them.

    bottega:{<game_id>}:updates       each event of a game, as the entry that the same atomic step appends to the log;
                                      an empty message when a waiting game starts, a seat has another player, a
                                      player is present again, or other surroundings of the game change
    bottega:{<tournament>}:updates    an empty message when the log of a tournament has grown, or when games of its
                                      next round have been created
    bottega:{<player>}:updates        an empty message when the feed of a player has grown
    bottega:{keys:<player>}:updates   an empty message when keys of a player are revoked, or the player is deleted or
                                      becomes part of another one
    bottega:{seeks}:updates           an empty message when a seek is added, renewed, matched or withdrawn
    bottega:listener:<id>             empty messages, each to wake one listener

Redis does not store messages: a client that missed one reads the log or the feed.
"""

import secrets
from collections.abc import Iterable
from typing import Any, Literal

import redis

from service.store.servers import Servers

OPEN_SECONDS = 5.0

_LISTENER = "bottega:listener:"

Message = tuple[Literal["update", "subscribed", "woken", "silence"], str, bytes]
"""What a listener received, its game or player, and the data. `subscribed` confirms a subscription."""


class Listener:
    """One listening connection. Any thread may call `wake`; all other methods belong to one thread.

    It does not use redis-py's PubSub, which calls `poll` before it reads. Under gevent that is slow, or blocks all
    else.
    """

    def __init__(self, servers: Servers) -> None:
        self._servers = servers
        self._wake_channel = _LISTENER + secrets.token_hex(8)
        self._pool: Any = None
        self._connection: Any = None
        self._pinged = False

    def open(self) -> None:
        """Connect, or connect again, without subscriptions. Raises one of OUTAGES."""
        self.close()
        self._pinged = False
        self._servers.call(self._wake_channel, self._connect)
        self._send("SUBSCRIBE", self._wake_channel)
        if self.receive(OPEN_SECONDS)[0] != "woken":
            raise redis.TimeoutError("no reply to a subscription")

    def subscribe(self, sources: Iterable[str]) -> None:
        """Subscribe to the channels of games and players, by id. A message `subscribed` confirms each one."""
        self._send("SUBSCRIBE", *map(channel, sources))

    def unsubscribe(self, sources: Iterable[str]) -> None:
        """Unsubscribe from the channels of games and players."""
        self._send("UNSUBSCRIBE", *map(channel, sources))

    def receive(self, seconds: float) -> Message:
        """Wait for the next message. Raises one of OUTAGES, also after two waits without any reply from Redis."""
        try:
            reply = self._connection.read_response(timeout=seconds, disconnect_on_error=False, push_request=True)
        except redis.TimeoutError:
            self._check()
            return "silence", "", b""
        self._pinged = False
        if not isinstance(reply, list):
            return "silence", "", b""
        kind, name, data = reply[0], reply[1].decode(), reply[-1]
        if name == self._wake_channel:
            return "woken", "", b""
        if kind == b"message":
            return "update", _source(name), data
        return ("subscribed", _source(name), b"") if kind == b"subscribe" else ("silence", "", b"")

    def wake(self) -> None:
        """Wake the waiting thread. Raises one of OUTAGES."""
        self._servers.call(self._wake_channel, lambda client: client.publish(self._wake_channel, b""))

    def close(self) -> None:
        """Release the connection."""
        if self._connection is not None:
            self._connection.disconnect()
            self._pool.release(self._connection)
            self._connection = None

    def _connect(self, client: Any) -> None:
        """Get a connection. In a cluster any node passes on what was published at another."""
        self._pool = client.connection_pool
        self._connection = self._pool.get_connection()

    def _check(self) -> None:
        """Ping Redis: a connection can be dead without an error."""
        if self._pinged:
            raise redis.TimeoutError("the subscription is dead")
        self._send("PING")
        self._pinged = True

    def _send(self, *command: str) -> None:
        self._connection.send_command(*command, check_health=False)


def keys_source(player: str) -> str:
    """Return the source of the channel for the keys of a player."""
    return f"keys:{player}"


def channel(source: str) -> str:
    """Return the channel of a game, of a tournament, of a player, of a player's keys, or of all seeks."""
    return f"bottega:{{{source}}}:updates"


def _source(name: str) -> str:
    return name.partition("{")[2].partition("}")[0]
