"""How an AI level answers: from what its seat may know, with dice that are not the game's."""

import hashlib
import hmac
from random import Random
from typing import Any

from domain.replay import Position
from domain.ruleset import AnyRuleset
from service.problems import UnknownLevel


def ai_dice(seed: bytes, version: int, seat: int) -> Random:
    """Give the dice with which `seat` thinks at `version`; its label keeps them apart from the dice of the game.

    The same for every attempt, so that a turn that is played twice is played alike.
    """
    return Random(int.from_bytes(hmac.digest(seed, b"ai:%d:%d" % (version, seat), hashlib.sha256), "big"))  # noqa: S311


def choose(ruleset: AnyRuleset, position: Position[Any], seat: int, level: str, seed: bytes) -> Any:
    """Choose an action for `seat`, which is to act, as the AI of this level would; raises UnknownLevel."""
    policy = ruleset.policies.get(level)
    if policy is None:
        raise UnknownLevel(f"{ruleset.name} has no AI level {level}.", levels=list(ruleset.policies))
    rng = ai_dice(seed, position.version, seat)
    return policy(ruleset.determinize(position.state, seat, rng), seat, rng)
