"""Set-up (sections 1.1 and 2)."""

from random import Random
from typing import Any

import pytest

from domain.riddle import RULESET
from domain.riddle.rules.cards import CARDS, MAIN_DECK, names
from domain.riddle.rules.setup import setup
from domain.riddle.rules.state import State
from domain.riddle.wire.constants import ADDITIONAL, CORNERS, CROSS, MAIN
from domain.riddle.wire.facts import CardDealt, CardLaidOut, FirstPlayerDrawn
from domain.riddle.wire.options import Options
from tests.riddle.builders import Draws, at, hand, table
from tests.riddle.invariants import check

SMALL_DECK = {name for name in CARDS if name.startswith("N") and not name.endswith("-3")}


def dealt(*additional: str) -> State:
    """Deal a game of two in which seat 0 receives these additional cards in this order."""
    deck = [name for name in CARDS if name in SMALL_DECK]
    draws = [(0, 2)]
    draws += [(0, len(MAIN_DECK) - dealt) for dealt in range(20)]
    for name in additional:
        draws.append((deck.index(name), len(deck)))
        deck[deck.index(name)] = deck[-1]
        deck.pop()
    state = RULESET.setup(Options("expansion"), 2, Draws(*draws))
    assert isinstance(state, State)
    return state


@pytest.mark.parametrize(("seats", "main", "additional"), [(2, 52, 50), (3, 42, 44), (4, 32, 38), (5, 22, 63)])
def test_the_deal_leaves_the_decks_of_the_rules(seats: int, main: int, additional: int) -> None:
    """2.2.5, 2.3.3"""
    state = setup(Options("expansion"), seats, Random(seats))
    check(state)
    assert (len(state.deck[MAIN]), len(state.deck[ADDITIONAL])) == (main, additional)
    plain = setup(Options("base"), seats, Random(seats))
    check(plain)
    assert [len(pile) for pile in (*plain.deck, *plain.discard)] == [main, 0, 0, 0]


def test_every_seat_may_be_drawn_as_first() -> None:
    """2.1.1"""
    drawn = {setup(Options(), 5, Random(seed)).first for seed in range(60)}
    assert drawn == set(range(5))


def test_the_first_player_named_has_the_first_turn_and_no_lot_is_drawn() -> None:
    """2.1.1, 3.1.1"""
    emitted: list[Any] = []
    for seat in range(5):
        state = setup(Options(first_player=seat), 5, Random(seat), lambda fact, audience: emitted.append(fact))
        assert (state.first, RULESET.to_act(state)) == (seat, (seat,))
    assert not any(isinstance(fact, FirstPlayerDrawn) for fact in emitted)


def test_the_opening_layout_earns_no_key() -> None:
    """2.2.4"""
    assert all(setup(Options("base"), 5, Random(seed)).keys == [0] * 5 for seed in range(40))


def test_action_cards_turned_up_in_corners_go_to_the_hand() -> None:
    """19.3.1 (2.3.3, 14.1.5)"""
    state = dealt("N22-1", "N01-1", "N27-2", "N09-1", "N13-1", "N30-1")
    assert [at(state, 0, zone) for zone in (0, 2, 6, 8)] == [None, "N01-1", None, "N09-1"]
    assert len(hand(state, 0)) == 9
    assert set(hand(state, 0)) >= {"N13-1", "N30-1", "N22-1", "N27-2"}
    view = RULESET.view(state, 1)
    assert [(each.seat, each.cards) for each in view.own.known] == [(0, ("N22-1", "N27-2"))]


def test_the_main_deck_is_shuffled() -> None:
    """2.2.1: each of the 72 cards is dealt in some game."""
    seen: set[str | None] = set()
    for seed in range(60):
        state = setup(Options("base"), 2, Random(seed))
        seen |= {*table(state, 0), *hand(state, 0)}
    assert seen == {*names(MAIN_DECK), None}


@pytest.mark.parametrize(("mode", "cards", "corners"), [("base", 5, 0), ("expansion", 7, 4)])
def test_every_seat_receives_a_table_and_a_hand(mode: str, cards: int, corners: int) -> None:
    """2.2.2, 2.3.2: a card turned up in a corner that goes to the hand counts as received, too."""
    state = setup(Options(mode), 4, Random(8))
    for seat in range(4):
        empty = sum(at(state, seat, zone) is None for zone in CORNERS)
        assert all(at(state, seat, zone) for zone in CROSS)
        assert len(hand(state, seat)) == cards + (empty if corners else 0)


def test_the_deal_is_seat_by_seat_to_the_table_and_then_to_the_hand() -> None:
    """2.2.3, 2.3.2, 15.1.3: first the start player, then the main cards, then the additional ones."""
    emitted: list[Any] = []
    setup(Options("expansion"), 2, Random(5), lambda fact, _: emitted.append(fact))
    first, *dealt_out = emitted[:33]
    assert isinstance(first, FirstPlayerDrawn)
    course = [(each.seat, each.zone if isinstance(each, CardLaidOut) else "hand") for each in dealt_out]
    main = [(seat, place) for seat in (0, 1) for place in (*CROSS, *["hand"] * 5)]
    additional = [(seat, place) for seat in (0, 1) for place in (*CORNERS, *["hand"] * 2)]
    assert course == [*main, *additional]
    assert all(isinstance(each, CardLaidOut | CardDealt) for each in dealt_out)


def test_the_expansion_deals_the_main_cards_as_the_base_game_does() -> None:
    """2.3.1"""
    plain, extended = (setup(Options(mode), 3, Random(4)) for mode in ("base", "expansion"))
    crosses = [[at(state, seat, zone) for seat in range(3) for zone in CROSS] for state in (plain, extended)]
    assert crosses[0] == crosses[1]
    assert [plain.hand[3 * seat] for seat in range(3)] == [extended.hand[3 * seat] for seat in range(3)]


def test_a_hand_may_start_with_eleven_cards() -> None:
    """2.3.4"""
    state = dealt("N21-1", "N22-1", "N23-1", "N24-1", "N25-1", "N26-1")
    assert len(hand(state, 0)) == 11
    assert state.discard == [[], []]
