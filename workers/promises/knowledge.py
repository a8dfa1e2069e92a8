"""Check what a step reveals: deal the information that is hidden from a seat again, and repeat the step."""

from collections.abc import Iterator
from random import Random
from typing import Any

from domain.ruleset import AnyRuleset
from domain.undo_rules import is_revocable
from workers.promises.games import Game, Step, act, packed, readable

DEALS = 2
"""Number of deals for each step and viewer."""


class Learnt(Exception):
    """A step that a seat can undo alone revealed information to another seat."""


def revocable(ruleset: AnyRuleset, step: Step, after: Any) -> bool:
    """Return whether the service lets the seat undo the step alone."""
    tags = [(fact.__struct_config__.tag, audience) for fact, audience in step.emitted]
    return is_revocable(ruleset, step.before, step.seat, step.action, after, tags)


def check_game(game: Game, ruleset: AnyRuleset) -> int:
    """Return the number of steps that a seat can undo alone; raise Learnt for the first that revealed information.

    `ruleset` is that of the game, or one with a planted error.
    """
    states, found = game.states, 0
    for index, step in enumerate(game.steps):
        if ruleset.to_act(states[index + 1]) and revocable(ruleset, step, states[index + 1]):
            found += 1
            for viewer in (None, *range(game.seats)):
                check_step(ruleset, step, states[index + 1], viewer, game.seats, f"{index} {viewer}")
    return found


def check_step(ruleset: AnyRuleset, step: Step, after: Any, viewer: int | None, seats: int, name: str) -> None:
    """Raise Learnt if a step lets a viewer distinguish deals that were equal to it before; None is a spectator."""
    seen_before, seen_after, checked = view_of(ruleset, step.before, viewer), seen(ruleset, after, viewer), set()
    for number in range(DEALS):
        rng = Random(f"{name} {number}")
        dealt = dealt_again(ruleset, step.before, viewer, seats, rng)
        if view_of(ruleset, dealt, viewer) != seen_before:
            raise Learnt(f"step {name}: the state before differs visibly from the true one")
        alike = [*actions_alike(ruleset, step, dealt, viewer)]
        if not alike:
            raise Learnt(f"step {name}: {step.action} was possible in some deals only")
        action = rng.choice(alike)
        if (deal := (packed(dealt), packed(action))) not in checked:
            checked.add(deal)
            _check_seen_alike(ruleset, step, seen_after, dealt, action, viewer)


def _check_seen_alike(
    ruleset: AnyRuleset, step: Step, seen_after: list[bytes], dealt: Any, action: Any, viewer: int | None
) -> None:
    """Raise Learnt unless a viewer sees the step of another deal as it sees the true one."""
    emitted: list[Any] = []
    state = ruleset.clone(dealt)
    act(ruleset, state, step.seat, action, Random(0), emitted)
    if readable(emitted, viewer) != readable(step.emitted, viewer):
        raise Learnt(f"{step.action}: facts {readable(emitted, viewer)}, true ones {readable(step.emitted, viewer)}")
    if seen(ruleset, state, viewer) != seen_after:
        raise Learnt(f"{step.action}: viewer {viewer} sees another table")
    if not revocable(ruleset, Step(dealt, step.seat, action, emitted), state):
        raise Learnt(f"{step.action}: whether it can be taken back depends on what viewer {viewer} does not know")


def dealt_again(ruleset: AnyRuleset, state: Any, viewer: int | None, seats: int, rng: Random) -> Any:
    """Deal the information hidden from a viewer again; for a spectator that of each seat in turn."""
    if viewer is not None:
        return ruleset.determinize(state, viewer, rng)
    for seat in range(seats):
        state = ruleset.determinize(state, seat, rng)
    return state


def actions_alike(ruleset: AnyRuleset, step: Step, dealt: Any, viewer: int | None) -> Iterator[Any]:
    """List the legal actions of another deal that look to a viewer like the one taken."""
    shown = ruleset.observe(step.action, step.seat, viewer)
    if shown == step.action:
        if ruleset.reject(dealt, step.seat, step.action) is None:
            yield step.action
        return
    for action in ruleset.legal_actions(dealt, step.seat):
        if ruleset.observe(action, step.seat, viewer) == shown:
            yield action


def view_of(ruleset: AnyRuleset, state: Any, viewer: int | None) -> bytes:
    """Encode the view of a state."""
    return packed(ruleset.view(state, viewer))


def seen(ruleset: AnyRuleset, state: Any, viewer: int | None) -> list[bytes]:
    """Return everything that a viewer knows of a state, including what its sampled positions reveal."""
    got = [view_of(ruleset, state, viewer), packed(list(ruleset.to_act(state)))]
    if viewer is not None:
        got += [
            packed(list(ruleset.legal_actions(state, viewer))),
            packed(ruleset.determinize(state, viewer, Random(1))),
        ]
    return got
