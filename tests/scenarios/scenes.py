"""What a front-end developer wants to see of a game, and how to find it; `tests/<ruleset>/scenes.py` has the scenes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from domain.ruleset import AnyRuleset

Shown = tuple[int, Any]
"""A seat and its legal action that shows the scene."""


@dataclass(frozen=True)
class Scene:
    """Something worth seeing."""

    name: str
    title: str
    find: Callable[[Any], Shown | None]
    """Return what shows the scene in a state; None in any other state."""


@dataclass(frozen=True)
class Lead:
    """A game led to something that is rare: with which set-up, and who does what."""

    options: Any
    seats: int
    choose: Callable[[Any, int], Any]
    """Return a legal action of a seat."""


@dataclass(frozen=True)
class Scenes:
    """What is known of a ruleset beyond its rules, to find things sooner."""

    scenes: tuple[Scene, ...] = ()
    tries: Callable[[Any, int], Iterator[Any]] = lambda _state, _seat: iter(())
    """Return actions of a seat that may be rejected for rare reasons."""
    leads: tuple[Lead, ...] = ()


def legal(ruleset: AnyRuleset, state: Any) -> Iterator[Shown]:
    """List what may be done now, by whom."""
    for seat in ruleset.to_act(state):
        yield from ((seat, action) for action in ruleset.legal_actions(state, seat))


def first(ruleset: AnyRuleset, state: Any, fits: Callable[[int, Any], bool]) -> Shown | None:
    """Return the first legal action that fits."""
    return next((shown for shown in legal(ruleset, state) if fits(*shown)), None)


def after(ruleset: AnyRuleset, state: Any, seat: int, action: Any) -> Any:
    """Return the state that an action leads to, with some dice."""
    twin = ruleset.clone(state)
    ruleset.apply(twin, seat, action, Random(0))
    return twin


def last_action(ruleset: AnyRuleset) -> Scene:
    """Describe the end of any game: one action away."""

    def find(state: Any) -> Shown | None:
        shown = next(legal(ruleset, state), None)
        return shown if shown and not ruleset.to_act(after(ruleset, state, *shown)) else None

    return Scene("last_action", "The game ends with the next action.", find)
