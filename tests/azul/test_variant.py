"""The variant on side B (section 9): the worked examples V1 to V6 and more; V7 is among the tests of final scoring."""

from itertools import combinations

from domain.azul.rules.scoring import score
from domain.azul.wire.actions import PassRound
from domain.azul.wire.constants import COLOURS, COST, GREY
from tests.azul.builders import cover, hold, legal, pay, place, placing, play, rejection


def test_an_empty_star_accepts_any_colour() -> None:
    """V1, 9.1.3"""
    for colour in COLOURS:
        state = placing(side="B")
        hold(state, 0, **{colour: 1})
        assert place(state, "nw.3", colour) in legal(state)
        play(state, place(state, "nw.3", colour))
        assert score(state, 0) == 21


def test_the_second_tile_decides_the_kind_of_a_star() -> None:
    """V2, 9.1.3"""
    for colour in ("red", "blue"):
        state = placing(side="B")
        cover(state, 0, "nw.3", colour="red")
        hold(state, 0, red=2, blue=2)
        play(state, place(state, "nw.2", colour))
        assert score(state, 0) == 22


def test_a_single_coloured_star_accepts_its_colour_only() -> None:
    """V3, 9.1.4"""
    state = placing(side="B")
    cover(state, 0, "nw.3", "nw.2", colour="red")
    hold(state, 0, blue=3)
    assert rejection(state, place(state, "nw.1", "blue")) == "colour_not_allowed"
    hold(state, 0, red=3)
    assert place(state, "nw.1", "red") in legal(state)


def test_a_multicoloured_star_accepts_each_colour_once() -> None:
    """V4, 9.1.4"""
    state = placing(side="B")
    cover(state, 0, "nw.3", colour="red")
    cover(state, 0, "nw.2", colour="blue")
    hold(state, 0, red=3, green=3)
    assert rejection(state, place(state, "nw.1", "red")) == "colour_repeated"
    play(state, place(state, "nw.1", "green"))
    assert score(state, 0) == 23


def test_the_middle_star_can_be_single_coloured() -> None:
    """V5, 9.1.6"""
    state = placing(side="B")
    cover(state, 0, "c.0", "c.1", colour="purple")
    hold(state, 0, purple=3, green=3)
    assert rejection(state, place(state, "c.2", "green")) == "colour_not_allowed"
    pay(state, place(state, "c.2", "purple"), 0)
    assert score(state, 0) == 23


def test_wilds_pay_for_the_tile_that_decides_a_star() -> None:
    """V6, 6.2.4, 9.1.2, 9.1.8"""
    state = placing(side="B")
    cover(state, 0, "nw.3", colour="red")
    hold(state, 0, red=1, purple=2)
    pay(state, place(state, "nw.1", "red"), 2)
    hold(state, 0, red=6, blue=6)
    state.turn = 0
    assert rejection(state, place(state, "nw.2", "blue")) == "colour_not_allowed"


def test_a_multicoloured_star_can_be_filled_in_every_colour() -> None:
    """9.1.4: also with its last colour, which is then the only one that fits."""
    state = placing(side="B")
    for slot, colour in enumerate(COLOURS):
        hold(state, 0, **{colour: 6})
        state.turn = 0
        assert {action.colour for action in legal(state)[:-1] if action.star == "w"} == {colour}
        pay(state, place(state, f"w.{slot}", colour), 0)
        state.decision, state.due, state.phase = "place_or_pass", 0, 2
    assert score(state, 0) == 20 + 1 + 2 + 3 + 4 + 5 + 6


def test_the_placements_are_all_payable_spaces_in_all_colours_of_the_hand() -> None:
    """12.1.3, 12.3.2: at most 252, and the pass."""
    state = placing(side="B")
    hold(state, 0, **dict.fromkeys(COLOURS, 6))
    assert len(legal(state)) == 253
    hold(state, 0, purple=1, green=2, red=1)
    payable = {"purple": 1, "green": 3, "red": 2}
    expected = sum(sum(cost <= most for cost in COST[GREY]) for most in payable.values())
    assert len(legal(state)) == expected + 1
    assert legal(state)[-1] == PassRound()
    assert all(one != other for one, other in combinations(legal(state), 2))
