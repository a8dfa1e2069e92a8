"""Test that the preview of an action names the cards on the tables that it changes."""

from typing import Any

import msgspec
import pytest

from domain.riddle import RULESET
from domain.riddle.rules.cards import CARDS
from domain.riddle.rules.state import EMPTY
from domain.riddle.wire.actions import PlayCard
from domain.riddle.wire.constants import ZONES
from domain.riddle.wire.facts import CardDiscarded, KeysReceived
from tests.rulesets.games import Step, play

STEPS = [step for seats in (2, 3, 5) for number in range(8) for step in play("riddle", seats, number).steps]


def previews(step: Step) -> dict[Any, dict[str, Any]]:
    """Return the preview of each legal action, as JSON; empty without previews."""
    legal = RULESET.legal_actions(step.before, step.seat)
    found = RULESET.previews(step.before, step.seat, legal)
    return dict(zip(legal, map(msgspec.to_builtins, found), strict=True)) if found else {}


def on_table(state: Any, seat: int, zone: int) -> str | None:
    """Return the id of the card in a zone, or None."""
    card = state.table[ZONES * seat + zone]
    return None if card == EMPTY else CARDS[card]


@pytest.mark.no_cover
def test_a_play_names_the_card_that_it_replaces() -> None:
    """5.1, 5.2"""
    found = set()
    for step in STEPS:
        for action, shown in previews(step).items():
            if isinstance(action, PlayCard):
                assert shown.get("replaced") == on_table(step.before, step.seat, action.zone)
                found.add("replaced" in shown)
    assert found == {False, True}


@pytest.mark.no_cover
def test_an_action_card_names_the_cards_that_it_removes_or_swaps() -> None:
    """12.7.1, 12.8.1"""
    found = set()
    for step in STEPS:
        for action, shown in previews(step).items():
            owner = getattr(action, "target_seat", step.seat)
            owner = step.seat if owner is msgspec.UNSET else owner
            if "removed" in shown:
                assert shown == {"removed": on_table(step.before, owner, action.zone)}
            if "swapped" in shown:
                assert shown == {"swapped": tuple(on_table(step.before, owner, zone) for zone in action.zones)}
            found |= shown.keys()
        if "removed" in (shown := previews(step).get(step.action, {})):
            assert shown["removed"] in [fact.card for fact, _ in step.emitted if isinstance(fact, CardDiscarded)]
    assert found == {"replaced", "symbols", "removed", "swapped"}


@pytest.mark.no_cover
def test_a_play_names_the_keys_that_it_wins() -> None:
    """6.1.1, 6.1.2"""
    found = set()
    for step in STEPS:
        won = [fact.symbols for fact, _ in step.emitted if isinstance(fact, KeysReceived)]
        if isinstance(step.action, PlayCard) and won:
            found.add((previews(step)[step.action]["symbols"],) == tuple(won))
    assert found == {True}
