"""Random games of Maestro Leonardo over all options (3.1)."""

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import Any

from msgspec import UNSET

from domain.chance import dice
from domain.leonardo import RULESET
from domain.leonardo.options import SETUPS, Options
from domain.leonardo.state import State
from domain.ruleset import Audience

Told = tuple[Any, Audience]
Step = tuple[State, int, Any, list[Told]]


def all_options(seats: int) -> list[Options]:
    """List every combination of options: first player drawn or the last seat, set-ups, both Codices."""
    choices = product((UNSET, seats - 1), SETUPS, (False, True), (False, True))
    return [Options(first, setup, codex_1, codex_2) for first, setup, codex_1, codex_2 in choices]


def opening(options: Options, seats: int, number: int) -> State:
    """Set up random game `number`."""
    return RULESET.setup(options, seats, dice(_seed(number), 0))


def steps(state: State, number: int) -> Iterator[Step]:
    """Play a state on to the end at random; after each action give the state itself, who did what, and the facts.

    Which of several seats acts first is drawn too.
    """
    rng, count = Random(number), 0
    while waiting := RULESET.to_act(state):
        seat, count = rng.choice(list(waiting)), count + 1
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
    """Draw a legal action, mostly one that lets work begin and end, and players meet in auctions."""
    legal = RULESET.legal_actions(state, seat)
    if rng.random() < 0.9:
        legal = _preferred(state, legal) or legal
    return rng.choice(legal)


def _preferred(state: State, legal: Sequence[Any]) -> Sequence[Any]:
    """List the legal actions that most random games lack: starts of requested inventions, people in labs, low bids."""
    if state.decision == "declare_work":
        fresh = [action for action in legal if not action.interrupt]
        most = max(_requested_starts(state, action) for action in fresh)
        return [action for action in fresh if _requested_starts(state, action) == most]
    if state.decision == "place":
        return [action for action in legal if action.place and action.place.startswith("lab:")]
    return legal[:3] if state.decision == "bid" else legal


def _requested_starts(state: State, action: Any) -> int:
    """Count the requested inventions a declaration starts."""
    return sum(number in state.requested for number in action.start.values())


def _seed(number: int) -> bytes:
    """Give the secret of random game `number`."""
    return number.to_bytes(32, "big")
