"""Random games of The Riddle of Leonardo in both modes."""

from collections.abc import Iterator
from random import Random
from typing import Any

from domain.riddle import RULESET
from domain.riddle.rules.state import State
from domain.riddle.wire.actions import DiscardActions, UseAction
from domain.riddle.wire.constants import MODES
from domain.riddle.wire.options import Options
from tests import random_play
from tests.random_play import Step


def all_options(seats: int) -> list[Options]:
    """List both modes."""
    return [Options(mode) for mode in MODES]


def opening(options: Options, seats: int, number: int) -> State:
    """Set up random game `number`."""
    state: State = random_play.opening(RULESET, options, seats, number)
    return state


def steps(state: State, number: int) -> Iterator[Step]:
    """Play a state to the end at random, with `random_play.steps`."""
    return random_play.steps(RULESET, state, number, choose)


def choose(state: State, seat: int, number: int, rng: Random) -> Any:
    """Choose a legal action at random, half of the time none that discards several cards."""
    legal = RULESET.legal_actions(state, seat)
    if rng.random() < 0.5:
        legal = [action for action in legal if _plain(action)] or legal
    return rng.choice(legal)


def _plain(action: Any) -> bool:
    """Whether an action does not discard several cards."""
    if isinstance(action, DiscardActions):
        return False
    return not isinstance(action, UseAction) or not action.cards or len(action.cards) == 1
