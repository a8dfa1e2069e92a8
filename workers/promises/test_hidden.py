"""Test that information hidden from a seat does not change its responses, byte for byte, in any ruleset.

Two ways lead to another state that the seat cannot distinguish from the true one. The first is `determinize`. The
second is a *variation* of the game, with another hidden choice of another seat or another hidden random draw.
"""

from dataclasses import replace
from itertools import chain
from random import Random
from typing import Any, get_args

import pytest

from domain.ruleset import AnyRuleset
from workers.promises.games import GAME_SIZES, NAMES, PLAYED, QUICK, choice_of, differing, packed, play
from workers.promises.hidden import DEEP, dealt_otherwise, hides_anything, hides_in_play, unread, variations
from workers.promises.probes import probes

PROBES = 12


def gets(ruleset: AnyRuleset, state: Any, seat: int, number: int) -> dict[str, bytes]:
    """Return everything that a seat receives: views, legal actions, previews, rejections, choices of AI levels.

    A sampled state includes the remaining random draws, since a search makes them next.
    """
    legal, rng = list(ruleset.legal_actions(state, seat)), Random(number)
    tried = probes(ruleset, legal, PROBES, Random(number))
    got: dict[str, Any] = {
        "view of a spectator": ruleset.view(state, None),
        "view": ruleset.view(state, seat),
        "to_act": list(ruleset.to_act(state)),
        "legal_actions": legal,
        "previews": list(ruleset.previews(state, seat, legal)),
        "reject": [ruleset.reject(state, seat, action) for action in tried],
        "determinize": ruleset.determinize(state, seat, rng),
        "number of draws in determinize": rng.random(),
    }
    if legal:
        got["default_action"] = ruleset.default_action(state, seat)
        got |= {f"AI level {level}": choice_of(ruleset, state, seat, level, Random(number)) for level in QUICK}
    return {name: packed(each) for name, each in got.items()}


def differences(ruleset: AnyRuleset, true: Any, other: Any, seat: int, number: int) -> list[str]:
    """List what a seat receives differently in two states."""
    one, two = gets(ruleset, true, seat, number), gets(ruleset, other, seat, number)
    return [name for name in {**one, **two} if one.get(name) != two.get(name)]


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_a_sampled_state_shows_its_seat_the_same_view(name: str, seats: int) -> None:
    """Let `determinize` change only what the seat cannot know.

    Views, legal actions and previews must not read hidden data.
    """
    different = 0
    for number in range(3):
        game = play(name, seats, 20 * seats + number)
        for state in game.states[:: 1 + len(game.steps) // 40]:
            for seat in range(seats):
                sampled = game.ruleset.determinize(state, seat, Random(number))
                changed = differences(game.ruleset, state, sampled, seat, number)
                assert not changed, f"seat {seat} receives another {', another '.join(changed)}"
                different += packed(sampled) != packed(state)
    assert different or not hides_anything(name, seats), "every sampled state is the true one"


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_unreadable_data_does_not_affect_a_seat(name: str, seats: int) -> None:
    """Let views, legal actions, previews, rejections and heuristics of a seat read only what it may know."""
    different = 0
    for number in range(3):
        game = play(name, seats, 30 * seats + number)
        for viewer in range(seats):
            for step, true, varied in variations(game, viewer):
                shown, hidden = game.ruleset.view(true, viewer), game.ruleset.view(varied, viewer)
                assert packed(hidden) == packed(shown), f"seat {viewer} sees {hidden} instead of {shown}"
                assert list(game.ruleset.to_act(varied)) == list(game.ruleset.to_act(true))
                if step % 10 == 0:
                    changed = differences(game.ruleset, true, varied, viewer, number)
                    assert not changed, f"seat {viewer} receives another {', another '.join(changed)}"
                different += packed(varied) != packed(true)
    assert different or not hides_in_play(name, seats)


@pytest.mark.no_cover
@pytest.mark.parametrize("name", NAMES)
def test_everything_that_is_sampled_again_is_also_hidden_from_the_seat(name: str) -> None:
    """Let `determinize` change only the fields that the deal or a step hides from the seat. A step hides what it emits
    with an `audience` without the seat, and what `observe` leaves out. Remove types from `Observed` that never happen.
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
    hidden = changed | dealt
    assert drawn <= hidden, f"`determinize` changes {drawn - hidden} too, but only {hidden or 'nothing'} is hidden"
    actions, observed = (get_args(union) or (union,) for union in (ruleset.action_type, ruleset.observed_type))
    unused = {each.__name__ for each in set(observed) - set(actions) - concealed}
    assert not unused, f"`observe` never returned {unused} to a seat"


@pytest.mark.parametrize("leak", ["the true state", "a random draw"])
@pytest.mark.parametrize("name", NAMES)
def test_a_planted_leak_is_detected(name: str, leak: str) -> None:
    """Let `determinize` use `rng` only, and views depend on the state only: then a leak in a test copy is detected.

    The planted leaks: the sample is the true state, or the true state makes one more random draw than others.
    """
    ruleset, seats = PLAYED[name], PLAYED[name].max_seats
    pairs = ((true, varied) for _, true, varied in variations(play(name, seats, 0), 0))
    states = [(true, varied) for true, varied in pairs if packed(true) != packed(varied)]
    known = {packed(true) for true, _ in states}

    def leaking(state: Any, seat: int, rng: Random) -> Any:
        if leak == "the true state":
            return ruleset.clone(state)
        sampled = ruleset.determinize(state, seat, rng)
        if packed(state) in known:
            rng.random()
        return sampled

    planted = replace(ruleset, determinize=leaking)
    found = any(differences(planted, true, varied, 0, 0) for true, varied in states)
    assert found == bool(states)
