"""Measure the delay of notices on one feed with many games, from the commit of the opponent. Run it alone.

.venv/bin/python -m tests.bench.feed

The web server runs as it is shipped, with two processes. One player has all games and reads one feed, as lines. The
opponents have tokens and act in one game after the other: first slowly, then as fast as one client can. A delay starts
at the time of the event, which is written before the commit. Then whole games are played from the feed alone, and the
requests are counted.
"""

import json
import os
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import datetime
from http.client import HTTPConnection
from random import Random
from typing import Any
from urllib.parse import urlsplit

from domain.registry import RULESETS
from tests.bench.decisions import summary
from tests.service.table import UNLIMITED_ENVIRON
from workers.command.client import Client
from workers.processes.supervisor import running_service

GAMES = 200
ACTIONS = 1000
PAUSE_SECONDS = 0.02
RULESET = RULESETS["azul"]


class Reader(threading.Thread):
    """Reads a feed and notes the time of each turn."""

    def __init__(self, address: str, key: str) -> None:
        super().__init__(daemon=True)
        self._connection = HTTPConnection(urlsplit(address).netloc)
        self._connection.request("GET", "/v1/me/events/ndjson", headers={"Authorization": f"Bearer {key}"})
        self._answer = self._connection.getresponse()
        self.heard: dict[tuple[str, int], float] = {}
        """The time of the notice of a turn, by game and decision."""

    def run(self) -> None:
        """Read until the connection ends."""
        while line := self._answer.readline():
            now = time.time()
            if line != b"\n":
                notice = json.loads(line)
                self.heard[notice["game_id"], notice.get("decision", -1)] = now


def act(client: Client, game: dict[str, Any], rng: Random, key: str) -> dict[str, Any] | None:
    """Act for the opponent until the player must act; return the last event, or None if the game has ended."""
    path, tokens = f"/v1/games/{game['game_id']}", [key, game["tokens"][0]["token"]]
    while True:
        view = client.get(f"{path}/view")
        if not view["to_act"]:
            return None
        seat = view["to_act"][0]
        legal = client.get(f"{path}/actions", tokens[seat])
        response = {"ruleset": RULESET.name, "decision": legal["decision"], "action": rng.choice(legal["actions"])}
        client.post(f"{path}/actions", response, tokens[seat])
        event = client.get(f"{path}/events?after={view['version']}")["events"][0]
        if seat == 1 and event["to_act"] == [0]:
            return dict(event)


def delays(client: Client, games: list[dict[str, Any]], key: str, reader: Reader, pause: float) -> list[float]:
    """Return the seconds from the opponents' commits to the notices."""
    rng, wanted = Random(1), []
    for number in range(ACTIONS):
        game = games[number % len(games)]
        event = act(client, game, rng, key)
        if event is not None:
            wanted.append((game["game_id"], event["version"], datetime.fromisoformat(event["at"]).timestamp()))
        time.sleep(pause)
    time.sleep(1)
    return [reader.heard[game_id, version] - at for game_id, version, at in wanted]


def follow(address: str, key: str, rng: Random) -> int:
    """Play the single game of a player from the feed alone; return the number of other requests."""
    requests = 0
    with closing(Client(address)) as client, closing(HTTPConnection(urlsplit(address).netloc)) as feed:
        feed.request("GET", "/v1/me/events/ndjson?include=actions", headers={"Authorization": f"Bearer {key}"})
        for line in feed.getresponse():
            notice = json.loads(line) if line != b"\n" else {}
            if notice.get("type") == "over":
                break
            if "next_decision" in notice:
                action = rng.choice(notice["next_decision"]["actions"])
                response = {"ruleset": notice["ruleset"], "decision": notice["decision"], "action": action}
                client.post(f"/v1/games/{notice['game_id']}/actions", response, key)
                requests += 1
    return requests


def requests_a_decision(client: Client, ruleset: str, seats: int) -> float:
    """Let human players play a game from their feeds; return the number of requests for each decision."""
    people = [client.post("/v1/players", {}) for _ in range(seats)]
    body = {"ruleset": ruleset, "seats": [{"kind": "human", "player": each["player"]} for each in people]}
    game = client.post("/v1/games", body, people[0]["key"])
    with ThreadPoolExecutor(seats) as pool:
        sent = sum(pool.map(lambda each: follow(client.address, each["key"], Random(each["player"])), people))
    return float(sent / client.get(f"/v1/games/{game['game_id']}/view")["version"])


def _environ(directory: str) -> dict[str, str]:
    """Return the settings of a separate service: two web server processes, one idle AI worker."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("BOTTEGA_")}
    own = {"BOTTEGA_DATA": directory, "BOTTEGA_PORT": "0", "BOTTEGA_API_WORKERS": "2", "BOTTEGA_AI_WORKERS": "1"}
    return kept | UNLIMITED_ENVIRON | own


def main() -> None:
    """Measure a feed with many games."""
    with (
        tempfile.TemporaryDirectory(prefix="bottega-bench-") as directory,
        running_service(_environ(directory)) as service,
        closing(Client(service.address)) as client,
    ):
        who = client.post("/v1/players", {})
        seats = [{"kind": "human", "player": who["player"]}, {"kind": "human"}]
        body = {"ruleset": RULESET.name, "options": {}, "seats": seats}
        games = [client.post("/v1/games", body, who["key"]) for _ in range(GAMES)]
        reader = Reader(service.address, who["key"])
        reader.start()
        for reported, pause in (("at leisure", PAUSE_SECONDS), ("at full pace", 0.0)):
            found = delays(client, games, who["key"], reader, pause)
            middle, slowest = summary(found)
            print(f"{GAMES} games on one connection, {reported}: {len(found)} turns received, ", end="")
            print(f"median {middle:.1f} ms, 99th percentile {slowest:.1f} ms", flush=True)
        for name, ruleset in RULESETS.items():
            for people in sorted({ruleset.min_seats, 4}):
                sent = requests_a_decision(client, name, people)
                print(f"{name}, {people} seats: {sent:.2f} requests a decision", flush=True)


if __name__ == "__main__":
    main()
