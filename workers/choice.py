"""How an AI level answers: from what its seat may know, with dice that are not the game's."""

import hashlib
import hmac
from random import Random
from typing import Any

from domain.levels import LEVELS, Budget
from domain.replay import Position
from domain.ruleset import AnyRuleset
from service.problems import UnknownLevel
from workers.search import search


def ai_dice(seed: bytes, version: int, seat: int) -> Random:
    """Give the dice with which `seat` thinks at `version`; its label keeps them apart from the dice of the game.

    The same for every attempt, so that a turn that is played twice is played alike.
    """
    return Random(int.from_bytes(hmac.digest(seed, b"ai:%d:%d" % (version, seat), hashlib.sha256), "big"))  # noqa: S311


def choose(ruleset: AnyRuleset, position: Position[Any], seat: int, level: str, seed: bytes) -> Any:
    """Choose an action for `seat`, which is to act, as the AI of this level would; raises UnknownLevel."""
    if level not in LEVELS:
        raise UnknownLevel(f"There is no AI level {level}.", levels=list(LEVELS))
    return decide(ruleset, position.state, seat, level, ai_dice(seed, position.version, seat))


def decide(ruleset: AnyRuleset, state: Any, seat: int, level: str, rng: Random) -> Any:
    """Decide for `seat` at one of `LEVELS`; the only legal action is taken without a thought.

    No level is shown the true `state`: it gets one drawn from what the seat knows.
    """
    legal = ruleset.legal_actions(state, seat)
    if len(legal) == 1:
        return legal[0]
    imagined, how = ruleset.determinize(state, seat, rng), LEVELS[level]
    if isinstance(how, Budget):
        return search(ruleset, imagined, seat, rng, how).best
    return how(ruleset, imagined, seat, rng)
