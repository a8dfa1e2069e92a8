"""Positions of scenarios."""

from collections.abc import Sequence
from typing import Any

import msgspec

from domain import replay
from domain.actions import read_action
from domain.dice import Seed
from domain.ruleset import AnyRuleset
from domain.scenarios import Scenario


def choices(ruleset: AnyRuleset, scenario: Scenario) -> Sequence[Any]:
    """List the legal actions of the first seat that must act in a scenario."""
    options, dice = msgspec.convert(scenario.options, ruleset.options_type), Seed(bytes.fromhex(scenario.seed))
    log = [(each.seat, read_action(ruleset, each.action)) for each in scenario.actions]
    state = replay.replay(ruleset, options, scenario.seats, dice, log).state
    return ruleset.legal_actions(state, next(iter(ruleset.to_act(state)), 0))
