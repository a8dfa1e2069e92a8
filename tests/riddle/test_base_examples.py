"""The worked examples of the base game (19.2)."""

from random import Random

import pytest

from domain.riddle import RULESET
from domain.riddle.rules.state import State, round_of
from domain.riddle.wire.actions import EndStep, PlayCard, TakeFreeKey
from domain.riddle.wire.constants import MAIN
from domain.riddle.wire.facts import (
    CardDiscarded,
    CardDrawn,
    CardPassed,
    CardPlayed,
    CardSeen,
    DeckRenewed,
    GameEnded,
    KeysReceived,
    StepOpened,
    TurnBegan,
)
from tests.riddle.builders import (
    act,
    at,
    base,
    end_step,
    hand,
    hold_only,
    keys,
    lay,
    main_discard,
    of,
    own,
    play,
    public,
    rejection,
    run_out,
    step,
    table,
)

SIX = ("wing", "gear", "cannon", "lens", "knot", "flower")


def test_a_replaced_card_passes_to_the_left_and_displaces_the_card_there() -> None:
    """19.2.1 (1.6.2, 4.1.3, 5.1.1, 5.1.2, 5.1.3, 5.1.4, 8.1.1)"""
    state = base()
    beyond = table(state, 2)
    emitted = play(state, "B66-1", 5)
    assert (at(state, 0, 5), at(state, 1, 5), main_discard(state)) == ("B66-1", "B44-1", ("B42-1",))
    assert table(state, 2) == beyond
    assert state.keys == [0, 0, 0]
    assert len(hand(state, 0)) == 5
    assert (state.active, state.turn, step(state)) == (1, 2, "play")
    assert public(emitted) == [
        CardPlayed(0, "B66-1", 5),
        CardPassed(1, "B44-1", 5),
        CardDiscarded("B42-1"),
        CardDrawn(0, "main"),
        TurnBegan(1, 2, 1),
        StepOpened("play"),
    ]
    drawn = [fact.card for fact in of(CardSeen, emitted)]
    assert set(hand(state, 0)) == {"B12-1", "B21-1", "B34-1", "B43-1", *drawn}


def test_the_only_opponent_is_the_left_neighbour() -> None:
    """19.2.2 (1.1.2)"""
    state = base(2, active=1)
    play(state, "B15-1", 4)
    assert (at(state, 0, 4), main_discard(state), state.active) == ("B31-1", ("B33-1",), 0)


def test_a_symbol_on_a_whole_line_earns_its_key() -> None:
    """19.2.3 (6.1.1, 6.1.6)"""
    state = base()
    lay(state, 0, {4: "B14-1"})
    emitted = play(state, "B12-1", 7)
    assert keys(state, 0) == ("face",)
    assert (at(state, 1, 7), main_discard(state)) == ("B55-1", ("B53-1",))
    assert of(KeysReceived, emitted) == [KeysReceived(0, ("face",))]
    assert state.active == 1


def two_lines() -> State:
    """The position of example 19.2.4."""
    state = base()
    lay(state, 0, {3: "B24-2", 4: "B14-1"})
    return state


def test_two_lines_earn_two_keys_in_one_turn() -> None:
    """19.2.4 (1.7.1, 6.1.5)"""
    state = two_lines()
    emitted = play(state, "B12-1", 7)
    assert keys(state, 0) == ("face", "vortex")
    assert of(KeysReceived, emitted) == [KeysReceived(0, ("face", "vortex"))]


def test_a_kind_already_owned_earns_nothing() -> None:
    """19.2.5 (1.5.1, 6.1.5)"""
    state = base()
    lay(state, 0, {4: "B14-1"})
    own(state, 0, "face")
    emitted = play(state, "B12-1", 7)
    assert keys(state, 0) == ("face",)
    assert of(KeysReceived, emitted) == []


def ready_by_passing() -> State:
    """The position of example 19.2.6 after its first action."""
    state = base()
    lay(state, 0, {7: "B12-2"})
    lay(state, 1, {4: "B14-1"})
    play(state, "B66-1", 7)
    assert [at(state, 1, zone) for zone in (1, 4, 7)] == ["B16-1", "B14-1", "B12-2"]
    assert state.keys == [0, 0, 0]
    return state


def test_a_line_completed_by_a_passed_card_counts_after_the_players_turn() -> None:
    """19.2.6 (6.1.3, 6.1.4)"""
    state = ready_by_passing()
    play(state, "B54-1", 3)
    assert keys(state, 1) == ("face",)


def test_a_line_broken_by_the_players_own_card_does_not_count() -> None:
    """19.2.6 (6.1.3)"""
    state = ready_by_passing()
    play(state, "B54-1", 1)
    assert state.keys == [0, 0, 0]


@pytest.mark.parametrize(("zone", "expected"), [(3, ("face",)), (7, ())])
def test_a_line_of_the_opening_counts_if_it_exists_after_the_play(zone: int, expected: tuple[str, ...]) -> None:
    """19.2.7 (6.1.2, 6.1.3)"""
    state = base()
    lay(state, 0, {4: "B14-1", 7: "B12-2"})
    assert state.keys == [0, 0, 0]
    play(state, "B66-1", zone)
    assert keys(state, 0) == expected
    if zone == 7:
        assert at(state, 1, 7) == "B12-2"


def cross() -> State:
    """The position of example 19.2.8."""
    state = base()
    lay(state, 0, {3: "B12-2", 4: "B13-2", 5: "B14-1"})
    return state


def test_one_symbol_on_all_five_cards_offers_the_free_key() -> None:
    """19.2.8 (4.1.2, 7.1.1, 7.1.3)"""
    state = cross()
    play(state, "B12-1", 7)
    assert keys(state, 0) == ("face",)
    assert step(state) == "free_key"
    legal = list(RULESET.legal_actions(state, 0))
    assert len(legal) == 12
    assert legal[-1] == EndStep()
    act(state, TakeFreeKey("knot"))
    assert (keys(state, 0), state.free_used) == (("face", "knot"), [True, False, False])
    assert (len(hand(state, 0)), state.active) == (5, 1)


def test_the_free_key_must_be_a_new_kind_and_may_be_declined() -> None:
    """19.2.9 (7.1.5, 7.1.6)"""
    state = cross()
    play(state, "B12-1", 7)
    assert rejection(state, TakeFreeKey("face")) == "key_already_owned"
    end_step(state)
    assert (keys(state, 0), state.free_used, state.active) == (("face",), [False] * 3, 1)


def test_the_free_key_is_awarded_once() -> None:
    """19.2.10 (7.1.2)"""
    state = cross()
    state.free_used[0] = True
    play(state, "B12-1", 7)
    assert (keys(state, 0), state.active) == (("face",), 1)


def test_seven_keys_win_at_once_and_more_are_allowed() -> None:
    """19.2.11 (9.1.2)"""
    state = two_lines()
    own(state, 0, *SIX)
    emitted = play(state, "B12-1", 7)
    assert len(keys(state, 0)) == 8
    assert RULESET.to_act(state) == ()
    assert len(hand(state, 0)) == 4
    assert public(emitted)[-1] == GameEnded("goal")
    outcome = RULESET.outcome(state)
    assert outcome is not None
    assert [(seat.rank, seat.total) for seat in outcome.seats] == [(1, 8), (2, 0), (2, 0)]


def test_a_win_by_lines_leaves_no_free_key_to_offer() -> None:
    """19.2.12 (7.1.8)"""
    state = cross()
    own(state, 0, *SIX)
    play(state, "B12-1", 7)
    assert len(keys(state, 0)) == 7
    assert RULESET.to_act(state) == ()
    assert not state.free_used[0]


def test_a_free_key_may_be_the_one_that_wins() -> None:
    """19.2.13 (9.1.1)"""
    state = cross()
    own(state, 0, "wing", "gear", "cannon", "lens", "knot", "face")
    play(state, "B12-1", 7)
    assert step(state) == "free_key"
    emitted = act(state, TakeFreeKey("bird"))
    assert len(keys(state, 0)) == 7
    assert public(emitted)[-1] == GameEnded("goal")
    outcome = RULESET.outcome(state)
    assert outcome is not None
    assert outcome.winners == (0,)
    assert [row.amount for row in outcome.seats[0].rows] == [6, 1]


def test_an_empty_deck_is_renewed_when_a_card_must_be_drawn() -> None:
    """19.2.14 (8.1.4)"""
    state = base()
    run_out(state, MAIN, discard=True)
    assert len(state.discard[MAIN]) == 42
    emitted = play(state, "B66-1", 5)
    assert (len(state.deck[MAIN]), state.discard[MAIN]) == (42, [])
    assert [fact for fact in public(emitted) if isinstance(fact, CardDiscarded | DeckRenewed | CardDrawn)] == [
        CardDiscarded("B42-1"),
        DeckRenewed("main"),
        CardDrawn(0, "main"),
    ]


def test_bad_plays_of_the_base_game_are_rejected() -> None:
    """19.2.15 (1.6.1, 3.1.3)"""
    state = base()
    assert rejection(state, PlayCard("B66-1", 0)) == "unknown_zone"
    assert rejection(state, PlayCard("B15-1", 5)) == "card_not_in_hand"
    assert rejection(state, EndStep()) == "must_play"
    assert rejection(state, PlayCard("B15-1", 5), seat=1) == "not_your_turn"


def test_sixty_rounds_without_a_key_end_the_game() -> None:
    """19.2.16 (9.2.1, 9.2.2, 9.2.4)"""
    state = base()
    own(state, 0, "face", "flower", "hand", "horse")
    own(state, 1, "face", "flower", "hand", "horse")
    own(state, 2, "face", "flower")
    state.turn, state.active, state.keyless = 210, 2, 59
    assert round_of(state) == 70
    untold = RULESET.clone(state)
    emitted = play(state, "B62-1", 4)
    assert public(emitted)[-1] == GameEnded("technical_stop")
    RULESET.apply(untold, 2, PlayCard("B62-1", 4), Random(1))
    assert untold == state
    outcome = RULESET.outcome(state)
    assert outcome is not None
    assert [seat.rank for seat in outcome.seats] == [1, 1, 3]
    assert outcome.winners == (0, 1)


# More of the base game


def test_round_300_is_the_last() -> None:
    """9.2.1"""
    state = base()
    state.turn, state.active = 899, 1
    play(state, "B15-1", 4)
    assert RULESET.to_act(state) == (2,)
    state.key_in_round = True
    emitted = play(state, "B62-1", 4)
    assert public(emitted)[-1] == GameEnded("technical_stop")


def test_a_key_resets_the_count_of_keyless_rounds() -> None:
    """9.2.1"""
    state = base(2)
    lay(state, 0, {4: "B14-1"})
    state.keyless = 59
    play(state, "B12-1", 7)
    assert (state.keyless, state.key_in_round) == (59, True)
    play(state, "B24-1", 1)
    assert (state.keyless, state.key_in_round) == (0, False)


def test_a_declined_free_key_is_offered_again_in_a_later_turn() -> None:
    """7.1.6"""
    state = cross()
    play(state, "B12-1", 7)
    end_step(state)
    for seat in (1, 2):
        play(state, hand(state, seat)[0], 1)
    hold_only(state, 0, "B16-2", "B21-2", "B22-2", "B23-2", "B25-2")
    play(state, "B16-2", 1)
    assert keys(state, 0) == ("face",)
    assert step(state) == "free_key"
