"""Passing and the next round (6.1, 6.8, section 7): the worked examples L1 to L9 and M1 to M4."""

from itertools import product

import pytest

from domain.azul import RULESET
from domain.azul.rules.scoring import score
from domain.azul.rules.state import ACQUIRING, NOBODY, OVER, PLACING, State
from domain.azul.rules.tiles import total, unpack
from domain.azul.wire.actions import CHOOSE_KEEP, DRAFT_TILES, PLACE_OR_PASS, ChooseKeep, PassRound, Tiles
from domain.azul.wire.constants import COLOURS
from domain.azul.wire.facts import (
    FactoryFilled,
    GameEnded,
    HandCleared,
    Passed,
    PlacingBegan,
    RoundBegan,
    TilesReturned,
)
from domain.azul.wire.options import Options
from tests.azul.builders import (
    cover,
    give_score,
    hand,
    hold,
    keep,
    legal,
    of,
    place,
    placing,
    play,
    rejection,
    sent,
    tiles,
)
from tests.azul.random_games import opening, steps


def test_keeping_fewer_than_four_is_legal_and_costs_points() -> None:
    """L1, 6.8.2, 6.8.3: the player chooses, the discards keep their colours."""
    state = placing(in_round=2)
    hold(state, 0, red=2, blue=1)
    play(state, PassRound(), keep(red=2))
    assert score(state, 0) == 19
    assert (unpack(state.tower), unpack(state.corners[0])) == (Tiles(blue=1), Tiles(red=2))


def test_the_loss_for_discards_stops_at_a_score_of_1() -> None:
    """L2, 2.3.2"""
    state = placing()
    give_score(state, 0, 2)
    hold(state, 0, red=5, blue=4)
    emitted = play(state, PassRound(), keep(red=4))
    assert of(HandCleared, emitted) == [HandCleared(0, Tiles(red=4), Tiles(red=1, blue=4), 1, False)]
    assert score(state, 0) == 1


def test_no_tile_is_kept_in_the_last_round() -> None:
    """L3, 6.8.5"""
    state = placing(in_round=6)
    give_score(state, 0, 40)
    hold(state, 0, red=1, blue=2)
    emitted = play(state, PassRound())
    assert emitted == [Passed(0, False), HandCleared(0, Tiles(), Tiles(red=1, blue=2), 3, True)]
    assert (score(state, 0), unpack(state.tower), state.corners[0]) == (37, Tiles(red=1, blue=2), 0)


def test_a_player_without_tiles_passes_automatically_on_their_turn() -> None:
    """L4, 6.8.6, 12.4.3, 12.4.5"""
    state = placing()
    hold(state, 0, red=1)
    state.hand[1] = 0
    emitted = play(state, place(state, "red 1"))
    assert of(Passed, emitted) == [Passed(1, True)]
    assert (state.passed, score(state, 1), state.turn) == ([False, True, False], 20, 2)


def test_a_player_who_cannot_place_passes_automatically_and_still_chooses_tiles_to_keep() -> None:
    """L5, 12.4.3"""
    state = placing()
    hold(state, 0, green=1)
    cover(state, 1, *(f"red {number}" for number in range(1, 7)))
    cover(state, 1, "middle 1", colour="red")
    hold(state, 1, red=5)
    emitted = play(state, place(state, "green 1"))
    assert of(Passed, emitted) == [Passed(1, True)]
    assert (state.turn, state.decision) == (1, CHOOSE_KEEP)
    assert legal(state) == [keep(red=number) for number in (4, 3, 2, 1)] + [keep()]
    play(state, keep(red=4))
    assert (score(state, 1), unpack(state.tower), unpack(state.corners[1])) == (19, Tiles(red=1), Tiles(red=4))


def test_more_than_four_tiles_cannot_be_kept() -> None:
    """L6, 2.2.6, 6.8.2"""
    state = placing(in_round=3)
    hold(state, 0, red=3, blue=3)
    play(state, PassRound())
    assert rejection(state, keep(red=3, blue=2)) == "keep_too_many"


def test_passing_is_legal_even_if_a_placement_is_possible() -> None:
    """L7, 6.8.1"""
    state = placing()
    hold(state, 0, red=1)
    assert legal(state)[-1] == PassRound()
    assert len(legal(state)) == 3
    play(state, PassRound())
    assert (state.decision, state.turn) == (CHOOSE_KEEP, 0)


def test_tiles_to_keep_are_no_parameter_of_passing_and_need_no_decision_in_the_last_round() -> None:
    """L8, R11, 12.3.4: keeping tiles is a decision of its own, and never occurs in round 6."""
    state = placing(in_round=6)
    hold(state, 0, red=1)
    for kept in ({"red": 1}, {"red": 5}, {}):
        assert sent(state, 0, type="pass_round", keep=kept) == "bad_parameter"
        assert sent(state, 0, type="choose_keep", keep=kept) == "wrong_decision"
    assert sent(state, 0, type="pass_round") is None
    play(state, PassRound())
    assert (state.turn, state.corners[0]) == (1, 0)


def test_a_player_whose_opponents_have_passed_keeps_taking_turns() -> None:
    """L9, 6.1.2"""
    state = placing(turn=1)
    state.passed = [True, False, True]
    state.hand[0] = state.hand[2] = 0
    hold(state, 1, red=2)
    play(state, place(state, "red 1"))
    assert (score(state, 1), state.turn, state.decision) == (21, 1, PLACE_OR_PASS)
    assert legal(state) == [place(state, "middle 1", "red"), PassRound()]


def test_the_phase_is_clockwise_and_skips_players_who_have_passed() -> None:
    """6.1.1"""
    state = placing(4, turn=2)
    hold(state, 2, red=1, blue=1)
    state.passed[3] = True
    turns = [state.turn]
    for _ in range(5):
        play(state, legal(state)[0])
        turns.append(state.turn)
    assert turns == [2, 0, 1, 2, 0, 1]


def last_pass(seats: int, *, in_round: int) -> State:
    """Return a position at the last pass; every hand is empty except for one tile to keep."""
    state = placing(seats, in_round=in_round)
    state.passed = [False, *[True] * (seats - 1)]
    state.hand = [0] * seats
    hold(state, 0, red=1)
    return state


def test_a_shortage_hits_the_last_factories() -> None:
    """M1, 7.1.2, 7.1.4, 10.1.2, 10.2.1"""
    state = last_pass(4, in_round=5)
    state.bag, state.tower = tiles(red=5), tiles(blue=14, green=10)
    emitted = play(state, PassRound(), keep(red=1))
    assert [total(source) for source in state.sources] == [0, 4, 4, 4, 4, 4, 4, 4, 1, 0]
    assert (state.bag, state.tower, state.round) == (0, 0, 6)
    assert [total_of(fact) for fact in of(FactoryFilled, emitted)] == [4] * 7 + [1, 0]
    assert all(action.source != "f9" for action in legal(state))


def total_of(fact: FactoryFilled) -> int:
    """Count the tiles of a factory."""
    return sum(getattr(fact.tiles, name) for name in COLOURS)


def test_the_tower_is_tipped_in_the_middle_of_filling_the_factories() -> None:
    """M2, 7.1.3: the bag is emptied before it is filled again."""
    state = last_pass(3, in_round=3)
    state.bag, state.tower = tiles(red=10, blue=10), tiles(green=22, orange=8)
    play(state, PassRound(), keep(red=1))
    assert [total(source) for source in state.sources] == [0, *[4] * 7]
    assert (total(state.bag), state.tower) == (22, 0)
    assert unpack(state.bag).red == unpack(state.bag).blue == 0


def test_the_supply_stays_as_it_is_between_rounds() -> None:
    """6.7.4"""
    state = last_pass(3, in_round=3)
    state.bag, state.supply = tiles(red=22, blue=22), tiles(green=10)
    play(state, PassRound(), keep(red=1))
    assert (state.round, unpack(state.supply)) == (4, Tiles(green=10))


def test_kept_tiles_return_and_count_by_the_new_wild_colour() -> None:
    """M3, 5.1.2, 6.3.7, 7.1.1, 7.1.5, 7.1.6, 7.1.7: a player who passed takes part again."""
    state = last_pass(3, in_round=1)
    hold(state, 0, green=2, purple=1)
    state.holder = 2
    emitted = play(state, PassRound(), keep(green=2, purple=1))
    assert of(TilesReturned, emitted) == [TilesReturned(0, Tiles(green=2, purple=1))]
    assert of(RoundBegan, emitted) == [RoundBegan(2, "green", 2)]
    assert (hand(state), state.corners, state.passed) == (Tiles(green=2, purple=1), [0, 0, 0], [False] * 3)
    assert (state.holder, state.starter, state.turn) == (NOBODY, 2, 2)
    assert (state.phase, state.decision) == (ACQUIRING, DRAFT_TILES)


def test_a_round_without_any_tile_to_draft_starts_with_placing() -> None:
    """M4, 5.4.2, 10.2.2"""
    state = last_pass(4, in_round=5)
    state.bag = state.tower = 0
    state.holder = 3
    hold(state, 3, blue=2)
    state.corners[3], state.hand[3] = state.hand[3], 0
    emitted = play(state, PassRound(), keep(red=1))
    assert of(PlacingBegan, emitted) == [PlacingBegan(3)]
    assert (state.round, state.phase, state.turn, state.starter) == (6, PLACING, 3, 3)
    assert state.sources == [0] * 10
    assert score(state, 3) == 20


def test_a_round_without_tiles_passes_automatically() -> None:
    """5.4.2, 12.4.3"""
    state = last_pass(2, in_round=5)
    state.bag = state.tower = state.hand[0] = state.supply = 0
    hold(state, 0, blue=1)
    emitted = play(state, place(state, "blue 1"))
    assert (state.phase, state.turn, state.decision) == (OVER, NOBODY, "")
    assert of(Passed, emitted) == [Passed(seat, True) for seat in (0, 0, 1)]


def test_all_of_up_to_four_tiles_of_the_hand_can_be_kept() -> None:
    """12.1.5"""
    state = placing()
    hold(state, 0, purple=1, green=2, red=7)
    play(state, PassRound())
    assert sorted(map(repr, legal(state))) == sorted(
        repr(ChooseKeep(Tiles(purple=purple, green=green, red=red)))
        for purple, green, red in product(range(2), range(3), range(8))
        if purple + green + red <= 4
    )
    hold(state, 0, **dict.fromkeys(COLOURS, 4))
    assert len(legal(state)) == 210


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_token_holder_starts_the_placing_and_the_next_round(seats: int) -> None:
    """5.3.4"""
    state = last_pass(seats, in_round=1)
    state.holder = seats - 1
    play(state, PassRound(), keep())
    assert (state.round, state.turn, state.starter) == (2, seats - 1, seats - 1)


def test_a_loss_is_subtracted_from_the_score_and_not_from_the_space_on_the_track() -> None:
    """2.3.3"""
    state = placing()
    give_score(state, 0, 82)
    hold(state, 0, red=7)
    play(state, PassRound(), keep(red=4))
    assert score(state, 0) == 79


def test_kept_tiles_do_not_score_and_are_public() -> None:
    """6.8.4"""
    state = placing()
    hold(state, 0, red=2, blue=2)
    play(state, PassRound(), keep(red=2, blue=2))
    assert score(state, 0) == 20
    assert {RULESET.view(state, seat).seats[0].corners for seat in (None, 0, 1, 2)} == {Tiles(red=2, blue=2)}


@pytest.mark.parametrize("side", ["A", "B"])
def test_a_game_ends_after_the_last_pass_of_the_sixth_round_with_empty_hands(side: str) -> None:
    """2.2.2, 2.2.8, 5.1.1, 7.1.1, 8.1.1, 14.2.6"""
    state = opening(Options(side=side), 3, 1)
    emitted = [fact for *_, facts in steps(state, 1) for fact, _ in facts]
    started = [(fact.round, fact.wild) for fact in emitted if isinstance(fact, RoundBegan)]
    assert started == [(2, "green"), (3, "orange"), (4, "yellow"), (5, "blue"), (6, "red")]
    assert (emitted[-1], state.phase, state.hand, state.corners) == (GameEnded(), OVER, [0, 0, 0], [0, 0, 0])
