"""Test that a bot on one feed receives each turn of all its games once, despite all faults."""

from random import Random

from tests.chaos.bots import played, until_killed
from tests.chaos.storm import Storm, installed


def test_bots_survive_a_short_storm(tmp_path):
    with installed(tmp_path) as running:
        storm = Storm(running, Random(1))
        outcome = played(running.served.address, games=6, seed=1, rage=until_killed(storm, kills=1))
    assert outcome.faults == []
    assert outcome.connections > 2
