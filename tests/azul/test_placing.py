"""Phase 2, placing and paying (6.2 to 6.5): the worked examples A to I."""

import pytest

from domain.azul.rules.scoring import score
from domain.azul.rules.tiles import unpack
from domain.azul.wire.actions import CHOOSE_BONUS, CHOOSE_PAYMENT, ChoosePayment, PassRound, PlaceTile, Tiles
from domain.azul.wire.constants import COLOURS
from domain.azul.wire.facts import HandCleared, Passed, TilePlaced
from tests.azul.builders import (
    cover,
    give_score,
    hand,
    hold,
    keep,
    legal,
    of,
    pay,
    place,
    placing,
    play,
    rejection,
    sent,
)

Numbers = dict[str, int]


@pytest.mark.parametrize(
    ("held", "covered", "target", "wilds", "points", "tower", "left"),
    [
        pytest.param({"blue": 7}, (), "blue 6", 0, 1, {"blue": 5}, {"blue": 1}, id="A"),
        pytest.param({"red": 3}, ("red 6", "red 1"), "red 3", 0, 1, {"red": 2}, {}, id="B"),
        pytest.param(
            {"blue": 3, "purple": 3}, ("blue 1", "blue 2"), "blue 6", 3, 3, {"blue": 2, "purple": 3}, {}, id="C"
        ),
        pytest.param(
            {"orange": 1, "green": 1, "purple": 3},
            ("orange 3", "orange 5"),
            "orange 4",
            3,
            3,
            {"purple": 3},
            {"green": 1},
            id="D",
        ),
        pytest.param(
            {"green": 4, "red": 2, "purple": 2},
            ("purple 1", "purple 3"),
            "purple 2",
            0,
            3,
            {"purple": 1},
            {"green": 4, "red": 2},
            id="E",
        ),
        pytest.param({"green": 1, "purple": 3}, (), "green 4", 3, 1, {"purple": 3}, {}, id="G1"),
        pytest.param({"green": 1, "purple": 3}, (), "purple 3", 0, 1, {"purple": 2}, {"green": 1}, id="G2"),
    ],
)
def test_a_placement_is_paid_and_scores_its_run(
    held: Numbers, covered: tuple[str, ...], target: str, wilds: int, points: int, tower: Numbers, left: Numbers
) -> None:
    """A, B, C, D, E, G1, G2, 6.3.1, 6.5.1"""
    state = placing()
    hold(state, 0, **held)
    cover(state, 0, *covered)
    emitted = pay(state, place(state, target), wilds)
    assert [fact.points for fact in of(TilePlaced, emitted)] == [points]
    assert score(state, 0) == 20 + points
    assert unpack(state.tower) == Tiles(**tower)
    assert hand(state) == Tiles(**left)
    assert state.turn == 1


def test_a_window_completed_far_from_the_run_brings_its_tiles() -> None:
    """C2, 6.6.1"""
    state = placing()
    hold(state, 0, blue=3, purple=3)
    cover(state, 0, "blue 4", "blue 5")
    pay(state, place(state, "blue 6"), 3)
    assert score(state, 0) == 23
    assert unpack(state.tower) == Tiles(blue=2, purple=3)
    assert (state.decision, state.due) == (CHOOSE_BONUS, 3)


def test_passing_keeps_up_to_four_tiles_and_loses_a_point_for_each_other() -> None:
    """F, 6.8.2, 6.1.3"""
    state = placing()
    hold(state, 0, green=4, red=2)
    emitted = play(state, PassRound(), keep(green=4))
    assert score(state, 0) == 18
    assert (unpack(state.tower), unpack(state.corners[0])) == (Tiles(red=2), Tiles(green=4))
    assert (state.hand[0], state.passed[0], state.turn) == (0, True, 1)
    assert emitted == [Passed(0, False), HandCleared(0, Tiles(green=4), Tiles(red=2), 2, False)]
    play(state, PassRound(), keep(red=1))
    play(state, PassRound(), keep())
    assert state.round == 2


def test_the_middle_star_accepts_every_colour_and_the_wild_one_too() -> None:
    """G3, 6.2.3, 6.3.3"""
    state = placing()
    hold(state, 0, green=1, purple=3)
    assert place(state, "middle 4", "green") in legal(state)
    assert place(state, "middle 3", "purple") in legal(state)
    pay(state, place(state, "middle 3", "purple"), 0)
    assert unpack(state.tower) == Tiles(purple=2)
    state = placing()
    hold(state, 0, green=1, purple=3)
    pay(state, place(state, "middle 4", "green"), 3)
    assert unpack(state.tower) == Tiles(purple=3)


@pytest.mark.parametrize(
    ("held", "covered", "action", "code"),
    [
        pytest.param({"green": 1, "purple": 3}, None, ("green 4", "purple"), "colour_not_allowed", id="G4"),
        pytest.param({"green": 2, "purple": 1}, None, ("green 4", "green"), "too_few_tiles", id="H2"),
        pytest.param({"purple": 5}, None, ("blue 1", "blue"), "no_tile_of_colour", id="H3"),
        pytest.param({"red": 1}, ("middle 2", "red"), ("middle 1", "red"), "colour_repeated", id="H5"),
        pytest.param({"purple": 2}, None, ("purple 3", "purple"), "too_few_tiles", id="wilds alone"),
    ],
)
def test_a_placement_is_rejected_by_the_first_rule_it_breaks(
    held: Numbers, covered: tuple[str, str] | None, action: tuple[str, str], code: str
) -> None:
    """G4, H2, H3, H5, 6.2.2, 6.2.3, 6.3.2, 6.3.4"""
    state = placing()
    hold(state, 0, **held)
    if covered:
        cover(state, 0, covered[0], colour=covered[1])
    assert rejection(state, place(state, *action)) == code


def test_any_legal_mix_of_wilds_may_be_chosen() -> None:
    """H1, 6.3.5, 12.3.1, 12.3.3"""
    state = placing()
    hold(state, 0, green=3, purple=2)
    assert place(state, "green 3") == PlaceTile("sw", 1, "green")
    emitted = play(state, place(state, "green 3"))
    assert (emitted, state.turn, state.decision, state.tower) == ([], 0, CHOOSE_PAYMENT, 0)
    assert legal(state) == [ChoosePayment(0), ChoosePayment(1), ChoosePayment(2)]
    assert hand(state) == Tiles(green=3, purple=2)
    emitted = play(state, ChoosePayment(2))
    assert (unpack(state.tower), hand(state)) == (Tiles(purple=2), Tiles(green=2))
    assert emitted == [TilePlaced(0, "sw", 1, "green", 2, False, Tiles(purple=2), 1)]
    assert (state.space, state.colour, state.turn) == (0, 0, 1)


@pytest.mark.parametrize(("wilds", "code"), [(2, "wilds_too_many"), (0, None), (1, None)])
def test_wilds_beyond_cost_or_hand_are_rejected_in_the_payment_decision(wilds: int, code: str | None) -> None:
    """H6, 6.3.4"""
    state = placing()
    hold(state, 0, green=2, purple=1)
    play(state, place(state, "green 2"))
    if code:
        assert rejection(state, ChoosePayment(wilds)) == code
    else:
        assert ChoosePayment(wilds) in legal(state)


def test_too_few_wilds_are_rejected_in_the_payment_decision() -> None:
    """H7, 6.3.4"""
    state = placing()
    hold(state, 0, green=2, purple=3)
    play(state, place(state, "green 4"))
    assert legal(state) == [ChoosePayment(2), ChoosePayment(3)]
    assert rejection(state, ChoosePayment(1)) == "wilds_too_few"


def test_wilds_are_no_parameter_of_placing_and_need_no_decision_for_the_wild_colour() -> None:
    """H8, 6.3.3, 12.3.4, 12.4.1"""
    state = placing()
    hold(state, 0, purple=3, green=1)
    assert sent(state, 0, type="place_tile", star="w", slot=1, colour="purple", wilds=1) == "bad_parameter"
    emitted = play(state, place(state, "purple 2"))
    assert [fact.wilds for fact in of(TilePlaced, emitted)] == [0]


def test_a_former_wild_colour_counts_only_as_itself() -> None:
    """H4, 5.1.2, 6.3.7"""
    state = placing(in_round=2)
    hold(state, 0, purple=1, red=1)
    assert rejection(state, place(state, "red 2")) == "too_few_tiles"


@pytest.mark.parametrize(
    ("covered", "target", "points"),
    [
        pytest.param(("purple 1", "purple 2", "purple 4", "purple 5"), "purple 3", 5, id="I1"),
        pytest.param(tuple(f"purple {number}" for number in range(1, 6)), "purple 6", 6, id="I2"),
        pytest.param(("purple 6",), "purple 1", 2, id="I3"),
        pytest.param(("orange 3", "orange 4"), "purple 1", 1, id="I4"),
        pytest.param(("purple 1", "purple 3"), "purple 5", 1, id="I5"),
    ],
)
def test_a_run_joins_both_arms_within_its_star(covered: tuple[str, ...], target: str, points: int) -> None:
    """I1, I2, I3, I4, I5, 3.3.2, 6.5.2"""
    state = placing()
    hold(state, 0, purple=6)
    cover(state, 0, *covered)
    play(state, place(state, target))
    assert score(state, 0) == 20 + points
    assert (state.decision == CHOOSE_BONUS, state.due) == ((True, 3) if target == "purple 6" else (False, 0))


def test_the_middle_star_scores_6_without_a_bonus_during_play() -> None:
    """6.5.1, 6.5.3"""
    state = placing()
    cover(state, 0, *(f"middle {number}" for number in range(2, 7)))
    hold(state, 0, purple=1)
    play(state, place(state, "middle 1", "purple"))
    assert score(state, 0) == 26


@pytest.mark.parametrize("colour", COLOURS)
def test_an_outer_star_of_side_a_accepts_only_its_own_colour(colour: str) -> None:
    """6.2.2"""
    state = placing(in_round=6)
    hold(state, 0, **{colour: 1})
    stars = {action.star for action in legal(state)[:-1]}
    assert {action.colour for action in legal(state)[:-1]} == {colour}
    assert stars == {place(state, f"{colour} 1").star, "c"}


def test_a_gain_is_added_in_full_beyond_the_last_space_of_the_track() -> None:
    """2.3.1, 2.3.4"""
    state = placing()
    give_score(state, 0, 79)
    cover(state, 0, *(f"purple {number}" for number in range(1, 6)))
    hold(state, 0, purple=6)
    play(state, place(state, "purple 6"))
    assert score(state, 0) == 85
