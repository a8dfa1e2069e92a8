"""An installation for measurements: a separate Redis, and worker processes that can be watched and ended."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from domain.dice import Seed
from domain.registry import RULESETS
from domain.replay import start, step
from domain.ruleset import AnyRuleset
from service.assembly import open_installation
from service.installation.installation import Installation
from service.lobby import creation
from service.resources.creation import Sandbox, SandboxAction
from service.runtime import child_process
from service.runtime.redis_server import redis_server
from service.settings import read_settings
from service.store import SeatSetup
from tests.workers.waiting import until
from workers.thinking.choice import decide

Move = tuple[int, Any]
"""The seat that acted, and its action."""


@dataclass
class RunningService:
    """A Redis, its queues, and the processes that were started on them."""

    installation: Installation
    environ: dict[str, str]
    log: Path
    """The log file of the processes."""
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def start(self, *command: str) -> subprocess.Popen[bytes]:
        """Start a `bottega` command."""
        with self.log.open("ab") as output:
            process = child_process.start(
                [sys.executable, "-m", "workers.command.entry", *command], environ=self.environ, output=output
            )
        self.processes.append(process)
        return process

    def start_worker(self, kind: str) -> subprocess.Popen[bytes]:
        """Start a worker; return when it waits for jobs."""
        worker = self.start("worker", kind)
        until(lambda: self.state_of(worker.pid)[0] == "idle", f"a {kind} worker is ready")
        return worker

    def state_of(self, process: int) -> tuple[str, str]:
        """Return the state of a worker and the id of its current job; empty while unknown."""
        client: Any = self.installation.queues["scoring"].connection
        for key in client.smembers("rq:workers"):
            pid, state, job = client.hmget(key, "pid", "state", "current_job")
            if pid == str(process).encode():
                return (state or b"").decode(), (job or b"").decode()
        return "", ""

    def end_all(self) -> None:
        """Kill all processes and delete all games and jobs."""
        for process in self.processes:
            process.kill()
            process.wait()
        self.processes.clear()
        self.installation.store.servers.client.flushall()

    def game(self, ruleset: AnyRuleset, seats: Sequence[SeatSetup], seed: bytes, moves: Sequence[Move] = ()) -> str:
        """Create a game that begins with some moves; return its id."""
        actions = tuple(SandboxAction(seat, msgspec.to_builtins(action)) for seat, action in moves)
        sandbox = Sandbox(seed.hex(), actions)
        created, _ = creation.create_game(self.installation, ruleset, ruleset.options_type(), seats, sandbox=sandbox)
        return created.game_id

    def ai_game(self, ruleset: AnyRuleset, levels: Sequence[str], number: int) -> str:
        """Create game `number` of AI players; return its id."""
        return self.game(ruleset, [SeatSetup("ai", level) for level in levels], seed_of(number))

    def version(self, game_id: str) -> int:
        """Return the length of a game's log."""
        return self.installation.store.events(game_id, 0, 1)[0]

    def has_reached(self, game_id: str, version: int) -> bool:
        """Whether a game has reached a version, or has ended."""
        last = self.installation.store.last_event(game_id)
        return last is not None and (last.version >= version or last.over)


@contextmanager
def installed(**settings: str) -> Iterator[RunningService]:
    """Run an installation without processes during a block; processes started in it end with it."""
    with TemporaryDirectory(prefix="bottega-bench-") as name, redis_server(Path(name) / "redis") as server:
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("BOTTEGA_")}
        own = {"BOTTEGA_REDIS_URL": server.url, "BOTTEGA_DATA": name, "BOTTEGA_SANDBOX": "on"}
        environ = {**inherited, **own, "BOTTEGA_LOG_DECISIONS": "on", **settings}
        running = RunningService(open_installation(read_settings(environ), RULESETS), environ, Path(name) / "log")
        try:
            yield running
        finally:
            running.end_all()


def greedy_game(ruleset: AnyRuleset, seats: int, number: int) -> tuple[list[Move], list[int]]:
    """Play game `number` by the heuristics; return its moves, and which of them were a choice among several."""
    seed, rng = seed_of(number), Random(number)
    position = start(ruleset, ruleset.options_type(), seats, Seed(seed))
    moves: list[Move] = []
    chosen = []
    while waiting := ruleset.to_act(position.state):
        seat = waiting[0]
        if len(ruleset.legal_actions(position.state, seat)) > 1:
            chosen.append(len(moves))
        action = decide(ruleset, position.state, seat, "greedy", rng)
        step(ruleset, position, seat, action, Seed(seed))
        moves.append((seat, action))
    return moves, chosen


def seed_of(number: int) -> bytes:
    """Return the seed of game `number`."""
    return number.to_bytes(32, "big")
