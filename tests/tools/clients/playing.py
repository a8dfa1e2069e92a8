"""Let generated clients play recorded games on a running service."""

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.service.helpers.client.service import UNLIMITED_ENVIRON
from tests.tools import run
from tests.tools.clients.compiling import TYPESCRIPT
from tests.tools.clients.generators import Generator
from tests.tools.clients.golden import in_json
from tests.tools.clients.paths import python_path
from workers.processes.supervisor import running_service

LONGEST_SECONDS = 1200.0
PROGRAMS = {"go": "play", "rust": "target/debug/play"}
"""The compiled players."""
PYTHON_PLAYERS = {"python": "players.openapi_generator", "openapi-python-client": "players.openapi_python_client"}


class PlayFailed(Exception):
    """A player that ended with an error; the message is what it printed."""


@dataclass(frozen=True)
class Played:
    """The results of one client's games."""

    games: int
    actions: int
    values: int
    different: tuple[str, ...]
    """Values that changed by decoding and encoding, or that differ from the record."""


@contextmanager
def sandbox() -> Iterator[str]:
    """Run a service whose games may start with a chosen seed; yields its URL."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("BOTTEGA_")}
    with TemporaryDirectory(prefix="bottega-clients-") as directory:
        own = {"BOTTEGA_DATA": directory, "BOTTEGA_PORT": "0", "BOTTEGA_SANDBOX": "on", "BOTTEGA_AI_WORKERS": "1"}
        with running_service(inherited | UNLIMITED_ENVIRON | own) as service:
            yield service.address


def play(generator: Generator, address: str, games: list[Path]) -> Played | None:
    """Play recorded games with the client of a generator; None without a player for it. Raises PlayFailed."""
    if generator.name in TYPESCRIPT:
        return _played(run(["node", "built/play.js", address], cwd=generator.folder, timeout=LONGEST_SECONDS))
    if generator.name in PYTHON_PLAYERS:
        command = ["python", "-m", PYTHON_PLAYERS[generator.name], address, *map(str, games)]
        return _played(run(command, environ=python_path(generator), timeout=LONGEST_SECONDS))
    if generator.name in PROGRAMS:
        recorded = generator.folder / "games.json"
        recorded.write_text(in_json(games), encoding="utf-8")
        program = generator.folder / PROGRAMS[generator.name]
        return _played(run([program, address, recorded], timeout=LONGEST_SECONDS))
    return None


def _played(ran: subprocess.CompletedProcess[str]) -> Played:
    """Add up the reports of a player; raises PlayFailed."""
    if ran.returncode:
        raise PlayFailed(ran.stdout)
    reports = [json.loads(line) for line in ran.stdout.splitlines()]
    return Played(
        len(reports),
        sum(report["actions"] for report in reports),
        sum(report["values"] for report in reports),
        tuple(f"{report['game']}: {fault}" for report in reports for fault in report["different"]),
    )
