"""Test that steps a seat may undo alone reveal nothing hidden. `make undo` plays 50 games per number of seats."""

from dataclasses import replace
from typing import Any

import pytest

from domain.ruleset import AnyRuleset
from domain.undo_rules import undo_modes
from workers.promises.games import GAME_SIZES, NAMES, PLAYED, Game, play
from workers.promises.knowledge import check_game, revocable
from workers.promises.taking_back import finds

GAMES = 2
PLANTED_GAMES = 8


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_moves_that_can_be_undone_alone_reveal_nothing_to_other_seats(name: str, seats: int) -> None:
    """Let `reveals_nothing` be False for this step. Set it to None if it is never True."""
    ruleset = PLAYED[name]
    found = [check_game(play(name, seats, number), ruleset) for number in range(GAMES)]
    assert bool(sum(found)) == ("own" in undo_modes(ruleset)), f"steps that can be undone alone: {sum(found)}"


def everything_revocable(before: Any, seat: int, action: Any, after: Any) -> bool:
    """Claim that no step reveals anything."""
    return True


@pytest.mark.no_cover
@pytest.mark.parametrize("name", NAMES)
def test_a_ruleset_that_calls_every_step_harmless_is_detected(name: str) -> None:
    """Let `reveals_nothing` be True for steps that reveal nothing, or set it to None: all steps seem to be harmless.

    Steps with chance facts or facts for some seats do not count: they are never undone alone.
    """
    ruleset = PLAYED[name]
    planted = replace(ruleset, reveals_nothing=everything_revocable)
    games = [play(name, ruleset.min_seats, number) for number in range(PLANTED_GAMES)]
    is_different = any(differ(ruleset, planted, game) for game in games)
    assert finds(planted, games) == is_different or (ruleset.reveals_nothing is None and is_different)


def differ(ruleset: AnyRuleset, planted: AnyRuleset, game: Game) -> bool:
    """Whether a step that does not end the game can be undone alone in only one of two rulesets."""
    steps = zip(game.steps, game.states[1:-1], strict=False)
    return any(revocable(ruleset, *step) != revocable(planted, *step) for step in steps)
