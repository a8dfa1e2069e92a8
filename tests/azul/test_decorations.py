"""Decorations (3.4, 6.6): each from each of its spaces, with near misses, on both sides; T1 to T18 and J1 to J4."""

import pytest

from domain.azul.rules.scoring import score
from domain.azul.rules.state import State
from domain.azul.wire.actions import CHOOSE_BONUS, PLACE_OR_PASS
from domain.azul.wire.constants import STARS
from domain.azul.wire.facts import BonusTaken, DecorationCompleted, SupplyRefilled
from tests.azul.builders import bonus, cover, hold, of, place, placing, play, space
from tests.azul.decorations import REWARD, SPACES

COLOUR_OF = {"nw": "orange", "ne": "red", "e": "blue", "se": "yellow", "sw": "green", "w": "purple", "c": "purple"}
EACH_SPACE = [
    pytest.param(side, name, last, id=f"{side} {name} {last}")
    for side in "AB"
    for name, spaces in SPACES.items()
    for last in spaces.split()
]

ROWS = [  # 15.4: what is covered, what then completes, what is covered, what then does not
    ("T1", "P-nw", "orange 2, orange 3, middle 6 then middle 1", "orange 2, orange 3, middle 1 then middle 2"),
    ("T2", "P-ne", "red 2, red 3, middle 1 then middle 2", "red 2, red 3, middle 2 then middle 3"),
    ("T3", "P-e", "blue 2, blue 3, middle 2 then middle 3", "blue 2, blue 3, middle 3 then middle 4"),
    ("T4", "P-se", "yellow 2, yellow 3, middle 3 then middle 4", "yellow 2, yellow 3, middle 4 then middle 5"),
    ("T5", "P-sw", "green 2, green 3, middle 4 then middle 5", "green 2, green 3, middle 5 then middle 6"),
    ("T6", "P-w", "purple 2, purple 3, middle 5 then middle 6", "purple 2, purple 3, middle 6 then middle 1"),
    ("T7", "S-nw-ne", "orange 1, orange 2, red 3 then red 4", "orange 1, orange 2, red 4 then red 5"),
    ("T8", "S-ne-e", "red 1, red 2, blue 3 then blue 4", "red 1, red 2, blue 4 then blue 5"),
    ("T9", "S-e-se", "blue 1, blue 2, yellow 3 then yellow 4", "blue 1, blue 2, yellow 4 then yellow 5"),
    ("T10", "S-se-sw", "yellow 1, yellow 2, green 3 then green 4", "yellow 1, yellow 2, green 4 then green 5"),
    ("T11", "S-sw-w", "green 1, green 2, purple 3 then purple 4", "green 1, green 2, purple 4 then purple 5"),
    ("T12", "S-w-nw", "purple 1, purple 2, orange 3 then orange 4", "purple 1, purple 2, orange 4 then orange 5"),
    ("T13", "W-nw", "orange 5 then orange 6", "orange 6 then orange 1"),
    ("T14", "W-ne", "red 5 then red 6", "red 6 then red 1"),
    ("T15", "W-e", "blue 5 then blue 6", "blue 6 then blue 1"),
    ("T16", "W-se", "yellow 5 then yellow 6", "yellow 6 then yellow 1"),
    ("T17", "W-sw", "green 5 then green 6", "green 6 then green 1"),
    ("T18", "W-w", "purple 5 then purple 6", "purple 6 then purple 1"),
]


def placed_last(row: str) -> tuple[State, list[DecorationCompleted]]:
    """Cover the spaces before `then` and place on those after it."""
    before, last = row.split(" then ")
    state = placing()
    cover(state, 0, *before.split(", "))
    colour = last.split()[0].replace("middle", "purple")
    hold(state, 0, **{colour: 6})
    emitted = play(state, place(state, last, colour))
    assert score(state, 0) == 22
    return state, of(DecorationCompleted, emitted)


@pytest.mark.parametrize(("name", "completing", "off_by_one"), [pytest.param(*row[1:], id=row[0]) for row in ROWS])
def test_a_decoration_pays_when_its_last_space_is_covered_and_not_for_a_neighbour(
    name: str, completing: str, off_by_one: str
) -> None:
    """T1 to T18, 6.6.1, 3.4.4"""
    state, emitted = placed_last(completing)
    assert emitted == [DecorationCompleted(0, name, REWARD[name[0]])]
    assert (state.decision, state.due, state.turn) == (CHOOSE_BONUS, REWARD[name[0]], 0)
    state, emitted = placed_last(off_by_one)
    assert (emitted, state.decision, state.turn) == ([], PLACE_OR_PASS, 1)


def covers_one_by_one(state: State, names: list[str]) -> None:
    """Cover spaces: in one colour for each outer star, in different colours in the middle."""
    for name in names:
        star = name.split(".")[0]
        cover(state, 0, name, colour=None if star == "c" else COLOUR_OF[star])


def place_last(state: State, name: str) -> list[DecorationCompleted]:
    """Place a tile on a space that the seat can pay for."""
    star = name.split(".", maxsplit=1)[0]
    colour = COLOUR_OF[star]
    hold(state, 0, **{colour: 6})
    return of(DecorationCompleted, play(state, place(state, name, colour)))


@pytest.mark.parametrize(("side", "name", "last"), EACH_SPACE)
def test_a_decoration_is_completed_from_each_of_its_spaces(side: str, name: str, last: str) -> None:
    """15.4, 6.6.1"""
    state = placing(side=side)
    covers_one_by_one(state, [each for each in SPACES[name].split() if each != last])
    assert place_last(state, last) == [DecorationCompleted(0, name, REWARD[name[0]])]


@pytest.mark.parametrize(("side", "name", "left_out"), EACH_SPACE)
def test_a_decoration_pays_nothing_until_all_its_spaces_are_covered(side: str, name: str, left_out: str) -> None:
    """15.4, 6.6.1"""
    state = placing(side=side)
    others = [each for each in SPACES[name].split() if each != left_out]
    covers_one_by_one(state, others[:-1])
    assert place_last(state, others[-1]) == []


@pytest.mark.parametrize("side", ["A", "B"])
def test_covering_a_whole_board_completes_every_decoration_exactly_once(side: str) -> None:
    """14.1.11, 3.4.1"""
    state = placing(side=side)
    emitted: list[DecorationCompleted] = []
    colours = list(COLOUR_OF.values())[:6]
    for star in STARS:
        for slot in range(6):
            colour = colours[slot] if star == "c" else COLOUR_OF[star]
            state.turn, state.decision, state.round = 0, PLACE_OR_PASS, 1
            state.passed = [False, True, True]
            hold(state, 0, **{colour: 6})
            emitted += of(DecorationCompleted, play(state, place(state, f"{star}.{slot}", colour)))
            state.decision, state.due = PLACE_OR_PASS, 0
    assert sorted(fact.decoration for fact in emitted) == sorted(SPACES)
    assert sum(fact.reward for fact in emitted) == 36


def test_a_statue_and_a_pillar_are_one_choice_of_three_tiles_and_one_refill() -> None:
    """J1, 6.6.3, 6.6.4"""
    state = placing()
    cover(state, 0, "orange 1", "orange 3", "red 3", "red 4", "middle 6", "middle 1")
    hold(state, 0, orange=2)
    emitted = play(state, place(state, "orange 2"))
    assert of(DecorationCompleted, emitted) == [DecorationCompleted(0, "P-nw", 1), DecorationCompleted(0, "S-nw-ne", 2)]
    assert (score(state, 0), state.due) == (23, 3)
    assert of(SupplyRefilled, emitted) == []
    emitted = play(state, bonus(green=2, red=1))
    assert len(of(BonusTaken, emitted)) == len(of(SupplyRefilled, emitted)) == 1


def test_a_middle_space_can_complete_two_pillars() -> None:
    """J2, 6.6.3"""
    state = placing()
    cover(state, 0, "orange 2", "orange 3", "red 2", "red 3", "middle 6", "middle 2")
    hold(state, 0, purple=1)
    emitted = play(state, place(state, "middle 1", "purple"))
    assert {fact.decoration for fact in of(DecorationCompleted, emitted)} == {"P-nw", "P-ne"}
    assert (score(state, 0), state.due) == (23, 2)


def test_side_b_completes_a_statue_with_its_own_numbers() -> None:
    """J3, 9.1.1"""
    state = placing(side="B")
    cover(state, 0, "nw.1", "nw.2", "ne.4", colour="red")
    hold(state, 0, red=4)
    emitted = play(state, place(state, "ne.5", "red"))
    assert of(DecorationCompleted, emitted) == [DecorationCompleted(0, "S-nw-ne", 2)]
    assert (score(state, 0), state.due) == (22, 2)


def test_side_b_pays_nothing_for_the_neighbour_of_a_statue() -> None:
    """J4, 9.1.1"""
    state = placing(side="B")
    cover(state, 0, "nw.1", "nw.2", "ne.5", colour="red")
    hold(state, 0, red=5)
    emitted = play(state, place(state, "ne.0", "red"))
    assert (of(DecorationCompleted, emitted), score(state, 0), state.turn) == ([], 22, 1)


def test_names_of_spaces_follow_the_printed_numbers() -> None:
    assert [space("orange 6"), space("w.0"), space("middle 1")] == [0, 30, 36]
