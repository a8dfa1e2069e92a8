"""Play journeys in several processes, each with a Redis and receivers of its own."""

from collections.abc import Iterator, Sequence
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from queue import Empty
from tempfile import TemporaryDirectory
from typing import Any

from tests.pairs.dimensions import Row
from tests.pairs.environment import opened_environment
from tests.pairs.journey import Outcome, travel
from tests.pairs.receiving import outside
from tests.pairs.reducing import reduced

IN_MEMORY = Path("/dev/shm")
POLL_SECONDS = 5.0
MOST_REDUCED = 2
"""The maximum number of failing journeys that a process reduces."""


def played(seed: int, found: Sequence[Row], numbers: Sequence[int], workers: int) -> Iterator[Outcome]:
    """Play journeys in several processes; yield each outcome when it is there."""
    parts = [[(each, found[each]) for each in numbers[start::workers]] for start in range(workers)]
    if workers == 1:
        yield from travels(seed, parts[0])
        return
    spawn = get_context("spawn")
    queue: Any = spawn.Queue()
    processes = [spawn.Process(target=_play_all, args=(seed, part, queue), daemon=True) for part in parts]
    for each in processes:
        each.start()
    for _ in numbers:
        yield _next(queue, processes)
    for each in processes:
        each.join()


def _next(queue: Any, processes: Sequence[Any]) -> Outcome:
    """Return the next outcome; raises RuntimeError if a process has died."""
    while True:
        try:
            outcome: Outcome = queue.get(timeout=POLL_SECONDS)
        except Empty:
            if any(each.exitcode for each in processes):
                raise RuntimeError("A process of the journeys has died.") from None
        else:
            return outcome


def _play_all(seed: int, journeys: Sequence[tuple[int, Row]], queue: Any) -> None:
    for outcome in travels(seed, journeys):
        queue.put(outcome)


def travels(seed: int, journeys: Sequence[tuple[int, Row]], *, reductions: int = MOST_REDUCED) -> Iterator[Outcome]:
    """Play journeys one after the other on one Redis; reduce the first ones that fail."""
    where = str(IN_MEMORY) if IN_MEMORY.is_dir() else None
    with (
        TemporaryDirectory(dir=where) as name,
        outside() as around,
        opened_environment(Path(name), around.settings) as environment,
    ):
        for number, row in journeys:
            again = partial(travel, environment, around, seed=seed, number=number, directory=Path(name))
            outcome = again(row)
            if outcome.faults and reductions:
                outcome, reductions = reduced(outcome, again), reductions - 1
            yield outcome
