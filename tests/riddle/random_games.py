"""Random games of The Riddle of Leonardo in both modes."""

from collections.abc import Iterator
from random import Random
from typing import Any

from domain.chance import dice
from domain.riddle import RULESET
from domain.riddle.actions import DiscardActions, UseAction
from domain.riddle.options import Options
from domain.riddle.state import State
from domain.riddle.tables import MODES
from domain.ruleset import Audience

Told = tuple[Any, Audience]
Step = tuple[State, int, Any, list[Told]]


def all_options(seats: int) -> list[Options]:
    """List both modes."""
    return [Options(mode) for mode in MODES]


def opening(options: Options, seats: int, number: int) -> State:
    """Set up random game `number`."""
    state: State = RULESET.setup(options, seats, dice(_seed(number), 0))
    return state


def steps(state: State, number: int) -> Iterator[Step]:
    """Play a state on to the end at random; after each action give the state itself, who did what, and the facts."""
    rng, count = Random(number), 0
    while waiting := RULESET.to_act(state):
        (seat,) = waiting
        count += 1
        action = choose(state, seat, rng)
        told: list[Told] = []
        RULESET.apply(
            state,
            seat,
            action,
            dice(_seed(number), count),
            lambda fact, audience, told=told: told.append((fact, audience)),
        )
        yield state, seat, action, told


def choose(state: State, seat: int, rng: Random) -> Any:
    """Draw a legal action, half of the time none that discards several cards."""
    legal = RULESET.legal_actions(state, seat)
    if rng.random() < 0.5:
        legal = [action for action in legal if _plain(action)] or legal
    return rng.choice(legal)


def _plain(action: Any) -> bool:
    """Say whether an action is no discard of several cards."""
    if isinstance(action, DiscardActions):
        return False
    return not isinstance(action, UseAction) or not action.cards or len(action.cards) == 1


def _seed(number: int) -> bytes:
    """Give the secret of random game `number`."""
    return number.to_bytes(32, "big")
