"""Phase 1, taking tiles (section 5): the worked examples X1 to X12 and more."""

import pytest

from domain.azul.rules.scoring import score
from domain.azul.rules.state import NOBODY, PLACING
from domain.azul.rules.tiles import unpack
from domain.azul.wire.actions import DRAFT_TILES, PLACE_OR_PASS, DraftTiles, PassRound, Tiles
from domain.azul.wire.constants import CENTRE, COLOURS
from domain.azul.wire.facts import PlacingBegan, TilesDrafted, TokenTaken
from tests.azul.builders import (
    draft,
    drafting,
    give_score,
    hand,
    hold,
    legal,
    lie,
    of,
    play,
    rejection,
)


def test_drafting_from_a_factory_takes_all_tiles_of_a_colour_and_moves_the_others_to_the_centre() -> None:
    """X1, 5.2.4"""
    state = drafting()
    lie(state, "f1", red=2, yellow=2)
    emitted = play(state, draft("f1", "red"))
    assert hand(state) == Tiles(red=2)
    assert (state.sources[1], unpack(state.sources[CENTRE])) == (0, Tiles(yellow=2))
    assert emitted == [TilesDrafted(0, "f1", Tiles(red=2), Tiles(yellow=2))]
    assert (state.turn, state.decision) == (1, DRAFT_TILES)


def test_drafting_takes_one_wild_with_the_colour_and_moves_the_others_to_the_centre() -> None:
    """X2, 5.2.2, 5.2.4"""
    state = drafting()
    lie(state, "f2", purple=2, green=1, yellow=1)
    play(state, draft("f2", "green"))
    assert hand(state) == Tiles(green=1, purple=1)
    assert unpack(state.sources[CENTRE]) == Tiles(yellow=1, purple=1)


def test_the_first_player_to_draft_from_the_centre_gets_the_token_and_loses_a_point_for_each_tile() -> None:
    """X3, 5.3.1: the token itself is not counted, and the loss is not fixed."""
    state = drafting(turn=2)
    lie(state, "centre", yellow=3, purple=1)
    lie(state, "f1", red=2, yellow=2)
    give_score(state, 2, 5)
    emitted = play(state, draft("centre", "yellow"))
    assert hand(state, 2) == Tiles(yellow=3, purple=1)
    assert (state.holder, score(state, 2), state.sources[CENTRE]) == (2, 1, 0)
    assert of(TokenTaken, emitted) == [TokenTaken(2, 4)]
    assert (state.turn, state.decision) == (0, DRAFT_TILES)


def test_drafting_from_a_factory_of_wilds_takes_exactly_one() -> None:
    """X4, 5.2.3, 5.2.4, 12.4.4: a draft is a decision even if it is the only one."""
    state = drafting()
    lie(state, "f3", purple=4)
    assert legal(state) == [DraftTiles("f3", "purple")]
    play(state, draft("f3", "purple"))
    assert hand(state) == Tiles(purple=1)
    assert unpack(state.sources[CENTRE]) == Tiles(purple=3)


def test_drafting_from_a_centre_of_wilds_takes_exactly_one_and_the_token() -> None:
    """X5, 5.2.3"""
    state = drafting()
    lie(state, "centre", purple=3)
    play(state, draft("centre", "purple"))
    assert hand(state) == Tiles(purple=1)
    assert unpack(state.sources[CENTRE]) == Tiles(purple=2)
    assert (state.holder, score(state, 0)) == (0, 19)


def test_the_centre_has_no_cost_once_the_token_is_taken() -> None:
    """X6, 5.3.1"""
    state = drafting()
    lie(state, "centre", yellow=2, purple=2)
    state.holder = 1
    play(state, draft("centre", "yellow"))
    assert hand(state) == Tiles(yellow=2, purple=1)
    assert unpack(state.sources[CENTRE]) == Tiles(purple=1)
    assert (state.holder, score(state, 0)) == (1, 20)


def test_the_loss_for_the_token_stops_at_a_score_of_1() -> None:
    """X7, 2.3.2"""
    state = drafting()
    lie(state, "centre", blue=5)
    lie(state, "f1", red=4)
    give_score(state, 0, 3)
    play(state, draft("centre", "blue"))
    assert hand(state) == Tiles(blue=5)
    assert (state.holder, score(state, 0)) == (0, 1)


def test_a_player_with_a_score_of_1_takes_the_token_without_a_cost() -> None:
    """X8, 5.3.2"""
    state = drafting()
    lie(state, "centre", red=2)
    lie(state, "f1", red=4)
    give_score(state, 0, 1)
    emitted = play(state, draft("centre", "red"))
    assert hand(state) == Tiles(red=2)
    assert (state.holder, score(state, 0)) == (0, 1)
    assert of(TokenTaken, emitted) == [TokenTaken(0, 0)]


def test_the_wild_colour_cannot_be_chosen_if_there_is_another() -> None:
    """X9, 5.2.2"""
    state = drafting()
    lie(state, "f1", purple=1, red=3)
    lie(state, "f2", blue=4)
    assert rejection(state, draft("f1", "purple")) == "wild_not_selectable"
    assert legal(state) == [DraftTiles("f1", "red"), DraftTiles("f2", "blue")]
    play(state, draft("f1", "red"))
    assert hand(state) == Tiles(red=3, purple=1)
    assert state.sources[CENTRE] == 0


def test_a_centre_with_only_the_token_is_empty() -> None:
    """X10, 5.2.1, 5.3.3"""
    state = drafting()
    lie(state, "f1", red=4)
    assert state.holder == NOBODY
    assert rejection(state, draft("centre", "red")) == "source_empty"


def test_the_phase_ends_at_once_when_no_tile_is_left() -> None:
    """X11, 5.4.1, 5.3.4, 6.1.1, 10.2.2"""
    state = drafting(turn=1)
    lie(state, "centre", green=2)
    state.starter, state.holder = 0, 2
    hold(state, 0, red=1)
    hold(state, 2, red=1)
    emitted = play(state, draft("centre", "green"))
    assert of(PlacingBegan, emitted) == [PlacingBegan(2)]
    assert (state.phase, state.turn, state.decision) == (PLACING, 2, PLACE_OR_PASS)
    assert score(state, 1) == 20


def test_the_starter_leads_the_next_round_if_no_player_took_from_the_centre() -> None:
    """X12, 5.3.5, 7.1.7"""
    state = drafting(turn=1)
    state.starter = 2
    lie(state, "f7", red=3, purple=1)
    hold(state, 2, red=1)
    emitted = play(state, draft("f7", "red"))
    assert (state.phase, state.turn, state.holder) == (PLACING, 2, NOBODY)
    assert [score(state, seat) for seat in range(3)] == [20, 20, 20]
    assert of(TokenTaken, emitted) == []
    state.round = 1
    while state.phase == PLACING:
        play(state, legal(state)[-1])
    assert (state.round, state.starter, state.turn) == (2, 2, 2)


@pytest.mark.parametrize(("number", "wild"), list(enumerate(COLOURS, 1)))
def test_every_round_has_its_wild_colour(number: int, wild: str) -> None:
    """2.2.8"""
    state = drafting(in_round=number)
    lie(state, "f1", **{wild: 4})
    play(state, draft("f1", wild))
    assert hand(state) == Tiles(**{wild: 1})


def test_the_drafts_are_listed_by_source_and_then_by_colour() -> None:
    """12.1.2"""
    state = drafting(2)
    lie(state, "centre", red=1, green=1, purple=2)
    lie(state, "f2", purple=4)
    lie(state, "f5", blue=2, yellow=2)
    assert legal(state) == [
        DraftTiles("centre", "green"),
        DraftTiles("centre", "red"),
        DraftTiles("f2", "purple"),
        DraftTiles("f5", "yellow"),
        DraftTiles("f5", "blue"),
    ]


def test_players_draft_clockwise_and_cannot_pass() -> None:
    """5.1.3"""
    state = drafting(turn=1)
    for number in range(1, 8):
        lie(state, f"f{number}", red=4)
    turns = []
    for number in range(1, 8):
        turns.append(state.turn)
        assert PassRound() not in legal(state)
        assert rejection(state, PassRound()) == "wrong_decision"
        play(state, draft(f"f{number}", "red"))
    assert turns == [1, 2, 0, 1, 2, 0, 1]


def test_a_hand_has_no_limit() -> None:
    """5.2.5"""
    state = drafting()
    hold(state, 0, red=12, blue=14, green=5)
    lie(state, "f1", yellow=4)
    lie(state, "f2", yellow=4)
    play(state, draft("f1", "yellow"))
    assert hand(state) == Tiles(red=12, blue=14, green=5, yellow=4)
