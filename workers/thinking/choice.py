"""Choose actions for AI levels, from what a seat knows and with dice separate from those of the game."""

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
    """The action that an AI level chose, and its cost."""

    action: Any
    seconds: float
    """The CPU time in seconds."""
    found: SearchResult | None = None
    """The result of the search; None without a search."""


def ai_dice(seed: Seed, version: int, seat: int, purpose: str = "ai") -> Random:
    """Return the random generator for a decision of `seat` at `version`; each purpose has a generator of its own.

    It differs from the generators of the game's own draws, and from those of other games with the same seed. Every
    attempt at a turn gets the same generator, so a turn that is played twice has the same action.
    """
    label = f"{purpose}:{version}:{seat}".encode() + seed.salt
    return Random(int.from_bytes(hmac.digest(seed.secret, label, hashlib.sha256), "big"))  # noqa: S311


def choose(
    ruleset: AnyRuleset,
    position: GamePosition[Any],
    seat: int,
    policy: Decide | SearchBudget,
    seed: Seed,
    check_in: CheckIn = no_check_in,
) -> AiChoice:
    """Choose an action for `seat`, which must act in a game with this seed, at a level.

    Raises the errors of `check_in` during a search.
    """
    return think(ruleset, position.state, seat, policy, ai_dice(seed, position.version, seat), check_in)


def decide(ruleset: AnyRuleset, state: Any, seat: int, level: str, rng: Random) -> Any:
    """Return the action that one of `LEVELS` chooses."""
    return think(ruleset, state, seat, LEVELS[level], rng).action


def think(
    ruleset: AnyRuleset,
    state: Any,
    seat: int,
    policy: Decide | SearchBudget,
    rng: Random,
    check_in: CheckIn = no_check_in,
) -> AiChoice:
    """Choose an action for `seat` at a level; a single legal action needs no search.

    A level never gets the true `state`, but a state sampled from what the seat knows.
    """
    started = time.thread_time()
    legal = ruleset.legal_actions(state, seat)
    if len(legal) == 1:
        return AiChoice(legal[0], time.thread_time() - started)
    imagined = ruleset.determinize(state, seat, rng)
    if isinstance(policy, SearchBudget):
        found = search(ruleset, imagined, seat, rng, allotted(ruleset, policy), check_in)
        return AiChoice(found.best, time.thread_time() - started, found)
    action = policy(ruleset, imagined, seat, rng)
    return AiChoice(action, time.thread_time() - started)
