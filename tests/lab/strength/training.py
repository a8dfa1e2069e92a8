"""Learn the value of positions from games, and write `values.json` of a ruleset.

    python -m tests.lab.strength.training azul            # learn and write
    python -m tests.lab.strength.training azul --check    # learn again, and compare with the file

The games are played by `greedy`. In each game it takes another share of its actions at random, so that the games reach
many positions. For each options, number of seats and round, a ridge regression finds the points that each fact adds
to what a seat still gets. Other games then show at which temperature the values predict the winner best.

The same code and seeds give the same bytes.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np

from domain.learned_values import LearnedValue, ValueFacts
from domain.levels import play_greedy, play_random
from domain.registry import RULESETS
from domain.ruleset import AnyRuleset

ROOT: Final = Path(__file__).parents[3]
GAMES: Final = 15_000
"""The games from which the weights are learned."""
JUDGED: Final = 5_000
"""The games that choose the temperature."""
MOST_RANDOM: Final = 0.3
"""The largest share of random actions in a game."""
RIDGE: Final = 40.0
"""How strongly the weights are drawn to 0, in positions."""
TEMPERATURES: Final = [number / 2 for number in range(6, 41)]
PLACES: Final = 2
"""The decimal places of a weight."""


class Positions(NamedTuple):
    """The starts of one round in many games; each array has a row for each seat of each game."""

    facts: Any
    """How often each fact holds."""
    points: Any
    totals: Any


class Predicted(NamedTuple):
    """How well values predict the winners of games that did not teach them."""

    learned: LearnedValue
    nats: float
    """The mean of the negative logarithm of the chance that they gave to the winner."""


def learn(ruleset: AnyRuleset, name: str, seats: int, taught: int = GAMES, judged: int = JUDGED) -> list[Predicted]:
    """Return the value of each round for options and a number of seats, from so many games."""
    learned_from = ruleset.heuristics.value_facts
    assert learned_from is not None, f"{ruleset.name} declares no facts"
    games = list(_games(ruleset, learned_from, name, seats, taught + judged))
    return [
        _fitted(_positions(learned_from, games[:taught], at), _positions(learned_from, games[taught:], at), seats)
        for at in range(len(learned_from.rounds))
    ]


def _games(ruleset: AnyRuleset, learned_from: ValueFacts, name: str, seats: int, most: int) -> Iterator[list[Any]]:
    """Play games; yield for each game its rounds with the facts, points and total of each seat."""
    options = ruleset.options_type(**learned_from.options[name])
    for number in range(most):
        rng = Random(f"{ruleset.name} {name} {seats} {number}")
        share, state = MOST_RANDOM * rng.random(), ruleset.setup(options, seats, rng)
        rounds: dict[int, list[Any]] = {}
        while waiting := ruleset.to_act(state):
            begun = ruleset.heuristics.rounds_begun(state)
            if begun in learned_from.rounds and begun not in rounds:
                rounds[begun] = [
                    (learned_from.facts(state, each), learned_from.points(state, each)) for each in range(seats)
                ]
            decide = play_random if rng.random() < share else play_greedy
            ruleset.apply(state, waiting[0], decide(ruleset, state, waiting[0], rng), rng)
        outcome = ruleset.outcome(state)
        assert outcome is not None
        totals = [each.total for each in outcome.seats]
        yield [
            [(*seat, total) for seat, total in zip(rounds[begun], totals, strict=True)] for begun in learned_from.rounds
        ]


def _positions(learned_from: ValueFacts, games: list[Any], place: int) -> Positions:
    """Return the starts of one round."""
    seats = [seat for game in games for seat in game[place]]
    facts = np.zeros((len(seats), learned_from.number))
    for row, (found, _, _) in enumerate(seats):
        for fact in found:
            facts[row, fact] += 1
    return Positions(facts, np.array([each[1] for each in seats]), np.array([each[2] for each in seats]))


def _fitted(taught: Positions, judged: Positions, seats: int) -> Predicted:
    """Fit the weights to some games, and the temperature to others."""
    later = taught.totals - taught.points
    mean = later.mean()
    squares = taught.facts.T @ taught.facts + RIDGE * np.eye(taught.facts.shape[1])
    weights = np.linalg.solve(squares, taught.facts.T @ later - mean * taught.facts.sum(axis=0))
    values = (judged.points + mean + judged.facts @ weights).reshape(-1, seats)
    won = judged.totals.reshape(-1, seats)
    nats, temperature = min((surprise(values, won, each), each) for each in TEMPERATURES)
    rounded = [round(float(each), PLACES) + 0.0 for each in weights]
    return Predicted(LearnedValue(round(float(mean), PLACES), temperature, rounded), nats)


def surprise(values: Any, totals: Any, temperature: float) -> float:
    """Return the mean surprise about the winners, in nats; a row for each game. A shared victory counts in parts."""
    odds = np.exp((values - values.max(axis=1, keepdims=True)) / temperature)
    chances = odds / odds.sum(axis=1, keepdims=True)
    wins = totals == totals.max(axis=1, keepdims=True)
    return float(-(wins / wins.sum(axis=1, keepdims=True) * np.log(chances)).sum(axis=1).mean())


def values_of(ruleset: AnyRuleset) -> Mapping[str, Mapping[str, list[LearnedValue]]]:
    """Return the values for all options and numbers of seats, and print how well they predict the winners."""
    learned_from = ruleset.heuristics.value_facts
    assert learned_from is not None, f"{ruleset.name} declares no facts"
    tables = [
        (name, seats) for name in learned_from.options for seats in range(ruleset.min_seats, ruleset.max_seats + 1)
    ]
    values: dict[str, dict[str, list[LearnedValue]]] = {name: {} for name in learned_from.options}
    with ProcessPoolExecutor() as pool:
        for (name, seats), found in zip(
            tables, pool.map(partial(_learn, ruleset.name), *zip(*tables, strict=True)), strict=True
        ):
            values[name][str(seats)] = [each.learned for each in found]
            print(f"{name}, {seats} seats: nats by round", *(f"{each.nats:.3f}" for each in found), flush=True)
    return values


def _learn(ruleset: str, name: str, seats: int) -> list[Predicted]:
    return learn(RULESETS[ruleset], name, seats)


def main() -> int:
    """Learn the values of a ruleset; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.lab.strength.training", description=__doc__.split("\n")[0])
    learning = [name for name, each in RULESETS.items() if each.heuristics.value_facts is not None]
    parser.add_argument("ruleset", choices=learning)
    parser.add_argument("--check", action="store_true", help="compare with the file instead of writing it")
    chosen = parser.parse_args()
    file = ROOT / "domain" / chosen.ruleset / "values.json"
    learned = msgspec.json.encode(values_of(RULESETS[chosen.ruleset]))
    if not chosen.check:
        file.write_bytes(learned + b"\n")
        return 0
    is_same = file.read_bytes() == learned + b"\n"
    print("the same bytes" if is_same else f"{file} has other values")
    return 0 if is_same else 1


if __name__ == "__main__":
    sys.exit(main())
