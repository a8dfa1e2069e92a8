"""Test that despite all faults each acknowledged action is stored once, games end, and spectators get whole logs."""

from tests.chaos.__main__ import weather
from tests.chaos.storm import installed


def test_games_survive_a_short_storm(tmp_path):
    with installed(tmp_path) as running:
        outcome = weather(running, kills=2, seed=1)
    assert outcome.faults == []
    assert outcome.acknowledged
    assert outcome.repeated
    assert outcome.reconnected
    assert outcome.queued
    assert outcome.dropped
