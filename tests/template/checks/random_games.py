"""Random games of Nim."""

from collections.abc import Iterator
from random import Random
from typing import Any

from tests import random_play
from tests.random_play import Step
from tests.template import RULESET
from tests.template.rules import State
from tests.template.wire import Options, Take


def all_options(seats: int) -> list[Options]:
    """List the options to play with."""
    return [Options(), Options(misere=True)]


def opening(options: Options, seats: int, number: int) -> State:
    """Set up random game `number`."""
    state: State = random_play.opening(RULESET, options, seats, number)
    return state


def steps(state: State, number: int) -> Iterator[Step]:
    """Play a state to the end at random."""
    return random_play.steps(RULESET, state, number, choose)


def choose(state: State, seat: int, number: int, rng: Random) -> Take:
    """Choose a legal action at random."""
    drawn: Take = rng.choice(list[Any](RULESET.legal_actions(state, seat)))
    return drawn
