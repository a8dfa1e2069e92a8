"""Test that the preview of an action says what it costs and brings."""

from typing import Any

import msgspec
import pytest

from domain.leonardo import RULESET
from domain.leonardo.rules.inventions import RECIPE
from domain.leonardo.wire.actions import AreaTurn, CouncilSpace, DeclareWork
from domain.leonardo.wire.constants import KINDS, LAB
from domain.leonardo.wire.facts import (
    ApprenticeTaken,
    ComponentsReturned,
    ComponentTaken,
    FlorinsMoved,
    WorkInterrupted,
)
from tests.rulesets.games import Step, play

STEPS = [step for seats in (2, 3, 5) for number in range(6) for step in play("leonardo", seats, number).steps]


def previews(step: Step) -> dict[Any, dict[str, Any]]:
    """Return the preview of each legal action, as JSON; empty without previews."""
    legal = RULESET.legal_actions(step.before, step.seat)
    found = RULESET.previews(step.before, step.seat, legal)
    return dict(zip(legal, map(msgspec.to_builtins, found), strict=True)) if found else {}


def informed(step: Step, kind: type[Any]) -> list[Any]:
    """List the facts of a kind about the seat of a step."""
    return [fact for fact, _ in step.emitted if isinstance(fact, kind) and fact.seat == step.seat]


@pytest.mark.no_cover
def test_an_action_in_an_area_names_its_price_and_benefit() -> None:
    """7.4.1"""
    seen = set()
    for step in [step for step in STEPS if isinstance(step.action, AreaTurn)]:
        shown = previews(step)[step.action]
        if step.action.choice == "withdraw":
            assert shown == {}
            continue
        paid = [fact.change for fact in informed(step, FlorinsMoved) if fact.reason == "area"]
        assert [shown["change"]] == paid if "change" in shown else paid == []
        assert shown.get("component") == next((fact.component for fact in informed(step, ComponentTaken)), None)
        assert ("apprentice" in shown) == bool(informed(step, ApprenticeTaken))
        seen |= shown.keys()
    assert seen == {"change", "component", "apprentice"}


@pytest.mark.no_cover
def test_only_the_second_space_of_the_council_names_the_florins_there() -> None:
    """7.3.5"""
    found = set()
    for step in [step for step in STEPS if isinstance(step.action, CouncilSpace)]:
        for action, shown in previews(step).items():
            assert shown == ({"change": step.before.council_florins} if action.space == 2 else {})
            found.add(shown.get("change"))
    assert found > {None}


@pytest.mark.no_cover
def test_a_declaration_names_the_weeks_of_abandoned_work() -> None:
    """5.3.2"""
    lost = 0
    for step in [step for step in STEPS if isinstance(step.action, DeclareWork)]:
        for action, shown in previews(step).items():
            weeks = [step.before.weeks[2 * step.seat + LAB[name]] for name in action.interrupt]
            assert shown.get("weeks", 0) == sum(weeks)
        stated = [fact.weeks for fact in informed(step, WorkInterrupted)]
        assert previews(step).get(step.action, {}).get("weeks", 0) == sum(stated)
        lost += sum(stated)
    assert lost


@pytest.mark.no_cover
def test_a_declaration_names_the_components_to_lay_and_to_take_back() -> None:
    """5.2.1, 5.3.1"""
    laid = returned = 0
    for step in [step for step in STEPS if isinstance(step.action, DeclareWork)]:
        shown = previews(step)[step.action]
        needed = [RECIPE[number] for number in step.action.start.values()]
        assert [shown.get("laid", []).count(kind) for kind in KINDS] == [
            sum(recipe[kind] for recipe in needed) for kind in range(len(KINDS))
        ]
        stated = [kind for fact in informed(step, ComponentsReturned) for kind in fact.components]
        assert sorted(shown.get("returned", [])) == sorted(stated)
        laid, returned = laid + len(needed), returned + len(stated)
    assert laid
    assert returned
