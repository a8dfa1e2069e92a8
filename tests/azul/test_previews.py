"""Test that the preview of an action says what the action takes, costs and brings."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from domain.azul import RULESET
from domain.azul.wire.actions import ChooseKeep, ChoosePayment, DraftTiles, PassRound, PlaceTile
from domain.azul.wire.facts import BonusTaken, HandCleared, TilePlaced, TilesDrafted, TokenTaken
from tests.azul.builders import draft, drafting, give_score, hold, lie, place, placing
from tests.azul.builders import play as play_actions
from tests.rulesets.games import Step, play


def preview(state: Any, action: Any, seat: int = 0) -> dict[str, Any]:
    """Return the preview of a legal action as JSON."""
    legal = list(RULESET.legal_actions(state, seat))
    found = msgspec.to_builtins(RULESET.previews(state, seat, legal)[legal.index(action)])
    assert isinstance(found, dict)
    return found


def taken_and_seen(*kinds: type[Any]) -> Iterator[tuple[Step, Any, dict[str, Any]]]:
    """Yield each step of some games with an action of these kinds, the state after it, and the preview."""
    for seats in (2, 3, 4):
        for number in range(8):
            game = play("azul", seats, number)
            for step, after in zip(game.steps, game.states[1:], strict=True):
                if isinstance(step.action, kinds):
                    yield step, after, preview(step.before, step.action, step.seat)


def only(kind: type[Any], step: Step) -> Any:
    """Return the fact of a kind in a step, or None."""
    return next((fact for fact, _ in step.emitted if isinstance(fact, kind)), None)


def test_a_draft_names_the_tiles_of_its_colour_and_the_wild() -> None:
    """5.2.2, 5.2.3"""
    state = drafting()
    lie(state, "f3", red=2, purple=2)
    assert preview(state, draft("f3", "red")) == {"number": 2, "wilds": 1}
    lie(state, "f3", purple=3)
    assert preview(state, draft("f3", "purple")) == {"number": 1}


def test_the_first_draft_from_the_centre_names_the_points_lost() -> None:
    """5.3.1, 2.3.2"""
    state = drafting()
    lie(state, "centre", red=3, purple=1)
    assert preview(state, draft("centre", "red")) == {"number": 3, "wilds": 1, "lost": 4}
    give_score(state, 0, 3)
    assert preview(state, draft("centre", "red")) == {"number": 3, "wilds": 1, "lost": 2}
    state.holder = 1
    assert preview(state, draft("centre", "red")) == {"number": 3, "wilds": 1}


def test_a_placement_names_its_price_until_the_payment_is_chosen() -> None:
    """6.3.4, 6.5.1"""
    state, action = placing(), place(placing(), "red 3")
    hold(state, 0, red=3, purple=1)
    assert preview(state, action) == {"price": 2, "points": 1}
    play_actions(state, action)
    assert preview(state, ChoosePayment(0)) == {"colour": "red", "discarded": {"red": 2}, "points": 1}
    both = {"purple": 1, "red": 1}
    assert preview(state, ChoosePayment(1)) == {"colour": "red", "discarded": both, "points": 1}


def test_a_placement_with_one_payment_names_its_tiles() -> None:
    """6.3.1, 6.3.4"""
    state = placing()
    hold(state, 0, red=2, purple=1)
    paid = {"wilds": 1, "discarded": {"purple": 1, "red": 1}}
    assert preview(state, place(state, "red 3")) == {**paid, "points": 1}
    assert preview(state, place(state, "red 1")) == {"points": 1}


def test_as_many_tiles_leave_the_source_as_the_draft_names() -> None:
    """5.2.2, 5.3.1"""
    for step, _, shown in taken_and_seen(DraftTiles):
        drafted, token = only(TilesDrafted, step), only(TokenTaken, step)
        gained = msgspec.to_builtins(drafted.tiles)
        assert gained[step.action.colour] == shown["number"]
        assert sum(gained.values()) == shown["number"] + shown.get("wilds", 0)
        assert shown.get("lost") == (None if token is None else token.lost)


@pytest.mark.no_cover
def test_a_placement_costs_and_brings_what_it_names() -> None:
    """6.3.4, 6.5.1, 6.6.5"""
    open_prices = []
    for step, after, shown in taken_and_seen(PlaceTile, ChoosePayment):
        placed, bonus = only(TilePlaced, step), only(BonusTaken, step)
        if placed is None:
            assert after.decision == "choose_payment"
            open_prices.append(shown["price"])
            continue
        if isinstance(step.action, ChoosePayment):
            assert sum(msgspec.to_builtins(placed.discarded).values()) == open_prices.pop()
        assert shown["points"] == placed.points
        assert shown.get("discarded", {}) == msgspec.to_builtins(placed.discarded)
        taken = 0 if bonus is None else sum(msgspec.to_builtins(bonus.tiles).values())
        assert shown.get("bonus", 0) == (after.due or taken)
    assert open_prices == []


@pytest.mark.no_cover
def test_passing_and_keeping_cost_the_points_that_they_name() -> None:
    """6.8.2, 6.8.5"""
    costs = 0
    for step, _, shown in taken_and_seen(PassRound, ChooseKeep):
        cleared = next(
            (fact for fact, _ in step.emitted if isinstance(fact, HandCleared) and fact.seat == step.seat), None
        )
        assert shown.get("lost", 0) == (0 if cleared is None else cleared.lost)
        costs += "lost" in shown
    assert costs


def test_a_choice_of_bonus_tiles_needs_no_preview() -> None:
    """6.6.2"""
    state = placing()
    state.due, state.decision = 1, "choose_bonus"
    assert RULESET.previews(state, 0, RULESET.legal_actions(state, 0)) == ()
