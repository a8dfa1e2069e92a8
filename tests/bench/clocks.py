"""How soon the service acts when many clocks run out at once, while the sweeper is killed. Run it by itself.

    .venv/bin/python -m tests.bench.clocks

The whole service runs as `bottega serve` starts it. A second is counted from the moment that the time was up to the
one that the event bears.
"""

import os
import signal
import tempfile
import time
from contextlib import closing
from pathlib import Path
from statistics import median

from domain.registry import RULESETS
from service.play.bottega import Bottega, open_bottega
from service.settings import read_settings
from service.store.timing import PerDecisionClock
from tests.workers.clocks import LONG, by_time, lateness, run_out_at, timed
from tests.workers.running import Served, environ_for, serving
from tests.workers.waiting import until

GAMES = 1000
ROUNDS = 5


def delays(service: Served, bottega: Bottega) -> list[float]:
    """Let many clocks run out at once and kill the sweeper; return the seconds until each was acted on."""
    game_ids = [timed(bottega, PerDecisionClock(LONG)) for _ in range(GAMES)]
    (sweeper,) = until(lambda: service.named("sweeper"), "a sweeper runs")
    when = time.time() + 3
    run_out_at(bottega, game_ids, when)
    until(lambda: time.time() > when, "the time is up")
    os.kill(sweeper, signal.SIGKILL)
    until(lambda: all(by_time(bottega, each) for each in game_ids), "all have been acted on")
    return lateness(bottega, game_ids, when)


def main() -> None:
    """Measure how late the last of many clocks is acted on."""
    with tempfile.TemporaryDirectory(prefix="bottega-bench-") as made, serving(Path(made)) as service:
        address = f"unix://{made}/data/redis.sock"
        environ = environ_for(Path(made), BOTTEGA_REDIS_URL=address, BOTTEGA_RQ_URL=address)
        bottega = open_bottega(read_settings(environ), RULESETS)
        with closing(bottega.store):
            for _ in range(ROUNDS):
                late = delays(service, bottega)
                print(f"{GAMES} clocks: median {median(late):.2f} s, the last {max(late):.2f} s", flush=True)


if __name__ == "__main__":
    main()
