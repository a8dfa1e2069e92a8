"""Test that the chance facts of each step and of the set-up state every random result."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest

from domain.chance import pick_weighted
from domain.dice import Dice
from domain.replay import EmittedFact
from domain.ruleset import AnyRuleset, Emit, chance_tags
from workers.promises import deals
from workers.promises.games import GAME_SIZES, NAMES, PLAYED, differing, every_options, packed, play

REPEATS = 4

Draw = Callable[[Random, Emit], Any]
"""Makes a step, or a set-up, with the given dice; returns the state after it."""


class Counted(Dice):
    """Dice that count their draws, for any purpose."""

    draws = 0

    def named(self, purpose: str) -> Random:
        return Noted(self, super().named(purpose))


class Noted(Random):
    """The dice of a purpose; their draws are counted elsewhere."""

    def __init__(self, counted: Counted, rng: Random) -> None:
        super().__init__()
        self.counted = counted
        self.setstate(rng.getstate())

    def random(self) -> float:
        self.counted.draws += 1
        return super().random()


def drawn(ruleset: AnyRuleset, draw: Draw, seed: bytes) -> tuple[int, bytes, bytes]:
    """Make a step; return the number of its draws, the state after it, and its chance facts."""
    emitted: list[EmittedFact] = []
    rng = Counted(seed)
    state = draw(rng, lambda fact, audience: emitted.append((fact, audience)))
    return rng.draws, packed(state), packed([each for each in emitted if isinstance(each[0], ruleset.chance_facts)])


def check(ruleset: AnyRuleset, draw: Draw) -> int:
    """Make a step with different dice: different results must have different chance facts.

    Return the number of results.
    """
    nothing = packed([])
    reported_by: dict[bytes, bytes] = {}
    for number in range(REPEATS):
        draws, state, facts = drawn(ruleset, draw, number.to_bytes(32, "big"))
        assert not draws or facts != nothing, "a random draw without a chance fact"
        assert reported_by.setdefault(facts, state) == state, "two results with the same chance facts"
        if not draws:
            break
    return len(reported_by)


@pytest.mark.parametrize("weights", [(20, 0, 1, 0), (5.0, 0.0, 0.25, 0.0)])
def test_a_weighted_draw_selects_each_item_in_proportion_to_its_weight(weights: tuple[float, ...]) -> None:
    rng = Random(1)
    counts = Counter(pick_weighted(rng, "abcd", weights) for _ in range(4200))
    assert counts.keys() == {"a", "c"}
    assert 150 < counts["c"] < 250


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_the_outcome_of_every_draw_in_play_is_reported_by_name(name: str, seats: int) -> None:
    """Emit in `apply` a fact of `chance_facts` for each random draw, with all that was drawn."""
    ruleset, outcomes = PLAYED[name], set()
    games = [play(name, seats, 10 * seats + number) for number in range(3)]
    for game in games:
        for step in game.steps:

            def draw(rng: Random, emit: Emit, step: Any = step) -> Any:
                state = ruleset.clone(step.before)
                ruleset.apply(state, step.seat, step.action, rng, emit)
                return state

            outcomes.add(check(ruleset, draw))
    emitted = {type(fact) for game in games for step in game.steps for fact, _ in step.emitted}
    assert max(outcomes) > 1 or not emitted & set(ruleset.chance_facts), "chance facts without a draw from `rng`"


@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_the_outcome_of_every_draw_of_the_set_up_is_reported_by_name(name: str, seats: int) -> None:
    """Emit a fact of `chance_facts` for each draw of `setup`, with all that was drawn."""
    ruleset = PLAYED[name]
    for options in every_options(ruleset):
        outcomes = check(ruleset, partial(ruleset.setup, options, seats))
        assert (outcomes > 1) == deals.setup_draws(ruleset, options, seats), "draws that change nothing"


@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_reporting_the_facts_of_the_set_up_changes_nothing(name: str, seats: int) -> None:
    """Let `setup` return the same state with and without `emit`, and name only seats of the game as audience."""
    ruleset = PLAYED[name]
    for options in every_options(ruleset):
        emitted: list[EmittedFact] = []
        silent = ruleset.setup(options, seats, Random(seats))
        reporting = ruleset.setup(options, seats, Random(seats), lambda *fact, emitted=emitted: emitted.append(fact))
        assert packed(reporting) == packed(silent), differing(reporting, silent)
        assert [fact for fact in emitted if not set(fact[1] or ()) <= set(range(seats))] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_chance_fact_is_a_fact_of_the_ruleset_and_happens(name: str) -> None:
    """Remove types from `chance_facts` that `setup` and `apply` never emit."""
    ruleset = PLAYED[name]
    assert len(set(chance_tags(ruleset))) == len(ruleset.chance_facts)
    met: list[Any] = []
    for seats in range(ruleset.min_seats, ruleset.max_seats + 1):
        for options in every_options(ruleset):
            ruleset.setup(options, seats, Random(seats), lambda fact, audience: met.append(fact))
        for number in range(3):
            met.extend(fact for step in play(name, seats, 10 * seats + number).steps for fact, _ in step.emitted)
    assert set(ruleset.chance_facts) <= set(map(type, met))
