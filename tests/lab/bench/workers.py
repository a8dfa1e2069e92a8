"""Measure worker processes together: two that search, one that scores, and one that is terminated."""

import signal
import time
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median
from typing import TypeVar

from domain.ruleset import AnyRuleset
from service.store import SeatSetup
from tests.lab.bench.decisions import percentile
from tests.lab.bench.installation import RunningService, greedy_game, installed, seed_of
from tests.workers.waiting import PATIENCE_SECONDS, until

T = TypeVar("T")

BAR = 1.75
"""The minimum work of two workers, relative to that of one."""
PAIRS = 3
GAMES = 8
VERSIONS = 30
"""The version at which each game of the batch stops."""
LEVEL, LONG = "normal", "expert"
POLL_SECONDS = 0.05
OFTEN_SECONDS = 0.0005
SCORED = 40
HANDED_OVER = {signal.SIGTERM: 5, signal.SIGKILL: 2}


def main(rulesets: Sequence[AnyRuleset]) -> bool:
    """Print all measurements; return whether two workers reach the minimum."""
    print(f"\nDecisions a second of thinking workers: {GAMES} games at once, {LEVEL}, {VERSIONS} decisions each\n")
    passed = [_two_against_one(ruleset) >= BAR for ruleset in rulesets]
    print("\nFrom the end of a game to its score sheet, milliseconds, with two thinking workers\n")
    for busy in (False, True):
        _print_scoring(rulesets[0], busy=busy)
    print("\nFrom the end of a worker in mid-search to the start of another worker on the same turn, milliseconds\n")
    for number, times in HANDED_OVER.items():
        _print_handing_over(rulesets[0], number, times)
    return all(passed)


def _two_against_one(ruleset: AnyRuleset) -> float:
    """Print the ratio of the work of two workers to that of one; return the median of several pairs."""
    ratios = []
    for _ in range(PAIRS):
        one, two = (_rate(ruleset, workers) for workers in (1, 2))
        ratios.append(two / one)
        print(f"  {ruleset.name:<12} one {one:>7.1f}   two {two:>7.1f}   ratio {two / one:.2f}", flush=True)
    verdict = "kept" if median(ratios) >= BAR else "MISSED"
    print(f"  {ruleset.name:<12} median ratio {median(ratios):.2f}, bar {BAR} {verdict}", flush=True)
    return median(ratios)


def _rate(ruleset: AnyRuleset, workers: int) -> float:
    """Let this number of workers play the same games; return decisions per second."""
    with installed() as running:
        for _ in range(workers):
            running.start_worker("thinking")
        seats = [ruleset.min_seats + number % 2 for number in range(GAMES)]
        started = time.monotonic()
        games = [running.ai_game(ruleset, [LEVEL] * each, number) for number, each in enumerate(seats)]
        deadline = started + 6 * PATIENCE_SECONDS
        while not all(running.has_reached(each, VERSIONS) for each in games):
            assert time.monotonic() < deadline, "the workers do not get on"
            time.sleep(POLL_SECONDS)
        return sum(map(running.version, games)) / (time.monotonic() - started)


def _print_scoring(ruleset: AnyRuleset, *, busy: bool) -> None:
    """Print the delay from the end of a game to its score sheet."""
    moves, _ = greedy_game(ruleset, ruleset.min_seats, 1)
    players = [SeatSetup("human")] * ruleset.min_seats
    times = []
    with installed() as running:
        for kind in ("scoring", "thinking", "thinking"):
            running.start_worker(kind)
        if busy:
            _keep_busy(running, ruleset)
        for _ in range(SCORED):
            game_id = running.game(ruleset, players, seed_of(1), moves)
            ended = time.monotonic()
            _soon(partial(running.installation.store.results.of, game_id))
            times.append(1000 * (time.monotonic() - ended))
    state = "searching" if busy else "idle"
    middle, slow = median(times), percentile(times, 0.95)
    print(
        f"  {state:<12} median {middle:>6.1f}   95th percentile {slow:>6.1f}   longest {max(times):>6.1f}", flush=True
    )


def _keep_busy(running: RunningService, ruleset: AnyRuleset) -> None:
    """Enqueue more work than the AI workers can do."""
    for number in range(4):
        running.ai_game(ruleset, [LONG] * ruleset.max_seats, number)
    thinking = [each.pid for each in running.processes[1:]]
    until(lambda: all(running.state_of(each)[0] == "busy" for each in thinking), "both search")


def _print_handing_over(ruleset: AnyRuleset, number: signal.Signals, times: int) -> None:
    """Print the delay until another worker takes over a turn after a signal has ended the first worker."""
    spent = [1000 * _handed_over(ruleset, game, number) for game in range(times)]
    print(f"  {number.name:<12} median {median(spent):>6.0f}   longest {max(spent):>6.0f}", flush=True)


def _handed_over(ruleset: AnyRuleset, number: int, ended: signal.Signals) -> float:
    """End the searching one of two workers; return the seconds until the other worker has its job."""
    with installed() as running:
        running.start("sweeper")
        workers = [running.start_worker("thinking") for _ in range(2)]
        turn = f"ai-{running.ai_game(ruleset, [LONG] * ruleset.max_seats, number)}-"

        def at_work() -> list[int]:
            return [each for each, worker in enumerate(workers) if running.state_of(worker.pid)[1].startswith(turn)]

        first = _soon(at_work)[0]
        workers[first].send_signal(ended)
        since = time.monotonic()
        _soon(lambda: 1 - first in at_work())
        return time.monotonic() - since


def _soon(condition: Callable[[], T]) -> T:
    """Return the first true result of a condition that is checked every few milliseconds."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not (response := condition()):
        assert time.monotonic() < deadline, "what is waited for does not come"
        time.sleep(OFTEN_SECONDS)
    return response
