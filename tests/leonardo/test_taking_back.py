"""Test which actions a seat may undo alone: those that reveal nothing about labs, hands and bids, even by omission."""

import pytest

from domain.leonardo.rules import undo_rules
from domain.leonardo.rules.state import FINISHING, PLACEMENT
from domain.leonardo.wire.actions import Bid, DeclareWork, MarketSwap, Place
from tests.rulesets.games import PLAYED, play
from workers.promises.taking_back import finds

LEONARDO = PLAYED["leonardo"]
PASS = Place("pass")


def placing():
    """Return the first state of a game in which characters are placed, and lab 0 works face down."""
    states = (state for state in play("leonardo", 2, 1).states if state.stage == PLACEMENT and state.could_be[0])
    return LEONARDO.clone(next(states))


def after(state, **changes):
    changed = LEONARDO.clone(state)
    for name, value in changes.items():
        setattr(changed, name, value)
    return changed


@pytest.mark.no_cover
@pytest.mark.parametrize(("part", "number"), [("_judges_labs", 0), ("_opens_bids", 7), ("_shows_hand", 1)])
def test_each_part_of_the_rule_is_needed(monkeypatch, part, number):
    """Each part is the only one that catches a step of a game."""
    game = play("leonardo", 4, number)
    assert not finds(LEONARDO, [game])
    monkeypatch.setattr(undo_rules, part, lambda *_: False)
    assert finds(LEONARDO, [game])


def test_a_round_that_ends_without_an_invention_stays():
    """The action reveals to all seats that no face-down lab was finished."""
    before = placing()
    assert undo_rules.reveals_nothing(before, 0, PASS, after(before))
    assert not undo_rules.reveals_nothing(before, 0, PASS, after(before, round=before.round + 1, stage=1))
    assert not undo_rules.reveals_nothing(before, 0, PASS, after(before, stage=FINISHING, decision="bid"))


def test_the_favours_lead_to_the_first_round_and_judge_no_lab():
    before = after(placing(), round=0, stage=0)
    assert undo_rules.reveals_nothing(before, 0, PASS, after(before, round=1, stage=1))


@pytest.mark.parametrize(("could_be", "stays"), [(0, False), (0b110, True)])
@pytest.mark.parametrize("action", [MarketSwap(("wood",), ("iron",)), DeclareWork((), {"large": 1})])
def test_an_action_that_needs_cards_of_a_hidden_hand_stays(action, could_be, stays):
    """Without a face-down lab the hand is public."""
    before = placing()
    before.could_be[:2] = [could_be, 0]
    assert undo_rules.reveals_nothing(before, 0, action, after(before)) is not stays
    nothing = MarketSwap((), ()) if isinstance(action, MarketSwap) else DeclareWork((), {})
    assert undo_rules.reveals_nothing(before, 0, nothing, after(before))


@pytest.mark.parametrize(("auction", "stays"), [(3, False), (0, True), (7, True)])
def test_the_last_sealed_bid_stays_and_an_earlier_one_does_not(auction, stays):
    before = after(placing(), stage=FINISHING, auction=3)
    assert undo_rules.reveals_nothing(before, 0, Bid(2), after(before, auction=auction)) is not stays
