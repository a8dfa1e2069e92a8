"""Measure the cost of a request against a bare route of Flask: `python -m tests.lab.bench.request_cost`.

The cost is processor time of this process, with Werkzeug's test client in place of a web server. Redis runs in a
separate process and is not included. Games of human players are played at random. Each kind of request, including the
bare one, is sent once at every turn, so that the load of the machine affects all equally. The medians are reported,
since the last action of a game also enqueues a job.
"""

import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final

from flask import Flask, Response
from flask.testing import FlaskClient

from domain.registry import RULESETS
from domain.ruleset import AnyRuleset
from service.app import create_app
from service.installation.installation import Installation
from service.runtime.redis_server import redis_server
from service.settings import VARIABLES, Settings
from tests.service.helpers.client import round_trips
from tests.service.helpers.client.service import SECRET

TURNS = 400
WARM_UP = 40
"""Number of turns that do not count."""
BARE_BYTES = 2_800
ENDLESS = 1_000_000_000
"""A rate limit that is never reached, although requests are counted."""
LIMITS: Final[Any] = dict.fromkeys((name for name in VARIABLES if name.endswith("_per_minute")), ENDLESS)
FLOORS: Mapping[str, float] = {"queryView": 2.5, "submitAction": 4, "304": 2}
"""The maximum multiple of the bare route's cost."""
MOST_TRIPS: Mapping[str, int] = {"submitAction": 1}


@dataclass
class Spent:
    """The cost of requests of one kind: milliseconds and round trips to Redis of each."""

    milliseconds: list[float] = field(default_factory=list)
    trips: list[int] = field(default_factory=list)

    def send(self, client: FlaskClient, status: int, method: str, path: str, **sent: Any) -> Any:
        """Send a request and record its cost; return the response."""
        before, started = round_trips.Counted.trips, time.process_time()
        response = client.open(path, method=method, **sent)
        self.milliseconds.append(1000 * (time.process_time() - started))
        self.trips.append(round_trips.Counted.trips - before)
        assert response.status_code == status, response.text
        return response


def measure(ruleset: AnyRuleset) -> dict[str, Spent]:
    """Return the costs of requests in games of this ruleset, the bare one first."""
    with TemporaryDirectory(prefix="bottega-bench-") as directory, redis_server(Path(directory)) as server:
        app = create_app(Settings(redis_url=server.url, rq_url=server.url, secrets=(SECRET,), **LIMITS))
        installation: Installation = app.extensions["bottega"]
        round_trips.count(installation)
        bare, client, rng = _bare().test_client(), app.test_client(), Random(0)
        spent: dict[str, Spent] = {}
        for turn, (path, auth) in zip(range(WARM_UP + TURNS), _turns(client, ruleset), strict=False):
            spent = {} if turn == WARM_UP else spent
            _play(spent, bare, client, ruleset, path, auth, rng)
        installation.store.close()
    return spent


def _bare() -> Flask:
    """Return an application that only responds."""
    app, body = Flask("bare"), b"x" * BARE_BYTES
    app.add_url_rule("/bare", "bare", lambda: Response(body, content_type="application/json"))
    return app


def _turns(client: FlaskClient, ruleset: AnyRuleset) -> Iterator[tuple[str, dict[str, str]]]:
    """Play games in succession; yield path and caller of each seat that must act."""
    new_game = {"ruleset": ruleset.name, "seats": [{"kind": "human"}] * ruleset.min_seats}
    while True:
        game = client.post("/v1/games", json=new_game).json
        path = f"/v1/games/{game['game_id']}"
        credentials = {each["seat"]: {"Authorization": f"Bearer {each['token']}"} for each in game["tokens"]}
        while waiting := client.get(f"{path}/view").json["to_act"]:
            yield path, credentials[waiting[0]]


def _play(  # the requests of a turn
    spent: dict[str, Spent],
    bare: FlaskClient,
    client: FlaskClient,
    ruleset: AnyRuleset,
    path: str,
    auth: dict[str, str],
    rng: Random,
) -> None:
    def send(name: str, status: int, method: str, path: str, to: FlaskClient = client, **sent: Any) -> Any:
        return spent.setdefault(name, Spent()).send(to, status, method, path, **sent)

    send("bare", 200, "GET", "/bare", bare)
    legal = send("listLegalActions", 200, "GET", f"{path}/actions", headers=auth).json
    seen = send("queryView", 200, "GET", f"{path}/view", headers=auth)
    send("304", 304, "GET", f"{path}/view", headers=auth | {"If-None-Match": seen.headers["ETag"]})
    response = {"ruleset": ruleset.name, "decision": legal["decision"], "action": rng.choice(legal["actions"])}
    send("submitAction", 200, "POST", f"{path}/actions", headers=auth, json=response)


def main() -> int:
    """Print the measurements; return 1 if a floor is missed."""
    missed = 0
    for ruleset in RULESETS.values():
        print(f"\n{ruleset.names.title.en}, a request            ms   times bare   round trips")
        spent = measure(ruleset)
        bare = median(spent["bare"].milliseconds)
        for name, each in spent.items():
            middle, trips = median(each.milliseconds), int(median(each.trips))
            most = FLOORS.get(name, 0)
            missing = bool(most) and (middle > most * bare or trips > MOST_TRIPS.get(name, trips))
            held = f"floor {most:g}{': missed' if missing else ''}" if most else ""
            missed += missing
            print(f"  {name:<28} {middle:>10.3f} {middle / bare:>10.2f} {trips:>8}      {held}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
