"""Test that information hidden from a seat does not change its responses, byte for byte, in any ruleset.

Two ways lead to another state that the seat cannot distinguish from the true one. The first is `determinize`. The
second is a *variation* of the game, with another hidden choice of another seat or another hidden random draw.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, count
from random import Random
from typing import Any, get_args
from zlib import crc32

import pytest

from domain.ruleset import AnyRuleset
from tests.rulesets.games import NAMES, PLAYED, QUICK, TABLES, Game, Step, act, ask, differing, packed, play, readable
from tests.rulesets.probes import probes

PROBES = 12
DEEP = 8
"""Number of games in which all parts of sampled states are checked."""
ATTEMPTS = 20
"""Number of attempts to vary a step."""
OF_EACH = 2
"""Number of variations for each kind of hidden action or fact in a game."""


def gets(ruleset: AnyRuleset, state: Any, seat: int, number: int) -> dict[str, bytes]:
    """Return everything that a seat receives: views, legal actions, rejections with reasons, choices of AI levels.

    A sampled state includes the remaining random draws, since a search makes them next.
    """
    legal, rng = list(ruleset.legal_actions(state, seat)), Random(number)
    tried = probes(ruleset, legal, PROBES, Random(number))
    got: dict[str, Any] = {
        "view of a spectator": ruleset.view(state, None),
        "view": ruleset.view(state, seat),
        "to_act": list(ruleset.to_act(state)),
        "legal_actions": legal,
        "reject": [ruleset.reject(state, seat, action) for action in tried],
        "determinize": ruleset.determinize(state, seat, rng),
        "number of draws in determinize": rng.random(),
    }
    if legal:
        got["default_action"] = ruleset.default_action(state, seat)
        got |= {f"AI level {level}": ask(ruleset, state, seat, level, Random(number)) for level in QUICK}
    return {name: packed(each) for name, each in got.items()}


def differences(ruleset: AnyRuleset, true: Any, other: Any, seat: int, number: int) -> list[str]:
    """List what a seat receives differently in two states."""
    one, two = gets(ruleset, true, seat, number), gets(ruleset, other, seat, number)
    return [name for name in {**one, **two} if one.get(name) != two.get(name)]


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_sampled_state_shows_its_seat_the_same_view(name: str, seats: int) -> None:
    """Let `determinize` change only what the seat cannot know. Views and legal actions must not read hidden data."""
    different = 0
    for number in range(3):
        game = play(name, seats, 20 * seats + number)
        for state in game.states[:: 1 + len(game.steps) // 40]:
            for seat in range(seats):
                sampled = game.ruleset.determinize(state, seat, Random(number))
                assert differences(game.ruleset, state, sampled, seat, number) == []
                different += packed(sampled) != packed(state)
    assert different or not hides_anything(name, seats), "every sampled state is the true one"


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_unreadable_data_does_not_affect_a_seat(name: str, seats: int) -> None:
    """Let views, legal actions, rejections and heuristics of a seat read only what it may know."""
    different = 0
    for number in range(3):
        game = play(name, seats, 30 * seats + number)
        for viewer in range(seats):
            for step, true, varied in variations(game, viewer):
                shown, hidden = game.ruleset.view(true, viewer), game.ruleset.view(varied, viewer)
                assert packed(hidden) == packed(shown), f"seat {viewer} sees {hidden} instead of {shown}"
                assert list(game.ruleset.to_act(varied)) == list(game.ruleset.to_act(true))
                if step % 10 == 0:
                    assert differences(game.ruleset, true, varied, viewer, number) == []
                different += packed(varied) != packed(true)
    assert different or not hides_in_play(name, seats)


@pytest.mark.no_cover
@pytest.mark.parametrize("name", NAMES)
def test_everything_that_is_sampled_again_is_also_hidden_from_the_seat(name: str) -> None:
    """Variations detect any part of a state that `determinize` copies from the true one.

    They cover each kind of action that the log conceals. If play hides nothing, the deal is varied: other set-ups that
    the viewer cannot distinguish from the true one.
    """
    ruleset, drawn, changed, dealt, concealed = PLAYED[name], set(), set(), set(), set()
    for number in range(DEEP):
        seats = max(ruleset.min_seats, ruleset.max_seats - number % 2)
        game, viewer = play(name, seats, 40 * seats + number), number % seats
        dealt |= dealt_otherwise(game, viewer)
        for state in game.states[:: 1 + len(game.steps) // 10]:
            drawn |= differing(state, ruleset.determinize(state, viewer, Random(number)))
        for _, true, varied in variations(game, viewer):
            changed |= differing(true, varied)
        steps = [game.steps[each] for each in chain(*unread(game, viewer).values())]
        concealed |= {type(ruleset.observe(step.action, step.seat, viewer)) for step in steps}
    assert drawn <= (changed or dealt), f"`determinize` changes {drawn}, but play hides {changed or dealt}"
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


@pytest.mark.parametrize("leak", ["the true state", "a random draw"])
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
    states = list(variations(play(name, seats, 0), 0))
    found = any(differences(planted, true, varied, 0, 0) for _, true, varied in states)
    assert found == bool(states)


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
    """Return the numbers of other seats' steps with something hidden from `viewer`, by kind of action or fact."""
    kinds: dict[str, list[int]] = {}
    for number, step in enumerate(game.steps):
        if step.seat != viewer:
            kept = {type(fact).__name__ for fact, audience in step.emitted if audience and viewer not in audience}
            concealed = {type(step.action).__name__} if len(_unread(game, step, viewer)) > 1 else set()
            for kind in sorted(kept | concealed):
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
