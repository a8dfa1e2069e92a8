"""Measure requests and bytes per turn of a client with a stream: `python -m tests.bench.turns`.

One human player plays random legal actions against quick AI players. The stream sends all events, with patches and the
next decision. Each action is one request, whose response is the whole view. Compressed sizes are those of gzip:
each response alone, the stream flushed after each message.
"""

import json
import os
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from urllib.request import Request, urlopen

from domain.registry import RULESETS
from tests.service.table import UNLIMITED_ENVIRON
from workers.processes.supervisor import running_service

GAMES = 3
LEVEL = 6
"""The compression level of gzip."""


@dataclass
class Spent:
    """The total cost of a game for its human player, without its creation."""

    turns: int = 0
    requests: int = 0
    received: int = 0
    compressed: int = 0
    milliseconds: float = 0

    @property
    def a_turn(self) -> tuple[float, ...]:
        """Return the requests, bytes, compressed bytes and milliseconds of waiting for responses, each per turn."""
        spent = (self.requests, self.received, self.compressed, self.milliseconds)
        return tuple(each / self.turns for each in spent)


def play(address: str, ruleset: str, seats: int, number: int) -> Spent:
    """Play a game: one request for the stream, and one for each action."""
    game = {"ruleset": ruleset, "seats": [{"kind": "human"}, *[{"kind": "ai", "level": "greedy"}] * (seats - 1)]}
    created = json.loads(_send(f"{address}/v1/games", game))
    path, token = f"{address}/v1/games/{created['game_id']}", created["tokens"][0]["token"]
    spent, rng, packed, answered = Spent(requests=1), Random(number), zlib.compressobj(LEVEL, wbits=31), -1
    for line in _lines(f"{path}/events/ndjson?include=actions,patches", token):
        spent.received += len(line)
        spent.compressed += len(packed.compress(line) + packed.flush(zlib.Z_SYNC_FLUSH))
        offered = json.loads(line).get("next_decision") if line.strip() else None
        if offered is not None and offered["decision"] != answered:
            answered = offered["decision"]
            body = {"ruleset": ruleset, "decision": answered, "action": rng.choice(offered["actions"])}
            began = perf_counter()
            response = _send(f"{path}/actions", body, token)
            spent.milliseconds += 1000 * (perf_counter() - began)
            spent.turns, spent.requests = spent.turns + 1, spent.requests + 1
            spent.received += len(response)
            spent.compressed += len(zlib.compress(response, LEVEL, wbits=31))
    return spent


def _lines(address: str, token: str) -> Iterator[bytes]:
    """Read a stream line by line."""
    with urlopen(Request(address, headers={"Authorization": f"Bearer {token}"}), timeout=60) as response:
        yield from response


def _send(address: str, body: object, token: str = "") -> bytes:
    """Post a body and return the response."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    with urlopen(Request(address, json.dumps(body).encode(), headers), timeout=60) as response:
        content: bytes = response.read()
    return content


def main() -> None:
    """Measure each ruleset with the fewest and the most seats, and print the median game of each."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("BOTTEGA_")}
    with TemporaryDirectory() as directory:
        environ = kept | UNLIMITED_ENVIRON | {"BOTTEGA_DATA": directory, "BOTTEGA_PORT": "0"}
        with running_service(environ) as service:
            for ruleset in RULESETS.values():
                for seats in sorted({ruleset.min_seats, ruleset.max_seats}):
                    games = [play(service.address, ruleset.name, seats, number) for number in range(GAMES)]
                    middle = sorted(games, key=lambda game: game.a_turn[2])[GAMES // 2]
                    requests, received, compressed, milliseconds = middle.a_turn
                    print(
                        f"{ruleset.name:<10} {seats} seats, {middle.turns:>3} turns: {requests:.2f} requests a turn, "
                        f"{received:,.0f} bytes, {compressed:,.0f} compressed, answered in {milliseconds:.1f} ms"
                    )


if __name__ == "__main__":
    main()
