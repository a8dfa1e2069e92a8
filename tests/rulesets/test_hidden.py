"""Test that information hidden from a seat does not change its responses, byte for byte, in any ruleset.

Two ways lead to another state that the seat cannot distinguish from the true one. The first is `determinize`. The
second is a *retelling* of the game, with another hidden choice of another seat or another hidden random draw.
"""

from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import chain, count
from random import Random
from typing import Any, get_args
from zlib import crc32

import pytest

from domain.ruleset import AnyRuleset
from tests.rulesets.games import NAMES, PLAYED, QUICK, TABLES, Game, Step, act, ask, packed, play, readable
from tests.rulesets.probes import probes

PROBES = 12
DEEP = 8
"""Number of games in which all parts of sampled states are checked."""
THROWS = 20
"""Number of attempts to vary a step."""
OF_EACH = 2
"""Number of retellings for each kind of hidden action or fact in a game."""


def gets(ruleset: AnyRuleset, state: Any, seat: int, number: int) -> list[bytes]:
    """Return everything that a seat receives: views, legal actions, rejections with reasons, choices of AI levels.

    A sampled state includes the remaining random draws, since a search makes them next.
    """
    legal, rng = list(ruleset.legal_actions(state, seat)), Random(number)
    tried = probes(ruleset, legal, PROBES, Random(number))
    got: list[Any] = [
        ruleset.view(state, None),
        ruleset.view(state, seat),
        list(ruleset.to_act(state)),
        legal,
        [ruleset.reject(state, seat, action) for action in tried],
        ruleset.determinize(state, seat, rng),
        rng.random(),
    ]
    if legal:
        got.append(ruleset.default_action(state, seat))
        got += [ask(ruleset, state, seat, level, Random(number)) for level in QUICK]
    return [packed(each) for each in got]


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_sampled_state_shows_its_seat_the_same_view(name: str, seats: int) -> None:
    different = 0
    for number in range(3):
        game = play(name, seats, 20 * seats + number)
        for state in game.states[:: 1 + len(game.steps) // 40]:
            for seat in range(seats):
                sampled = game.ruleset.determinize(state, seat, Random(number))
                assert gets(game.ruleset, sampled, seat, number) == gets(game.ruleset, state, seat, number)
                different += packed(sampled) != packed(state)
    assert different or not hides_anything(name, seats)


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_unreadable_data_does_not_affect_a_seat(name: str, seats: int) -> None:
    different = 0
    for number in range(3):
        game = play(name, seats, 30 * seats + number)
        for viewer in range(seats):
            for step, true, retold in retellings(game, viewer):
                assert packed(game.ruleset.view(retold, viewer)) == packed(game.ruleset.view(true, viewer))
                assert list(game.ruleset.to_act(retold)) == list(game.ruleset.to_act(true))
                if step % 10 == 0:
                    assert gets(game.ruleset, retold, viewer, number) == gets(game.ruleset, true, viewer, number)
                different += packed(retold) != packed(true)
    assert different or not hides_in_play(name, seats)


@pytest.mark.no_cover
@pytest.mark.parametrize("name", NAMES)
def test_everything_that_is_sampled_again_is_also_hidden_from_the_seat(name: str) -> None:
    """Retellings detect any part of a state that `determinize` copies from the true one.

    They cover each kind of action that the log conceals. If play hides nothing, the deal is varied: other set-ups that
    the viewer cannot distinguish from the true one.
    """
    ruleset, drawn, told, dealt, concealed = PLAYED[name], set(), set(), set(), set()
    for number in range(DEEP):
        seats = max(ruleset.min_seats, ruleset.max_seats - number % 2)
        game, viewer = play(name, seats, 40 * seats + number), number % seats
        dealt |= dealt_otherwise(game, viewer)
        for state in game.states[:: 1 + len(game.steps) // 10]:
            drawn |= differing(state, ruleset.determinize(state, viewer, Random(number)))
        for _, true, retold in retellings(game, viewer):
            told |= differing(true, retold)
        steps = [game.steps[each] for each in chain(*unread(game, viewer).values())]
        concealed |= {type(ruleset.observe(step.action, step.seat, viewer)) for step in steps}
    assert drawn <= (told or dealt)
    actions, observed = (get_args(union) or (union,) for union in (ruleset.action_type, ruleset.observed_type))
    assert set(observed) - set(actions) <= concealed


def dealt_otherwise(game: Game, viewer: int) -> set[str]:
    """List the fields in which set-ups differ that `viewer` cannot distinguish from that of the game."""
    true = game.states[0]
    others = [game.ruleset.setup(game.options, game.seats, Random(number)) for number in range(DEEP)]
    alike = [each for each in others if seen(game.ruleset, each, viewer) == seen(game.ruleset, true, viewer)]
    return {part for each in alike for part in differing(true, each)}


def seen(ruleset: AnyRuleset, state: Any, viewer: int) -> bytes:
    """Encode the view of a seat."""
    return packed(ruleset.view(state, viewer))


def differing(one: Any, other: Any) -> set[str]:
    """List the fields in which two states differ."""
    return {each.name for each in fields(one) if packed(getattr(one, each.name)) != packed(getattr(other, each.name))}


@pytest.mark.parametrize("leak", ["the true state", "a throw of the dice"])
@pytest.mark.parametrize("name", NAMES)
def test_a_planted_leak_is_detected(name: str, leak: str) -> None:
    """Planted leaks: the sample is the true state, or some states make one more random draw than others."""
    ruleset = PLAYED[name]

    def leaking(state: Any, seat: int, rng: Random) -> Any:
        if leak == "the true state":
            return ruleset.clone(state)
        sampled = ruleset.determinize(state, seat, rng)
        if crc32(packed(state)) % 2:
            rng.random()
        return sampled

    planted, seats = replace(ruleset, determinize=leaking), ruleset.max_seats
    told = list(retellings(play(name, seats, 0), 0))
    found = any(gets(planted, true, 0, 0) != gets(planted, retold, 0, 0) for _, true, retold in told)
    assert found == bool(told)


def hides_anything(name: str, seats: int) -> bool:
    """Whether some information of a game, including the deal, is hidden from some seat."""
    game = play(name, seats, 20 * seats)
    return hides_in_play(name, seats) or any(dealt_otherwise(game, viewer) for viewer in range(seats))


def hides_in_play(name: str, seats: int) -> bool:
    """Whether some step of a game is hidden from some seat; otherwise no step can be varied."""
    game = play(name, seats, 20 * seats)
    return any(unread(game, viewer) for viewer in range(seats))


def retellings(game: Game, viewer: int) -> Iterator[tuple[int, Any, Any]]:
    """Change one hidden thing of each kind, and follow the game while `viewer` sees no difference.

    Yields the number of steps since the change, the true state and the varied one, after each step.
    """
    rng = Random(viewer)
    for numbers in unread(game, viewer).values():
        for first in rng.sample(numbers, min(OF_EACH, len(numbers))):
            yield from ((step, *states) for step, states in zip(count(), retelling(game, viewer, first, rng)))


def unread(game: Game, viewer: int) -> dict[str, list[int]]:
    """Return the numbers of other seats' steps with something hidden from `viewer`, by kind of action or fact."""
    kinds: dict[str, list[int]] = {}
    for number, step in enumerate(game.steps):
        if step.seat != viewer:
            kept = {type(fact).__name__ for fact, audience in step.told if audience and viewer not in audience}
            concealed = {type(step.action).__name__} if len(_unread(game, step, viewer)) > 1 else set()
            for kind in sorted(kept | concealed):
                kinds.setdefault(kind, []).append(number)
    return kinds


def retelling(game: Game, viewer: int, first: int, rng: Random) -> Iterator[tuple[Any, Any]]:
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
        told: list[Any] = []
        act(ruleset, state, step.seat, step.action, game.seed.dice, told)
        if readable(told, viewer) != readable(step.told, viewer):
            return
        yield states[number + 1], state


def otherwise(game: Game, viewer: int, number: int, rng: Random) -> Any:
    """Return a state after another hidden choice or draw in a step, or None if none is found soon."""
    ruleset, step, true = game.ruleset, game.steps[number], game.states[number + 1]
    for _ in range(THROWS):
        state, told = ruleset.clone(step.before), list[Any]()
        act(ruleset, state, step.seat, rng.choice(_unread(game, step, viewer)), Random(rng.random()), told)
        if readable(told, viewer) == readable(step.told, viewer) and packed(state) != packed(true):
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
