"""How much work a page of a list is: processor time of this process alone, without that of Redis."""

import time
from pathlib import Path
from tempfile import TemporaryDirectory

from domain.ruleset import AnyRuleset
from service.play import creation, game_index
from service.play.bottega import Bottega, open_bottega
from service.play.game_index import MOST_LOOKED_AT, Wanted
from service.runtime.redis_server import redis_server
from service.settings import Settings
from service.store import SeatSetup

ROUNDS = 20
PLAYER = SeatSetup("human", name="Ada")
PAGES = {
    "a page of 20 games": (Wanted(), 20),
    "a page of 100 games": (Wanted(), 100),
    f"{MOST_LOOKED_AT} games that do not fit": (Wanted(ruleset="another", waiting_for="Ada"), 20),
}


def measure(ruleset: AnyRuleset) -> list[tuple[str, float]]:
    """Return what is read from a list of new games, and the milliseconds it takes."""
    with TemporaryDirectory(prefix="bottega-bench-") as directory, redis_server(Path(directory)) as server:
        bottega = open_bottega(Settings(redis_url=server.url, rq_url=server.url, secrets=()), {ruleset.name: ruleset})
        for _ in range(MOST_LOOKED_AT):
            creation.create_game(bottega, ruleset, ruleset.options_type(), [PLAYER] * ruleset.max_seats)
        rows = [(name, _milliseconds(bottega, wanted, limit)) for name, (wanted, limit) in PAGES.items()]
        bottega.store.close()
    return rows


def _milliseconds(bottega: Bottega, wanted: Wanted, limit: int) -> float:
    """Time a page, on average."""
    started = time.process_time()
    for _ in range(ROUNDS):
        game_index.list_games(bottega, wanted, None, limit)
    return (time.process_time() - started) * 1000 / ROUNDS
