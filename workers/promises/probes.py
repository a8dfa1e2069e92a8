"""Actions of any ruleset that fit the published schema, legal or not."""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

import msgspec

from domain.ruleset import AnyRuleset
from workers.promises.games import PLAYED, play

Wire = dict[str, Any]
SAMPLE = 40


@cache
def known_actions(name: str) -> tuple[Wire, ...]:
    """List actions in wire form that were legal in some position of two games."""
    ruleset = PLAYED[name]
    found: dict[str, Wire] = {}
    for number, seats in enumerate((ruleset.min_seats, ruleset.max_seats)):
        for step in play(name, seats, number).steps:
            legal = ruleset.legal_actions(step.before, step.seat)
            for action in Random(number).sample(list(legal), min(SAMPLE, len(legal))):
                found[repr(action)] = msgspec.to_builtins(action)
    return tuple(found.values())


@cache
def _values(name: str) -> dict[str, list[Any]]:
    """List the values of each parameter that occurred."""
    values: dict[str, list[Any]] = {}
    for wire in known_actions(name):
        for parameter, value in wire.items():
            if value not in values.setdefault(parameter, []):
                values[parameter].append(value)
    return values


def probes(ruleset: AnyRuleset, near: Sequence[Any], count: int, rng: Random) -> list[Any]:
    """Return actions: of `near`, of other positions, and copies of both with a value changed, added or dropped."""
    known = known_actions(ruleset.name)
    drawn = [
        msgspec.to_builtins(rng.choice(near)) if near and rng.random() < 0.5 else rng.choice(known)
        for _ in range(count)
    ]
    wires = [spoilt(ruleset.name, wire, rng) if rng.random() < 0.7 else wire for wire in drawn]
    return [action for wire in wires for action in _read(ruleset, wire)]


def _read(ruleset: AnyRuleset, wire: Wire) -> list[Any]:
    """Decode a wire form; empty if it does not fit the schema."""
    try:
        return [msgspec.convert(wire, ruleset.action_type)]
    except msgspec.ValidationError:
        return []


def spoilt(name: str, wire: Wire, rng: Random) -> Wire:
    """Change one parameter other than the tag; sometimes drop one, or add one of another action."""
    own, values = sorted(wire.keys() - {"type"}), _values(name)
    if not own or rng.random() < 0.05:
        chosen = rng.choice(sorted(values))
        return {**wire, chosen: rng.choice(values[chosen])}
    chosen = rng.choice(own)
    if rng.random() < 0.05:
        return {parameter: value for parameter, value in wire.items() if parameter != chosen}
    return {**wire, chosen: _changed(wire[chosen], values.get(chosen, [wire[chosen]]), rng)}


def _changed(value: Any, others: list[Any], rng: Random) -> Any:
    """Return a slightly or completely different value."""
    other = rng.choice(others)
    if rng.random() < 0.3:
        return other
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice((-1, 1, 10))
    if isinstance(value, list):
        longer = [*value, *(other[:1] if isinstance(other, list) else ())]
        return rng.choice((value[1:], value[::-1], longer))
    if isinstance(value, dict):
        return rng.choice(({}, {**value, **(other if isinstance(other, dict) else {})}))
    return other
