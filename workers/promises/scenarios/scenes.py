"""Describe positions that client developers want to see; `tests/<ruleset>/scenes.py` lists them for a ruleset."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from domain.ruleset import AnyRuleset

Shown = tuple[int, Any]
"""A seat and its legal action that shows the scene."""


@dataclass(frozen=True)
class Scene:
    """A notable position."""

    name: str
    title: str
    find: Callable[[Any], Shown | None]
    """Returns the action that shows the scene in a state; None in any other state."""


@dataclass(frozen=True)
class Lead:
    """A game led to a rare position by chosen actions."""

    options: Any
    seats: int
    choose: Callable[[Any, int], Any]
    """Returns a legal action of a seat."""


@dataclass(frozen=True)
class Scenes:
    """The scenes of a ruleset, with further actions to find them sooner."""

    scenes: tuple[Scene, ...] = ()
    tries: Callable[[Any, int], Iterator[Any]] = lambda _state, _seat: iter(())
    """Returns actions of a seat that may be rejected for rare reasons."""
    leads: tuple[Lead, ...] = ()


def legal(ruleset: AnyRuleset, state: Any) -> Iterator[Shown]:
    """List the seats that must act with their legal actions."""
    for seat in ruleset.to_act(state):
        yield from ((seat, action) for action in ruleset.legal_actions(state, seat))


def first(ruleset: AnyRuleset, state: Any, fits: Callable[[int, Any], bool]) -> Shown | None:
    """Return the first legal action that fits."""
    return next((shown for shown in legal(ruleset, state) if fits(*shown)), None)


def after(ruleset: AnyRuleset, state: Any, seat: int, action: Any) -> Any:
    """Return the state after an action, with any random draws."""
    twin = ruleset.clone(state)
    ruleset.apply(twin, seat, action, Random(0))
    return twin


def last_action(ruleset: AnyRuleset) -> Scene:
    """Return the scene of any game's end, one action away."""

    def find(state: Any) -> Shown | None:
        shown = next(legal(ruleset, state), None)
        return shown if shown and not ruleset.to_act(after(ruleset, state, *shown)) else None

    return Scene("last_action", "The game ends with the next action.", find)
