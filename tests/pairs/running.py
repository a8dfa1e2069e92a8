"""Play journeys in several processes, each with a Redis and receivers of its own."""

from collections.abc import Iterator, Sequence
from multiprocessing import get_context
from pathlib import Path
from queue import Empty
from tempfile import TemporaryDirectory
from typing import Any

from tests.pairs.dimensions import Row
from tests.pairs.journey import Outcome, travel
from tests.pairs.receiving import outside
from tests.pairs.world import opened_world

IN_MEMORY = Path("/dev/shm")
POLL_SECONDS = 5.0


def played(seed: int, found: Sequence[Row], numbers: Sequence[int], workers: int) -> Iterator[Outcome]:
    """Play journeys in several processes; yield each outcome when it is there."""
    parts = [[(each, found[each]) for each in numbers[start::workers]] for start in range(workers)]
    if workers == 1:
        yield from _travels(seed, parts[0])
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
    for outcome in _travels(seed, journeys):
        queue.put(outcome)


def _travels(seed: int, journeys: Sequence[tuple[int, Row]]) -> Iterator[Outcome]:
    """Play journeys one after the other on one Redis."""
    where = str(IN_MEMORY) if IN_MEMORY.is_dir() else None
    with TemporaryDirectory(dir=where) as name, outside() as around, opened_world(Path(name), around.settings) as world:
        for number, row in journeys:
            yield travel(world, around, row, seed, number, Path(name))
