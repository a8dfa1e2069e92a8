"""How fast the service answers through gunicorn with two workers, its append-only file flushed each second."""

import os
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from domain.ruleset import AnyRuleset
from tests.bench.decisions import percentile
from tests.service.table import UNLIMITED_ENVIRON
from workers.command.client import Client
from workers.processes.supervisor import running_service

GAMES = 20
ACTIONS = 25
WARM_UP = 10
CLIENTS = (1, 8)
OPERATIONS = ("create", "act", "view")

Times = dict[str, list[float]]
"""Seconds of each request, by operation."""


def measure(ruleset: AnyRuleset) -> list[tuple[str, int, int, float, float]]:
    """Return (operation, clients, requests, median, 99th percentile), times in milliseconds."""
    rows = []
    with TemporaryDirectory(prefix="bottega-bench-") as directory, running_service(_environ(directory)) as service:
        for clients in CLIENTS:
            times = _together(clients, service.address, ruleset)
            rows += [(name, clients, len(times[name]), *summary(times[name])) for name in OPERATIONS]
    return rows


def _environ(directory: str) -> dict[str, str]:
    """Set up a service of its own: two web server processes, one idle AI worker."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("BOTTEGA_")}
    own = {"BOTTEGA_DATA": directory, "BOTTEGA_PORT": "0", "BOTTEGA_API_WORKERS": "2", "BOTTEGA_AI_WORKERS": "1"}
    return kept | UNLIMITED_ENVIRON | own


def _together(clients: int, address: str, ruleset: AnyRuleset) -> Times:
    """Let this many clients, each a process of its own, play at the same time."""
    with ProcessPoolExecutor(clients, mp_context=get_context("spawn")) as pool:
        futures = [pool.submit(play, address, ruleset.name, ruleset.min_seats, number) for number in range(clients)]
        each = [future.result() for future in futures]
    return {name: [seconds for times in each for seconds in times[name]] for name in OPERATIONS}


def summary(seconds: list[float]) -> tuple[float, float]:
    """Return median and 99th percentile in milliseconds."""
    return median(seconds) * 1000, percentile(seconds, 0.99) * 1000


def play(address: str, ruleset: str, seats: int, number: int) -> Times:
    """Play the beginnings of some games between people with random actions; return the times of the requests."""
    client = Client(address)
    rng = Random(number)
    for _ in range(WARM_UP):
        client.get("/v1/rulesets")
    times: Times = {name: [] for name in OPERATIONS}
    for _ in range(GAMES):
        _play_one(client, ruleset, seats, rng, times)
    client.close()
    return times


def _play_one(client: Client, ruleset: str, seats: int, rng: Random, times: Times) -> None:
    """Play the beginning of one game."""
    body = {"ruleset": ruleset, "options": {}, "seats": [{"kind": "human"}] * seats}
    game, spent = _timed(lambda: client.post("/v1/games", body))
    times["create"].append(spent)
    path = f"/v1/games/{game['game_id']}"
    tokens = {each["seat"]: each["token"] for each in game["tokens"]}
    for _ in range(ACTIONS):
        seat = client.get(f"{path}/view")["to_act"][0]
        view, spent = _timed(lambda seat=seat: client.get(f"{path}/view", tokens[seat]))
        times["view"].append(spent)
        action = rng.choice(client.get(f"{path}/actions", tokens[seat])["actions"])
        answer = {"ruleset": ruleset, "decision": view["decision"], "action": action}
        _, spent = _timed(lambda seat=seat, answer=answer: client.post(f"{path}/actions", answer, tokens[seat]))
        times["act"].append(spent)


def _timed(request: Any) -> tuple[Any, float]:
    """Send a request; return its answer and the seconds it took."""
    started = time.perf_counter()
    answer = request()
    return answer, time.perf_counter() - started
