"""Return the scenarios and the rules of rulesets, and start games at scenarios."""

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec

from domain import replay
from domain.dice import Seed
from domain.names import Language
from domain.replay import GamePosition
from domain.ruleset import AnyRuleset, IllegalAction, RejectionCode, check, read_action
from domain.scenarios import RejectedCreation, Scenario
from domain.translations import text_in
from service.play.presenters import Wire
from service.problems import ScenarioSeats, UnknownScenario
from service.resources.creation import Sandbox, SandboxAction
from service.store import SeatSetup


def starting_point(ruleset: AnyRuleset, name: str, seats: Sequence[SeatSetup]) -> tuple[Any, Sandbox]:
    """Return the options and the sandbox of a game at a scenario. Raises UnknownScenario and ScenarioSeats."""
    found = next((each for each in ruleset.catalogue.scenarios if each.name == name), None)
    if found is None:
        raise UnknownScenario(
            "Send a scenario from `listScenarios`. {ruleset} has no scenario {name}.",
            {"name": name, "ruleset": ruleset.name},
        )
    if len(seats) != found.seats:
        raise ScenarioSeats("Send {seats} seats, as many as the scenario has.", {"seats": found.seats})
    actions = tuple(SandboxAction(each.seat, each.action) for each in found.actions)
    return msgspec.convert(found.options, ruleset.options_type), Sandbox(found.seed, actions)


def catalogue(ruleset: AnyRuleset, language: Language) -> Wire:
    """Return the scenarios of a ruleset, with titles in a language."""
    shown = [_scenario(ruleset, each, language) for each in ruleset.catalogue.scenarios]
    return {"ruleset": ruleset.name, "rules_version": ruleset.version, "scenarios": shown}


def rules(ruleset: AnyRuleset, language: Language) -> Wire:
    """Return the paragraphs and rejection codes of a ruleset in a language, each code with an example."""
    return {
        "ruleset": ruleset.name,
        "rules_version": ruleset.version,
        "paragraphs": [ruleset.translations.paragraph_in(language, each) for each in ruleset.paragraphs],
        "rejections": [_rejection(ruleset, each, language) for each in ruleset.rejections],
    }


def _rejection(ruleset: AnyRuleset, rejection: RejectionCode, language: Language) -> Wire:
    return {
        "code": rejection.code,
        "paragraph": rejection.paragraph,
        "title": ruleset.names.rejections[rejection.code].read_in(language),
        "text": text_in(language, ruleset.translations.texts.rejections, rejection.code, rejection.text),
        **_example(ruleset, rejection.code),
    }


def _title(ruleset: AnyRuleset, scenario: Scenario, language: Language) -> str:
    """Return the title of a scenario; that of a rejection is found by its code."""
    texts = ruleset.translations.texts
    known = texts.scenarios if scenario.code is msgspec.UNSET else texts.rejections
    return text_in(language, known, scenario.name, scenario.title)


def _scenario(ruleset: AnyRuleset, scenario: Scenario, language: Language) -> Wire:
    """Return a scenario with the position it reaches."""
    position = _position(ruleset, scenario.name)
    return {
        "name": scenario.name,
        "title": _title(ruleset, scenario, language),
        "seats": scenario.seats,
        "options": scenario.options,
        "version": position.version,
        "to_act": ruleset.to_act(position.state),
        "attempt": _shown(ruleset, scenario, position),
    }


def _shown(ruleset: AnyRuleset, scenario: Scenario, position: GamePosition[Any]) -> Wire:
    """Return what to try in a scenario. A seat that need not act sends the version as its decision."""
    seat, action = scenario.shows.seat, scenario.shows.action
    asked = seat in ruleset.to_act(position.state)
    return {
        "seat": seat,
        "decision": position.asked[seat] if asked else position.version,
        **({"malformed": json.dumps(action)} if _is_malformed(ruleset, scenario, position) else {"action": action}),
        **({} if scenario.code is msgspec.UNSET else {"code": scenario.code}),
    }


def _is_malformed(ruleset: AnyRuleset, scenario: Scenario, position: GamePosition[Any]) -> bool:
    """Whether the action to try violates its schema."""
    try:
        check(ruleset, position.state, scenario.shows.seat, read_action(ruleset, scenario.shows.action))
    except IllegalAction as rejection:
        return rejection.reason.malformed
    return False


@cache
def _position(ruleset: AnyRuleset, name: str) -> GamePosition[Any]:
    """Return the position of a scenario."""
    scenario = next(each for each in ruleset.catalogue.scenarios if each.name == name)
    log = [(move.seat, read_action(ruleset, move.action)) for move in scenario.actions]
    options = msgspec.convert(scenario.options, ruleset.options_type)
    return replay.replay(ruleset, options, scenario.seats, Seed(bytes.fromhex(scenario.seed)), log)


def _example(ruleset: AnyRuleset, code: str) -> Wire:
    """Return the scenario that shows a rejection, or the creation that causes it."""
    scenario = next((each.name for each in ruleset.catalogue.scenarios if each.code == code), None)
    if scenario is not None:
        return {"scenario": scenario}
    creation = next((each for each in ruleset.catalogue.rejected_creations if each.code == code), None)
    return {} if creation is None else {"creation": json.dumps(_body(ruleset, creation))}


def _body(ruleset: AnyRuleset, creation: RejectedCreation) -> Wire:
    sandbox = {"sandbox": {"actions": msgspec.to_builtins(creation.actions)}} if creation.actions else {}
    seats = [{"kind": "human"}] * creation.seats
    return {"ruleset": ruleset.name, "options": creation.options, "seats": seats, **sandbox}
