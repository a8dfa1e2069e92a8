"""Pair the same rounds as the Dutch system, and compare the differences in points: `make dutch`.

Each tournament is played with random results and dropouts. Before each round, its report file goes to py4swiss. Both
pairings are compared by the points of the entrant with the bye, then by the sum of the differences in points. Rounds in
which the Dutch system has no pairing are counted, and not compared.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import IO, NamedTuple

from service.tournaments.rules import round_pairings
from service.tournaments.rules.plan import SIXTIETHS, Stage
from service.tournaments.rules.points import stage_points
from service.tournaments.rules.report_file import to_trf
from service.tournaments.rules.state import Tournament
from tests.tournament.building import Log
from tests.tournament.drawing import started

ROOT = Path(__file__).parents[3]
PYTHON = str(ROOT / ".dutch" / "bin" / "python")
SCRIPT = str(Path(__file__).parent / "py4swiss_pairs.py")
ENTRANTS, ROUNDS = range(5, 65), range(4, 10)
WIN = 12 * SIXTIETHS
LEAVING = 0.3
"""The probability that an entrant withdraws after a round."""
FEWEST = 4
DRAWN = 0.3
LINE = "{:<28} {:>9} {:>9}"
LABELS = ("points of entrants with byes", "sum of differences", "pairs of different points")


class Paired(NamedTuple):
    """The quality of the pairing of a round, in points of a win."""

    bye: float
    """The points of the entrant with the bye; 0 without a bye."""
    apart: float
    """The sum of the differences in points."""
    unequal: int
    """The number of pairs with different points."""


def main() -> int:
    """Compare all rounds; fail if the Dutch system has a better one."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--python", default=PYTHON, help="the interpreter with py4swiss")
    parser.add_argument("--seeds", type=int, default=1, help="tournaments for each number of entrants and rounds")
    options = parser.parse_args()
    command = [options.python, SCRIPT]
    with (
        TemporaryDirectory() as folder,
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as dutch,
    ):
        found = [
            each
            for entrants in ENTRANTS
            for rounds in ROUNDS
            for seed in range(options.seeds)
            for each in _compared(dutch, Path(folder) / "round.trf", entrants, rounds, seed)
        ]
    return _report(found)


Comparison = tuple[str, Paired, Paired | None]
"""The name of a round, our pairing, and the Dutch one."""


def _compared(dutch: subprocess.Popen[str], path: Path, entrants: int, rounds: int, seed: int) -> Iterator[Comparison]:
    """Play a tournament, and compare each of its rounds."""
    log = started(Stage("swiss", rounds=rounds), entrants, seed)
    rng = Random(f"{entrants} {rounds} {seed}")
    while (drawn := round_pairings.next_round(log.tournament)) is not None:
        path.write_text(to_trf(log.tournament))
        theirs = _dutch_pairs(dutch.stdin, dutch.stdout, path)
        ours = [*(table.entrants for table in drawn.tables), *((each,) for each in drawn.byes)]
        name = f"{entrants} entrants, round {len(log.tournament.rounds) + 1} of {rounds}, seed {seed}"
        yield name, _paired(log.tournament, ours), _paired(log.tournament, theirs) if theirs else None
        log.pair(*(table.entrants for table in drawn.tables), byes=drawn.byes)
        _play(log, rng)


def _dutch_pairs(requests: IO[str] | None, responses: IO[str] | None, path: Path) -> list[tuple[int, ...]] | None:
    """Return the pairs by entrant number; starting ranks are those of the only group, and entrants enter by rating."""
    if requests is None or responses is None:
        raise ValueError("Start py4swiss with pipes.")
    print(path, file=requests, flush=True)
    pairs = json.loads(responses.readline())
    return pairs and [tuple(each - 1 for each in pair if each) for pair in pairs]


def _paired(tournament: Tournament, pairs: Sequence[tuple[int, ...]]) -> Paired:
    points = stage_points(tournament, 0)
    byes = [points[pair[0]] / WIN for pair in pairs if len(pair) == 1]
    apart = [abs(points[pair[0]] - points[pair[1]]) / WIN for pair in pairs if len(pair) > 1]
    return Paired(sum(byes), sum(apart), sum(each > 0 for each in apart))


def _play(log: Log, rng: Random) -> None:
    """Play the round with random results, and let an entrant leave at random."""
    for table in list(log.tournament.rounds[-1].tables):
        scores = (1, 1) if rng.random() < DRAWN else rng.choice([(2, 1), (1, 2)])
        log.finish(table.number, scores)
    present = log.tournament.all_present
    if rng.random() < LEAVING and len(present) > FEWEST:
        log.withdraw(rng.choice(present))


def _report(found: Sequence[Comparison]) -> int:
    """Print the sums; return 1 if the Dutch system has a better round."""
    both = [(name, ours, theirs) for name, ours, theirs in found if theirs is not None]
    print(LINE.format("", "ours", "Dutch"))
    for at, label in enumerate(LABELS):
        print(LINE.format(label, sum(ours[at] for _, ours, _ in both), sum(theirs[at] for *_, theirs in both)))
    less = [name for name, ours, theirs in both if ours[:2] < theirs[:2]]
    more = [f"{name}: {ours} instead of {theirs}" for name, ours, theirs in both if ours[:2] > theirs[:2]]
    higher = [name for name, ours, theirs in both if ours.bye < theirs.bye and ours.apart > theirs.apart]
    print(LINE.format("better rounds", len(less), len(more)))
    print(f"{len(both)} rounds compared, {len(found) - len(both)} without a Dutch pairing")
    print(
        f"{len(higher)} rounds with less difference in the Dutch system, whose bye goes to more points", *more, sep="\n"
    )
    return int(bool(more))


if __name__ == "__main__":
    sys.exit(main())
