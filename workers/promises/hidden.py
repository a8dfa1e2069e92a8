"""Helpers that the tests of `test_hidden.py` share with others."""

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

from domain.ruleset import AnyRuleset
from workers.promises.games import Game, Step, act, differing, packed, play, readable

DEEP = 8
"""Number of games in which all parts of sampled states are checked."""
ATTEMPTS = 20
"""Number of attempts to vary a step."""
OF_EACH = 2
"""Number of variations for each kind of hidden action or fact in a game."""


def dealt_otherwise(game: Game, viewer: int) -> set[str]:
    """List the fields in which set-ups differ that `viewer` cannot distinguish from that of the game.

    A viewer who sees most of a large deal sees no other one alike. Then all fields count that the deal decides, if some
    of its facts are hidden from the viewer.
    """
    true, emitted = game.states[0], list[Any]()
    others = [game.ruleset.setup(game.options, game.seats, Random(number)) for number in range(DEEP)]
    alike = [each for each in others if seen(game.ruleset, each, viewer) == seen(game.ruleset, true, viewer)]
    game.ruleset.setup(game.options, game.seats, game.seed.dice, lambda *fact: emitted.append(fact))
    is_partly_hidden = len(readable(emitted, viewer)) < len(emitted)
    return {part for each in alike or (others if is_partly_hidden else ()) for part in differing(true, each)}


def seen(ruleset: AnyRuleset, state: Any, viewer: int) -> bytes:
    """Encode the view of a seat."""
    return packed(ruleset.view(state, viewer))


def hides_anything(name: str, seats: int) -> bool:
    """Whether some information of a game, including the deal, is hidden from some seat."""
    game = play(name, seats, 20 * seats)
    return hides_in_play(name, seats) or any(dealt_otherwise(game, viewer) for viewer in range(seats))


def hides_in_play(name: str, seats: int) -> bool:
    """Whether some step of a game is hidden from some seat; otherwise no step can be varied."""
    game = play(name, seats, 20 * seats)
    return any(unread(game, viewer) for viewer in range(seats))


def variations(game: Game, viewer: int) -> Iterator[tuple[int, Any, Any]]:
    """Change one hidden thing of each kind, and follow the game while `viewer` sees no difference.

    Yields the number of steps since the change, the true state and the varied one, after each step.
    """
    rng = Random(viewer)
    for numbers in unread(game, viewer).values():
        for first in rng.sample(numbers, min(OF_EACH, len(numbers))):
            yield from ((step, *states) for step, states in zip(count(), variation(game, viewer, first, rng)))


def unread(game: Game, viewer: int) -> dict[str, list[int]]:
    """Return the numbers of steps with something hidden from `viewer`, by kind of action or fact.

    A step of the viewer may hide a draw: a card that its owner may not see.
    """
    kinds: dict[str, list[int]] = {}
    for number, step in enumerate(game.steps):
        hidden = {type(fact).__name__ for fact, audience in step.emitted if audience and viewer not in audience}
        concealed = {type(step.action).__name__} if len(_unread(game, step, viewer)) > 1 else set()
        for kind in sorted(hidden | concealed):
            kinds.setdefault(kind, []).append(number)
    return kinds


def variation(game: Game, viewer: int, first: int, rng: Random) -> Iterator[tuple[Any, Any]]:
    """Vary step `first` and follow the game while `viewer` sees no difference.

    Yields the true state and the varied one after each step, from the change on. A step of another seat that the change
    makes illegal ends the comparison. The viewer's own step must stay legal.
    """
    ruleset, states, state = game.ruleset, game.states, otherwise(game, viewer, first, rng)
    if state is None:
        return
    yield states[first + 1], state
    for number, step in enumerate(game.steps[first + 1 :], first + 1):
        if ruleset.reject(state, step.seat, step.action) is not None:
            assert step.seat != viewer
            return
        emitted: list[Any] = []
        act(ruleset, state, step.seat, step.action, game.seed.dice, emitted)
        if readable(emitted, viewer) != readable(step.emitted, viewer):
            return
        yield states[number + 1], state


def otherwise(game: Game, viewer: int, number: int, rng: Random) -> Any:
    """Return a state after another hidden choice or draw in a step, or None if none is found soon."""
    ruleset, step, true = game.ruleset, game.steps[number], game.states[number + 1]
    for _ in range(ATTEMPTS):
        state, emitted = ruleset.clone(step.before), list[Any]()
        act(ruleset, state, step.seat, rng.choice(_unread(game, step, viewer)), Random(rng.random()), emitted)
        if readable(emitted, viewer) == readable(step.emitted, viewer) and packed(state) != packed(true):
            return state
    return None


def _unread(game: Game, step: Step, viewer: int) -> list[Any]:
    """List the legal actions that look to the viewer like the one taken, including that one."""
    observe = game.ruleset.observe
    if observe(step.action, step.seat, viewer) == step.action:
        return [step.action]
    shown = observe(step.action, step.seat, viewer)
    legal = game.ruleset.legal_actions(step.before, step.seat)
    return [action for action in legal if observe(action, step.seat, viewer) == shown]
