"""Test the rules of Fireworks, paragraph by paragraph."""

from random import Random

import pytest

from domain.game_terms import ChosenTerms, conflict_of
from tests.zoo.fireworks import RULESET, wire
from tests.zoo.fireworks.rules import Held, State
from tests.zoo.fireworks.wire import CARDS, CardDrawn, CardPlayed, DiscardCard, GiveHint, Options, PlayCard, SeatView

RED_1, RED_2, BLUE_3 = (CARDS.index(each) for each in ("red_1", "red_2", "blue_3"))


def hands(*cards):
    return [[Held(card) for card in hand] for hand in cards]


def take(state, seat, action):
    """Take a turn; return the facts with their audiences."""
    facts = []
    RULESET.apply(state, seat, action, Random(0), lambda *fact: facts.append(fact))
    return facts


def test_two_or_three_play_as_one_team():
    """1.1"""
    assert [RULESET.reject_setup(Options(), seats) is None for seats in (1, 2, 3, 4)] == [False, True, True, False]
    assert (RULESET.teams(Options(), 2), RULESET.is_cooperative) == (("all", "all"), True)


def test_a_cooperative_game_is_not_rated():
    assert (
        conflict_of(RULESET, ChosenTerms(rated=True, sandbox=False, is_public=True, undo="none"))
        == "cooperative_unrated"
    )


def test_each_seat_sees_all_hands_but_its_own_and_spectators_see_none():
    """1.2, 1.3"""
    facts = []
    state = RULESET.setup(Options(), 2, Random(0), lambda *fact: facts.append(fact))
    held = [tuple(CARDS[each.card] for each in hand) for hand in state.hands]
    unknown = ("unknown", "unknown")
    assert RULESET.view(state, 0).seats == (SeatView(unknown), SeatView(held[1]))
    assert RULESET.view(state, None).seats == (SeatView(unknown), SeatView(unknown))
    assert facts == [(CardDrawn(seat, card), (1 - seat,)) for seat in (0, 1) for card in held[seat]]
    assert (len(state.deck), state.hints) == (6, 2)


def test_a_card_that_fits_is_added_and_another_one_is_a_mistake():
    """2.1, 2.2, 2.5"""
    state = State(hands([RED_1, BLUE_3], [BLUE_3, RED_1]), [RED_2])
    assert take(state, 0, PlayCard(0)) == [(CardPlayed(0, "red_1", True), None), (CardDrawn(0, "red_2"), (1,))]
    assert (state.fireworks, [each.card for each in state.hands[0]]) == ([1, 0], [BLUE_3, RED_2])
    assert take(state, 1, PlayCard(0)) == [(CardPlayed(1, "blue_3", False), None)]
    assert (state.fireworks, state.mistakes) == ([1, 0], 1)


def test_hints_name_cards_of_other_seats_and_come_back_by_discards():
    """2.3, 2.4"""
    state = State(hands([RED_1], [BLUE_3]), [], hints=1)
    assert RULESET.reject(state, 0, GiveHint(0, 0)).code == "nothing_to_name"
    take(state, 0, GiveHint(1, 0))
    assert RULESET.view(state, 1).seats == (SeatView(("red_1",)), SeatView(("blue_3",)))
    assert RULESET.reject(state, 1, GiveHint(0, 0)).code == "no_hint_left"
    assert RULESET.reject(state, 1, PlayCard(1)).code == "no_such_card"
    take(state, 1, DiscardCard(0))
    assert state.hints == 1


@pytest.mark.parametrize(
    ("fireworks", "mistakes", "result"), [([3, 3], 0, "won"), ([3, 2], wire.MISTAKES, "lost"), ([0, 0], 2, "lost")]
)
def test_all_win_together_with_complete_fireworks_and_lose_together_otherwise(fireworks, mistakes, result):
    """3.1, 3.2"""
    state = State(hands([RED_1], [RED_1]), [], mistakes=mistakes, fireworks=fireworks)
    outcome = RULESET.outcome(state)
    assert (outcome.results, outcome.seats[0].total) == ((result, result), sum(fireworks))
    assert outcome.winners == ((0, 1) if result == "won" else ())


def test_the_game_ends_when_a_seat_has_no_card():
    """3.1"""
    state = State(hands([RED_1], []), [])
    assert RULESET.to_act(state) == (0,)
    take(state, 0, DiscardCard(0))
    assert RULESET.reject(state, 1, PlayCard(0)).code == "game_over"
