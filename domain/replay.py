"""A position is a fold of a game's header and log: the same seed, options and actions give the same bytes."""

from collections.abc import Iterable
from typing import Any, Generic, TypeVar

import msgspec

from domain.chance import dice
from domain.ruleset import AnyRuleset, Audience, Emit

State = TypeVar("State")


class Position(msgspec.Struct, Generic[State]):
    """A game at one version: the state, and which decision each seat was last asked.

    `asked[seat]` is the version at which that seat's latest question arose, which is the id of its decision; -1 before
    its first. It stays the same until the seat has answered, however often others act meanwhile.
    """

    version: int
    asked: list[int]
    state: State


Told = tuple[Any, Audience]
"""A fact and the seats that may know it."""


def start(ruleset: AnyRuleset, options: Any, seats: int, seed: bytes, emit: Emit | None = None) -> Position[Any]:
    """Set a game up; version 0. Facts of the set-up are in no log, so most callers do not ask for them."""
    state = ruleset.setup(options, seats, dice(seed, 0), emit)
    asked = [-1] * seats
    for seat in ruleset.to_act(state):
        asked[seat] = 0
    return Position(0, asked, state)


def step(ruleset: AnyRuleset, position: Position[Any], seat: int, action: Any, seed: bytes) -> list[Told]:
    """Carry out a legal action in place and return what it made happen; the version rises by one."""
    waiting = [other for other in ruleset.to_act(position.state) if other != seat]
    position.version += 1
    told: list[Told] = []
    ruleset.apply(
        position.state, seat, action, dice(seed, position.version), lambda fact, audience: told.append((fact, audience))
    )
    for other in ruleset.to_act(position.state):
        if other not in waiting:
            position.asked[other] = position.version
    return told


def replay(ruleset: AnyRuleset, options: Any, seats: int, seed: bytes, log: Iterable[tuple[int, Any]]) -> Position[Any]:
    """Fold a log of (seat, action) into the position at its head."""
    position = start(ruleset, options, seats, seed)
    for seat, action in log:
        step(ruleset, position, seat, action, seed)
    return position


def encode(position: Position[Any]) -> bytes:
    """Write a position as the snapshot bytes kept in the store."""
    return msgspec.msgpack.encode(position)


def decode(ruleset: AnyRuleset, snapshot: bytes) -> Position[Any]:
    """Read a position back from its snapshot bytes."""
    return msgspec.msgpack.decode(snapshot, type=Position[ruleset.state_type])  # type: ignore[name-defined]
