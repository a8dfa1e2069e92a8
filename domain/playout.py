"""Playouts: random games without anybody looking, to measure the rules; here, to be compiled with them."""

from random import Random
from typing import Any

from domain.ruleset import AnyRuleset


def play_out(ruleset: AnyRuleset, state: Any, rng: Random) -> int:
    """Play `state` on in place to the end of the game, by legal actions drawn at random; return how many it took.

    Of several seats to act the first listed answers first.
    """
    to_act, legal_actions, apply, random = ruleset.to_act, ruleset.legal_actions, ruleset.apply, rng.random
    played = 0
    while waiting := to_act(state):
        seat = waiting[0]
        legal = legal_actions(state, seat)
        apply(state, seat, legal[int(random() * len(legal))], rng)
        played += 1
    return played
