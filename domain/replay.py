"""Compute positions from a game's header and log: equal seed, options and actions give equal bytes."""

from collections.abc import Iterable
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from domain.dice import Seed
from domain.ruleset import AnyRuleset, Audience, Emit

State = TypeVar("State")


class GamePosition(msgspec.Struct, Generic[State]):
    """A game at one version: its state and the decision ids of its seats.

    `decisions[seat]` is the version at which the seat's latest decision became pending, which is the decision's id; -1
    before the first one. It stays the same until the seat has acted, even if others act in the meantime.
    """

    version: int
    decisions: list[int] = msgspec.field(name="asked")
    state: State


class Step(NamedTuple):
    """A step of a game that has not been undone."""

    version: int
    """The version after the step."""
    seat: int
    decision: int
    """The decision that the step completed."""
    action: Any


class NothingToUndo(Exception):
    """No step that can be undone starts at this version."""


EmittedFact = tuple[Any, Audience]
"""A fact and the seats that may know it."""


def start(ruleset: AnyRuleset, options: Any, seats: int, seed: Seed, emit: Emit | None = None) -> GamePosition[Any]:
    """Return a new game at version 0. Facts of the set-up are not in the log; pass `emit` to receive them."""
    state = ruleset.setup(options, seats, seed.dice, emit)
    decisions = [-1] * seats
    for seat in ruleset.to_act(state):
        decisions[seat] = 0
    return GamePosition(0, decisions, state)


def step(ruleset: AnyRuleset, position: GamePosition[Any], seat: int, action: Any, seed: Seed) -> list[EmittedFact]:
    """Carry out a legal action in place and return its facts; the version rises by one."""
    waiting = [other for other in ruleset.to_act(position.state) if other != seat]
    position.version += 1
    facts: list[EmittedFact] = []
    ruleset.apply(position.state, seat, action, seed.dice, lambda fact, audience: facts.append((fact, audience)))
    _open_decisions(ruleset, position, waiting)
    return facts


def record_step(
    ruleset: AnyRuleset, position: GamePosition[Any], steps: list[Step], seat: int, action: Any, seed: Seed
) -> list[EmittedFact]:
    """Carry out a legal action in place, record the step for undo, and return its facts."""
    decision = position.decisions[seat]
    facts = step(ruleset, position, seat, action, seed)
    steps.append(Step(position.version, seat, decision, action))
    return facts


def skip_entry(position: GamePosition[Any]) -> None:
    """Count a log entry that is not a step: the version rises by one, and all decisions stay pending."""
    position.version += 1


def undo_step(
    ruleset: AnyRuleset, position: GamePosition[Any], steps: list[Step], to: int, options: Any, seed: Seed
) -> Step:
    """Return the game in place to its state at version `to`; return the first step undone.

    `steps` are all steps not undone. The version rises by one, so the undone decisions are closed. A decision pending
    ever since `to` keeps its id. Raises NothingToUndo.
    """
    remaining = sum(each.version <= to for each in steps)
    if remaining == len(steps) or steps[remaining].version != to + 1:
        raise NothingToUndo
    waiting = [seat for seat in ruleset.to_act(position.state) if position.decisions[seat] <= to]
    first, steps[remaining:] = steps[remaining], []
    log = [(each.seat, each.action) for each in steps]
    position.version += 1
    position.state = replay(ruleset, options, len(position.decisions), seed, log).state
    _open_decisions(ruleset, position, waiting)
    return first


def _open_decisions(ruleset: AnyRuleset, position: GamePosition[Any], waiting: Iterable[int]) -> None:
    """Open decisions for all seats that must act, except those in `waiting`, whose decisions stay."""
    for seat in ruleset.to_act(position.state):
        if seat not in waiting:
            position.decisions[seat] = position.version


def replay(
    ruleset: AnyRuleset, options: Any, seats: int, seed: Seed, log: Iterable[tuple[int, Any]]
) -> GamePosition[Any]:
    """Return the position after a log of (seat, action)."""
    position = start(ruleset, options, seats, seed)
    for seat, action in log:
        step(ruleset, position, seat, action, seed)
    return position


def encode(position: GamePosition[Any]) -> bytes:
    """Return a position as snapshot bytes for the store."""
    return msgspec.msgpack.encode(position)


def decode(ruleset: AnyRuleset, snapshot: bytes) -> GamePosition[Any]:
    """Return the position in snapshot bytes."""
    position: GamePosition[Any] = _decoder(ruleset.state_type).decode(snapshot)
    return position


@cache
def _decoder(state_type: type) -> msgspec.msgpack.Decoder[Any]:
    """Return a cached decoder, since creating one takes longer than decoding a position."""
    return msgspec.msgpack.Decoder(GamePosition[state_type])  # type: ignore[valid-type]
