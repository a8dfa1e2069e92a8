"""Return the scenarios and the rules of rulesets, and start games at scenarios."""

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from domain import replay
from domain.actions import IllegalAction, check, read_action
from domain.dice import Seed
from domain.languages import Language
from domain.replay import GamePosition
from domain.ruleset import AnyRuleset, RejectionCode
from domain.scenarios import FILE, RejectedCreation
from domain.scenarios import Scenario as StoredScenario
from domain.translations import text_in
from service import problems
from service.isolation.faults import naming_file
from service.resources.base import shown
from service.resources.creation import Sandbox, SandboxAction
from service.resources.scenarios import RuleList, RuleRejection, Scenario, ScenarioAttempt, ScenarioList
from service.store import SeatSetup


def starting_point(ruleset: AnyRuleset, name: str, seats: Sequence[SeatSetup]) -> tuple[Any, Sandbox]:
    """Return the options and the sandbox of a game at a scenario. Raises UnknownScenario and ScenarioSeats."""
    found = next((each for each in ruleset.catalogue.scenarios if each.name == name), None)
    if found is None:
        raise problems.UnknownScenario(
            "Send a scenario from `listScenarios`. {ruleset} has no scenario {name}.",
            {"name": name, "ruleset": ruleset.name},
        )
    if len(seats) != found.seats:
        raise problems.ScenarioSeats("Send {seats} seats, as many as the scenario has.", {"seats": found.seats})
    actions = tuple(SandboxAction(each.seat, each.action) for each in found.actions)
    return msgspec.convert(found.options, ruleset.options_type), Sandbox(found.seed, actions, scenario=name)


def catalogue(ruleset: AnyRuleset, language: Language) -> ScenarioList:
    """Return the scenarios of a ruleset, with titles in a language. Raises RuleFault."""
    with naming_file(ruleset.name, FILE):
        shown = tuple(_scenario(ruleset, each, language) for each in ruleset.catalogue.scenarios)
    return ScenarioList(ruleset.name, ruleset.version, shown)


def rules(ruleset: AnyRuleset, language: Language) -> RuleList:
    """Return the paragraphs and rejection codes of a ruleset in a language, each code with an example."""
    return RuleList(
        ruleset=ruleset.name,
        rules_version=ruleset.version,
        paragraphs=tuple(ruleset.translations.paragraph_in(language, each) for each in ruleset.paragraphs),
        rejections=tuple(_rejection(ruleset, each, language) for each in ruleset.rejections),
    )


def _rejection(ruleset: AnyRuleset, rejection: RejectionCode, language: Language) -> RuleRejection:
    scenario = _scenario_of(ruleset, rejection.code)
    return RuleRejection(
        code=rejection.code,
        paragraph=rejection.paragraph,
        title=ruleset.names.rejections[rejection.code].read_in(language),
        text=text_in(language, ruleset.translations.texts.rejections, rejection.code, rejection.text),
        scenario=scenario,
        creation=_creation_of(ruleset, rejection.code) if scenario is UNSET else UNSET,
    )


def _title(ruleset: AnyRuleset, scenario: StoredScenario, language: Language) -> str:
    """Return the title of a scenario; that of a rejection is found by its code."""
    texts = ruleset.translations.texts
    known = texts.scenarios if scenario.code is UNSET else texts.rejections
    return text_in(language, known, scenario.name, scenario.title)


def _scenario(ruleset: AnyRuleset, scenario: StoredScenario, language: Language) -> Scenario:
    """Return a scenario with the position it reaches."""
    position = position_of(ruleset, scenario.name)
    return shown(
        scenario,
        Scenario,
        title=_title(ruleset, scenario, language),
        version=position.version,
        to_act=ruleset.to_act(position.state),
        attempt=_attempt(ruleset, scenario, position),
    )


def _attempt(ruleset: AnyRuleset, scenario: StoredScenario, position: GamePosition[Any]) -> ScenarioAttempt:
    """Return what to try in a scenario. A seat that need not act sends the version as its decision."""
    seat, action = scenario.shows.seat, scenario.shows.action
    malformed = _is_malformed(ruleset, scenario, position)
    return ScenarioAttempt(
        seat=seat,
        decision=position.decisions[seat] if seat in ruleset.to_act(position.state) else position.version,
        action=UNSET if malformed else action,
        malformed=json.dumps(action) if malformed else UNSET,
        code=scenario.code,
    )


def _is_malformed(ruleset: AnyRuleset, scenario: StoredScenario, position: GamePosition[Any]) -> bool:
    """Whether the action to try violates its schema."""
    try:
        check(ruleset, position.state, scenario.shows.seat, read_action(ruleset, scenario.shows.action))
    except IllegalAction as rejection:
        return rejection.reason.malformed
    return False


@cache
def position_of(ruleset: AnyRuleset, name: str) -> GamePosition[Any]:
    """Return the position of a scenario by its name."""
    scenario = next(each for each in ruleset.catalogue.scenarios if each.name == name)
    log = [(move.seat, read_action(ruleset, move.action)) for move in scenario.actions]
    options = msgspec.convert(scenario.options, ruleset.options_type)
    return replay.replay(ruleset, options, scenario.seats, Seed(bytes.fromhex(scenario.seed)), log)


def _scenario_of(ruleset: AnyRuleset, code: str) -> str | UnsetType:
    """Return the name of the scenario that shows a rejection."""
    return next((each.name for each in ruleset.catalogue.scenarios if each.code == code), UNSET)


def _creation_of(ruleset: AnyRuleset, code: str) -> str | UnsetType:
    """Return the body of a creation that causes a rejection."""
    found = (each for each in ruleset.catalogue.rejected_creations if each.code == code)
    return next((json.dumps(_body(ruleset, each)) for each in found), UNSET)


def _body(ruleset: AnyRuleset, creation: RejectedCreation) -> dict[str, Any]:
    sandbox = {"sandbox": {"actions": msgspec.to_builtins(creation.actions)}} if creation.actions else {}
    seats = [{"kind": "human"}] * creation.seats
    return {"ruleset": ruleset.name, "options": creation.options, "seats": seats, **sandbox}
