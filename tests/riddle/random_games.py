"""Random games of The Riddle of Leonardo in both modes."""

from functools import partial
from random import Random
from typing import Any

from domain.riddle import RULESET
from domain.riddle.rules.state import State
from domain.riddle.wire.actions import DiscardActions, UseAction
from domain.riddle.wire.constants import MODES
from domain.riddle.wire.options import Options
from tests import random_play


def all_options(seats: int) -> list[Options]:
    """List both modes."""
    return [Options(mode) for mode in MODES]


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


seed = random_play.seed
opening = partial(random_play.opening, RULESET)
steps = partial(random_play.steps, RULESET, choose=choose)
