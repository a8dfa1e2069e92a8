"""Random games of Maestro Leonardo over all options (3.1)."""

from collections.abc import Sequence
from functools import partial
from itertools import product
from random import Random
from typing import Any

from msgspec import UNSET

from domain.leonardo import RULESET
from domain.leonardo.rules.state import State
from domain.leonardo.wire.options import SETUPS, Options
from tests import random_play


def all_options(seats: int) -> list[Options]:
    """List every combination of options: the first player (random, or the last seat), set-ups, both Codices."""
    choices = product((UNSET, seats - 1), SETUPS, (False, True), (False, True))
    return [Options(first, setup, codex_1, codex_2) for first, setup, codex_1, codex_2 in choices]


def choose(state: State, seat: int, number: int, rng: Random) -> Any:
    """Choose a legal action at random, mostly one that starts or finishes work, or leads to auctions."""
    legal = RULESET.legal_actions(state, seat)
    if rng.random() < 0.9:
        legal = _preferred(state, legal) or legal
    return rng.choice(legal)


def _preferred(state: State, legal: Sequence[Any]) -> Sequence[Any]:
    """List the legal actions that are rare in random games: requested inventions, characters in labs, low bids."""
    if state.decision == "declare_work":
        fresh = [action for action in legal if not action.interrupt]
        most = max(_requested_starts(state, action) for action in fresh)
        return [action for action in fresh if _requested_starts(state, action) == most]
    if state.decision == "place":
        return [action for action in legal if action.place and action.place.startswith("lab:")]
    return legal[:3] if state.decision == "bid" else legal


def _requested_starts(state: State, action: Any) -> int:
    """Count the requested inventions that a declaration starts."""
    return sum(number in state.requested for number in action.start.values())


opening = partial(random_play.opening, RULESET)
steps = partial(random_play.steps, RULESET, choose=choose)
