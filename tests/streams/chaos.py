"""A game is played while connections are cut and processes end; each reader sees the log, whole and in order.

`make chaos` plays many games; the tests play one.
"""

import json
import os
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import redis

from domain.registry import RULESETS
from service.runtime.redis_server import redis_server
from tests.streams.reader import FORMS, Reader
from tests.workers.running import Served, command_line, serving
from tests.workers.waiting import children
from workers.command.client import Client, Unexpected

ROUNDS = 20
"""How often `make chaos` plays every ruleset."""
PACE = 8
"""After so many attempts to act something goes wrong."""


@dataclass
class Chaos:
    """What goes wrong in a service, in turn, and how often each did."""

    served: Served
    redis: redis.Redis
    rng: Random
    done: Counter[str] = field(default_factory=Counter)

    def strike(self) -> None:
        """Let the next thing go wrong: what has happened least, chosen by lot."""
        strikes: list[Callable[[], Any]] = [self.kill, self.end, self.cut_news, self.cut_requests]
        least = min(self.done[each.__name__] for each in strikes)
        strike = self.rng.choice([each for each in strikes if self.done[each.__name__] == least])
        self.done[strike.__name__] += 1
        strike()

    def kill(self) -> None:
        """Kill a web server process; gunicorn starts another."""
        self._signal(signal.SIGKILL)

    def end(self) -> None:
        """Have a web server process end in order; gunicorn starts another."""
        self._signal(signal.SIGTERM)

    def cut_news(self) -> None:
        """Cut the subscriptions of all processes."""
        self.redis.client_kill_filter(_type="pubsub")

    def cut_requests(self) -> None:
        """Cut all other connections to Redis."""
        self.redis.client_kill_filter(_type="normal", skipme=True)

    def _signal(self, number: int) -> None:
        """Send a signal to a web server process."""
        with suppress(ProcessLookupError):
            os.kill(self.rng.choice(web_workers(self.served)), number)


def web_workers(served: Served) -> list[int]:
    """List the processes that serve requests: gunicorn's first process starts the others."""
    first = next(each for each in served.below() if "gunicorn" in command_line(each))
    return children(first) or [first]


def play_in_chaos(chaos: Chaos, ruleset: str, seed: int) -> Counter[str]:
    """Play a game to its end while readers of every form and viewer follow it; fails if one of them misses anything.

    Returns how often each thing went wrong, `reconnect` among them.
    """
    with closing(Client(chaos.served.address)) as client:
        body = {"ruleset": ruleset, "options": {}, "seats": [{"kind": "human"}] * RULESETS[ruleset].min_seats}
        created = client.post("/v1/games", body)
    tokens = {each["seat"]: each["token"] for each in created["tokens"]}
    viewers = [None, *tokens.values()]
    readers = [
        Reader(chaos.served.address, created["game_id"], form, token, Random(f"{seed} {number} {form}"))
        for number, token in enumerate(viewers)
        for form in FORMS
    ]
    with ThreadPoolExecutor(len(readers)) as pool:
        followed = [pool.submit(reader.follow) for reader in readers]
        _play(chaos, created["game_id"], ruleset, tokens, Random(seed))
        logs = [each.result() for each in followed]
    with closing(Client(chaos.served.address)) as client:
        for reader, log in zip(readers, logs, strict=True):
            page = client.get(f"/v1/games/{reader.game_id}/events?limit=1000", reader.token)
            assert log == [json.dumps(event) for event in page["events"]]
    return chaos.done + Counter(reconnect=sum(reader.connections - 1 for reader in readers))


def _play(chaos: Chaos, game_id: str, ruleset: str, tokens: dict[int, str], rng: Random) -> None:
    """Let the seats act at random until the game is over; whatever fails is tried again, from a new look on."""
    over, attempts = False, 0
    with closing(Client(chaos.served.address)) as client:
        while not over:
            try:
                over = not _act(client, f"/v1/games/{game_id}", ruleset, tokens, rng)
            except Unexpected:
                client.close()
            attempts += 1
            if attempts % PACE == 0:
                chaos.strike()


def _act(client: Client, path: str, ruleset: str, tokens: dict[int, str], rng: Random) -> bool:
    """Let a seat that is to act do so; False if the game is over."""
    to_act = client.get(f"{path}/view")["to_act"]
    if not to_act:
        return False
    legal = client.get(f"{path}/actions", tokens[to_act[0]])
    if "decision" in legal:
        answer = {"ruleset": ruleset, "decision": legal["decision"], "action": rng.choice(legal["actions"])}
        client.post(f"{path}/actions", answer, tokens[to_act[0]])
    return True


def main() -> None:
    """Play many games of every ruleset and print what went wrong in them."""
    with (
        tempfile.TemporaryDirectory(prefix="bottega-chaos-") as directory,
        redis_server(Path(directory) / "redis") as server,
        redis.Redis.from_url(server.url) as client,
        serving(Path(directory), BOTTEGA_REDIS_URL=server.url) as served,
    ):
        for seed in range(ROUNDS):
            for ruleset in RULESETS:
                started = time.monotonic()
                done = play_in_chaos(Chaos(served, client, Random(seed)), ruleset, seed)
                told = ", ".join(f"{count} {name}" for name, count in sorted(done.items()))
                print(f"{ruleset} {seed}: {time.monotonic() - started:.1f} s; {told}", flush=True)
    print("every reader has seen every log whole, in order, and nothing twice")


if __name__ == "__main__":
    main()
