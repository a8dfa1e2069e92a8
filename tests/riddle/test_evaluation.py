"""Test that the fast scores of plays and positions agree with the direct ones."""

import pytest

from domain.riddle import RULESET
from domain.riddle.heuristics.evaluation import evaluate
from domain.riddle.heuristics.play_scores import score_plays
from domain.riddle.rules.state import PLAY
from domain.riddle.wire.actions import PlayCard
from tests.riddle import oracle
from tests.riddle.random_games import all_options, opening, steps


@pytest.mark.no_cover
@pytest.mark.parametrize("mode", [0, 1])
@pytest.mark.parametrize("seats", range(2, 8))
def test_the_value_of_a_play_equals_that_of_trying_it(mode: int, seats: int) -> None:
    redirected = protected = 0
    for number in range(2):
        state = opening(all_options(seats)[mode], seats, number)
        for count, (after, _, _, _) in enumerate(steps(state, number)):
            if after.step == PLAY and (count % 9 == 0 or after.redirecting):
                plays = [each for each in RULESET.legal_actions(after, after.active) if isinstance(each, PlayCard)]
                assert score_plays(after, after.active) == [oracle.score(after, after.active, play) for play in plays]
                redirected += after.redirecting
                protected += bool(after.in_play)
    assert bool(redirected) == bool(protected) == bool(mode)


@pytest.mark.no_cover
@pytest.mark.parametrize("mode", [0, 1])
@pytest.mark.parametrize("seats", range(2, 8))
def test_the_value_of_a_position_equals_that_of_counting_symbols_line_by_line(mode: int, seats: int) -> None:
    for number in range(2):
        for after, _, _, _ in steps(opening(all_options(seats)[mode], seats, number), number):
            assert evaluate(after) == oracle.evaluate(after)
