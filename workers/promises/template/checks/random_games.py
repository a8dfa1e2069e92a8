"""Random games of Nim."""

from functools import partial
from random import Random
from typing import Any

from tests import random_play
from workers.promises.template import RULESET
from workers.promises.template.game import Options, State, Take


def all_options(seats: int) -> list[Options]:
    """List the options to play with."""
    return [Options(), Options(misere=True)]


def choose(state: State, seat: int, number: int, rng: Random) -> Take:
    """Choose a legal action at random."""
    drawn: Take = rng.choice(list[Any](RULESET.legal_actions(state, seat)))
    return drawn


opening = partial(random_play.opening, RULESET)
steps = partial(random_play.steps, RULESET, choose=choose)
