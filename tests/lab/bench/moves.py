"""Measure an AI player's move in a worker: one job, from its start to its commit.

The positions are spread over games that the heuristics play. In each, one seat has the AI level, and the others belong
to human players who do nothing.
"""

from collections.abc import Iterator, Mapping, Sequence

from domain.levels import LEVELS, SearchBudget
from domain.ruleset import AnyRuleset
from service.playing.pending_jobs import pending_job
from service.store import SeatSetup
from tests.lab.bench import decisions
from tests.lab.bench.installation import Move, RunningService, greedy_game, installed, seed_of
from tests.workers import decision_log
from tests.workers.decision_log import Decision
from tests.workers.waiting import until

MOMENTS = 24
FROM_EACH = 4
"""Number of positions taken from one game."""
MOST_SEATS = 4
BARS: Mapping[str, float] = {"normal": 0.25, "hard": 1.0, "expert": 2.2}
"""Seconds that 95 of 100 moves must not exceed in games of up to MOST_SEATS seats, in plain Python."""


def main(rulesets: Sequence[AnyRuleset]) -> bool:
    """Print a table for each ruleset; return whether all limits were kept."""
    passed = True
    print(f"\nAn AI move in a worker, milliseconds; {MOMENTS} moments a line\n")
    print(f"  {'':<36} {decisions.HEADINGS}{decisions.SEEN}")
    for ruleset in rulesets:
        made = {level: list(_measured(ruleset, level)) for level in _searching()}
        for level, bar in BARS.items():
            few = [each for each in made[level] if each["seats"] <= MOST_SEATS and each["iterations"]]
            slowest = decisions.percentile([each["wall_seconds"] for each in few], 0.95)
            passed = passed and slowest <= bar
            verdict = f"bar {1000 * bar:,.0f} {'kept' if slowest <= bar else 'MISSED'}"
            print(f"  {f'{ruleset.name}, up to {MOST_SEATS} seats, {level}':<36} {decisions.row(few)}   {verdict}")
    return passed


def _searching() -> list[str]:
    """List the levels that use the search."""
    return [name for name, how in LEVELS.items() if isinstance(how, SearchBudget)]


def _measured(ruleset: AnyRuleset, level: str) -> Iterator[Decision]:
    """Measure a level with every number of seats; print a line for each."""
    for seats in range(ruleset.min_seats, ruleset.max_seats + 1):
        made = _made(ruleset, level, seats)
        print(f"  {f'{ruleset.name}, {seats} seats, {level}':<36} {decisions.row(made)}", flush=True)
        yield from made


def _made(ruleset: AnyRuleset, level: str, seats: int) -> list[Decision]:
    """Let one worker make all the decisions."""
    with installed() as running:
        worker = running.start_worker("thinking")
        for number in range(MOMENTS // FROM_EACH):
            moves, chosen = greedy_game(ruleset, seats, number)
            for part in range(FROM_EACH):
                before = chosen[(2 * part + 1) * len(chosen) // (2 * FROM_EACH)]
                _play_on(running, ruleset, level, seats, number, moves[: before + 1])
        worker.terminate()
        worker.wait()
        return list(decision_log.read(running.log))


def _play_on(
    running: RunningService, ruleset: AnyRuleset, level: str, seats: int, number: int, moves: Sequence[Move]
) -> None:
    """Let the worker choose the last of these moves; return when it waits for another seat."""
    seat = moves[-1][0]
    who = [SeatSetup("ai", level) if each == seat else SeatSetup("human") for each in range(seats)]
    game_id = running.game(ruleset, who, seed_of(number), moves[:-1])
    until(lambda: pending_job(running.installation, game_id) is None, "the AI player has moved")
