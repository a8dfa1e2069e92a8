"""Play random games to measure the speed of the rules. This module is compiled together with them."""

from random import Random
from typing import Any

from domain.ruleset import AnyRuleset


def play_out(ruleset: AnyRuleset, state: Any, rng: Random) -> int:
    """Play `state` in place to the end of the game by random legal actions; return the number of actions.

    If several seats must act, the first listed acts first.

    >>> from domain import RULESETS
    >>> rules = next(iter(RULESETS.values()))
    >>> state = rules.setup(rules.options_type(), 2, Random(7))
    >>> play_out(rules, state, Random(7)) > 0
    True
    >>> rules.outcome(state) is None
    False
    """
    to_act, legal_actions, apply, random = ruleset.to_act, ruleset.legal_actions, ruleset.apply, rng.random
    played = 0
    while waiting := to_act(state):
        seat = waiting[0]
        legal = legal_actions(state, seat)
        apply(state, seat, legal[int(random() * len(legal))], rng)
        played += 1
    return played
