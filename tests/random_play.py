"""Play random games of any ruleset, each fixed by its number; `tests/<ruleset>/random_games.py` chooses the actions."""

import hashlib
import hmac
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from domain.dice import Seed
from domain.ruleset import AnyRuleset, Audience

EmittedFact = tuple[Any, Audience]
Step = tuple[Any, int, Any, list[EmittedFact]]
Choose = Callable[[Any, int, int, Random], Any]
"""Chooses the action of a seat in a state of the game of this number."""


def opening(ruleset: AnyRuleset, options: Any, seats: int, number: int) -> Any:
    """Set up random game `number`."""
    return ruleset.setup(options, seats, seed(number).dice)


def steps(ruleset: AnyRuleset, state: Any, number: int, choose: Choose) -> Iterator[Step]:
    """Play a state to the end at random; after each action yield the state itself, seat and action, and the facts.

    If several seats must act, the order is random too.
    """
    rng, count = Random(number), 0
    while waiting := ruleset.to_act(state):
        seat = waiting[0] if len(waiting) == 1 else rng.choice(waiting)
        count += 1
        action = choose(state, seat, number, rng)
        facts: list[EmittedFact] = []
        ruleset.apply(state, seat, action, seed(number).dice, lambda *fact, facts=facts: facts.append(fact))
        yield state, seat, action, facts


def step_dice(secret: bytes, step: int) -> Random:
    """Return dice without purposes, as in a search, that depend on the step of a game."""
    return Random(int.from_bytes(hmac.digest(secret, b"dice:%d" % step, hashlib.sha256), "big"))


def seed(number: int) -> Seed:
    """Return the seed of random game `number`."""
    return Seed(number.to_bytes(32, "big"), bytes(32))
