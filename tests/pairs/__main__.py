"""Play the journeys of a seed: `python -m tests.pairs --help`."""

import argparse
import secrets
import sys
import time
from collections.abc import Sequence
from os import cpu_count

from tests.pairs.covering import all_pairs, covered, rows, tenth
from tests.pairs.journey import Outcome
from tests.pairs.reducing import features, program
from tests.pairs.running import played

SHOWN_LINES = 50
"""The latest requests of a failing journey that are printed."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Play journeys and print their failures; return 1 if there are some."""
    chosen = _read(arguments)
    seed = chosen.seed if chosen.seed is not None else secrets.randbelow(10**6)
    print(f"pairs: seed {seed}", flush=True)
    found = rows(seed)
    numbers = chosen.journey or (tenth(found) if chosen.tenth else range(len(found)))
    started, outcomes = time.monotonic(), list[Outcome]()
    for outcome in played(seed, found, [*numbers], chosen.workers):
        outcomes.append(outcome)
        _show_progress(outcome, len(outcomes), len(numbers), started)
    return _report(seed, outcomes, time.monotonic() - started, verbose=bool(chosen.journey))


def _read(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make pairs", description=__doc__)
    parser.add_argument("--seed", type=int, help="seed of all rows and journeys; default: random")
    parser.add_argument("--tenth", action="store_true", help="play a tenth of the journeys")
    parser.add_argument("--journey", type=int, nargs="*", help="numbers of single journeys to repeat")
    parser.add_argument("--workers", type=int, default=cpu_count() or 1, help="processes; default: all cores")
    return parser.parse_args(arguments)


def _show_progress(outcome: Outcome, done: int, of: int, started: float) -> None:
    state = "passed" if not outcome.faults else f"FAILED: {outcome.faults[0][:150]}"
    taken = f"{time.monotonic() - started:4.0f} s"
    print(f"[{done}/{of}] {taken}  journey {outcome.number} ({outcome.seconds:.1f} s) {state}", flush=True)


def _report(seed: int, outcomes: Sequence[Outcome], seconds: float, *, verbose: bool) -> int:
    """Print the failures as scripts, and the sums."""
    failed = [each for each in outcomes if each.faults]
    for each in failed:
        _show(seed, each)
    if verbose:
        for each in outcomes:
            print("\n".join(each.script))
    pairs = covered([each.row for each in outcomes])
    requests = sum(each.requests for each in outcomes)
    print(f"{len(pairs)} of {len(all_pairs())} pairs, {len(outcomes)} journeys, {requests} requests", end=", ")
    print(f"{seconds:.0f} s, seed {seed}")
    print(f"{len(outcomes) - len(failed)} passed, {len(failed)} failed")
    return int(bool(failed))


def _show(seed: int, outcome: Outcome) -> None:
    """Print a failing journey, and the shortest one found with its fault as a script that runs alone."""
    print(
        f'\n--- journey {outcome.number}; repeat it with: make pairs PAIRS="--seed {seed} --journey {outcome.number}"'
    )
    print("row:", " ".join(f"{name}={value}" for name, value in outcome.row.items()))
    for fault in outcome.faults:
        print(f"  * {fault}")
    shortest = outcome.shortest or outcome
    print(f"The same invariant with {len(features(shortest.row))} features:")
    print("\n".join(program(seed, shortest)))
    for fault in shortest.faults:
        print(f"  * {fault}")
    print("\n".join(f"    {line}" for line in shortest.script[-SHOWN_LINES:]))


if __name__ == "__main__":
    sys.exit(main())
