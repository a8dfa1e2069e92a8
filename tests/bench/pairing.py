"""Measure the pairing of a round: `python -m tests.bench.pairing`.

The round is the fifth of a Swiss of 1,000 entrants, as pairs and in pods of three to five. Times are seconds of
processor time on one core. The program fails if a pairing takes two seconds or more.
"""

import sys
from collections.abc import Callable
from itertools import combinations
from random import Random
from time import process_time

from service.tournament import round_pairings
from service.tournament.formats.history import meetings
from service.tournament.plan import Stage
from service.tournament.round_pairings import RoundPairing
from tests.strength.thinking import machine
from tests.tournament.drawing import drawn, seat, started

ENTRANTS, ROUNDS, FLOOR = 1000, 5, 2.0


def main() -> int:
    """Print a table in Markdown."""
    print(f"{machine()}\n\n| 1,000 entrants, fifth round | seconds | repeat meetings |\n|---|---:|---:|")
    seconds = [measure(size) for size in (2, 3, 4, 5)]
    return int(max(seconds) >= FLOOR)


def measure(size: int) -> float:
    """Play four rounds with random results and pair the fifth."""
    log, rng = started(Stage("swiss", size, rounds=ROUNDS), ENTRANTS), Random(size)
    for _ in range(ROUNDS - 1):
        seat(log, drawn(log), winners=set(rng.sample(range(ENTRANTS), ENTRANTS // 2)))
    met = meetings(log.tournament)
    seconds, fifth = timed(lambda: round_pairings.next_round(log.tournament))
    again = sum(met[one][other] for table in fifth.tables for one, other in combinations(table.entrants, 2))
    print(f"| {'pairs' if size == 2 else f'pods of {size}'} | {seconds:.2f} | {again} |", flush=True)
    return seconds


def timed(act: Callable[[], RoundPairing]) -> tuple[float, RoundPairing]:
    """Return the processor time of a call, and its result."""
    begun_at = process_time()
    result = act()
    return process_time() - begun_at, result


if __name__ == "__main__":
    sys.exit(main())
