"""Test that a tournament finishes despite all faults: no match is lost or doubled, and its record verifies."""

from random import Random

from tests.chaos.bots import until_killed
from tests.chaos.storm import Storm, installed
from tests.chaos.tournaments import organiser, plan_of, played

SWISS = {"format": "swiss", "table_size": 4, "rounds": 2}
LEAGUE = ({"format": "round_robin", "groups": 4, "qualify": 1}, {"format": "knockout"})


def test_a_tournament_finishes_despite_a_short_storm(tmp_path):
    with installed(tmp_path) as running:
        rage = until_killed(Storm(running, Random(1)), 1)
        organiser_bot = organiser(running.served.address, running.environ)
        assert played(organiser_bot, plan_of("riddle", [SWISS], ["random"] * 7), bots=5, seed=1, rage=rage).faults == []


def test_a_league_of_levels_reaches_its_final_automatically(tmp_path):
    with installed(tmp_path) as running:
        organiser_bot = organiser(running.served.address, running.environ)
        assert played(organiser_bot, plan_of("riddle", LEAGUE, ["random"] * 8), bots=0, seed=1).faults == []
