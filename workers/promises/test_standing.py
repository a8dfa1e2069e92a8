"""Test that a resignation can end a game of each ruleset at any moment."""

import pytest

from domain.resignations import Resignation, outcome_of
from workers.promises import score_sheets
from workers.promises.games import GAME_SIZES, play


@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_the_points_as_they_stand_make_a_score_sheet_at_any_moment(name: str, seats: int) -> None:
    """Return from `standing`, if the ruleset has it, a score sheet for each state, and at the end that of `outcome`."""
    game = play(name, seats, 0)
    standing = game.ruleset.standing
    if standing is None:
        return
    for step in game.steps:
        score_sheets.check(game.ruleset, standing(step.before), seats)
    assert standing(game.end) == game.ruleset.outcome(game.end)


@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_the_seat_that_stays_wins_at_any_moment(name: str, seats: int) -> None:
    """List each seat once in `standing`, if the ruleset has it: the last seat without a resignation wins.

    A cooperative game is lost.
    """
    game = play(name, seats, 0)
    gone = [Resignation(seat, "resigned") for seat in range(1, seats)]
    for step in game.steps:
        ended = outcome_of(game.ruleset, step.before, seats, gone, decided=True)
        assert ended is not None
        assert (ended.winners, ended.ended_by) == (() if game.ruleset.is_cooperative else (0,), "resignation")
        assert [each.rank for each in ended.seats] == [1, *range(seats, 1, -1)]
