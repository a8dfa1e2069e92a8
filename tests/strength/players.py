"""Who plays in the arena: every AI level, and two players that only measure them."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any, Final

from domain.levels import LEVELS
from domain.ruleset import AnyRuleset
from workers.choice import decide

Player = Callable[[AnyRuleset, Any, int, Random], Any]
"""Takes a decision of a seat in the true state, with dice of its own."""


def of_level(level: str) -> Player:
    """Play as an AI level does in the service."""
    return lambda ruleset, state, seat, rng: decide(ruleset, state, seat, level, rng)


def by_value(ruleset: AnyRuleset, state: Any, seat: int, rng: Random) -> Any:
    """Take the action after which the own position leads most by static value, looking at nothing else.

    It shares with the levels that search only what positions are worth: an opponent whom their rollouts do not know.
    """
    imagined = ruleset.determinize(state, seat, rng)
    legal = ruleset.legal_actions(imagined, seat)
    leads = [_lead(ruleset, imagined, seat, action, rng) for action in legal]
    return legal[leads.index(max(leads))]


def _lead(ruleset: AnyRuleset, state: Any, seat: int, action: Any, rng: Random) -> float:
    """Give the lead in value over the best rival after an action."""
    after = ruleset.clone(state)
    ruleset.apply(after, seat, action, rng)
    outcome = ruleset.outcome(after)
    if outcome:
        values = [each.total * ruleset.guide.point for each in outcome.seats]
    else:
        values = list(ruleset.guide.values(after))
    return values.pop(seat) - max(values)


def peeking(level: str) -> Player:
    """Search as a level does, but in the true state: what knowing all that is hidden would be worth."""

    def cheat(ruleset: AnyRuleset, state: Any, seat: int, rng: Random) -> Any:
        seeing = replace(ruleset, determinize=lambda state, seat, rng: ruleset.clone(state))
        return decide(seeing, state, seat, level, rng)

    return cheat


PLAYERS: Final[Mapping[str, Player]] = {
    **{level: of_level(level) for level in LEVELS},
    "value": by_value,
    "peeking-normal": peeking("normal"),
}
