"""Play a scenario: the actions that lead to it, the view, the action shown, and its facts."""

from dataclasses import dataclass
from typing import Any

import msgspec

from domain.actions import read_action
from domain.dice import Seed
from domain.replay import start, step
from domain.ruleset import AnyRuleset
from domain.scenarios import Scenario


@dataclass(frozen=True)
class Played:
    """A scenario of any ruleset; `view` and `after` are the acting seat's views before and after the action shown."""

    facts: list[Any]
    """The facts of all actions that led to the scenario, in order."""
    before: list[Any]
    """The facts of the last of these actions."""
    view: Any
    seat: int
    action: Any
    legal: list[Any]
    emitted: list[Any]
    """The facts of the action shown."""
    after: Any
    state: Any
    """The state before the action shown."""

    def reported_by(self, kind: type[Any]) -> list[Any]:
        """List the facts of one type that the action shown emits."""
        return [fact for fact in self.emitted if isinstance(fact, kind)]


def played(ruleset: AnyRuleset, scenario: Scenario) -> Played:
    """Play a scenario up to and including the action shown."""
    seed = Seed(bytes.fromhex(scenario.seed))
    position = start(ruleset, msgspec.convert(scenario.options, ruleset.options_type), scenario.seats, seed)
    facts: list[list[Any]] = [[]]
    for each in scenario.actions:
        action = read_action(ruleset, each.action)
        facts.append([fact for fact, _ in step(ruleset, position, each.seat, action, seed)])
    seat, action = scenario.shows.seat, read_action(ruleset, scenario.shows.action)
    view, legal = ruleset.view(position.state, seat), list(ruleset.legal_actions(position.state, seat))
    state = ruleset.clone(position.state)
    emitted = [fact for fact, _ in step(ruleset, position, seat, action, seed)]
    after, before = ruleset.view(position.state, seat), [fact for each in facts for fact in each]
    return Played(before, facts[-1], view, seat, action, legal, emitted, after, state)
