"""Compare the service with a server of boardgame.io under the same number of clients: `make peers`.

Each client plays its own games, one move after the other, for both seats. The load generator is one process beside the
server, and its processor time is counted apart. boardgame.io is one Node.js process with a WebSocket for each client.
The service stores each action on disk before its response, which has the new view and the legal actions.
"""

import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec

from domain.dice import Seed
from domain.replay import start, step
from tests.lab.bench import node
from tests.lab.bench.decisions import summary
from tests.lab.bench.installation import seed_of
from tests.lab.load.__main__ import loaded
from tests.lab.load.clients import Script, request, run
from tests.lab.load.machine import Processes, cpu_seconds
from tests.lab.load.scripts import AZUL, game_of

ROOT = Path(__file__).parents[3]
PEERS = ROOT / "tests" / "tools" / "bench" / "peers"

CLIENTS = (1, 8, 64)
SECONDS = 5.0
WARM_UP_SECONDS = 1.0
WEB_SERVERS = 2
GAMES = 4
"""Number of games whose moves are prepared."""


class Row(NamedTuple):
    """The moves of some clients: per second, milliseconds of each, and milliseconds of processor time of each."""

    rate: float
    median: float
    slowest: float
    server: float
    generator: float


def table() -> Iterator[str]:
    """Measure all servers; return a table in Markdown."""
    yield "| | clients | moves a second | median ms | 99 % ms | server, CPU ms a move | generator, CPU ms a move |"
    yield "|---|---:|---:|---:|---:|---:|---:|"
    for name, rows in (
        ("boardgame.io in memory", _peer()),
        ("boardgame.io with files", _peer(stores=True)),
        (f"this service, durable, {WEB_SERVERS} web server processes", _ours()),
    ):
        for clients, row in zip(CLIENTS, rows, strict=True):
            yield (
                f"| {name} | {clients} | {row.rate:,.0f} | {row.median:.2f} | {row.slowest:.2f} "
                f"| {row.server:.2f} | {row.generator:.2f} |"
            )


def _peer(*, stores: bool = False) -> Iterator[Row]:
    """Measure boardgame.io, in memory or with its file store."""
    with TemporaryDirectory(prefix="bottega-bench-") as folder, _node("server.cjs", *[folder] * stores) as server:
        assert server.stdout
        port = server.stdout.readline().strip()
        _played(port, max(CLIENTS), WARM_UP_SECONDS)
        for clients in CLIENTS:
            before = cpu_seconds(server.pid)
            moves, median, slowest, own = _played(port, clients, SECONDS)
            spent = cpu_seconds(server.pid) - before
            yield Row(moves / SECONDS, median, slowest, 1000 * spent / moves, 1000 * own / moves)


def _played(port: str, clients: int, seconds: float) -> list[float]:
    """Let clients play on boardgame.io; return moves, median and 99th percentile in ms, and processor seconds."""
    with _node("players.cjs", port, str(clients), str(seconds)) as generator:
        return [float(figure) for figure in generator.communicate()[0].split("\t")]


def _node(script: str, *arguments: str) -> AbstractContextManager[subprocess.Popen[str]]:
    """Run a script of Node.js during a block."""
    return node.running([node.node_in(node.PEERS), script, *arguments], PEERS)


def _ours() -> Iterator[Row]:
    """Measure the service; its load generator is this process."""
    moves = [_moves(number) for number in range(GAMES)]
    with loaded(WEB_SERVERS, 1, BOTTEGA_SANDBOX="on") as processes:
        _acted(processes, moves, max(CLIENTS), WARM_UP_SECONDS)
        for clients in CLIENTS:
            yield _acted(processes, moves, clients, SECONDS)


def _acted(processes: Processes, moves: Sequence[Sequence[tuple[int, bytes]]], clients: int, seconds: float) -> Row:
    before, began = processes.busy(), time.perf_counter()
    scripts = [_play(number, moves[number % GAMES]) for number in range(clients)]
    counted = run(processes.service.address, scripts, seconds)
    took, spent = time.perf_counter() - began, {kind: now - before[kind] for kind, now in processes.busy().items()}
    assert not any(each.errors for each in counted.values()), counted
    times, own = counted["act"].seconds, spent.pop("clients")
    return Row(len(times) / took, *summary(times), *(1000 * each / len(times) for each in (sum(spent.values()), own)))


def _play(number: int, moves: Sequence[tuple[int, bytes]]) -> Script:
    """Play the same game again and again; every move is one request."""
    new_game = game_of(AZUL, "human") | {"sandbox": {"seed": seed_of(number % GAMES).hex()}}
    while True:
        game = (yield "create", request("POST", "/v1/games", new_game)).read()
        path = f"/v1/games/{game['game_id']}/actions?include=actions"
        tokens = {each["seat"]: each["token"] for each in game["tokens"]}
        for seat, body in moves:
            yield "act", request("POST", path, body, token=tokens[seat])


def _moves(number: int) -> list[tuple[int, bytes]]:
    """Play a random game by the rules alone; return the seat and the request body of each action.

    A client of both seats thus needs no list of legal actions: the response to one seat's action lacks that of the next
    seat.
    """
    seed, rng = Seed(seed_of(number)), Random(number)
    position = start(AZUL, AZUL.options_type(), AZUL.min_seats, seed)
    moves = []
    while to_act := AZUL.to_act(position.state):
        seat = to_act[0]
        action = rng.choice(AZUL.legal_actions(position.state, seat))
        body = {"ruleset": AZUL.name, "decision": position.decisions[seat], "action": action}
        moves.append((seat, msgspec.json.encode(body)))
        step(AZUL, position, seat, action, seed)
    return moves


if __name__ == "__main__":
    print("\n".join(table()))
