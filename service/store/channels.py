"""The channels on which Redis tells what happens.

    bottega:{<game_id>}:news    each event of a game, as it is appended to the log and in the same atomic step
    bottega:listener:<id>       empty messages, each to wake one listener

Nobody keeps what is told here: whoever was not listening reads the log.
"""

import secrets
from collections.abc import Iterable
from typing import Any, Literal

import redis

OPEN_SECONDS = 5.0

_LISTENER = "bottega:listener:"

Told = tuple[Literal["event", "begun", "woken", "silence"], str, bytes]
"""What a listener hears: an event of a game, that the news of a game begin now, that it was woken, or nothing."""


class Listener:
    """One connection that listens; `wake` may be called by any thread, all else by one."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._own = _LISTENER + secrets.token_hex(8)
        self._pubsub = client.pubsub()
        self._asked = False

    def open(self) -> None:
        """Connect, or connect anew, subscribed to no news; from now on it can be woken. Raises one of OUTAGES."""
        self._pubsub.close()
        self._asked = False
        self._pubsub.subscribe(self._own)
        if self.hear(OPEN_SECONDS)[0] != "woken":
            raise redis.TimeoutError("no answer to a subscription")

    def subscribe(self, game_ids: Iterable[str]) -> None:
        """Ask for the news of some games; for each it is told when they begin."""
        self._pubsub.subscribe(*map(channel, game_ids))

    def unsubscribe(self, game_ids: Iterable[str]) -> None:
        """Have no more news of some games."""
        self._pubsub.unsubscribe(*map(channel, game_ids))

    def hear(self, seconds: float) -> Told:
        """Wait for what is told next. Raises one of OUTAGES, also when two waits heard nothing from Redis at all."""
        message = self._pubsub.get_message(timeout=seconds)
        if message is None:
            self._check()
            return "silence", "", b""
        self._asked = False
        name = (message["channel"] or b"").decode()
        if name == self._own:
            return "woken", "", b""
        if message["type"] == "message":
            return "event", _game_id(name), message["data"]
        return ("begun", _game_id(name), b"") if message["type"] == "subscribe" else ("silence", "", b"")

    def wake(self) -> None:
        """Have the waiting thread told that it is woken. Raises one of OUTAGES."""
        self._client.publish(self._own, b"")

    def close(self) -> None:
        """Give the connection up."""
        self._pubsub.close()

    def _check(self) -> None:
        """Ask Redis whether it is there: a connection can be dead without anybody having said so."""
        if self._asked:
            raise redis.TimeoutError("the subscription is dead")
        self._pubsub.ping()
        self._asked = True


def channel(game_id: str) -> str:
    """Name the channel of a game's news."""
    return f"bottega:{{{game_id}}}:news"


def _game_id(name: str) -> str:
    """Tell whose news a channel carries."""
    return name.partition("{")[2].partition("}")[0]
