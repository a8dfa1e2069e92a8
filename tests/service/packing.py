"""Helpers that the tests of `test_packing.py` share with others."""

from domain.registry import RULESETS
from tests.tools.dictionaries import play

EVENTS = {name: play(ruleset, ruleset.max_seats, 1)[1] for name, ruleset in RULESETS.items()}
