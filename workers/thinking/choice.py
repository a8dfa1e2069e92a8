"""How an AI level answers: from what its seat may know, with dice that are not the game's."""

import hashlib
import hmac
import time
from dataclasses import dataclass
from random import Random
from typing import Any

from domain.dice import Seed
from domain.levels import LEVELS, Decide, SearchBudget, allotted
from domain.replay import GamePosition
from domain.ruleset import AnyRuleset
from workers.thinking.search import CheckIn, SearchResult, no_check_in, search


@dataclass(frozen=True)
class AiChoice:
    """An answer and what it took."""

    action: Any
    seconds: float
    """Of CPU time."""
    found: SearchResult | None = None
    """None where nothing was searched."""


def ai_dice(seed: Seed, version: int, seat: int, purpose: str = "ai") -> Random:
    """Return the dice with which is thought for `seat` at `version`: to play, or to another purpose with other dice.

    The label keeps them apart from the dice of the game, the salt from those of other games of its deal. They are the
    same for every attempt, so that a turn that is played twice is played alike.
    """
    label = f"{purpose}:{version}:{seat}".encode() + seed.salt
    return Random(int.from_bytes(hmac.digest(seed.secret, label, hashlib.sha256), "big"))  # noqa: S311


def choose(
    ruleset: AnyRuleset,
    position: GamePosition[Any],
    seat: int,
    how: Decide | SearchBudget,
    seed: Seed,
    check_in: CheckIn = no_check_in,
) -> AiChoice:
    """Choose an action for `seat`, which is to act in a game of this seed, as a level does.

    Raises whatever `check_in` raises while there is a search.
    """
    return think(ruleset, position.state, seat, how, ai_dice(seed, position.version, seat), check_in)


def decide(ruleset: AnyRuleset, state: Any, seat: int, level: str, rng: Random) -> Any:
    """Return the action that `think` finds at one of `LEVELS`."""
    return think(ruleset, state, seat, LEVELS[level], rng).action


def think(
    ruleset: AnyRuleset, state: Any, seat: int, how: Decide | SearchBudget, rng: Random, check_in: CheckIn = no_check_in
) -> AiChoice:
    """Decide for `seat` as a level does; the only legal action is taken without a thought.

    No level is shown the true `state`: it gets one drawn from what the seat knows.
    """
    began = time.thread_time()
    legal = ruleset.legal_actions(state, seat)
    if len(legal) == 1:
        return AiChoice(legal[0], time.thread_time() - began)
    imagined = ruleset.determinize(state, seat, rng)
    if isinstance(how, SearchBudget):
        found = search(ruleset, imagined, seat, rng, allotted(ruleset, how), check_in)
        return AiChoice(found.best, time.thread_time() - began, found)
    action = how(ruleset, imagined, seat, rng)
    return AiChoice(action, time.thread_time() - began)
