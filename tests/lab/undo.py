"""Check that steps a seat may undo alone reveal nothing, over 50 games of every ruleset and size: `make undo`.

Each such step is repeated with other deals that a seat or a spectator considers possible: see
`workers/promises/knowledge.py`. `--games` and `--first` choose the games.
"""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor

from tests.rulesets.games import GAME_SIZES, PLAYED, play
from workers.promises.knowledge import Learnt, check_game


def check_table(name: str, seats: int, numbers: range) -> tuple[int, int, list[str]]:
    """Check games with a number of seats; return the numbers of steps and of steps with undo alone, and the faults."""
    steps, revocable, faults = 0, 0, []
    for number in numbers:
        game = play.__wrapped__(name, seats, number)
        steps += len(game.steps)
        try:
            revocable += check_game(game, PLAYED[name])
        except Learnt as learnt:
            faults.append(f"{name}, {seats} seats, game {number}: {learnt}")
    return steps, revocable, faults


def main() -> int:
    """Check all rulesets and sizes in parallel; return 1 if a step revealed information."""
    parser = argparse.ArgumentParser(prog="make undo", description=__doc__)
    parser.add_argument("--games", type=int, default=50, help="of each ruleset and number of seats")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    options = parser.parse_args()
    numbers, failed = range(options.first, options.first + options.games), False
    with ProcessPoolExecutor() as pool:
        tables = [(name, seats, pool.submit(check_table, name, seats, numbers)) for name, seats in GAME_SIZES]
        for name, seats, found in tables:
            steps, revocable, faults = found.result()
            print(
                f"{name} {seats}: {len(numbers)} games, {steps} steps, {revocable} can be taken back alone", flush=True
            )
            print(*faults, sep="\n", end="\n" if faults else "", flush=True)
            failed |= bool(faults)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
