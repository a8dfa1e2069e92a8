"""Test what holds at every decision of every game: random draws, kinds of decisions, and final scoring."""

from random import Random
from typing import Any

from domain.leonardo import RULESET
from domain.leonardo.rules.state import State, clone
from domain.leonardo.wire.actions import DECISION, Bid, ChooseFavour, DeclareWork, observe
from domain.leonardo.wire.facts import CHANCE
from domain.leonardo.wire.views import OwnWork
from tests.leonardo.builders import (
    ANNA,
    BRUNO,
    accepts,
    equip,
    give,
    hand_of,
    hold,
    own,
    plain,
    play,
    purse,
    rejection,
    request,
    resolve,
    start_work,
    table,
)
from tests.leonardo.random_games import all_options, opening, steps


def reported_with(dice: int, state: State, seat: int, action: Any) -> list[Any]:
    """List the facts of an action with these dice, except those that the dice decide."""
    emitted: list[Any] = []
    RULESET.apply(clone(state), seat, action, Random(dice), lambda fact, audience: emitted.append((fact, audience)))
    return [each for each in emitted if not isinstance(each[0], CHANCE)]


def test_after_the_set_up_chance_decides_only_which_cards_are_drawn_from_the_deck() -> None:
    """3.1.6"""
    for number in range(8):
        seats = 2 + number % 4
        before = opening(all_options(seats)[-1 - number], seats, number)
        state = clone(before)
        for after, seat, action, _ in steps(before, number):
            assert reported_with(1, state, seat, action) == reported_with(2, state, seat, action)
            state = clone(after)


def test_every_decision_has_its_own_type_of_action() -> None:
    """13.1.3"""
    for number in range(8):
        seats = 2 + number % 4
        state = opening(all_options(seats)[-1 - number], seats, number)
        for after, _, _, _ in steps(state, number):
            for seat in RULESET.to_act(after):
                kinds = {DECISION[type(action)] for action in RULESET.legal_actions(after, seat)}
                assert kinds == {after.decision}


def test_sixty_components_are_twelve_of_each_of_five_kinds() -> None:
    """1.1.4"""
    for codex_2 in (False, True):
        state = table(5, codex_2=codex_2)
        hands = [hand_of(state, seat) for seat in range(5)]
        kinds = list(RULESET.constants.kinds)
        assert kinds == ["iron", "wood", "rope", "brick", "glass"]
        for number, kind in enumerate(kinds):
            held = sum(hand.count(kind) for hand in hands)
            assert state.stock[number] + state.market[number] + held == 12


def test_a_favour_and_its_components_are_public() -> None:
    """3.6.6"""
    action = ChooseFavour("b", ("iron", "iron", "wood", "glass"))
    assert observe(action, ANNA, BRUNO) == observe(action, ANNA, None) == action


def test_work_is_interrupted_in_phase_a_and_not_in_the_turn_that_started_it() -> None:
    """5.3.1"""
    state = plain(2)
    hold(state, ANNA, "iron", "rope")
    assert rejection(state, ANNA, DeclareWork(("small",), {"small": 1})) == "lab_not_working"
    play(state, ANNA, DeclareWork((), {"small": 1}))
    assert rejection(state, ANNA, DeclareWork(("small",), {})) == "not_your_turn"
    play(state, BRUNO, DeclareWork((), {}))
    assert rejection(state, ANNA, DeclareWork(("small",), {})) == "wrong_decision"


def test_a_card_won_in_an_auction_reduces_costs_from_the_next_round_on() -> None:
    """8.6.7"""
    state = plain(2)
    request(state, 8, 13, 1)
    equip(state, ANNA, large=4)
    for seat in (ANNA, BRUNO):
        start_work(state, seat, "small", 8, weeks=11)
    start_work(state, ANNA, "large", 13, weeks=5)
    resolve(state)
    play(state, ANNA, Bid(1))
    play(state, BRUNO, Bid(0))
    assert (state.owned[ANNA], state.work[1]) == ([8], 13)
    resolve(state)
    assert state.owned[ANNA] == [8, 13]


def test_components_robots_unfinished_work_and_leonardo_do_not_score() -> None:
    """10.1.2"""
    state = plain(2, in_round=9)
    state.holder = ANNA
    equip(state, ANNA, small=5, robots=(1, 0))
    start_work(state, ANNA, "small", 16, weeks=7)
    give(state, ANNA, "iron", "wood")
    purse(state, ANNA, 10)
    purse(state, BRUNO, 11)
    own(state, BRUNO, 1, 6)
    resolve(state)
    outcome = RULESET.outcome(state)
    assert outcome is not None
    assert [(seat.total, seat.rank) for seat in outcome.seats] == [(10, 2), (11, 1)]


def test_a_player_sees_the_cards_under_their_labs() -> None:
    """12.1.5"""
    state = plain(2)
    equip(state, ANNA, large=4)
    hold(state, ANNA, "iron", "rope")
    play(state, ANNA, DeclareWork((), {"small": 1, "large": 3}))
    assert RULESET.view(state, ANNA).own.work == (OwnWork("small", 1), OwnWork("large", 3))
    assert RULESET.view(state, BRUNO).own.work == ()


def test_a_lab_is_named_by_its_size_and_a_place_by_its_area() -> None:
    """13.1.2"""
    state = plain(2)
    start_work(state, ANNA, "small", 1)
    play(state, ANNA, DeclareWork((), {}))
    play(state, BRUNO, DeclareWork((), {}))
    places = list(dict.fromkeys(action.place for action in RULESET.legal_actions(state, ANNA) if action.place))
    shops = ["smith", "glassmaker", "carpenter", "brickworks", "ropemaker"]
    assert places == ["council", "workshop", "academy", *shops, "lab:small"]
    assert accepts(state, ANNA, type(RULESET.legal_actions(state, ANNA)[-1])("pass"))
