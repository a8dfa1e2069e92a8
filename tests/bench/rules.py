"""How fast the rules are on one core: what a search AI needs most."""

import time
from collections.abc import Callable, Iterator
from importlib import import_module
from random import Random
from typing import Any

import msgspec
from msgspec.structs import asdict

from domain.chance import dice, pick
from domain.playout import play_out
from domain.ruleset import AnyRuleset

SECONDS = 4.0
SLICE_SECONDS = 0.5
"""A slice ends after so long, once all numbers of seats and all ways to set up have had as many games."""
SAMPLES = 200


FEW = 4
"""So many ways to set a game up are measured one by one; of more, the ruleset's own options and all in turn."""


def measure(ruleset: AnyRuleset) -> list[tuple[str, float]]:
    """Measure one ruleset with every number of seats in turn; return rates a second by name."""
    encode = msgspec.json.Encoder().encode
    own = [ruleset.options_type()]
    states = list(_sample(ruleset, own))
    rng = Random(1)
    return [
        *(
            (f"random-game actions, legal actions included: {name}", _actions(ruleset, options))
            for name, options in _set_ups(ruleset).items()
        ),
        ("determinize", _rate(states, lambda state, seat: ruleset.determinize(state, seat, rng))),
        ("view, built and encoded", _rate(states, lambda state, seat: encode(ruleset.view(state, seat)))),
        ("clone", _rate(states, lambda state, _seat: ruleset.clone(state))),
    ]


def _set_ups(ruleset: AnyRuleset) -> dict[str, list[Any]]:
    """Name the ways to set a game up that are measured."""
    ways = import_module(f"tests.{ruleset.name}.random_games").all_options(ruleset.min_seats)
    if len(ways) <= FEW:
        return {", ".join(f"{name} {value}" for name, value in _given(each).items()): [each] for each in ways}
    return {"own options": [ruleset.options_type()], "all options in turn": ways}


def _given(options: Any) -> dict[str, Any]:
    """Give the options that are set, by name."""
    return {name: value for name, value in asdict(options).items() if value is not msgspec.UNSET}


def _games(ruleset: AnyRuleset, set_ups: list[Any]) -> Iterator[tuple[Any, Random]]:
    """Set up one game after another, with dice for its course."""
    number = 0
    while True:
        for seats in range(ruleset.min_seats, ruleset.max_seats + 1):
            for options in set_ups:
                seed = number.to_bytes(32, "big")
                yield ruleset.setup(options, seats, dice(seed, 0)), dice(seed, 1)
                number += 1


def _actions(ruleset: AnyRuleset, set_ups: list[Any]) -> float:
    """Play whole random games; return applied actions a second, set-up of the games included, of the best slice.

    The best of several slices is what the rules cost; the others also tell what else the machine was doing.
    """
    best, played, played_before = 0.0, 0, 0
    turn = len(set_ups) * (ruleset.max_seats - ruleset.min_seats + 1)
    started = slice_started = time.process_time()
    for games, (state, rng) in enumerate(_games(ruleset, set_ups), 1):
        played += play_out(ruleset, state, rng)
        now = time.process_time()
        if now - slice_started > SLICE_SECONDS and games % turn == 0:
            best = max(best, (played - played_before) / (now - slice_started))
            slice_started, played_before = now, played
            if now - started > SECONDS:
                break
    return best


def _sample(ruleset: AnyRuleset, set_ups: list[Any]) -> Iterator[tuple[Any, int]]:
    """Take states from all over random games, each with a seat that is to act."""
    taken = 0
    for state, rng in _games(ruleset, set_ups):
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
