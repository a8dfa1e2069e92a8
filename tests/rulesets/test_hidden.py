"""What a seat is not to know makes no difference to what it gets, byte for byte, in any ruleset.

Two ways lead to another state that a seat cannot tell from the true one: `determinize`, and, without it, a *retelling*
of the game in which another seat's hidden choice or an unseen throw of the dice was different.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from domain.chance import dice
from domain.ruleset import AnyRuleset
from tests.rulesets.games import QUICK, TABLES, Game, Step, act, ask, packed, play, readable
from tests.rulesets.probes import probes

PROBES = 12


def gets(ruleset: AnyRuleset, state: Any, seat: int, number: int) -> list[bytes]:
    """Give all that a seat gets of a state: views, what it may do, what is refused and why, what AI levels would do."""
    legal = list(ruleset.legal_actions(state, seat))
    tried = probes(ruleset, legal, PROBES, Random(number))
    got: list[Any] = [
        ruleset.view(state, None),
        ruleset.view(state, seat),
        list(ruleset.to_act(state)),
        legal,
        [ruleset.refuse(state, seat, action) for action in tried],
        ruleset.determinize(state, seat, Random(number)),
    ]
    if legal:
        got.append(ruleset.default_action(state, seat))
        got += [ask(ruleset, state, seat, level, Random(number)) for level in QUICK]
    return [packed(each) for each in got]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_an_imagined_state_gives_its_seat_the_same(name: str, seats: int) -> None:
    different = 0
    for number in range(3):
        game = play(name, seats, 20 * seats + number)
        for state in game.states[:: 1 + len(game.steps) // 40]:
            for seat in range(seats):
                imagined = game.ruleset.determinize(state, seat, Random(number))
                assert gets(game.ruleset, imagined, seat, number) == gets(game.ruleset, state, seat, number)
                different += packed(imagined) != packed(state)
    assert different or not hides_anything(name, seats)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_what_a_seat_cannot_read_makes_no_difference_to_it(name: str, seats: int) -> None:
    rng, different = Random(seats), 0
    for number in range(3):
        game = play(name, seats, 30 * seats + number)
        for viewer in range(seats):
            for _ in range(6):
                for count, (true, retold) in enumerate(retelling(game, viewer, rng)):
                    assert packed(game.ruleset.view(retold, viewer)) == packed(game.ruleset.view(true, viewer))
                    assert list(game.ruleset.to_act(retold)) == list(game.ruleset.to_act(true))
                    if count % 10 == 0:
                        assert gets(game.ruleset, retold, viewer, number) == gets(game.ruleset, true, viewer, number)
                    different += packed(retold) != packed(true)
    assert different or not hides_anything(name, seats)


def hides_anything(name: str, seats: int) -> bool:
    """Say whether onlookers read less of some action than its player: without that there is nothing to retell."""
    game = play(name, seats, 20 * seats)
    return any(game.ruleset.observe(step.action, step.seat, None) != step.action for step in game.steps)


def retelling(game: Game, viewer: int, rng: Random) -> Iterator[tuple[Any, Any]]:
    """Change one thing that `viewer` cannot read, and follow the game while it reads the same.

    Gives the true state and the retold one after each step, from the change on. A step of another seat that the change
    makes illegal ends it; that the viewer's own step stays legal is asserted.
    """
    ruleset, states = game.ruleset, game.states
    hidden = [number for number, step in enumerate(game.steps) if _may_differ(game, step, viewer)]
    if not hidden:
        return
    first = rng.choice(hidden)
    state = ruleset.clone(game.steps[first].before)
    for number, step in enumerate(game.steps[first:], first):
        action, throw = step.action, dice(game.seed, number + 1)
        if number == first:
            action, throw = rng.choice(_unread(game, step, viewer)), Random(rng.random())
        if ruleset.refuse(state, step.seat, action) is not None:
            assert step.seat != viewer
            return
        told: list[Any] = []
        act(ruleset, state, step.seat, action, throw, told)
        if readable(told, viewer) != readable(step.told, viewer):
            return
        yield states[number + 1], state


def _may_differ(game: Game, step: Step, viewer: int) -> bool:
    """Say whether a step has something that the viewer cannot read: the action, or a fact kept from it."""
    kept = any(audience is not None and viewer not in audience for _, audience in step.told)
    return step.seat != viewer and (kept or len(_unread(game, step, viewer)) > 1)


def _unread(game: Game, step: Step, viewer: int) -> list[Any]:
    """List the legal actions that the viewer reads as it reads the one taken; it is among them."""
    observe = game.ruleset.observe
    if observe(step.action, step.seat, viewer) == step.action:
        return [step.action]
    shown = observe(step.action, step.seat, viewer)
    legal = game.ruleset.legal_actions(step.before, step.seat)
    return [action for action in legal if observe(action, step.seat, viewer) == shown]
