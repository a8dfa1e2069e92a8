"""Measure the Redis memory of a game: `python -m tests.bench.memory`.

Games are played through the use cases, by random and by greedy seats in turn, each action with an Idempotency-Key. A
game is measured just before its end, where it is largest, and again after it has been scored. Each measurement adds up
MEMORY USAGE of all keys of the game. Finally the memory of all games of one size, with lists and everything else, is
divided by their number.
"""

import argparse
from pathlib import Path
from random import Random
from statistics import mean
from tempfile import TemporaryDirectory
from typing import Any

from domain.levels import LEVELS
from domain.registry import RULESETS
from domain.ruleset import AnyRuleset
from service.assembly import open_bottega
from service.play import creation, games
from service.play.bottega import Bottega
from service.play.game import Game, load
from service.runtime.redis_server import redis_server
from service.settings import Settings
from service.store import Idempotency, SeatSetup

PLAYERS = ("random", "greedy")
SHOWN = ("log", "state", "header", "table", "seats", "responses", "result")
HEADINGS = f"{'ruleset':<10} seats events  live mean   max  finished  {' '.join(f'{part:>8}' for part in SHOWN)}  Redis"

Sizes = dict[str, int]
"""Bytes of each key of a game."""


def play(bottega: Bottega, ruleset: AnyRuleset, seats: int, number: int) -> tuple[str, Sizes]:
    """Play a game to its end and score it; return its id and its sizes just before its last event."""
    rng, level = Random(number), LEVELS[PLAYERS[number % len(PLAYERS)]]
    setup = [SeatSetup("human", name=f"Player {seat}") for seat in range(seats)]
    created, _ = creation.create_game(bottega, ruleset, ruleset.options_type(), setup)
    game_id, sizes = created.game_id, {}
    while (game := load(bottega, game_id)).to_act:
        sizes = measure(bottega, game_id)
        act(bottega, game, rng, level)
    games.score(bottega, game_id)
    return game_id, sizes


def act(bottega: Bottega, game: Game, rng: Random, level: Any) -> None:
    """Act for one of the seats that must act."""
    seat, ruleset, game_id = rng.choice(game.to_act), game.ruleset, game.header.game_id
    action = level(ruleset, ruleset.determinize(game.position.state, seat, rng), seat, rng)
    once = Idempotency(f"{game_id}:{seat}", str(game.position.version), "0" * 64)
    games.act(bottega, game_id, seat, game.position.decisions[seat], action, idempotency=once)


def measure(bottega: Bottega, game_id: str) -> Sizes:
    """Return the memory that Redis uses for each key of a game."""
    client = bottega.store.servers.client
    keys = client.keys(f"bottega:{{{game_id}}}:*")
    return {key.decode().rpartition(":")[2]: client.memory_usage(key, samples=0) for key in keys}


def measure_table(bottega: Bottega, ruleset: AnyRuleset, seats: int, number: int) -> str:
    """Play this number of games with this number of seats, and return a table row of their memory."""
    client = bottega.store.servers.client
    play(bottega, ruleset, seats, number)  # what Redis needs once, for scripts and connections
    before = client.info("memory")["used_memory"]
    played = [play(bottega, ruleset, seats, each) for each in range(number)]
    for queue in bottega.queues.values():
        queue.empty()
    each = (client.info("memory")["used_memory"] - before) / number
    live = [sum(sizes.values()) for _, sizes in played]
    finished = [measure(bottega, game_id) for game_id, _ in played]
    events = mean(client.llen(f"bottega:{{{game_id}}}:log") for game_id, _ in played)
    parts = " ".join(f"{mean(sizes.get(part, 0) for sizes in finished):>8,.0f}" for part in SHOWN)
    total = mean(sum(sizes.values()) for sizes in finished)
    return (
        f"{ruleset.name:<10} {seats:>5} {events:>6.0f} {mean(live):>10,.0f} {max(live):>6,} {total:>8,.0f}  {parts}"
        f" {each:>7,.0f}"
    )


def main() -> None:
    """Measure each ruleset with the fewest and the most seats."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20, help="at each table (default 20)")
    number = parser.parse_args().games
    print(HEADINGS)
    for ruleset in RULESETS.values():
        for seats in sorted({ruleset.min_seats, ruleset.max_seats}):
            with TemporaryDirectory() as directory, redis_server(Path(directory), "everysec") as server:
                settings = Settings(
                    redis_url=server.url, rq_url=server.url, secrets=(b"measured",), durability="memory"
                )
                bottega = open_bottega(settings, RULESETS)
                print(measure_table(bottega, ruleset, seats, number), flush=True)
                bottega.store.close()


if __name__ == "__main__":
    main()
