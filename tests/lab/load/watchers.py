"""Spectators with server-sent streams, read by one thread, and the delay of events.

The delay starts at the time of the event, just before its commit, and ends when the client has read it.
"""

import selectors
import socket
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random
from urllib.parse import urlsplit

from domain.registry import RULESETS
from tests.workers.client import Client

ACTIONS = 100
PATIENCE_SECONDS = 60.0
RULESET = next(iter(RULESETS.values()))


@dataclass
class Game:
    """A game with spectators, and the tokens of its seats."""

    path: str
    tokens: dict[int, str]


class Watchers:
    """Many open streams, read by one thread."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self.host, self.port = parts.hostname, parts.port
        self.selector = selectors.DefaultSelector()
        self.game_of: dict[socket.socket, str] = {}

    def open(self, game: Game, token: str | None) -> None:
        """Open a stream and wait for its first bytes."""
        connection = socket.create_connection((self.host, self.port), PATIENCE_SECONDS)
        auth = f"Authorization: Bearer {token}\r\n" if token else ""
        connection.sendall(f"GET {game.path}/events/stream HTTP/1.1\r\nHost: {self.host}\r\n{auth}\r\n".encode())
        received = b""
        while b"retry: " not in received:
            received += connection.recv(65536)
        assert received.startswith(b"HTTP/1.1 200"), received
        connection.setblocking(False)
        self.selector.register(connection, selectors.EVENT_READ)
        self.game_of[connection] = game.path

    def drain(self, seconds: float) -> None:
        """Read and discard messages for `seconds`."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            for key, _ in self.selector.select(left):
                key.fileobj.recv(65536)

    def arrivals(self, game: Game, version: int) -> Iterator[tuple[float, str]]:
        """Return when each spectator of a game reads the event of a version, and the time of the event.

        Messages are short enough to arrive in one piece, or in two of which the first has the number.
        """
        awaited = {each for each, path in self.game_of.items() if path == game.path}
        mark = b"id: %d-" % version
        deadline = time.time() + PATIENCE_SECONDS
        while awaited:
            assert time.time() < deadline, f"{len(awaited)} have not read version {version}"
            for key, _ in self.selector.select(1.0):
                received = key.fileobj.recv(65536)
                if mark in received:
                    yield time.time(), _dated(received)
                    awaited.discard(key.fileobj)

    def close(self) -> None:
        """Close all streams."""
        for each in self.game_of:
            each.close()
        self.selector.close()


def _dated(received: bytes) -> str:
    """Return the time of a received event."""
    return received.partition(b'"at":"')[2][:27].decode()


def create(client: Client, count: int) -> list[Game]:
    """Create games of human players."""
    body = {"ruleset": RULESET.name, "options": {}, "seats": [{"kind": "human"}] * RULESET.min_seats}
    responses = [client.post("/v1/games", body) for _ in range(count)]
    return [
        Game(f"/v1/games/{each['game_id']}", {token["seat"]: token["token"] for token in each["tokens"]})
        for each in responses
    ]


def delays(client: Client, spectators: Watchers, games: Sequence[Game]) -> tuple[list[float], list[float]]:
    """Act in the games in turn; return the seconds from commit to each arrival, and of each action."""
    rng, each_one, acts = Random(1), [], []
    for number in range(ACTIONS):
        game = games[number % len(games)]
        version, took = act(client, game, rng)
        acts.append(took)
        each_one += [at - datetime.fromisoformat(dated).timestamp() for at, dated in spectators.arrivals(game, version)]
    return each_one, acts


def act(client: Client, game: Game, rng: Random) -> tuple[int, float]:
    """Submit a random action; return the version after it, and the seconds that the request took."""
    seat = client.get(f"{game.path}/view")["to_act"][0]
    legal = client.get(f"{game.path}/actions", game.tokens[seat])
    response = {"ruleset": RULESET.name, "decision": legal["decision"], "action": rng.choice(legal["actions"])}
    started = time.time()
    client.post(f"{game.path}/actions", response, game.tokens[seat])
    return legal["version"] + 1, time.time() - started
