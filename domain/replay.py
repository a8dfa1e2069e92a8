"""A position is a fold of a game's header and log: the same seed, options and actions give the same bytes."""

from collections.abc import Iterable
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from domain.dice import Seed
from domain.ruleset import AnyRuleset, Audience, Emit

State = TypeVar("State")


class GamePosition(msgspec.Struct, Generic[State]):
    """A game at one version: the state, and which decision each seat was last asked.

    `asked[seat]` is the version at which that seat's latest question arose, which is the id of its decision; -1 before
    its first. It stays the same until the seat has answered, however often others act meanwhile.
    """

    version: int
    asked: list[int]
    state: State


class Step(NamedTuple):
    """A step of a game that stands: it has not been taken back."""

    version: int
    """Which it led to."""
    seat: int
    decision: int
    """Which it answered."""
    action: Any


class NothingToUndo(Exception):
    """No step that stands begins at this version."""


Told = tuple[Any, Audience]
"""A fact and the seats that may know it."""


def start(ruleset: AnyRuleset, options: Any, seats: int, seed: Seed, emit: Emit | None = None) -> GamePosition[Any]:
    """Set a game up; version 0. Facts of the set-up are in no log, so most callers do not ask for them."""
    state = ruleset.setup(options, seats, seed.dice, emit)
    asked = [-1] * seats
    for seat in ruleset.to_act(state):
        asked[seat] = 0
    return GamePosition(0, asked, state)


def step(ruleset: AnyRuleset, position: GamePosition[Any], seat: int, action: Any, seed: Seed) -> list[Told]:
    """Carry out a legal action in place and return what it made happen; the version rises by one."""
    waiting = [other for other in ruleset.to_act(position.state) if other != seat]
    position.version += 1
    told: list[Told] = []
    ruleset.apply(position.state, seat, action, seed.dice, lambda fact, audience: told.append((fact, audience)))
    _ask(ruleset, position, waiting)
    return told


def go_on(
    ruleset: AnyRuleset, position: GamePosition[Any], steps: list[Step], seat: int, action: Any, seed: Seed
) -> list[Told]:
    """Carry out a legal action likewise, and add it to the steps that stand: so that the game can go back."""
    decision = position.asked[seat]
    told = step(ruleset, position, seat, action, seed)
    steps.append(Step(position.version, seat, decision, action))
    return told


def pass_over(position: GamePosition[Any]) -> None:
    """Add an entry of the log that is no step: the version rises by one, and all decisions stay open."""
    position.version += 1


def go_back(
    ruleset: AnyRuleset, position: GamePosition[Any], steps: list[Step], to: int, options: Any, seed: Seed
) -> Step:
    """Go back, in place, to how the game stood at version `to`; return the first step taken back.

    `steps` are all that stand. The version rises by one; so whoever answers a decision that is taken back finds it
    closed. A decision that has been open ever since `to` stays what it is. Raises NothingToUndo.
    """
    kept = sum(each.version <= to for each in steps)
    if kept == len(steps) or steps[kept].version != to + 1:
        raise NothingToUndo
    waiting = [seat for seat in ruleset.to_act(position.state) if position.asked[seat] <= to]
    first, steps[kept:] = steps[kept], []
    log = [(each.seat, each.action) for each in steps]
    position.version += 1
    position.state = replay(ruleset, options, len(position.asked), seed, log).state
    _ask(ruleset, position, waiting)
    return first


def _ask(ruleset: AnyRuleset, position: GamePosition[Any], waiting: Iterable[int]) -> None:
    """Ask all who are to act, but for those who have been `waiting` to answer."""
    for seat in ruleset.to_act(position.state):
        if seat not in waiting:
            position.asked[seat] = position.version


def replay(
    ruleset: AnyRuleset, options: Any, seats: int, seed: Seed, log: Iterable[tuple[int, Any]]
) -> GamePosition[Any]:
    """Fold a log of (seat, action) into the position at its head."""
    position = start(ruleset, options, seats, seed)
    for seat, action in log:
        step(ruleset, position, seat, action, seed)
    return position


def encode(position: GamePosition[Any]) -> bytes:
    """Write a position as the snapshot bytes kept in the store."""
    return msgspec.msgpack.encode(position)


def decode(ruleset: AnyRuleset, snapshot: bytes) -> GamePosition[Any]:
    """Read a position back from its snapshot bytes."""
    position: GamePosition[Any] = _decoder(ruleset.state_type).decode(snapshot)
    return position


@cache
def _decoder(state_type: type) -> msgspec.msgpack.Decoder[Any]:
    """Return what reads the positions of a ruleset; making it takes longer than reading one."""
    return msgspec.msgpack.Decoder(GamePosition[state_type])  # type: ignore[valid-type]
