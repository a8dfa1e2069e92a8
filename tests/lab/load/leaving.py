"""Measure requests while many streams end at once: their clients close all connections at the same moment.

An event in each game just before lets the next keep-alive messages of all streams coincide.
"""

import time
from collections.abc import Sequence
from contextlib import closing
from os import getloadavg
from random import Random
from typing import Any

from tests.lab.bench.decisions import summary
from tests.lab.load.machine import Processes
from tests.lab.load.watchers import Game, Watchers, act, create
from tests.workers.client import Client, UnexpectedResponse

GAMES = 20
SECONDS = 40.0
"""Longer than two keep-alive messages of a stream, with which a service without a watch notices a departure."""
PAUSE_SECONDS = 0.02
SETTLE_SECONDS = 3.0
"""Time in which all streams send the event."""


def row(processes: Processes, watching: int) -> dict[str, Any]:
    """Open streams, close all of them after an event in each game, and measure requests from then on."""
    with closing(Client(processes.service.address)) as client:
        games = create(client, GAMES)
        watchers = Watchers(processes.service.address)
        for number in range(watching):
            watchers.open(games[number % GAMES], None)
        client.close()  # the service would have, in the meantime
        for game in games:
            act(client, game, Random(1))
        watchers.drain(SETTLE_SECONDS)
        before = processes.busy()["web server"]
        watchers.close()
        times, errors = _requests(client, games)
        used = processes.busy()["web server"] - before
    middle, slowest = summary(times)
    figures = {"median ms": middle, "99 % ms": slowest, "longest ms": 1000 * max(times)}
    return {
        "streams": watching,
        "requests": len(times),
        **figures,
        "errors": errors,
        "web s": used,
        "load": getloadavg(),
    }


def _requests(client: Client, games: Sequence[Game]) -> tuple[list[float], int]:
    """Read views for some seconds; return the durations, and the number of errors."""
    times, errors, ends = [], 0, time.monotonic() + SECONDS
    while (started := time.monotonic()) < ends:
        try:
            client.get(f"{games[len(times) % len(games)].path}/view")
        except UnexpectedResponse:
            errors += 1
        times.append(time.monotonic() - started)
        time.sleep(PAUSE_SECONDS)
    return times, errors
