"""The worked examples of the expansion (19.3)."""

from domain.riddle import RULESET
from domain.riddle.rules.state import State
from domain.riddle.wire.actions import (
    ConcealedTrade,
    DiscardActions,
    DrawCard,
    EndStep,
    PlayCard,
    TakeFreeKey,
    UseAction,
    observe,
)
from domain.riddle.wire.constants import ADDITIONAL, MAIN
from domain.riddle.wire.facts import CardPassed, CardsTraded, CardTaken, TradeSeen
from tests.riddle.builders import (
    Draws,
    accepts,
    act,
    additional_discard,
    at,
    at_end,
    discards,
    draw_up,
    end_step,
    expansion,
    hand,
    hold,
    hold_only,
    in_play,
    keys,
    known_to,
    lasting,
    lay,
    main_discard,
    of,
    play,
    public,
    ready,
    rejection,
    run_out,
    sent,
    step,
    table,
    throw_away,
    use,
)


def test_a_play_into_an_empty_corner_passes_no_card() -> None:
    """19.3.2 (5.2.1, 5.2.5)"""
    state = ready(expansion("N13-1", active=2))
    play(state, "N13-1", 8)
    assert (at(state, 2, 8), at(state, 0, 8)) == ("N13-1", "N09-1")
    assert state.discard == [[], []]


def test_a_passed_card_fills_an_empty_corner() -> None:
    """19.3.3 (5.2.2)"""
    state = ready(expansion("N13-1", active=1))
    play(state, "N13-1", 8)
    assert (at(state, 1, 8), at(state, 2, 8)) == ("N13-1", "N08-1")
    assert state.discard == [[], []]


def test_lines_are_examined_after_the_last_play() -> None:
    """19.3.4 (6.1.2, 6.1.8, 10.1.3)"""
    state = ready(expansion())
    play(state, "B21-1", 4)
    assert keys(state, 0) == ()
    assert step(state) == "play"
    play(state, "N16-1", 8)
    assert keys(state, 0) == ("flower",)
    assert (at(state, 1, 4), at(state, 1, 8)) == ("B33-1", "N09-1")
    assert (main_discard(state), additional_discard(state)) == (("B31-1",), ("N08-1",))
    assert (step(state), len(hand(state, 0))) == ("draw", 5)


def test_two_main_cards_are_beyond_the_allowance() -> None:
    """19.3.5 (10.1.4)"""
    state = ready(expansion())
    play(state, "B21-1", 4)
    assert rejection(state, PlayCard("B12-1", 1)) == "play_limit"


def test_an_extra_play_allows_one_more_card_of_either_kind() -> None:
    """19.3.6 (10.1.4, 10.1.5)"""
    state = ready(expansion("N21-1"))
    use(state, "N21-1")
    play(state, "B21-1", 4)
    play(state, "B12-1", 1)
    assert rejection(state, PlayCard("B34-1", 3)) == "play_limit"
    assert accepts(state, PlayCard("N16-1", 0))
    assert accepts(state, EndStep())


def test_cards_keep_to_the_zones_of_their_kind() -> None:
    """19.3.7 (1.6.3, 5.2.6)"""
    state = ready(expansion())
    assert rejection(state, PlayCard("B12-1", 0)) == "zone_kind"
    assert rejection(state, PlayCard("N16-1", 4)) == "zone_kind"


def test_a_card_passed_to_a_sealed_card_is_discarded() -> None:
    """19.3.8 (5.2.3, 12.9.1)"""
    state = expansion()
    lasting(state, "N29-1", 1)
    before = table(ready(state), 1)
    play(state, "B66-1", 5)
    assert (at(state, 0, 5), main_discard(state), table(state, 1)) == ("B66-1", ("B44-1",), before)


def test_an_empty_corner_of_a_sealed_seat_is_filled_and_then_protected() -> None:
    """19.3.9 (11.2.2, 12.9.1)"""
    state = expansion("N13-1", "N27-1", active=1)
    lasting(state, "N29-1", 2)
    play(ready(state), "N13-1", 8)
    assert at(state, 2, 8) == "N08-1"
    end_step(state)
    assert rejection(state, UseAction("N27-1", target_seat=2, zone=8)) == "target_sealed"
    assert accepts(state, UseAction("N27-1", target_seat=0, zone=8))


def test_a_prohibition_binds_its_target_until_the_end_of_its_turn() -> None:
    """19.3.10 (5.2.8, 10.1.11, 11.3.3, 12.10.1)"""
    state = expansion("N30-1")
    hold(state, 1, "N22-1")
    play(ready(state), "B66-1", 5)
    end_step(state)
    use(state, "N30-1", target_seat=1, zone=4)
    draw_up(state)
    assert (state.active, step(state)) == (1, "start_actions")
    assert rejection(state, UseAction("N22-1", zones=(4, 5))) == "target_prohibited"
    end_step(state)
    assert rejection(state, PlayCard("B15-1", 4)) == "zone_prohibited"
    play(state, "B15-1", 1)
    assert in_play(state) == [("N30-1", 0)]
    finish_turn(state)
    assert state.active == 2
    assert in_play(state) == []
    assert additional_discard(state)[-1] == "N30-1"


def finish_turn(state: State) -> None:
    """End the steps of the turn, drawing from the main deck."""
    seat = state.active
    while state.active == seat:
        act(state, RULESET.default_action(state, seat))


def test_a_card_passed_into_a_prohibited_zone_is_discarded() -> None:
    """19.3.11 (5.2.3, 11.3.3, 13.1.8)"""
    state = expansion()
    lasting(state, "N30-1", 2, 1, 4)
    play(ready(state), "B12-1", 4)
    assert (main_discard(state), at(state, 1, 4)) == (("B33-1",), "B31-1")
    finish_turn(state)
    assert (state.active, in_play(state)) == (1, [("N30-1", 2)])
    finish_turn(state)
    assert (state.active, in_play(state)) == (2, [])


def test_silence_forbids_using_but_not_discarding() -> None:
    """19.3.12 (12.11.1)"""
    state = expansion("N21-1", "N27-1")
    lasting(state, "N31-1", 2)
    ready(state)
    assert step(state) == "play"
    assert rejection(state, UseAction("N21-1")) == "wrong_step"
    play(state, "B66-1", 5)
    end_step(state)
    assert rejection(state, UseAction("N27-1", target_seat=1, zone=0)) == "silenced"
    assert accepts(state, DiscardActions(("N27-1",)))


def test_silence_affects_its_user_at_once() -> None:
    """19.3.13 (13.1.6)"""
    state = at_end(expansion("N31-1", "N27-1"))
    use(state, "N31-1")
    assert rejection(state, UseAction("N27-1", target_seat=1, zone=0)) == "silenced"
    assert accepts(state, DiscardActions(("N27-1",)))
    assert accepts(state, EndStep())


def test_a_mirror_sends_the_replaced_card_where_its_user_says() -> None:
    """19.3.14 (12.3.2)"""
    state = ready(expansion("N23-1"))
    before = table(state, 1)
    use(state, "N23-1")
    assert rejection(state, PlayCard("B66-1", 5)) == "pass_to_required"
    assert rejection(state, PlayCard("B66-1", 5, pass_to=0)) == "pass_to_invalid"
    play(state, "B66-1", 5, pass_to=2)
    assert (at(state, 2, 5), main_discard(state), table(state, 1)) == ("B44-1", ("B35-1",), before)


def test_a_mirrored_card_for_a_prohibited_zone_is_discarded() -> None:
    """19.3.15 (5.2.4, 12.3.4)"""
    state = expansion("N23-1")
    lasting(state, "N30-1", 1, 2, 5)
    use(ready(state), "N23-1")
    play(state, "B66-1", 5, pass_to=2)
    assert (main_discard(state), at(state, 2, 5)) == (("B44-1",), "B35-1")


def test_a_destination_is_named_only_with_mirror_and_a_replaced_card() -> None:
    """19.3.16 (12.3.3)"""
    state = ready(expansion())
    assert rejection(state, PlayCard("B66-1", 5, pass_to=2)) == "pass_to_not_allowed"
    other = ready(expansion("N23-1", "N13-1", active=2))
    use(other, "N23-1")
    assert rejection(other, PlayCard("N13-1", 8, pass_to=0)) == "pass_to_not_allowed"
    assert accepts(other, PlayCard("N13-1", 8))


def test_a_shift_swaps_two_cards_of_the_same_kind() -> None:
    """19.3.17 (12.8.1, 13.1.1)"""
    state = expansion("N28-1")
    lasting(state, "N30-1", 2, 1, 4)
    at_end(state)
    assert rejection(state, UseAction("N28-1", target_seat=1, zones=(1, 4))) == "target_prohibited"
    assert rejection(state, UseAction("N28-1", target_seat=1, zones=(0, 1))) == "target_zone_kind"
    assert rejection(state, UseAction("N28-1", target_seat=2, zones=(2, 8))) == "target_zone_empty"
    use(state, "N28-1", target_seat=1, zones=(1, 7))
    assert (at(state, 1, 1), at(state, 1, 7)) == ("B53-1", "B16-1")


def test_a_sealed_table_is_not_shifted() -> None:
    """19.3.18 (13.1.1)"""
    state = expansion("N28-1")
    lasting(state, "N29-1", 1)
    at_end(state)
    assert rejection(state, UseAction("N28-1", target_seat=1, zones=(1, 7))) == "target_sealed"
    assert accepts(state, UseAction("N28-1", target_seat=2, zones=(1, 7)))


def test_a_blot_empties_a_corner() -> None:
    """19.3.19 (11.1.2, 12.7.1)"""
    state = at_end(expansion("N27-1"))
    assert rejection(state, UseAction("N27-1", target_seat=2, zone=8)) == "target_zone_empty"
    assert rejection(state, UseAction("N27-1", target_seat=1, zone=4)) == "target_zone_kind"
    use(state, "N27-1", target_seat=1, zone=0)
    assert at(state, 1, 0) is None
    assert additional_discard(state) == ("N05-1", "N27-1")


def test_a_trade_exchanges_a_named_card_for_a_random_one() -> None:
    """19.3.20 (12.5.1, 14.1.4)"""
    state = ready(expansion("N25-1"))
    action = UseAction("N25-1", target_seat=1, give="B12-1")
    assert hand(state, 1) == ("B15-1", "B24-1", "B36-1", "B45-1", "B54-1", "N14-1", "N17-1")
    emitted = act(state, action, Draws((2, 7)))
    assert "B36-1" in hand(state, 0)
    assert "B12-1" in hand(state, 1)
    assert (len(hand(state, 0)), len(hand(state, 1))) == (7, 7)
    assert of(CardsTraded, emitted) == [CardsTraded(0, 1, "main", "main")]
    assert TradeSeen("B12-1", "B36-1") in known_to(emitted, 0)
    assert TradeSeen("B12-1", "B36-1") in known_to(emitted, 1)
    assert TradeSeen("B12-1", "B36-1") not in known_to(emitted, 2)
    assert [observe(action, 0, viewer) for viewer in (0, 1, 2, None)] == [
        action,
        action,
        ConcealedTrade("N25-1", 1),
        ConcealedTrade("N25-1", 1),
    ]


def test_an_archive_takes_a_symbol_card_from_a_discard() -> None:
    """19.3.21 (12.4.1)"""
    state = expansion("N24-1")
    throw_away(state, "B65-1", "N28-2")
    ready(state)
    assert rejection(state, UseAction("N24-1", take="N28-2")) == "target_not_symbol_card"
    emitted = use(state, "N24-1", take="B65-1")
    assert CardTaken(0, "B65-1") in public(emitted)
    assert "B65-1" in hand(state, 0)
    assert [each.cards for each in RULESET.view(state, 2).own.known] == [("B65-1",)]
    assert accepts(state, PlayCard("B65-1", 4))


def test_an_archive_without_an_available_symbol_card_opens_no_step() -> None:
    """19.3.21"""
    state = expansion("N24-1")
    throw_away(state, "N28-2")
    assert step(ready(state)) == "play"


def test_a_rearrangement_is_no_play() -> None:
    """19.3.22 (11.1.7, 12.2.1, 13.1.10)"""
    state = expansion("N22-1")
    lay(state, 0, {3: "B12-2", 4: "B13-2"})
    before = table(ready(state), 1)
    use(state, "N22-1", zones=(3, 7))
    assert (at(state, 0, 3), at(state, 0, 7), keys(state, 0)) == ("B55-1", "B12-2", ())
    assert table(state, 1) == before
    play(state, "B66-1", 5)
    end_step(state)
    assert keys(state, 0) == ("face",)


def test_a_full_hand_draws_no_card() -> None:
    """19.3.23 (8.1.2)"""
    state = expansion("N27-1", "N30-1")
    assert len(hand(state, 0)) == 9
    play(ready(state), "B66-1", 5)
    play(state, "N16-1", 0)
    assert step(state) == "end_actions"
    end_step(state)
    assert (len(hand(state, 0)), state.active) == (7, 1)


def test_each_card_is_drawn_from_the_deck_of_choice() -> None:
    """19.3.24 (8.1.2, 8.1.3, 10.1.10)"""
    state = ready(expansion())
    play(state, "B66-1", 5)
    play(state, "N20-1", 0)
    assert step(state) == "draw"
    assert list(RULESET.legal_actions(state, 0)) == [DrawCard("main"), DrawCard("additional")]
    act(state, DrawCard("main"))
    assert (step(state), len(hand(state, 0))) == ("draw", 6)
    act(state, DrawCard("additional"))
    assert (len(hand(state, 0)), state.active) == (7, 1)


def test_draws_from_the_only_remaining_deck_need_no_decision() -> None:
    """19.3.24 (8.1.5, 16.1.3)"""
    state = ready(expansion())
    play(state, "B66-1", 5)
    lay(state, 1, {0: None})
    run_out(state, ADDITIONAL, discard=False)
    main = len(state.deck[MAIN])
    play(state, "N20-1", 0)
    assert (state.active, len(hand(state, 0)), len(state.deck[MAIN])) == (1, 7, main - 2)


def test_a_hand_of_action_cards_plays_and_receives_no_card() -> None:
    """19.3.25 (5.3.1, 5.3.2, 6.1.2)"""
    state = expansion()
    lay(state, 0, {4: "B14-1", 7: "B12-2"})
    hold_only(state, 0, "N21-1", "N22-1", "N23-1", "N26-1", "N27-1", "N28-1", "N29-1")
    ready(state)
    assert step(state) == "start_actions"
    end_step(state)
    assert (step(state), keys(state, 0)) == ("end_actions", ())
    act(state, DiscardActions(("N21-1", "N27-1")))
    end_step(state)
    assert (len(hand(state, 0)), step(state)) == (5, "draw")
    act(state, DrawCard("main"))
    act(state, DrawCard("main"))
    assert state.active == 1


def saltire() -> State:
    """The position of example 19.3.26."""
    state = expansion("N15-1")
    lay(state, 0, {2: "N06-2", 4: "B14-1", 6: "N13-1"})
    return ready(state)


def test_corners_and_centre_offer_the_free_key_too() -> None:
    """19.3.26 (7.1.1, 10.1.8)"""
    state = saltire()
    play(state, "N15-1", 8)
    end_step(state)
    assert (keys(state, 0), step(state)) == (("face",), "free_key")
    act(state, TakeFreeKey("knot"))
    assert keys(state, 0) == ("face", "knot")


def test_three_corners_and_centre_are_a_line_only() -> None:
    """19.3.26 (7.1.1)"""
    state = saltire()
    play(state, "B66-1", 3)
    end_step(state)
    assert (keys(state, 0), state.free_used[0], state.active) == (("face",), False, 1)


def test_a_blank_sheet_discards_other_cards() -> None:
    """19.3.27 (12.6.1)"""
    state = at_end(expansion("N26-1"))
    assert rejection(state, UseAction("N26-1")) == "malformed"
    assert rejection(state, UseAction("N26-1", cards=())) == "malformed"
    assert rejection(state, UseAction("N26-1", cards=("N26-1",))) == "target_self_card"
    use(state, "N26-1", cards=("B12-1", "N20-1"))
    assert (len(hand(state, 0)), step(state)) == (4, "draw")
    assert "B12-1" in main_discard(state)
    assert additional_discard(state) == ("N20-1", "N26-1")
    for _ in range(3):
        assert state.active == 0
        act(state, DrawCard("main"))
    assert state.active == 1


def test_a_second_seal_has_no_effect() -> None:
    """19.3.28 (11.1.4, 11.3.2, 13.1.4)"""
    state = at_end(expansion("N29-1", "N29-2"))
    use(state, "N29-1")
    assert rejection(state, UseAction("N29-2")) == "no_effect"
    act(state, DiscardActions(("N29-2",)))
    finish_turn(state)
    finish_turn(state)
    assert in_play(state) == [("N29-1", 0)]
    finish_turn(state)
    assert (state.active, in_play(state)) == (0, [])
    assert discards(state, ADDITIONAL)[-1] == "N29-1"


def test_form_is_judged_before_place() -> None:
    """19.3.29 (17.1.3, 17.1.4)"""
    state = ready(expansion("N22-1"))
    assert step(state) == "start_actions"
    assert sent(state, type="use_action", card="N27-1") == "malformed"
    assert sent(state, type="use_action", card="N27-1", target_seat=1, zone=0) == "card_not_in_hand"
    assert sent(state, type="use_action", card="B12-1", zone=4) == "not_action_card"
    assert sent(state, type="play_card", card="B12-1", zone=4, pass_to="left") == "malformed"
    assert sent(state, type="play_card", card="B12-1", zone=4, pass_to=2) == "wrong_step"


def test_a_corner_filled_by_the_first_play_is_protected_from_the_second() -> None:
    """19.3.30 (10.1.7, 12.9.1)"""
    state = expansion("N13-1", "N21-1", active=1)
    lasting(state, "N29-1", 2)
    use(ready(state), "N21-1")
    emitted = play(state, "N13-1", 8)
    assert of(CardPassed, emitted) == [CardPassed(2, "N08-1", 8)]
    play(state, "N14-1", 8)
    assert at(state, 2, 8) == "N08-1"
    assert additional_discard(state) == ("N21-1", "N13-1")
