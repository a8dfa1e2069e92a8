"""The events of a random game of each ruleset."""

from domain.registry import RULESETS
from tests.tools.dictionaries import play

EVENTS = {name: play(ruleset, ruleset.max_seats, 1)[1] for name, ruleset in RULESETS.items()}
