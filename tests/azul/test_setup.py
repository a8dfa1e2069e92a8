"""Set-up (section 4) and the boards as printed (section 3)."""

from collections import Counter
from math import atan2, degrees, hypot
from random import Random
from typing import Any

import msgspec
import pytest

from domain.azul import RULESET
from domain.azul.rules.board import NUMBERED, RUN, new_board
from domain.azul.rules.state import ACQUIRING, NOBODY
from domain.azul.rules.tiles import total
from domain.azul.wire.constants import COST, DECORATIONS, SLOTS, STAR, STARS, TOUCHING
from domain.azul.wire.facts import FactoryFilled, StartDrawn, SupplyRefilled
from domain.azul.wire.options import Options
from domain.azul.wire.published_constants import CONSTANTS
from tests.azul.builders import LoadedDice
from tests.azul.decorations import REWARD, SPACES
from tests.azul.random_games import all_options

PRINTED = {  # 3.2.1, 3.2.2: numbers in slot order, side A and side B
    "nw": ((6, 1, 2, 3, 4, 5), (6, 3, 2, 1, 4, 5)),
    "ne": ((5, 6, 1, 2, 3, 4), (5, 6, 3, 2, 1, 4)),
    "e": ((4, 5, 6, 1, 2, 3), (4, 5, 6, 3, 2, 1)),
    "se": ((3, 4, 5, 6, 1, 2), (1, 4, 5, 6, 3, 2)),
    "sw": ((2, 3, 4, 5, 6, 1), (2, 1, 4, 5, 6, 3)),
    "w": ((1, 2, 3, 4, 5, 6), (3, 2, 1, 4, 5, 6)),
    "c": ((1, 2, 3, 4, 5, 6), (3, 3, 3, 3, 3, 3)),
}
COLOURED_STARS = {"nw": "orange", "ne": "red", "e": "blue", "se": "yellow", "sw": "green", "w": "purple"}


class CountingDice(Random):
    """Dice that count their draws."""

    drawn = 0

    def random(self) -> float:
        self.drawn += 1
        return super().random()


@pytest.mark.parametrize("side", ["A", "B"])
@pytest.mark.parametrize(("seats", "factories"), [(2, 5), (3, 7), (4, 9)])
def test_the_set_up_has_a_full_supply_and_full_factories(seats: int, factories: int, side: str) -> None:
    """2.1.2, 2.2.3, 2.2.4, 2.2.5, 2.2.7, 4.2.1, 4.2.2, 4.2.3, 4.2.4, 4.2.5"""
    state = RULESET.setup(Options(side=side), seats, Random(3))
    assert total(state.supply) == 10
    assert [total(source) for source in state.sources] == [0, *[4] * factories]
    assert total(state.bag) == 132 - 10 - 4 * factories
    piles = [state.bag, state.supply, *state.sources]
    assert [sum(pile >> 6 * colour & 63 for pile in piles) for colour in range(6)] == [22] * 6
    assert (state.hand, state.corners, state.tower) == ([0] * seats, [0] * seats, 0)
    assert (state.round, state.phase, state.holder, state.turn) == (1, ACQUIRING, NOBODY, state.starter)
    assert [seat.score for seat in RULESET.view(state, None).seats] == [5] * seats


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_set_up_draws_once_for_the_start_seat_and_once_for_each_tile(seats: int) -> None:
    """11.1.1: Q1, Q2, Q3"""
    for options, start in ((Options(), 1), (Options(start_seat=0), 0)):
        rng = CountingDice(7)
        RULESET.setup(options, seats, rng)
        assert rng.drawn == start + 10 + 4 * (2 * seats + 1)


def test_the_set_up_is_step_by_step() -> None:
    """4.2.1, 4.2.3, 4.2.4"""
    emitted: list[Any] = []
    RULESET.setup(Options(), 2, Random(4), lambda fact, _: emitted.append(fact))
    assert [type(fact) for fact in emitted] == [StartDrawn, SupplyRefilled, *[FactoryFilled] * 5]
    assert [fact.source for fact in emitted[2:]] == ["f1", "f2", "f3", "f4", "f5"]


def test_seats_and_factories_are_numbered() -> None:
    """1.3.1"""
    shown = RULESET.view(RULESET.setup(Options(), 4, Random(3)), None)
    assert [each.source for each in shown.factories] == [f"f{number}" for number in range(1, 10)]
    assert [each.seat for each in shown.seats] == [0, 1, 2, 3]


def test_the_start_seat_is_drawn_unless_it_is_an_option() -> None:
    """4.1.2"""
    drawn = Counter(RULESET.setup(Options(), 4, Random(number)).turn for number in range(200))
    assert sorted(drawn) == [0, 1, 2, 3]
    assert min(drawn.values()) > 30
    assert {RULESET.setup(Options(start_seat=2), 4, Random(number)).starter for number in range(20)} == {2}


def test_the_start_seat_is_the_first_draw() -> None:
    falls = [(2, 3), *[(0, 132 - drawn) for drawn in range(38)]]
    rng = LoadedDice(*falls)
    state = RULESET.setup(Options(), 3, rng)
    assert (state.turn, rng.falls) == (2, [])


@pytest.mark.parametrize("side", [0, 1])
def test_every_space_has_its_printed_number(side: int) -> None:
    """3.2.1, 3.2.2, 3.2.3"""
    assert {star: COST[side][SLOTS * STAR[star] : SLOTS * (STAR[star] + 1)] for star in STARS} == {
        star: numbers[side] for star, numbers in PRINTED.items()
    }
    assert sum(COST[side]) == (147, 144)[side]
    assert Counter(COST[side]) == (dict.fromkeys(range(1, 7), 7), {**dict.fromkeys(range(1, 7), 6), 3: 12})[side]


def test_the_decorations_touch_the_printed_spaces() -> None:
    """2.2.9, 3.4.3, 3.4.4"""
    found = {each.name: [f"{STARS[space // 6]}.{space % 6}" for space in each.spaces] for each in DECORATIONS}
    assert found == {name: spaces.split() for name, spaces in SPACES.items()}
    assert {each.name: each.tiles for each in DECORATIONS} == {name: REWARD[name[0]] for name in SPACES}
    assert sum(each.tiles for each in DECORATIONS) == 36
    assert all(len(touching) <= 2 for touching in TOUCHING)


def test_numbers_are_counted_on_the_whole_board() -> None:
    """8.1.3, 9.1.7"""
    assert [[spaces.bit_count() for spaces in side.values()] for side in NUMBERED] == [[7, 7, 7, 7], [6, 6, 12, 6]]


def test_a_run_is_counted_round_the_star() -> None:
    """1.2.4, 3.3.1, 6.5.2"""
    assert RUN[0b000001][0] == 1
    assert RUN[0b100001][0] == RUN[0b100001][5] == 2
    assert RUN[0b110011][0] == 4
    assert RUN[0b101101][0] == 2
    assert RUN[0b101101][2] == 2
    assert RUN[0b111111] == (6,) * 6


def test_a_front_end_finds_all_it_needs_to_draw_the_board() -> None:
    """2.2.8, 2.2.10, 3.2.1, 3.4.1"""
    assert {star.star: star.colour for star in CONSTANTS.sides[0].stars if star.star != "c"} == COLOURED_STARS
    assert CONSTANTS.sides[0].stars[6].colour is CONSTANTS.sides[1].stars[0].colour is msgspec.UNSET
    assert [star.costs for star in CONSTANTS.sides[1].stars] == [PRINTED[star][1] for star in STARS]
    assert [(each.colour, each.wild_round, each.star_bonus) for each in CONSTANTS.colours] == [
        ("purple", 1, 20),
        ("green", 2, 18),
        ("orange", 3, 17),
        ("yellow", 4, 16),
        ("blue", 5, 15),
        ("red", 6, 14),
    ]
    assert (len(CONSTANTS.spaces), len(CONSTANTS.decorations), CONSTANTS.factories) == (42, 18, (5, 7, 9))


def points(polygon: tuple[Any, ...]) -> list[tuple[float, float]]:
    """Return the points of a polygon as pairs."""
    return [(point.x, point.y) for point in polygon]


def test_the_spaces_lie_where_they_are_printed() -> None:
    """3.5.1"""
    first = CONSTANTS.spaces[0]
    assert (first.star, first.slot, first.direction, set(first.neighbours)) == ("nw", 0, "N", {5, 1})
    assert points(first.polygon) == [(-0.5, -0.86603), (-0.66667, -1.1547), (-0.5, -1.44338), (-0.33333, -1.1547)]
    middle = CONSTANTS.spaces[36]
    assert points(middle.polygon) == [(0.0, 0.0), (-0.16667, -0.28868), (0.0, -0.57735), (0.16667, -0.28868)]
    assert points((middle.label,)) == [(0.0, -0.46)]


def centre_of(star: str) -> tuple[float, float]:
    """Return the corner that all spaces of a star have in common."""
    (centre,) = {points(each.polygon)[0] for each in CONSTANTS.spaces if each.star == star}
    return centre


def direction(start: tuple[float, float], end: tuple[float, float]) -> int:
    """Return the direction from one point to another, in degrees clockwise from straight up."""
    return round(degrees(atan2(end[0] - start[0], start[1] - end[1]))) % 360


def test_the_outer_stars_lie_on_a_hexagon_around_the_middle_one() -> None:
    """3.1.1, 3.1.2"""
    assert Counter(each.star for each in CONSTANTS.spaces) == dict.fromkeys(STARS, 6)
    assert centre_of("c") == (0.0, 0.0)
    assert [direction((0, 0), centre_of(star)) for star in STARS[:6]] == [330, 30, 90, 150, 210, 270]
    assert [round(hypot(*centre_of(star)), 4) for star in STARS[:6]] == [1.0] * 6


@pytest.mark.parametrize("star", STARS)
def test_the_slots_of_a_star_are_named_by_where_their_tips_point(star: str) -> None:
    """1.3.2, 3.1.3"""
    spaces = [each for each in CONSTANTS.spaces if each.star == star]
    assert [(each.slot, each.direction) for each in spaces] == list(enumerate(("N", "NE", "SE", "S", "SW", "NW")))
    tips = [points(each.polygon)[2] for each in spaces]
    assert [direction(centre_of(star), tip) for tip in tips] == [0, 60, 120, 180, 240, 300]


@pytest.mark.parametrize("star", STARS[:6])
def test_every_outer_star_has_the_same_numbers_clockwise_from_p1(star: str) -> None:
    """3.1.4, 3.2.4: p1 points 90 degrees clockwise from the direction of the star."""
    first = (direction((0, 0), centre_of(star)) + 90) // 60 % 6
    slots = [(first + each) % 6 for each in range(6)]
    assert [PRINTED[star][0][slot] for slot in slots] == [1, 2, 3, 4, 5, 6]
    assert [PRINTED[star][1][slot] for slot in slots] == [3, 2, 1, 4, 5, 6]


@pytest.mark.parametrize(
    ("name", "polygon"),
    [
        ("P-nw", [(0.0, -0.57735), (-0.16667, -0.28868), (-0.5, -0.28868), (-0.33333, -0.57735)]),
        ("S-nw-ne", [(0.0, -1.1547), (0.16667, -0.86603), (0.0, -0.57735), (-0.16667, -0.86603)]),
        ("W-e", [(1.5, 0.28868), (1.33333, 0.0), (1.5, -0.28868), (1.66667, 0.0)]),
    ],
)
def test_the_decorations_lie_between_their_stars(name: str, polygon: list[tuple[float, float]]) -> None:
    """3.5.2"""
    drawn = next(each for each in CONSTANTS.decorations if each.decoration == name)
    assert points(drawn.polygon) == polygon


def test_every_decoration_shares_a_corner_with_each_of_its_spaces() -> None:
    """3.4.2, 3.5.2"""
    spaces = {(each.star, each.slot): each for each in CONSTANTS.spaces}
    for decoration in CONSTANTS.decorations:
        for where in decoration.spaces:
            space = spaces[where.star, where.slot]
            assert decoration.decoration in space.decorations
            near = min(abs(x - a) + abs(y - b) for x, y in points(decoration.polygon) for a, b in points(space.polygon))
            assert near < 0.0001


def test_an_empty_board_accepts_the_printed_tiles() -> None:
    """6.2.2, 6.2.3, 9.1.3"""
    assert new_board(0) == [1 << 2, 1 << 5, 1 << 4, 1 << 3, 1 << 1, 1 << 0, 63]
    assert new_board(1) == [63] * 7


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_combination_of_options_can_be_played(seats: int) -> None:
    """4.1.1"""
    assert len(all_options(seats)) == 4
    assert [RULESET.reject_setup(options, seats) for options in all_options(seats)] == [None] * 4
