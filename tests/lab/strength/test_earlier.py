"""Test the levels of an earlier commit in the arena; this commit stands for the earlier one."""

from random import Random

import pytest

from tests.lab.strength import earlier
from tests.lab.strength.equal_time import equal_iterations, matching
from tests.lab.strength.players import UnknownPlayer, find_player
from tests.lab.strength.playing import choices, spaced
from tests.rulesets.games import PLAYED

RIDDLE = PLAYED["riddle"]


@pytest.mark.parametrize("player", ["greedy", "normal", "hard:iterations=30"])
def test_a_level_of_a_commit_decides_as_it_does_there(player):
    level, _, constants = player.partition(":")
    of_commit = find_player(f"{level}@HEAD{':' * bool(constants)}{constants}")
    for state, seat in spaced(choices("riddle", "default", 3), 4):
        dice = Random(Random(7).getrandbits(64))
        assert of_commit(RIDDLE, state, seat, Random(7)) == find_player(player)(RIDDLE, state, seat, dice)


def test_the_code_of_a_commit_is_that_of_the_commit():
    folder = earlier.code_of(earlier.full_name("HEAD"))
    assert {each.name for each in folder.iterdir()} == set(earlier.CODE)


@pytest.mark.parametrize(
    "name", ["hard@no-such-commit", "hard@--help", "stranger@HEAD", "hard@HEAD:horizon=1", "hard@HEAD:iterations=x"]
)
def test_a_player_of_an_unknown_commit_or_with_other_constants_is_rejected(name):
    with pytest.raises(UnknownPlayer):
        find_player(name)


@pytest.mark.parametrize(("target", "found"), [(9.0, 400), (2.0, 50), (0.001, 1)])
def test_iterations_that_take_a_time_are_found_by_corrections(target, found):
    """Each iteration takes 20 ms, and each decision 1 s more."""
    assert matching(target, 100, lambda iterations: 1 + iterations / 50) == pytest.approx(found, rel=0.1)


def test_only_a_level_that_searches_has_iterations_for_a_time():
    assert equal_iterations("riddle", 2, "normal", "normal@HEAD:iterations=5", 2) >= 1
    with pytest.raises(TypeError, match="'greedy' does not search"):
        equal_iterations("riddle", 2, "greedy", "normal", 1)
