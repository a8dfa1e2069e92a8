"""Test which AI levels differ by the games of the arena."""

from itertools import pairwise

import pytest
from msgspec import UNSET

from domain.levels import LEVELS
from tests.lab.strength import differences, report
from tests.lab.strength.playing import Meeting
from tests.lab.strength.results import Result
from tests.lab.strength.score import Score
from tests.lab.strength.thinking import Times

LADDER = [(above, below) for below, above in pairwise(LEVELS)]


def met(player, opponent, wins, games=100, seats=4):
    """Return the score of a player that won so many games."""
    meeting = Meeting("leonardo", "default", seats, player, opponent)
    return Score(meeting, games, (wins, *[0] * (seats - 2), games - wins), 0, 0, 0, 0)


def ladder(wins, **others):
    """Return the scores of all levels against the level directly below."""
    return [met(above, below, others.get(above, wins)) for above, below in LADDER]


@pytest.mark.parametrize(
    ("games", "levels"),
    [
        pytest.param(ladder(60), "random easy greedy normal hard expert", id="each beats the level below"),
        pytest.param(ladder(25), "random", id="none beats the level below"),
        pytest.param(
            ladder(60, expert=33), "random easy greedy normal hard", id="33 of 100 do not show more than 25 %"
        ),
        pytest.param(ladder(60, expert=35), "random easy greedy normal hard expert", id="35 of 100 do"),
        pytest.param(
            ladder(60, hard=25), "random easy greedy normal expert", id="a level beats one without difference"
        ),
        pytest.param(
            [*ladder(60, hard=25, expert=25), met("expert", "normal", 50)],
            "random easy greedy normal expert",
            id="a level beats the next lower level that differs",
        ),
        pytest.param(
            [*ladder(60, hard=25), met("hard", "greedy", 100)],
            "random easy greedy normal expert",
            id="a level far below does not count",
        ),
    ],
)
def test_a_level_differs_if_it_beats_one_from_the_next_lower_that_differs(games, levels):
    assert differences.differing(games) == tuple(levels.split())


def test_levels_that_have_not_all_met_the_level_below_are_not_measured():
    for missing in range(len(LADDER)):
        games = ladder(60)
        del games[missing]
        assert differences.differing(games) == ()


def test_a_rating_says_whether_its_level_differs_and_nothing_if_this_was_not_measured():
    four = [*ladder(60, hard=25), met("value", "greedy", 100)]
    three = [met(above, below, 60, seats=3) for above, below in LADDER[:-1]]
    stored = [Result(each, "way", "c0ffee") for each in (*three, *four)]
    times = [Times("leonardo", seats, level, "plain", "", 40, 0, 1.0, 2.0, 3.0) for seats in (3, 4) for level in LEVELS]
    rated = report.ratings(stored, report.times_of("leonardo", times))
    assert {(each.seats, each.level): each.differs for each in rated} == {
        **{(3, level): UNSET for level in LEVELS if level != "expert"},
        **{(4, level): level != "hard" for level in LEVELS},
    }


def test_a_report_names_the_levels_without_a_difference():
    found = {2: tuple(LEVELS), 3: ("random", "easy", "greedy", "normal"), 4: ()}
    assert list(differences.lines(found)) == [
        "- No difference found with 3 seats: `hard`, `expert`.",
        "- Not measured with 4 seats.",
        "",
    ]
