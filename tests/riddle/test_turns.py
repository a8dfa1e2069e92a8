"""The course of a turn and the set-up, beyond the worked examples (sections 2, 3, 8, 9, 11, 13, 16)."""

from random import Random

import pytest

from domain.riddle import RULESET
from domain.riddle.rules.cards import symbol_names
from domain.riddle.rules.keys import symbols_on
from domain.riddle.rules.setup import setup
from domain.riddle.rules.state import round_of
from domain.riddle.wire.actions import DiscardActions, DrawCard, EndStep, PlayCard, TakeFreeKey, UseAction
from domain.riddle.wire.constants import ADDITIONAL, MAIN
from domain.riddle.wire.facts import (
    CardDiscarded,
    CardStays,
    DeckRenewed,
    FreeKeyDeclined,
    FreeKeyTaken,
    StepOpened,
    TurnBegan,
    ZonesSwapped,
)
from domain.riddle.wire.options import Options
from tests.riddle.builders import (
    accepts,
    act,
    additional_discard,
    at,
    at_end,
    base,
    draw_up,
    end_step,
    expansion,
    hand,
    hold_only,
    in_play,
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
from tests.riddle.invariants import check, lines_by_geometry
from tests.riddle.random_games import opening, steps


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


def test_the_opening_layout_gives_no_key() -> None:
    """2.2.4"""
    assert all(setup(Options("base"), 5, Random(seed)).keys == [0] * 5 for seed in range(40))


def test_turns_go_clockwise_and_rounds_have_a_turn_for_each_seat() -> None:
    """3.1.1, 3.1.2"""
    state = base()
    seen = []
    for _ in range(7):
        seen.append((state.active, state.turn, round_of(state)))
        act(state, RULESET.default_action(state, state.active))
    assert seen == [(0, 1, 1), (1, 2, 1), (2, 3, 1), (0, 4, 2), (1, 5, 2), (2, 6, 2), (0, 7, 3)]


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


@pytest.mark.parametrize("line", RULESET.tables.modes[1].lines)
def test_each_line_of_the_expansion_gives_its_key(line: tuple[int, ...]) -> None:
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


def test_a_line_with_an_empty_corner_gives_nothing() -> None:
    """6.1.7"""
    state = expansion()
    lay(state, 0, {0: None, 1: "B26-2", 2: "N01-2"})
    assert "flower" not in symbol_names(symbols_on(state, 0)[0])


def test_nine_keys_win_the_expansion() -> None:
    """9.1.1"""
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


def test_a_free_key_is_told_when_taken_and_when_declined() -> None:
    """14.1.4"""
    state = base()
    lay(state, 0, {3: "B12-2", 4: "B13-2", 5: "B14-1"})
    told = play(state, "B12-1", 7)
    assert public(told)[-1] == StepOpened("free_key")
    twin = RULESET.clone(state)
    assert public(act(state, TakeFreeKey("knot")))[0] == FreeKeyTaken(0, "knot")
    untold = RULESET.clone(twin)
    assert public(end_step(twin))[0] == FreeKeyDeclined(0)
    RULESET.apply(untold, 0, EndStep(), Random(1))
    assert untold == twin


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


def test_a_pattern_without_a_play_offers_nothing() -> None:
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


def test_the_only_possible_play_is_made_without_asking() -> None:
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


def test_nothing_playable_ends_the_step() -> None:
    """5.3.1"""
    state = expansion()
    hold_only(state, 0, "N16-1", "N29-1")
    prohibit(state, 0, 0, 2, 6, 8)
    assert step(ready(state)) == "end_actions"
    assert RULESET.view(state, 0).additional_played == 0


def test_a_hand_without_main_cards_plays_none() -> None:
    state = expansion()
    hold_only(state, 0, "N16-1", "N20-1")
    ready(state)
    assert {action.zone for action in RULESET.legal_actions(state, 0)} == {0, 2, 6, 8}
    play(state, "N16-1", 0)
    assert step(state) == "draw"


def test_a_mirrored_card_may_go_to_its_discard() -> None:
    """12.3.2"""
    state = ready(expansion("N23-1"))
    use(state, "N23-1")
    legal = [action for action in RULESET.legal_actions(state, 0) if (action.card, action.zone) == ("B66-1", 5)]
    assert legal == [
        PlayCard("B66-1", 5, pass_to=1),
        PlayCard("B66-1", 5, pass_to=2),
        PlayCard("B66-1", 5, pass_to_discard=True),
    ]
    play(state, "B66-1", 5, pass_to_discard=True)
    assert (main_discard(state), at(state, 1, 5)) == (("B44-1",), "B42-1")


def test_two_second_hands_allow_two_more_cards() -> None:
    """12.1.1"""
    state = ready(expansion("N21-1", "N21-2"))
    use(state, "N21-1")
    use(state, "N21-2")
    assert RULESET.view(state, 0).extra_plays == 2
    for card, zone in (("B12-1", 1), ("B21-1", 3), ("B34-1", 4)):
        play(state, card, zone)
    assert not any(isinstance(each, PlayCard) and each.card == "B43-1" for each in RULESET.legal_actions(state, 0))
    play(state, "N16-1", 0)
    assert step(state) == "draw"


def test_two_corner_cards_may_be_the_two_plays() -> None:
    """10.1.5"""
    state = ready(expansion("N21-1"))
    use(state, "N21-1")
    play(state, "N16-1", 0)
    play(state, "N20-1", 2)
    assert accepts(state, PlayCard("B12-1", 1))


def test_an_end_step_follows_the_use_of_the_last_action_card() -> None:
    state = at_end(expansion("N31-1"))
    told = use(state, "N31-1")
    assert public(told) == [CardStays(0, "N31-1"), StepOpened("draw")]
    assert in_play(state) == [("N31-1", 0)]
    draw_up(state)
    assert (state.active, step(state)) == (1, "play")


def test_a_start_card_received_in_a_trade_may_be_used_at_once() -> None:
    """11.1.6"""
    state = expansion("N25-1")
    hold_only(state, 1, "N22-1")
    ready(state)
    use(state, "N25-1", target_seat=1, give="B12-1")
    assert step(state) == "start_actions"
    assert accepts(state, UseAction("N22-1", zones=(3, 7)))


def test_a_swap_is_told_with_its_table() -> None:
    state = at_end(expansion("N28-1"))
    assert of(ZonesSwapped, use(state, "N28-1", target_seat=1, zones=(7, 1))) == [ZonesSwapped(1, (1, 7))]
    other = ready(expansion("N22-1"))
    assert of(ZonesSwapped, use(other, "N22-1", zones=(0, 8))) == [ZonesSwapped(0, (0, 8))]


def test_seals_end_at_the_start_of_their_owners_turn() -> None:
    """11.3.2, 11.3.4, 13.1.2"""
    state = expansion(active=2)
    lasting(state, "N29-1", 0)
    lasting(state, "N31-1", 0)
    ready(state)
    play(state, "B13-1", 1)
    told = end_step(state)
    while state.active == 2:
        told = act(state, DrawCard("main"))
    assert [fact for fact in public(told) if isinstance(fact, CardDiscarded | TurnBegan)] == [
        TurnBegan(0, 2, 1),
        CardDiscarded("N29-1"),
        CardDiscarded("N31-1"),
    ]
    assert in_play(state) == []


def test_a_deck_whose_discard_is_empty_too_is_no_choice() -> None:
    """8.1.5"""
    state = ready(expansion())
    run_out(state, MAIN, discard=False)
    additional = len(state.deck[ADDITIONAL])
    play(state, "N16-1", 0)
    assert len(hand(state, 0)) == 6
    end_step(state)
    assert (state.active, len(hand(state, 0)), len(state.deck[ADDITIONAL])) == (1, 7, additional - 1)


def test_drawing_ends_when_nothing_is_left() -> None:
    """8.1.5"""
    state = ready(expansion())
    lay(state, 1, {0: None})
    run_out(state, MAIN, discard=False)
    run_out(state, ADDITIONAL, discard=False)
    play(state, "N16-1", 0)
    end_step(state)
    assert (state.active, len(hand(state, 0))) == (1, 6)


def test_renewed_decks_are_told() -> None:
    """8.1.4"""
    state = ready(expansion())
    throw_away(state, "N31-2", "B65-1")
    run_out(state, ADDITIONAL, discard=True)
    play(state, "N16-1", 0)
    end_step(state)
    told = act(state, DrawCard("additional"))
    assert of(DeckRenewed, told) == [DeckRenewed("additional")]
    assert additional_discard(state) == ()


def test_an_absent_player_ends_steps_and_plays_its_first_card() -> None:
    state = at_end(expansion("N29-1"))
    assert RULESET.default_action(state, 0) == EndStep()
    assert RULESET.default_action(ready(expansion()), 0) == PlayCard("B12-1", 1)
    state = ready(expansion())
    play(state, "N16-1", 0)
    end_step(state)
    assert RULESET.default_action(state, 0) == DrawCard("main")


def test_discards_may_be_mixed_with_uses() -> None:
    """16.1.5"""
    state = at_end(expansion("N26-1", "N27-1", "N29-1"))
    act(state, DiscardActions(("N27-1",)))
    use(state, "N26-1", cards=("B12-1",))
    assert accepts(state, UseAction("N29-1"))


def test_every_choice_of_cards_is_listed_small_ones_first() -> None:
    """16.1.5"""
    state = at_end(expansion("N27-1", "N29-1", "N31-1"))
    choices = [action.cards for action in RULESET.legal_actions(state, 0) if isinstance(action, DiscardActions)]
    assert choices == [
        ("N27-1",),
        ("N29-1",),
        ("N31-1",),
        ("N27-1", "N29-1"),
        ("N27-1", "N31-1"),
        ("N29-1", "N31-1"),
        ("N27-1", "N29-1", "N31-1"),
    ]


def test_nobody_else_has_anything_to_answer() -> None:
    """16.1.1"""
    state = base()
    assert list(RULESET.legal_actions(state, 1)) == []
