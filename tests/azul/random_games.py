"""Random games of Azul: Summer Pavilion over all options (4.1)."""

from functools import partial
from itertools import product
from random import Random
from typing import Any

from msgspec import UNSET

from domain.azul import RULESET
from domain.azul.rules.state import State
from domain.azul.wire.constants import SIDES
from domain.azul.wire.options import Options
from tests import random_play


def all_options(seats: int) -> list[Options]:
    """List every combination of options: both sides, and the start seat (random, or the last seat)."""
    return [Options(side, start) for side, start in product(SIDES, (UNSET, seats - 1))]


def choose(state: State, seat: int, number: int, rng: Random) -> Any:
    """Choose a legal action at random; in every second game mostly that of level `greedy`, which fills the boards."""
    if number // 4 % 2 and rng.random() < 0.8:
        return RULESET.heuristics.rollout_policy(state, seat, rng)
    return rng.choice(RULESET.legal_actions(state, seat))


opening = partial(random_play.opening, RULESET)
steps = partial(random_play.steps, RULESET, choose=choose)
