"""Helpers that the tests of `test_players_gathering.py` share with others."""

WAITING = {"starts": "when_seated"}
