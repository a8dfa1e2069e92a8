"""Measure the capacity of an installation: `make load`, `python -m tests.lab.load [--quick]`, its commands `soak` and
`leaving`.

Each row is one kind of work by some clients, on some web server processes and masters of Redis, for some seconds. Rows
are appended to a file. An interrupted run continues from that file; without it the run starts again.
"""

import argparse
import json
import os
import resource
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from service.runtime.redis_server import redis_server
from tests.cluster.servers import cluster
from tests.lab.bench.decisions import summary
from tests.lab.load import leaving, scripts, soak
from tests.lab.load.clients import Make, run
from tests.lab.load.machine import Processes, idle_seconds, limit
from tests.lab.load.watchers import Watchers, create, delays
from tests.service.helpers.client.service import UNLIMITED_ENVIRON
from tests.workers.client import Client
from workers.processes.supervisor import running_service

WORKS: Mapping[str, tuple[Make, str]] = {
    "create": (scripts.create, "create"),
    "view": (scripts.look, "view"),
    "act": (scripts.act, "act"),
}
"""Each kind of work with its timed request; all requests count for the cost in the web server."""
AI = "AI seats"
HEADS = (
    "work",
    "clients",
    "web servers",
    "masters",
    "a second",
    "median ms",
    "99 % ms",
    "web ms each",
    "errors",
    "cores",
    "limit",
)
WATCHED_GAMES = 200
LOOK_SECONDS = 0.05
TABLES: Sequence[tuple[int, int]] = ((1, 1), (2, 1), (2, 3))
"""Numbers of web server processes and of masters."""


@dataclass(frozen=True)
class Size:
    """The size of the measurements."""

    tables: Sequence[tuple[int, int]] = TABLES
    clients: Sequence[int] = (1, 8, 64, 256)
    watchers: int = 10_000
    seconds: float = 8.0


QUICK = Size(tables=((2, 1),), clients=(8, 64), watchers=1000, seconds=4.0)


@contextmanager
def loaded(api: int, masters: int, **settings: str) -> Iterator[Processes]:
    """Run a separate service without rate limits."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("BOTTEGA_")}
    own = {
        "BOTTEGA_PORT": "0",
        "BOTTEGA_API_WORKERS": str(api),
        "BOTTEGA_AI_WORKERS": "1",
        "BOTTEGA_SPECTATORS": "12000",
        "BOTTEGA_CONNECTIONS_PER_ADDRESS": "20000",
        "BOTTEGA_MAX_QUEUED_TURNS": "0",
    }
    with ExitStack() as stack:
        directory = Path(stack.enter_context(TemporaryDirectory(prefix="bottega-load-")))
        servers: list[int] = []
        if masters > 1:
            several = stack.enter_context(cluster(directory / "cluster"))
            queues = stack.enter_context(redis_server(directory / "queues"))
            own |= {"BOTTEGA_REDIS_URL": several.url, "BOTTEGA_RQ_URL": queues.url}
            servers = [*(each.process.pid for each in several.servers), queues.process.pid]
        environ = {**inherited, **UNLIMITED_ENVIRON, **own, "BOTTEGA_DATA": str(directory), **settings}
        service = stack.enter_context(running_service(environ))
        yield Processes(service, {"Redis": servers} if servers else {})


class Watch:
    """Processor use of all processes since the start."""

    def __init__(self, processes: Processes) -> None:
        self._processes = processes
        self._began, self._busy, self._idle = time.monotonic(), processes.busy(), idle_seconds()

    def usage(self, api: int) -> dict[str, Any]:
        """Print the cores that each kind of process used, and the bottleneck."""
        took = time.monotonic() - self._began
        shares = {kind: (now - self._busy.get(kind, 0)) / took for kind, now in self._processes.busy().items()}
        idle = (idle_seconds() - self._idle) / took
        shown = {kind: round(share, 3) for kind, share in shares.items() if share >= 0.01}
        return {"cores": shown, "idle": round(idle, 2), "limit": limit(shares, idle, api)}


def work_row(processes: Processes, work: str, clients: int, api: int, seconds: float) -> dict[str, Any]:
    """Let clients do one kind of work for some seconds."""
    make, shown = WORKS[work]
    watch = Watch(processes)
    counted = run(processes.service.address, [make(number) for number in range(clients)], seconds)
    times, errors = counted[shown].seconds, sum(sum(each.errors.values()) for each in counted.values())
    middle, slowest = summary(times)
    every = sum(len(each.seconds) for each in counted.values())
    usage = watch.usage(api)
    web = 1000 * seconds * usage["cores"].get("web server", 0.0) / max(every, 1)
    row = {"a second": len(times) / seconds, "median ms": middle, "99 % ms": slowest, "web ms each": web}
    return {**row, "all a second": every / seconds, "errors": errors, **usage}


def turns_row(processes: Processes, clients: int, api: int, seconds: float) -> dict[str, Any]:
    """Create this number of games of AI players; count their turns by the growth of logs.

    The measurement ends after `seconds`, or when the last of the games ends.
    """
    with closing(Client(processes.service.address)) as own:
        watch, started = Watch(processes), time.monotonic()
        games = [own.post("/v1/games", scripts.game_of(scripts.AZUL, "ai"))["game_id"] for _ in range(clients)]
        while (took := time.monotonic() - started) < seconds and own.get(f"/v1/games/{games[-1]}/view")["to_act"]:
            time.sleep(LOOK_SECONDS)
        turns = _versions(own, games)
    row = {"a second": turns / took}
    return {**row, "errors": 0, **watch.usage(api)}


def _versions(client: Client, games: Sequence[str]) -> int:
    return sum(client.get(f"/v1/games/{game}/view")["version"] for game in games)


def spectators_row(processes: Processes, watching: int, api: int) -> dict[str, Any]:
    """Open this number of streams, act in the games, and measure the delay of each spectator."""
    with closing(Client(processes.service.address)) as client:
        games = create(client, WATCHED_GAMES)
        before = processes.memory()["web server"]
        watchers = Watchers(processes.service.address)
        for number in range(watching):
            game = games[number % len(games)]
            viewers = [None, *game.tokens.values()]
            watchers.open(game, viewers[number // len(games) % len(viewers)])
        client.close()  # the service would have, in the meantime
        grown = processes.memory()["web server"] - before
        watch = Watch(processes)
        each_one, acts = delays(client, watchers, games)
        usage = watch.usage(api)
        watchers.close()
    middle, slowest = summary(each_one)
    row = {"a second": len(each_one) / sum(acts), "median ms": middle, "99 % ms": slowest}
    return {**row, "errors": 0, "KiB each": grown / watching, **usage}


def rows_of(size: Size, known: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Measure the rows that the file does not contain yet."""
    for api, masters in size.tables:
        together = [*product(WORKS, size.clients), ("watch", size.watchers)]
        alone = [[(AI, clients)] for clients in size.clients]  # their games would go on beside what comes after
        for works in [together, *alone]:
            missing = [each for each in works if _name(*each, api, masters) not in known]
            if missing:
                with loaded(api, masters) as processes:
                    for work, clients in missing:
                        row = _measured(processes, work, clients, api, size.seconds)
                        yield {"work": work, "clients": clients, "web servers": api, "masters": masters, **row}


def _measured(processes: Processes, work: str, clients: int, api: int, seconds: float) -> dict[str, Any]:
    if work == "watch":
        return spectators_row(processes, clients, api)
    if work == AI:
        return turns_row(processes, clients, api, seconds)
    return work_row(processes, work, clients, api, seconds)


def _name(work: str, clients: int, api: int, masters: int) -> str:
    return f"{work} {clients} {api} {masters}"


def name_of(row: Mapping[str, Any]) -> str:
    """Return the name of a row."""
    return _name(row["work"], row["clients"], row["web servers"], row["masters"])


def table(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return rows as a table."""
    lines = [f"| {' | '.join(HEADS)} |", f"|---|{'---:|' * 8}---|---|"]
    return "\n".join([*lines, *(f"| {' | '.join(_cell(row, head) for head in HEADS)} |" for row in rows)])


def _cell(row: Mapping[str, Any], head: str) -> str:
    """Return a cell of the table."""
    value = row.get(head, "")
    if head == "cores":
        return ", ".join(f"{kind} {share:.2f}" for kind, share in value.items())
    return f"{value:,.1f}" if isinstance(value, float) else str(value)


def main() -> int:
    """Measure, and print all results, including earlier ones."""
    parser = argparse.ArgumentParser(prog="python -m tests.lab.load", description=__doc__)
    parser.add_argument("what", nargs="?", choices=("load", "soak", "leaving"), default="load")
    parser.add_argument("--streams", type=int, default=10_000, help="that end at once")
    parser.add_argument("--quick", action="store_true", help="two minutes in place of twenty-five")
    parser.add_argument("--minutes", type=float, default=60.0, help="of the soak")
    parser.add_argument("--file", type=Path, default=Path(".load.jsonl"), help="where rows are kept")
    chosen = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    if chosen.what == "soak":
        with loaded(2, 1, **soak.SETTINGS) as processes:
            return soak.run(processes, chosen.minutes, chosen.file.with_suffix(".soak.jsonl"))
    if chosen.what == "leaving":
        with loaded(1, 1) as processes:
            print(json.dumps(leaving.row(processes, chosen.streams)))
        return 0
    lines = chosen.file.read_text(encoding="utf-8").splitlines() if chosen.file.exists() else []
    found = {name_of(row): row for row in map(json.loads, lines)}
    with chosen.file.open("a", encoding="utf-8") as file:
        for row in rows_of(QUICK if chosen.quick else Size(), found):
            found[name_of(row)] = row
            print(json.dumps(row), file=file, flush=True)
            print(f"  {name_of(row)}: {row['a second']:,.0f} a second", file=sys.stderr, flush=True)
    print(table([*found.values()]), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
