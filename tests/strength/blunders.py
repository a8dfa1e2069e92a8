"""Shows the AI levels positions that leave one thing to play: `python -m tests.strength.blunders --help`.

Each position is proven to leave nothing else, then every level answers it with several dice. All of them together are
written to `BLUNDERS.md`. It fails if a proof does, or a level solves fewer than it has to.
"""

import argparse
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from domain.registry import RULESETS
from tests.rulesets.games import PUBLISHED
from tests.strength.positions import Position, positions
from tests.strength.proofs import PROOFS, Evidence

REPORT: Final = Path(__file__).with_name("BLUNDERS.md")
POSITIONS: Final[Mapping[str, tuple[Position, ...]]] = {name: positions(name) for name in PUBLISHED}
LEVELS: Final = ("easy", "greedy", "normal", "hard", "expert")
BARS: Final = {"normal": 0.9, "hard": 1.0, "expert": 1.0}
"""The share of answers that must be right, by level; the others are shown for comparison."""

INTRODUCTION: Final = """\
# What no respectable player does

Written by `make blunders`; do not edit.

Positions in which a seat has one thing to play, or a few that are as good; they stand in `tests/<ruleset>/blunders.py`.
*Right* tells how many of the legal actions will do. The proof gives every legal action a worth without asking the
search; the worst of the right ones is set against the best of the others. Each level answers {seeds} times, with
other dice: `normal` has to be right in 90 %, `hard` and `expert` always.

What is compared:

{proofs}
"""


@dataclass(frozen=True)
class Verdict:
    """What was found out about one position."""

    place: tuple[str, int]
    """The ruleset, and the number among its positions."""
    right: int
    legal: int
    evidence: Evidence
    solved: tuple[int, ...]
    """Right answers, by level."""


def judge(seeds: int, place: tuple[str, int]) -> Verdict:
    """Prove a position and let every level answer it."""
    ruleset, number = place
    position = POSITIONS[ruleset][number]
    asked = position.build()
    legal = position.ruleset.legal_actions(asked.state, asked.seat)
    solved = tuple(sum(position.solves(level, seed) for seed in range(seeds)) for level in LEVELS)
    return Verdict(place, len(asked.must), len(legal), position.evidence(), solved)


def faults(verdicts: Sequence[Verdict], seeds: int) -> Iterator[str]:
    """Name the proofs that fail, and the levels that solve too little."""
    yield from (f"not proven: {verdict.place}" for verdict in verdicts if not verdict.evidence.sure)
    for ruleset in sorted({verdict.place[0] for verdict in verdicts}):
        own = [verdict for verdict in verdicts if verdict.place[0] == ruleset]
        for level, bar in BARS.items():
            right = sum(verdict.solved[LEVELS.index(level)] for verdict in own)
            if right < bar * seeds * len(own):
                yield f"{ruleset}: {level} gives {right} right answers of {seeds * len(own)}"


def report(verdicts: Sequence[Verdict], seeds: int) -> Iterator[str]:
    """Return the lines of the report."""
    yield INTRODUCTION.format(seeds=seeds, proofs="\n".join(f"- *{proof.name}*: {proof.text}" for proof in PROOFS))
    for ruleset, own in POSITIONS.items():
        yield from (f"## {RULESETS[ruleset].names.title.en}", "")
        yield f"| position | rules | right | proof | {' | '.join(LEVELS)} |"
        yield "|---|---|---|---|" + "---:|" * len(LEVELS)
        mine = [verdict for verdict in verdicts if verdict.place[0] == ruleset]
        yield from map(_row, mine)
        sums = [sum(verdict.solved[place] for verdict in mine) for place in range(len(LEVELS))]
        yield f"| all | | | | {' | '.join(f'{right / (seeds * len(own)):.0%}' for right in sums)} |"
        yield ""


def _row(verdict: Verdict) -> str:
    """Return one row."""
    ruleset, number = verdict.place
    position, evidence = POSITIONS[ruleset][number], verdict.evidence
    asked = position.build()
    proof = f"{asked.proof.name} {evidence.must:.2f} : {evidence.other:.2f}"
    cells = (position.claim, asked.paragraph, f"{verdict.right} of {verdict.legal}", proof, *map(str, verdict.solved))
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Judge what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.strength.blunders", description=__doc__)
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help="all of them unless some are named")
    parser.add_argument("--seeds", type=int, default=3, help="answers of each level to each position (3)")
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="that judge at the same time (one a CPU)")
    asked = parser.parse_args()
    names = asked.rulesets or list(POSITIONS)
    places = [(name, number) for name in names for number in range(len(POSITIONS[name]))]
    verdicts = []
    with ProcessPoolExecutor(asked.processes) as pool:
        for verdict in pool.map(partial(judge, asked.seeds), places):
            print(_row(verdict), flush=True)
            verdicts.append(verdict)
    if names == list(POSITIONS):
        REPORT.write_text("\n".join(report(verdicts, asked.seeds)))
    sys.exit("\n".join(faults(verdicts, asked.seeds)) or None)


if __name__ == "__main__":
    main()
