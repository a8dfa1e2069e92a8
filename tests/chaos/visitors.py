"""Clients that never retry: every rejected request counts as a fault while processes are renewed."""

import json
import select
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

from domain.registry import RULESETS
from service.store import Store
from tests.chaos.audit import faults
from tests.chaos.games import ClientGame
from tests.chaos.load import OPPONENT, PERSON
from tests.streams.reader import FORMS, Reader
from tests.workers.waiting import until


@dataclass
class Visitor(ClientGame):
    """A client that plays one game over one connection. After a failed request it goes on and records the fault."""

    pace: float = 0.02
    """Seconds between two requests."""
    requests: int = 0
    rejected: list[str] = field(default_factory=list)

    def send(
        self, method: str, path: str, body: Any = None, token: str | None = None, key: str = ""
    ) -> tuple[int, Any]:
        """Send a request once, on a new connection if the server has closed the old one."""
        time.sleep(self.pace)
        sock = self._connection and self._connection.sock
        if sock and select.select([sock], [], [], 0)[0]:
            self.close()
        status, response = super().send(method, path, body, token, key)
        self.requests += 1
        if not 200 <= status < 300:
            self.rejected.append(f"{method} {path}: {status} {response}")
        return status, response


@dataclass
class Visit:
    """The results of all visitors."""

    requests: int = 0
    faults: list[str] = field(default_factory=list)
    reconnected: int = 0
    """Number of times that a stream was opened again."""


@contextmanager
def visited(address: str, store: Store, visitors: int, seed: int) -> Iterator[Visit]:
    """Let visitors play game after game while the block runs, each followed by a stream; then audit all games."""
    visit, over = Visit(), threading.Event()
    with ThreadPoolExecutor(visitors) as pool:
        playing = [pool.submit(_play_on, address, over, seed + 1000 * number) for number in range(visitors)]
        try:
            yield visit
        finally:
            over.set()
    for each in playing:
        for visitor, reader in each.result():
            _judge(visit, visitor, reader, store)


def _play_on(address: str, over: threading.Event, seed: int) -> list[tuple[Visitor, Reader]]:
    """Play game after game until `over`; the last one to its end."""
    played = []
    while not over.is_set():
        number = seed + len(played)
        rules = list(RULESETS.values())[number % len(RULESETS)]
        others = [(PERSON, OPPONENT)[number // 1000 % 2]] * (rules.min_seats - 1)
        visitor = Visitor(address, rules.name, [PERSON, *others], Random(number))
        visitor.create()
        reader = Reader(address, visitor.game_id, FORMS[number % len(FORMS)])
        with ThreadPoolExecutor(1) as pool:
            following = pool.submit(reader.follow)
            visitor.play()
            following.result()
        played.append((visitor, reader))
    return played


def _judge(visit: Visit, visitor: Visitor, reader: Reader, store: Store) -> None:
    """Add the results of one visitor."""
    until(lambda: visitor.send("GET", f"/v1/games/{visitor.game_id}/result")[0] == 200, "the game is scored")
    if reader.broken:
        visit.faults.append(f"{visitor.game_id}: {reader.broken} connections of a reader of {reader.form} broke")
    if reader.log != [json.dumps(event) for event in visitor.log(None)]:
        visit.faults.append(f"{visitor.game_id}: a reader of {reader.form} has not seen the log")
    visit.faults += [each for each in visitor.rejected if "result_not_ready" not in each]
    visit.faults += faults(visitor, store)
    visitor.close()
    visit.requests += visitor.requests
    visit.reconnected += reader.connections - 1
