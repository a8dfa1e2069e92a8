"""Random games of Azul: Summer Pavilion over all options (4.1)."""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from msgspec import UNSET

from domain.azul import RULESET
from domain.azul.options import Options
from domain.azul.state import State
from domain.azul.tables import SIDES
from domain.chance import dice
from domain.ruleset import Audience

Told = tuple[Any, Audience]
Step = tuple[State, int, Any, list[Told]]


def all_options(seats: int) -> list[Options]:
    """List every combination of options: both sides, start seat drawn or the last one."""
    return [Options(side, start) for side, start in product(SIDES, (UNSET, seats - 1))]


def opening(options: Options, seats: int, number: int) -> State:
    """Set up random game `number`."""
    return RULESET.setup(options, seats, dice(_seed(number), 0))


def steps(state: State, number: int) -> Iterator[Step]:
    """Play a state on to the end at random; after each action give the state itself, who did what, and the facts."""
    rng, count = Random(number), 0
    while waiting := RULESET.to_act(state):
        seat, count = waiting[0], count + 1
        action = choose(state, seat, number, rng)
        told: list[Told] = []
        RULESET.apply(state, seat, action, dice(_seed(number), count), lambda *fact, told=told: told.append(fact))
        yield state, seat, action, told


def choose(state: State, seat: int, number: int, rng: Random) -> Any:
    """Draw a legal action; in every second game mostly that of the level greedy, which fills the boards."""
    if number // 4 % 2 and rng.random() < 0.8:
        return RULESET.policies["greedy"](state, seat, rng)
    return rng.choice(RULESET.legal_actions(state, seat))


def _seed(number: int) -> bytes:
    """Give the secret of random game `number`."""
    return number.to_bytes(32, "big")
