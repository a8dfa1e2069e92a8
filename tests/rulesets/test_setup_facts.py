"""Test that the promise about the facts of the set-up detects a fact that shows too much."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from domain.ruleset import Emit
from tests.rulesets.games import PLAYED
from workers.promises.test_setup_facts import telling


@pytest.mark.parametrize("name", ["tiny", "liars_dice"])
def test_a_planted_set_up_fact_is_detected(name: str) -> None:
    """A planted fact for everybody shows what each seat was dealt."""
    ruleset = PLAYED[name]

    def leaking(options: Any, seats: int, rng: Random, emit: Emit | None = None) -> Any:
        return ruleset.setup(options, seats, rng, emit and (lambda fact, _: emit(fact, None)))

    def dealing(options: Any, seats: int, rng: Random, emit: Emit | None = None) -> Any:
        state = ruleset.setup(options, seats, rng)
        if emit:
            emit(ruleset.view(state, 0), None)
        return state

    planted = leaking if name == "liars_dice" else dealing
    assert telling(replace(ruleset, setup=planted), ruleset.min_seats)
