"""Test that a search plays better than the heuristics that guide it; `tests/lab/strength` measures how much."""

from hashlib import sha256
from itertools import count
from math import inf
from random import Random

import pytest

from domain.dice import Dice
from domain.levels import LEVELS, SearchBudget
from domain.registry import PUBLISHED, RULESETS
from workers.thinking.choice import think

SHORT = SearchBudget(iterations=30, seconds=inf)


def has_won(name, deal, searching):
    """Play a deal with two seats, one of which searches; return whether that seat wins, or 1/2 for a shared victory."""
    ruleset, dice = RULESETS[name], Dice(sha256(b"strength:%d" % deal).digest())
    levels = [SHORT if seat == searching else LEVELS["greedy"] for seat in range(2)]
    state = ruleset.setup(ruleset.options_type(), len(levels), dice)
    for version in count(1):
        if outcome := ruleset.outcome(state):
            break
        seat = ruleset.to_act(state)[0]
        ruleset.apply(state, seat, think(ruleset, state, seat, levels[seat], Random(f"{deal}:{version}")).action, dice)
    return (searching in outcome.winners) / len(outcome.winners)


@pytest.mark.parametrize("ruleset", PUBLISHED)
def test_a_short_search_beats_the_heuristics(ruleset):
    """The games end the same on every machine. A search of the level `hard` has more than ten times the iterations."""
    assert sum(has_won(ruleset, deal, seat) for deal in range(2) for seat in range(2)) >= 3
