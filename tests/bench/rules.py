"""How fast the rules are on one core: what a search AI needs most."""

import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec

from domain.chance import dice, pick
from domain.ruleset import AnyRuleset

SECONDS = 4.0
SAMPLES = 200


def measure(ruleset: AnyRuleset) -> list[tuple[str, float]]:
    """Measure one ruleset with its own options and every number of seats in turn; return rates a second by name."""
    encode = msgspec.json.Encoder().encode
    states = list(_sample(ruleset))
    rng = Random(1)
    return [
        ("random-game actions, legal actions included", _actions(ruleset)),
        ("determinize", _rate(states, lambda state, seat: ruleset.determinize(state, seat, rng))),
        ("view, built and encoded", _rate(states, lambda state, seat: encode(ruleset.view(state, seat)))),
        ("clone", _rate(states, lambda state, _seat: ruleset.clone(state))),
    ]


def _games(ruleset: AnyRuleset) -> Iterator[tuple[Any, Random]]:
    """Set up one game after another, with dice for its course."""
    options = ruleset.options_type()
    number = 0
    while True:
        for seats in range(ruleset.min_seats, ruleset.max_seats + 1):
            seed = number.to_bytes(32, "big")
            yield ruleset.setup(options, seats, dice(seed, 0)), dice(seed, 1)
            number += 1


def _actions(ruleset: AnyRuleset) -> float:
    """Play whole random games; return applied actions a second, set-up of the games included."""
    played = 0
    started = time.process_time()
    for state, rng in _games(ruleset):
        while waiting := ruleset.to_act(state):
            seat = waiting[0]
            ruleset.apply(state, seat, pick(rng, ruleset.legal_actions(state, seat)), rng)
            played += 1
        if time.process_time() - started > SECONDS:
            break
    return played / (time.process_time() - started)


def _sample(ruleset: AnyRuleset) -> Iterator[tuple[Any, int]]:
    """Take states from all over random games, each with a seat that is to act."""
    taken = 0
    for state, rng in _games(ruleset):
        while waiting := ruleset.to_act(state):
            seat = waiting[0]
            if rng.random() < 0.05:
                yield ruleset.clone(state), seat
                taken += 1
            if taken == SAMPLES:
                return
            ruleset.apply(state, seat, pick(rng, ruleset.legal_actions(state, seat)), rng)


def _rate(states: list[tuple[Any, int]], call: Callable[[Any, int], Any]) -> float:
    """Call it for all states again and again; return calls a second."""
    calls = 0
    started = time.process_time()
    while (spent := time.process_time() - started) < SECONDS / 4:
        for state, seat in states:
            call(state, seat)
        calls += len(states)
    return calls / spent
