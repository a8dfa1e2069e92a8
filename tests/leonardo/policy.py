"""Positions of games between greedy seats, for every table size and option."""

from itertools import product
from random import Random

from domain.leonardo import RULESET
from domain.leonardo.rules.state import State, clone
from domain.leonardo.wire.options import Options
from domain.levels import play_greedy, play_random

TABLES = [
    (seats, Options(setup=setup, codex_1=codex_1, codex_2=codex_2))
    for seats, setup, (codex_1, codex_2) in product(
        (2, 3, 4, 5), ("beginner", "expert"), ((False, False), (True, False), (False, True), (True, True))
    )
]


def positions(seats: int, options: Options, number: int) -> list[tuple[State, int]]:
    """List some positions of a game between greedy seats with occasional random actions, each with an acting seat."""
    rng, met = Random(number), []
    state = RULESET.setup(options, seats, rng)
    while waiting := RULESET.to_act(state):
        seat = rng.choice(list(waiting))
        if rng.random() < 0.4:
            met.append((clone(state), seat))
        level = play_random if rng.random() < 0.15 else play_greedy
        RULESET.apply(state, seat, level(RULESET, state, seat, rng), rng)
    return met
