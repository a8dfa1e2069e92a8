"""Play many random games over all options, and check every invariant after every action: `make soak`.

For each ruleset, `tests/<ruleset>/random_games.py` plays (`all_options`, `opening`, `steps`) and
`tests/<ruleset>/invariants.py` checks (`Watch`). A game's number fixes its options and all random draws. A failure is
therefore repeated by playing that number alone: `python -m tests.lab.soak --first NUMBER --games 1`.
"""

import argparse
import sys
import time
import traceback
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from typing import NamedTuple

from domain.registry import RULESETS


class Played(NamedTuple):
    """The result of a run of games."""

    games: int
    actions: int
    failures: list[str]


def play(ruleset: str, seats: int, number: int) -> int:
    """Play one game to its end with all checks; return the number of actions."""
    random_games = import_module(f"tests.{ruleset}.random_games")
    invariants = import_module(f"tests.{ruleset}.invariants")
    combinations = random_games.all_options(seats)
    state = random_games.opening(combinations[number % len(combinations)], seats, number)
    watch, actions = invariants.Watch(state), 0
    for after, _seat, _action, reported in random_games.steps(state, number):
        watch.after(after, reported)
        actions += 1
    outcome = RULESETS[ruleset].outcome(state)
    assert outcome is not None, "the game is over and has no outcome"
    assert all(sum(row.amount for row in seat.rows) == seat.total for seat in outcome.seats), "rows against totals"
    return actions


def play_all(ruleset: str, seats: int, numbers: range) -> Played:
    """Play these games; a failed one does not stop the others."""
    actions, failures = 0, []
    for number in numbers:
        try:
            actions += play(ruleset, seats, number)
        except Exception:  # noqa: BLE001  # any error is a finding, printed with its number
            failures.append(f"{ruleset}, {seats} seats, game {number}\n{traceback.format_exc()}")
    return Played(len(numbers), actions, failures)


def numbers_of(ruleset: str, seats: int, first: int, games: int) -> range:
    """Return the numbers of the games, such that each value of each option has `games` of them; one if requested."""
    combinations = import_module(f"tests.{ruleset}.random_games").all_options(seats)
    values = max(len({getattr(each, name) for each in combinations}) for name in combinations[0].__struct_fields__)
    return range(first, first + (games * values if games > 1 else 1))


def main() -> int:
    """Play everything on all cores, print the counts, and return 1 if anything failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.lab.soak", description="Random games under watch.")
    parser.add_argument("--games", type=int, default=1000, help="per number of seats and option value (default 1000)")
    parser.add_argument("--first", type=int, default=0, help="number of the first game (default 0)")
    options = parser.parse_args()
    runs = [
        (name, seats, numbers_of(name, seats, options.first, options.games))
        for name, each in RULESETS.items()
        for seats in range(each.min_seats, each.max_seats + 1)
    ]
    started = time.monotonic()
    with ProcessPoolExecutor() as pool:
        futures = [pool.submit(play_all, *run) for run in runs]
        played = [_report(*run, future.result()) for run, future in zip(runs, futures, strict=True)]
    broken = sum(len(each.failures) for each in played)
    total = sum(each.games for each in played)
    print(
        f"{total} games, {sum(each.actions for each in played)} actions, {broken} broken, "
        f"{time.monotonic() - started:.0f} s"
    )
    return 1 if broken or not total else 0


def _report(ruleset: str, seats: int, numbers: range, played: Played) -> Played:
    """Print the result of one run."""
    print(
        f"{ruleset}, {seats} seats: games {numbers.start} to {numbers.stop - 1}, each over its number's options, "
        f"{played.actions} actions, {len(played.failures)} broken",
        flush=True,
    )
    for failure in played.failures:
        print(failure, flush=True)
    return played


if __name__ == "__main__":
    sys.exit(main())
