"""The course of a turn and the set-up, beyond the worked examples (sections 2, 3, 8, 9, 11, 13, 16)."""

from random import Random

import msgspec
import pytest

from domain.riddle import RULESET
from domain.riddle.rules.cards import symbol_names
from domain.riddle.rules.keys import symbols_on
from domain.riddle.rules.state import round_of
from domain.riddle.wire.actions import DrawCard, EndStep, PlayCard, TakeFreeKey
from domain.riddle.wire.constants import ADDITIONAL, MAIN
from domain.riddle.wire.facts import (
    CardDiscarded,
    DeckRenewed,
    FreeKeyDeclined,
    FreeKeyTaken,
    GameEnded,
    StepOpened,
)
from domain.riddle.wire.options import Options
from tests.riddle.builders import (
    act,
    additional_discard,
    at,
    at_end,
    base,
    end_step,
    expansion,
    hand,
    hold_only,
    keys,
    lasting,
    lay,
    main_discard,
    of,
    own,
    play,
    prohibit,
    public,
    ready,
    run_out,
    step,
    throw_away,
    use,
)
from tests.riddle.invariants import lines_by_geometry
from tests.riddle.random_games import opening, steps


def test_turns_go_clockwise_and_rounds_have_a_turn_for_each_seat() -> None:
    """3.1.1, 3.1.2"""
    state = base()
    seen = []
    for _ in range(7):
        seen.append((state.active, state.turn, round_of(state)))
        act(state, RULESET.default_action(state, state.active))
    assert seen == [(0, 1, 1), (1, 2, 1), (2, 3, 1), (0, 4, 2), (1, 5, 2), (2, 6, 2), (0, 7, 3)]


def test_the_steps_of_a_turn_have_their_order() -> None:
    """3.1.4"""
    state = expansion("N22-1", "N27-1")
    hold_only(state, 0, "N15-1", "N16-1", "N22-1", "N27-1")
    lay(state, 0, {2: "N06-2", 4: "B14-1", 6: "N13-1"})
    seen = [step(ready(state))]
    end_step(state)
    seen.append(step(state))
    play(state, "N15-1", 8)
    while state.active == 0:
        seen.append(step(state))
        act(state, RULESET.legal_actions(state, 0)[-1])
    assert seen == ["start_actions", "play", "free_key", "end_actions", *["draw"] * 4]


def test_a_base_turn_plays_any_card_of_the_hand_into_any_own_zone() -> None:
    """4.1.1"""
    state = base()
    assert list(RULESET.legal_actions(state, 0)) == [
        PlayCard(card, zone) for card in hand(state, 0) for zone in (1, 3, 4, 5, 7)
    ]


def test_a_base_game_has_only_decisions_about_plays_and_free_keys() -> None:
    """16.1.2"""
    met = set()
    for number in range(20):
        state = opening(Options("base"), 2, number)
        met |= {(step(state), type(action)) for action in RULESET.legal_actions(state, state.active)}
        for after, _, _, _ in steps(state, number):
            if RULESET.to_act(after):
                met |= {(step(after), type(action)) for action in RULESET.legal_actions(after, after.active)}
    assert met == {("play", PlayCard), ("free_key", TakeFreeKey), ("free_key", EndStep)}


def test_symbols_on_a_table_follow_the_published_lines() -> None:
    """6.1.1, 7.1.1"""
    met = set()
    for number in range(16):
        seats = 2 + number % 4
        state = opening(Options(("base", "expansion")[number // 4 % 2]), seats, number)
        for after, _, _, _ in steps(state, number):
            for seat in range(seats):
                found = tuple(set(symbol_names(mask)) for mask in symbols_on(after, seat))
                assert found == lines_by_geometry(after, seat)
                met.add((after.expansion, bool(found[0]), bool(found[1])))
    assert met >= {(mode, line, False) for mode in (False, True) for line in (False, True)}


@pytest.mark.parametrize("line", RULESET.constants.modes[1].lines)
def test_each_line_of_the_expansion_earns_its_key(line: tuple[int, ...]) -> None:
    """1.7.2"""
    state = expansion()
    cross = iter(("B12-2", "B13-2", "B14-1"))
    corners = iter(("N06-1", "N15-1", "N01-2"))
    lay(state, 2, {6: None})
    lay(state, 0, {4: "B36-2", 1: "B65-2", 0: "N12-2", 2: "N04-2"})
    lay(state, 0, {zone: next(cross) if zone in (1, 3, 4, 5, 7) else next(corners) for zone in line})
    lines, patterns = symbols_on(state, 0)
    assert symbol_names(lines) == ("face",)
    assert patterns == 0


def test_a_line_with_an_empty_corner_earns_nothing() -> None:
    """6.1.7"""
    state = expansion()
    lay(state, 0, {0: None, 1: "B26-2", 2: "N01-2"})
    assert "flower" not in symbol_names(symbols_on(state, 0)[0])


def test_a_pattern_with_an_empty_corner_earns_nothing() -> None:
    """7.1.7"""
    state = expansion()
    lay(state, 0, {0: "N01-2", 2: "N06-2", 6: "N13-1", 8: "N15-1", 4: "B14-1"})
    assert symbol_names(symbols_on(state, 0)[1]) == ("face",)
    lay(state, 0, {8: None})
    assert symbol_names(symbols_on(state, 0)[1]) == ()


def test_a_free_key_taken_for_the_cross_is_not_available_for_the_corners() -> None:
    """7.1.2"""
    state = expansion("N15-1")
    lay(state, 0, {2: "N06-2", 4: "B14-1", 6: "N13-1"})
    own(state, 0, "knot", free=True)
    play(ready(state), "N15-1", 8)
    end_step(state)
    assert (keys(state, 0), step(state)) == (("face", "knot"), "play")


def test_two_seats_may_own_the_same_key() -> None:
    """1.5.2"""
    state = base()
    own(state, 1, "face")
    lay(state, 0, {4: "B14-1"})
    play(state, "B12-1", 7)
    assert [keys(state, seat) for seat in range(3)] == [("face",), ("face",), ()]


def test_nine_keys_win_the_expansion() -> None:
    """9.1.1, 10.1.8"""
    state = expansion()
    own(state, 0, "face", "hand", "horse", "bird", "skull", "wing", "gear", "cannon")
    ready(state)
    play(state, "B21-1", 4)
    play(state, "N16-1", 8)
    assert RULESET.to_act(state) == ()
    outcome = RULESET.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.seats[0].total) == ((0,), 9)
    assert len(hand(state, 0)) == 5


def test_a_free_key_is_reported_when_taken_and_when_declined() -> None:
    """14.1.4"""
    state = base()
    lay(state, 0, {3: "B12-2", 4: "B13-2", 5: "B14-1"})
    emitted = play(state, "B12-1", 7)
    assert public(emitted)[-1] == StepOpened("free_key")
    declined = RULESET.clone(state)
    assert public(act(state, TakeFreeKey("knot")))[0] == FreeKeyTaken(0, "knot")
    untold = RULESET.clone(declined)
    assert public(end_step(declined))[0] == FreeKeyDeclined(0)
    RULESET.apply(untold, 0, EndStep(), Random(1))
    assert untold == declined


def test_a_pattern_completed_at_the_end_of_the_turn_offers_the_free_key() -> None:
    """7.1.4"""
    for taken in (True, False):
        state = at_end(expansion("N29-1"))
        hold_only(state, 0, "N29-1")
        lay(state, 0, {0: "N01-2", 2: "N06-2", 6: "N13-1", 8: "N15-1", 4: "B14-1"})
        end_step(state)
        assert step(state) == "free_key"
        act(state, TakeFreeKey("knot") if taken else EndStep())
        assert (step(state), keys(state, 0), state.free_used[0]) == ("draw", ("knot",) * taken, taken)


def test_a_pattern_without_a_play_offers_no_free_key() -> None:
    """5.3.2, 7.1.4"""
    state = expansion()
    lay(state, 0, {0: "N01-2", 2: "N06-2", 6: "N13-1", 8: "N15-1", 4: "B14-1"})
    hold_only(state, 0, "N29-1")
    ready(state)
    assert (step(state), keys(state, 0)) == ("end_actions", ())
    end_step(state)
    assert (step(state), keys(state, 0)) == ("draw", ())


def test_a_declined_free_key_is_not_offered_twice_in_a_turn() -> None:
    """7.1.4"""
    state = expansion()
    hold_only(state, 0, "N29-1", "N15-1", "B12-1")
    lay(state, 0, {2: "N06-2", 4: "B14-1", 6: "N13-1"})
    play(ready(state), "N15-1", 8)
    end_step(state)
    assert step(state) == "free_key"
    end_step(state)
    assert step(state) == "end_actions"
    end_step(state)
    assert step(state) == "draw"


def test_the_only_possible_play_is_made_without_a_decision() -> None:
    """16.1.3"""
    state = expansion()
    hold_only(state, 0, "N16-1", "N29-1")
    prohibit(state, 0, 0, 2, 6)
    ready(state)
    assert (at(state, 0, 8), step(state)) == ("N16-1", "end_actions")


def test_a_forced_play_may_leave_a_choice_after_it() -> None:
    """16.1.3"""
    state = expansion("N21-1")
    hold_only(state, 0, "N16-1", "N20-1", "N21-1")
    prohibit(state, 0, 0, 2, 6)
    use(ready(state), "N21-1")
    play(state, "N16-1", 8)
    assert list(RULESET.legal_actions(state, 0)) == [PlayCard("N20-1", 8), EndStep()]


def test_a_hand_without_playable_cards_ends_the_step() -> None:
    """5.3.1"""
    state = expansion()
    hold_only(state, 0, "N16-1", "N29-1")
    prohibit(state, 0, 0, 2, 6, 8)
    assert step(ready(state)) == "end_actions"
    assert RULESET.view(state, 0).additional_played == 0


def test_a_hand_without_main_cards_plays_none() -> None:
    """5.2.6"""
    state = expansion()
    hold_only(state, 0, "N16-1", "N20-1")
    ready(state)
    assert {action.zone for action in RULESET.legal_actions(state, 0)} == {0, 2, 6, 8}
    play(state, "N16-1", 0)
    assert step(state) == "draw"


def test_a_deck_with_an_empty_discard_is_no_choice() -> None:
    """8.1.5"""
    state = ready(expansion())
    run_out(state, MAIN, discard=False)
    additional = len(state.deck[ADDITIONAL])
    play(state, "N16-1", 0)
    assert len(hand(state, 0)) == 6
    end_step(state)
    assert (state.active, len(hand(state, 0)), len(state.deck[ADDITIONAL])) == (1, 7, additional - 1)


def test_drawing_ends_when_no_card_is_left() -> None:
    """8.1.5, 16.1.4"""
    state = ready(expansion())
    lay(state, 1, {0: None})
    run_out(state, MAIN, discard=False)
    run_out(state, ADDITIONAL, discard=False)
    play(state, "N16-1", 0)
    end_step(state)
    assert (state.active, len(hand(state, 0))) == (1, 6)


def test_renewed_decks_are_reported() -> None:
    """1.8.2, 8.1.4"""
    state = ready(expansion())
    throw_away(state, "N31-2", "B65-1")
    run_out(state, ADDITIONAL, discard=True)
    play(state, "N16-1", 0)
    end_step(state)
    emitted = act(state, DrawCard("additional"))
    assert of(DeckRenewed, emitted) == [DeckRenewed("additional")]
    assert (additional_discard(state), main_discard(state)) == ((), ("B65-1",))


def test_all_seats_draw_additional_cards_from_one_deck() -> None:
    """1.4.6"""
    state = ready(expansion())
    before = len(state.deck[ADDITIONAL])
    for card in ("N16-1", "N14-1"):
        play(state, card, 6)
        end_step(state)
        act(state, DrawCard("additional"))
    assert len(state.deck[ADDITIONAL]) == before - 2


def test_the_stop_takes_effect_after_lasting_cards_have_left() -> None:
    """9.2.5"""
    state = expansion(active=2)
    state.first, state.turn = 0, 900
    lasting(state, "N30-1", 0, 2, 8)
    play(ready(state), "B13-1", 1)
    end_step(state)
    emitted = public(act(state, DrawCard("main")))[-2:]
    assert emitted == [CardDiscarded("N30-1"), GameEnded("technical_stop")]


def test_an_absent_player_ends_steps_and_plays_its_first_card() -> None:
    state = at_end(expansion("N29-1"))
    assert RULESET.default_action(state, 0) == EndStep()
    assert RULESET.default_action(ready(expansion()), 0) == PlayCard("B12-1", 1)
    state = ready(expansion())
    play(state, "N16-1", 0)
    end_step(state)
    assert RULESET.default_action(state, 0) == DrawCard("main")


def test_the_actions_are_six_and_all_else_is_automatic() -> None:
    """16.1.8"""
    types = msgspec.inspect.type_info(RULESET.action_type)
    assert isinstance(types, msgspec.inspect.UnionType)
    assert {each.tag for each in types.types if isinstance(each, msgspec.inspect.StructType)} == {
        "use_action",
        "play_card",
        "take_free_key",
        "discard_actions",
        "draw_card",
        "end_step",
    }


def test_no_other_seat_has_a_decision() -> None:
    """16.1.1"""
    state = base()
    assert list(RULESET.legal_actions(state, 1)) == []
