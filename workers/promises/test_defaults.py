"""Test that a function which a game leaves to `domain.defaults` suits the game, and reveals nothing that it hides."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest

from domain import defaults
from domain.ruleset import AnyRuleset
from workers.promises.games import GAME_SIZES, NAMES, PLAYED, Game, Step, act, packed, play
from workers.promises.hidden import hides_anything

GAMES = 2
POSITIONS = 20
"""About the number of positions in each game from which another step is tried."""


@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_the_start_of_a_game_hides_nothing_that_a_default_reveals(name: str, seats: int) -> None:
    """Write the function that is named, or show the field in `view`."""
    missing = defaults.lacking(PLAYED[name], seats)
    assert missing is None, missing


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_no_step_hides_anything_that_a_default_reveals(name: str, seats: int) -> None:
    """Write the function that is named, or show the field in `view`."""
    if {"determinize", "observe"} & PLAYED[name].defaults:
        for number in range(GAMES):
            missing = next(missing_in(play(name, seats, number), PLAYED[name]), None)
            assert missing is None, missing


def missing_in(game: Game, ruleset: AnyRuleset) -> Iterator[str]:
    """Yield what a ruleset lacks: steps with another action or other random draws that look alike to a viewer.

    `ruleset` is that of the game, or one with other defaults.
    """
    rng = Random(0)
    for step in game.steps[:: 1 + len(game.steps) // POSITIONS]:
        true = taken(game, step, step.action, game.seed.dice)
        for action in (step.action, rng.choice(list(ruleset.legal_actions(step.before, step.seat)))):
            other = taken(game, step, action, Random(rng.random()))
            for viewer in (None, *range(game.seats)):
                yield from _missing(ruleset, step, action, viewer, (true, other))


def taken(game: Game, step: Step, action: Any, rng: Random) -> Any:
    """Return the state after an action in the place of a step."""
    state = game.ruleset.clone(step.before)
    act(game.ruleset, state, step.seat, action, rng)
    return state


def _missing(
    ruleset: AnyRuleset, step: Step, action: Any, viewer: int | None, states: tuple[Any, Any]
) -> Iterator[str]:
    """Yield what a ruleset lacks if two states after a step look alike to a viewer."""
    hidden = defaults.hidden_from(ruleset, viewer, states)
    if not hidden:
        return
    if "determinize" in ruleset.defaults:
        yield defaults.needs_determinize(viewer, hidden)
    if "observe" in ruleset.defaults and viewer != step.seat and packed(action) != packed(step.action):
        yield defaults.needs_observe(viewer, action)


@pytest.mark.no_cover
@pytest.mark.parametrize("function", ["determinize", "observe"])
@pytest.mark.parametrize("name", NAMES)
def test_a_default_that_reveals_what_a_game_hides_is_detected(name: str, function: str) -> None:
    """Planted: a game that hides something leaves `determinize` or `observe` to the default. A game may also have to
    write an `observe` for public actions that no view shows, such as hints.
    """
    ruleset, seats = PLAYED[name], PLAYED[name].max_seats
    game = play(name, seats, 0)
    concealed = any(ruleset.observe(each.action, each.seat, None) != each.action for each in game.steps)
    hides = {"determinize": hides_anything(name, seats), "observe": concealed}
    if function not in ruleset.defaults:
        found = [each for each in _planted(game, function) if f"`{function}(" in each]
        assert found or not hides[function]
        assert not found or hides[function] or function == "observe"


def _planted(game: Game, function: str) -> list[str]:
    """Return what a game lacks if it leaves a function to its default."""
    default: dict[str, Any] = {
        "determinize": partial(defaults.sampled, game.ruleset.clone),
        "observe": defaults.observed,
    }
    own: Any = {function: default[function], "defaults": game.ruleset.defaults | {function}}
    planted = replace(game.ruleset, **own)
    at_start = defaults.lacking(planted, game.seats)
    return [*[at_start] * (at_start is not None), *missing_in(game, planted)]
