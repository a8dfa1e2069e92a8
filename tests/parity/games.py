"""Summarise games in one digest each, to compare builds.

The digest covers every action with its facts. At every few actions it covers all views, the legal actions, and the
snapshot, from which the game continues. For a search it also covers the result of every legal action.

`python -m tests.parity.games` prints a line for each game, played by the build it imports.
"""

import argparse
import hashlib
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from math import inf
from random import Random
from typing import Any

import msgspec

from domain.chance import pick
from domain.dice import Seed
from domain.levels import SearchBudget
from domain.registry import RULESETS
from domain.replay import GamePosition, decode, encode, start, step
from domain.ruleset import AnyRuleset
from service.telemetry.build import build
from tests.rulesets.games import QUICK, choice_of, every_options
from workers.thinking.search import evaluate_action, search

LOOK_EVERY = 8
"""Number of actions between two comparisons of views, legal actions and snapshot."""
THOUGHT = SearchBudget(20, inf)
"""The search budget of a decision: iterations only, because times differ."""
DEEP_THOUGHT = SearchBudget(450, inf)
"""The budget of some decisions: enough to try every action, and to exceed the trees of any heuristics."""
DEEP = 0.02
"""The share of decisions with the larger budget."""

Chosen = tuple[Any, Any]
"""An action, and details of how it was chosen."""
Choose = Callable[[AnyRuleset, Any, int, Random], Chosen]


def digest(ruleset: AnyRuleset, seats: int, number: int, choose: Choose) -> str:
    """Play game `number`, which fixes its options and all random draws; return the digest of the results."""
    reported, seed, rng = hashlib.sha256(), Seed(number.to_bytes(32, "big"), bytes(32)), Random(number)
    options = every_options(ruleset)
    position = start(ruleset, options[number % len(options)], seats, seed)
    while waiting := ruleset.to_act(position.state):
        if not position.version % LOOK_EVERY:
            position = _look(ruleset, position, seats, reported.update)
        seat = pick(rng, waiting)
        action, thought = choose(ruleset, position.state, seat, rng)
        facts = step(ruleset, position, seat, action, seed)
        reported.update(msgspec.msgpack.encode((seat, action, thought, facts)))
    reported.update(msgspec.msgpack.encode((ruleset.outcome(position.state), position)))
    return reported.hexdigest()


def _look(
    ruleset: AnyRuleset, position: GamePosition[Any], seats: int, report: Callable[[bytes], None]
) -> GamePosition[Any]:
    """Add the legal actions and all views to the digest; return the position restored from its snapshot."""
    state = position.state
    legal = [ruleset.legal_actions(state, seat) for seat in range(seats)]
    views = [ruleset.view(state, reader) for reader in (*range(seats), None)]
    snapshot = encode(position)
    report(msgspec.msgpack.encode((legal, views)))
    report(snapshot)
    again = decode(ruleset, snapshot)
    if again != position:
        raise ValueError(f"a snapshot of {ruleset.name} does not come back as it was: {again} is not {position}")
    return again


def at_random(ruleset: AnyRuleset, state: Any, seat: int, rng: Random) -> Chosen:
    """Choose any legal action."""
    return pick(rng, ruleset.legal_actions(state, seat)), None


def at_any_level(ruleset: AnyRuleset, state: Any, seat: int, rng: Random) -> Chosen:
    """Choose as one of the levels without search."""
    return choice_of(ruleset, state, seat, pick(rng, list(QUICK)), rng), None


def by_search(ruleset: AnyRuleset, state: Any, seat: int, rng: Random) -> Chosen:
    """Choose by search; record each candidate's visits and value, and sometimes the evaluation of the best one."""
    budget, sampled = DEEP_THOUGHT if rng.random() < DEEP else THOUGHT, ruleset.determinize(state, seat, rng)
    found = search(ruleset, sampled, seat, rng, budget)
    weighed = (
        evaluate_action(ruleset, sampled, seat, found.best, rng, budget.iterations) if budget is DEEP_THOUGHT else []
    )
    return found.best, (found.iterations, found.candidates, weighed)


KINDS: Mapping[str, Choose] = {"random": at_random, "ruled": at_any_level, "searched": by_search}
"""The kinds of games, by how their players choose."""


Game = tuple[str, int, str, int]
"""A game by its ruleset, its number of seats, its kind, and its number."""


def listed(games: Mapping[str, int]) -> Iterator[Game]:
    """List the games of each kind for every ruleset and number of seats."""
    for ruleset in RULESETS.values():
        for seats in range(ruleset.min_seats, ruleset.max_seats + 1):
            for kind in KINDS:
                yield from ((ruleset.name, seats, kind, number) for number in range(games[kind]))


def line(game: Game) -> str:
    """Play a game; return its name and digest."""
    name, seats, kind, number = game
    return f"{name} {seats} seats, {kind} {number}: {digest(RULESETS[name], seats, number, KINDS[kind])}"


def main() -> None:
    """Name the build on the first line, then print a line for each game."""
    parser = argparse.ArgumentParser()
    for kind in KINDS:
        parser.add_argument(f"--{kind}", type=int, required=True, help="so many games for each table")
    games = vars(parser.parse_args())
    print(build(), flush=True)
    with ProcessPoolExecutor() as pool:
        for each in pool.map(line, listed(games)):
            print(each, flush=True)


if __name__ == "__main__":
    main()
