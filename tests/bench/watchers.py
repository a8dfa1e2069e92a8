"""What clients that watch games cost, and how soon they learn of an event: 2,000 server-sent streams on this machine.

The clients are one process with one thread, on the same cores as the service. A delay counts from the moment at which
the event is dated, just before it is committed, to the moment at which its client has read it.
"""

import os
import resource
import selectors
import socket
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

from domain.registry import RULESETS
from tests.bench.over_http import summary
from tests.service.table import UNLIMITED_ENVIRON
from tests.workers.waiting import children
from workers.command.client import Client
from workers.processes.supervisor import Service, running_service

WATCHERS = 2000
GAMES = 200
ACTIONS = 100
IDLE_SECONDS = 30.0
PATIENCE_SECONDS = 60.0
RULESET = next(iter(RULESETS.values()))


@dataclass
class Game:
    """A game that is watched, with the tokens of its seats."""

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
        bearer = f"Authorization: Bearer {token}\r\n" if token else ""
        connection.sendall(f"GET {game.path}/events/stream HTTP/1.1\r\nHost: {self.host}\r\n{bearer}\r\n".encode())
        received = b""
        while b"retry: " not in received:
            received += connection.recv(65536)
        assert received.startswith(b"HTTP/1.1 200"), received
        connection.setblocking(False)
        self.selector.register(connection, selectors.EVENT_READ)
        self.game_of[connection] = game.path

    def drain(self, seconds: float) -> None:
        """Read away what comes, for so long."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            for key, _ in self.selector.select(left):
                key.fileobj.recv(65536)

    def arrivals(self, game: Game, version: int) -> Iterator[tuple[float, str]]:
        """Return the time at which each watcher of a game reads the event of a version, and when the event says it was.

        Messages are short enough to come in one piece, or in two of which the first has the number.
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
    """Read when an event says that it happened."""
    return received.partition(b'"at":"')[2][:27].decode()


def create(client: Client, count: int) -> list[Game]:
    """Create games of people."""
    body = {"ruleset": RULESET.name, "options": {}, "seats": [{"kind": "human"}] * RULESET.min_seats}
    answers = [client.post("/v1/games", body) for _ in range(count)]
    return [
        Game(f"/v1/games/{each['game_id']}", {token["seat"]: token["token"] for token in each["tokens"]})
        for each in answers
    ]


def delays(client: Client, watchers: Watchers, games: Sequence[Game]) -> tuple[list[float], list[float], list[float]]:
    """Act in the games in turn; return seconds from commit to each arrival, to each last arrival, and of each act."""
    rng, each_one, last, acts = Random(1), [], [], []
    for number in range(ACTIONS):
        game = games[number % len(games)]
        seat = client.get(f"{game.path}/view")["to_act"][0]
        legal = client.get(f"{game.path}/actions", game.tokens[seat])
        answer = {"ruleset": RULESET.name, "decision": legal["decision"], "action": rng.choice(legal["actions"])}
        started = time.time()
        client.post(f"{game.path}/actions", answer, game.tokens[seat])
        acts.append(time.time() - started)
        found = [
            at - datetime.fromisoformat(dated).timestamp()
            for at, dated in watchers.arrivals(game, legal["version"] + 1)
        ]
        each_one += found
        last.append(max(found))
    return each_one, last, acts


def processes(service: Service) -> list[int]:
    """List the web server processes that serve requests."""
    return children(service.parts[0].process.pid)


def kibibytes(process: int) -> tuple[int, int]:
    """Return the resident memory of a process, and its proportional share."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="utf-8").splitlines()
    values = {line.split(":")[0]: int(line.split()[1]) for line in lines[1:]}
    return values["Rss"], values["Pss"]


def cpu_seconds(process: int) -> float:
    """Return how much processor time a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(service: Service) -> list[tuple[int, int]]:
    """Return the memory of each web server process."""
    return [kibibytes(process) for process in processes(service)]


def measure(title: str, spread: int) -> None:
    """Print what all watchers cost when they watch this many games."""
    with (
        tempfile.TemporaryDirectory(prefix="bottega-bench-") as directory,
        running_service(_environ(directory)) as service,
        closing(Client(service.address)) as client,
    ):
        games = create(client, spread)
        for game in games:
            client.get(f"{game.path}/view")
        before = memory(service)
        watchers = Watchers(service.address)
        started = time.monotonic()
        for number in range(WATCHERS):
            game = games[number % spread]
            viewers = [None, *game.tokens.values()]
            watchers.open(game, viewers[number // spread % len(viewers)])
        opened = time.monotonic() - started
        watchers.drain(1.0)
        after = memory(service)
        _print_memory(title, opened, before, after)
        client.close()  # the service would, in the meantime
        _print_idle(service, watchers)
        each_one, last, acts = delays(client, watchers, games)
        print(f"  delay of a watcher         {_told(each_one)}")
        print(f"  delay of the last watcher  {_told(last)}")
        print(f"  act                        {_told(acts)}", flush=True)
        watchers.close()


def _print_memory(
    title: str, opened: float, before: Sequence[tuple[int, int]], after: Sequence[tuple[int, int]]
) -> None:
    """Print what the watchers take."""
    rss, pss = (sum(each[kind] for each in after) for kind in (0, 1))
    grown = pss - sum(each[1] for each in before)
    shown = ", ".join(f"RSS {each[0] / 1024:.0f} MiB, PSS {each[1] / 1024:.0f} MiB" for each in after)
    print(f"{WATCHERS:,} watchers {title}, opened in {opened:.1f} s")
    print(f"  memory of each process     {shown}; all RSS {rss / 1024:.0f} MiB, PSS {pss / 1024:.0f} MiB")
    print(f"  memory of a watcher        {grown / WATCHERS:.1f} KiB")


def _print_idle(service: Service, watchers: Watchers) -> None:
    """Print how busy the web server is while nothing happens but signs of life."""
    started, used = time.monotonic(), sum(map(cpu_seconds, processes(service)))
    watchers.drain(IDLE_SECONDS)
    spent = sum(map(cpu_seconds, processes(service))) - used
    print(f"  processor while idle       {100 * spent / (time.monotonic() - started):.1f} % of one core")


def _told(seconds: list[float]) -> str:
    """Return median and 99th percentile."""
    middle, slowest = summary(seconds)
    return f"median {middle:.1f} ms, 99th percentile {slowest:.1f} ms"


def _environ(directory: str) -> dict[str, str]:
    """Set up a service of its own, with the settings it is shipped with."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("BOTTEGA_")}
    return kept | UNLIMITED_ENVIRON | {"BOTTEGA_DATA": directory, "BOTTEGA_PORT": "0", "BOTTEGA_AI_WORKERS": "1"}


def main() -> None:
    """Measure watchers of many games, and of one."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    measure(f"of {GAMES} games", GAMES)
    measure("of one game", 1)


if __name__ == "__main__":
    main()
