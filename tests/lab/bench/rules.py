"""Measure the parts of the rules that `ours` does not cover: every set-up of a game, and the views of a seat."""

from collections.abc import Iterator
from importlib import import_module
from random import Random
from typing import Any

import msgspec
from msgspec.structs import asdict

from domain.rollout import play_out
from domain.ruleset import AnyRuleset
from tests.lab.bench.ours import best_slice, decisions, over

FEW = 4
"""Up to this number of set-ups are measured separately; of more, only the default options and all in turn."""


def measure(ruleset: AnyRuleset) -> list[tuple[str, float]]:
    """Measure one ruleset with every number of seats; return rates per second by name."""
    encode = msgspec.json.Encoder().encode
    positions = [each for seats in _tables(ruleset) for each in decisions(ruleset, seats)]
    views = over(positions, lambda state, seat: encode(ruleset.view(state, seat)))
    return [
        *(
            (f"random-game actions: {name}", best_slice(_turns(ruleset, ways)))
            for name, ways in _set_ups(ruleset).items()
        ),
        ("view, built and encoded", best_slice(views)),
    ]


def _tables(ruleset: AnyRuleset) -> range:
    """Return the possible numbers of seats."""
    return range(ruleset.min_seats, ruleset.max_seats + 1)


def _set_ups(ruleset: AnyRuleset) -> dict[str, list[Any]]:
    """Return the set-ups to measure, by name."""
    ways = import_module(f"tests.{ruleset.name}.random_games").all_options(ruleset.min_seats)
    if len(ways) <= FEW:
        return {", ".join(f"{name} {value}" for name, value in _given(each).items()): [each] for each in ways}
    return {"own options": [ruleset.options_type()], "all options in turn": ways}


def _given(options: Any) -> dict[str, Any]:
    """Return the options of a set-up as a name."""
    return {name: value for name, value in asdict(options).items() if value is not msgspec.UNSET}


def _turns(ruleset: AnyRuleset, ways: list[Any]) -> Iterator[int]:
    """Play a random game of each set-up with each number of seats; yield the number of actions of each turn."""
    rng = Random(1)
    while True:
        yield sum(
            play_out(ruleset, ruleset.setup(options, seats, rng), rng) for seats in _tables(ruleset) for options in ways
        )
