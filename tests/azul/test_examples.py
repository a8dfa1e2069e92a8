"""Test that every worked example of the rules has a test."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

from domain.azul import RULESET
from domain.azul.rules.scoring import score
from domain.azul.wire.actions import PassRound
from domain.azul.wire.options import Options
from domain.dice import Seed
from domain.replay import encode, replay, start, step
from tests.azul.random_games import choose

SERIES = {"X": 12, "G": 4, "H": 8, "I": 5, "T": 18, "J": 4, "K": 8, "L": 9, "M": 4, "V": 7, "Z": 7, "Y": 2, "R": 12}
EXAMPLES = {
    *"ABCDEF",
    "C2",
    *(f"{letter}{number}" for letter, last in SERIES.items() for number in range(1, last + 1)),
}
DOCSTRING = re.compile(r'^    """(.*?)"""', re.MULTILINE | re.DOTALL)
RANGE = re.compile(r"\b([A-Z])(\d+) to \1(\d+)\b")
NAME = re.compile(r"\b[A-Z]\d*\b")


def cited() -> Iterator[str]:
    """List the examples that docstrings of tests name."""
    for path in Path(__file__).parent.glob("test_*.py"):
        for docstring in DOCSTRING.findall(path.read_text()):
            for letter, first, last in RANGE.findall(docstring):
                yield from (f"{letter}{number}" for number in range(int(first), int(last) + 1))
            yield from NAME.findall(docstring)


def test_every_worked_example_has_a_test() -> None:
    assert EXAMPLES - set(cited()) == set()


def test_an_undo_replays_the_log_without_its_last_steps() -> None:
    """11.1.4, 11.4.1"""
    seed, options, rng = Seed(bytes(32)), Options(), Random(2)
    position, log, before = start(RULESET, options, 2, seed), [], []
    while waiting := RULESET.to_act(position.state):
        action = choose(position.state, waiting[0], len(log), rng)
        before.append((encode(position), [score(position.state, seat) for seat in range(2)]))
        step(RULESET, position, waiting[0], action, seed)
        log.append((waiting[0], action))
    for length in range(0, len(log), 3):
        again = replay(RULESET, options, 2, seed, log[:length])
        assert (encode(again), [score(again.state, seat) for seat in range(2)]) == before[length]
    assert any(isinstance(action, PassRound) for _, action in log)
