"""Test the facts of a seat from which a ruleset learns values of positions, in each ruleset that declares some."""

from collections.abc import Iterator
from math import isfinite
from random import Random
from typing import Any

import pytest

from domain.learned_values import ValueFacts
from domain.ruleset import AnyRuleset
from workers.promises.games import GAME_SIZES, PLAYED, Game, play
from workers.promises.hidden import variations

GAMES = 3
POSITIONS = 20
"""About the number of positions of each game whose facts are compared."""
LEARNING = [(name, seats) for name, seats in GAME_SIZES if PLAYED[name].heuristics.value_facts]


def facts_of(ruleset: AnyRuleset) -> ValueFacts:
    """Return the declared facts of a ruleset."""
    declared = ruleset.heuristics.value_facts
    assert declared is not None
    return declared


def alike(game: Game, viewer: int) -> Iterator[tuple[Any, Any]]:
    """Yield the states of a game, each with another state that a seat cannot distinguish from it."""
    undecided = game.states[:-1]
    for number, state in enumerate(undecided[:: 1 + len(undecided) // POSITIONS]):
        yield state, game.ruleset.determinize(state, viewer, Random(number))
    for _, true, varied in variations(game, viewer):
        if game.ruleset.to_act(true):
            yield true, varied


def differing_facts(game: Game, declared: ValueFacts, viewer: int) -> str | None:
    """Return how the facts of a seat differ in two states that it cannot distinguish; None if they do not."""
    for true, other in alike(game, viewer):
        for read in (declared.facts, declared.points):
            one, two = read(true, viewer), read(other, viewer)
            if one != two:
                return f"seat {viewer} has {one}, and {two} in a state that it cannot distinguish"
    return None


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "seats"), LEARNING)
def test_the_facts_of_a_seat_follow_from_what_it_knows(name: str, seats: int) -> None:
    """Let `facts` and `points` of `VALUE_FACTS` read only what `view` shows to the seat."""
    declared = facts_of(PLAYED[name])
    for number in range(GAMES):
        game = play(name, seats, 60 * seats + number)
        for viewer in range(seats):
            found = differing_facts(game, declared, viewer)
            assert found is None, found


@pytest.mark.parametrize(("name", "seats"), LEARNING)
def test_facts_are_numbers_below_the_declared_one(name: str, seats: int) -> None:
    """Let `facts` list whole numbers from 0 to `number` - 1, `seats` count the seats, and `points` be finite."""
    declared = facts_of(PLAYED[name])
    for number in range(GAMES):
        for state in play(name, seats, 60 * seats + number).states[:-1]:
            assert declared.seats(state) == seats
            for seat in range(seats):
                facts = declared.facts(state, seat)
                wrong = [each for each in facts if type(each) is not int or not 0 <= each < declared.number]
                assert not wrong, f"seat {seat} has the facts {wrong}; `number` is {declared.number}"
                assert isfinite(declared.points(state, seat))


@pytest.mark.parametrize(("name", "seats"), LEARNING)
def test_the_options_with_weights_exist_and_a_state_names_them(name: str, seats: int) -> None:
    """Let `options` contain options of the game, and `options_name` return the name of the options of a state."""
    ruleset = PLAYED[name]
    declared = facts_of(ruleset)
    for named, given in declared.options.items():
        state = ruleset.setup(ruleset.options_type(**given), seats, Random(0))
        assert declared.options_name(state) == named
    assert [*declared.rounds] == sorted({*declared.rounds}), "`rounds` must ascend"
