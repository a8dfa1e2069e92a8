"""The rulesets of this repository that must keep the promises, and the functions that play them."""

from domain.registry import RULESETS
from domain.ruleset import AnyRuleset
from tests.tiny import TINY
from tests.zoo import ZOO
from workers.promises import template
from workers.promises.games import (
    GAME_SIZES,
    NAMES,
    PLAYED,
    QUICK,
    Game,
    Step,
    act,
    checks_of,
    choice_of,
    differing,
    every_options,
    hold,
    home,
    packed,
    play,
    readable,
    redeals,
    seed_of,
)

__all__ = [
    "GAME_SIZES",
    "NAMES",
    "PLAYED",
    "QUICK",
    "TEMPLATE",
    "Game",
    "Step",
    "act",
    "checks_of",
    "choice_of",
    "differing",
    "every_options",
    "home",
    "packed",
    "play",
    "readable",
    "redeals",
    "seed_of",
]

TEMPLATE = template.RULESET
HELD: dict[str, AnyRuleset] = {**ZOO, TINY.name: TINY, TEMPLATE.name: TEMPLATE, **RULESETS}
"""The rulesets of the registry, those of the zoo, the tiny one of the tests, and the template of a new one.

A ruleset of the registry replaces one of the zoo with its name.
"""

hold(HELD)
