"""Test the layout of a table and the appearance of its components, for clients that draw it."""

import json
from importlib.resources import files
from itertools import combinations, pairwise

import pytest

from domain.riddle import RULESET
from domain.riddle.wire.card_list import DATA

CONSTANTS = RULESET.constants
CENTRES = {zone.zone: (zone.centre.x, zone.centre.y) for zone in CONSTANTS.zones}
FOLDER = files("domain.riddle")
APPEARANCES = json.loads(FOLDER.joinpath("appearances.json").read_bytes())


def box(polygon):
    """Return the smallest and the largest coordinates of an outline."""
    xs, ys = [point.x for point in polygon], [point.y for point in polygon]
    return min(xs), min(ys), max(xs), max(ys)


def test_zones_lie_row_by_row_one_unit_apart():
    """1.6.1"""
    assert [*CENTRES.values()] == [(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)]


@pytest.mark.parametrize("thing", [*CONSTANTS.zones, *CONSTANTS.piles], ids=lambda thing: str(thing.polygon[0]))
def test_a_card_is_centred_on_its_place(thing):
    left, top, right, bottom = box(thing.polygon)
    assert ((left + right) / 2, (top + bottom) / 2) == pytest.approx((thing.centre.x, thing.centre.y))
    assert (right - left, bottom - top) == pytest.approx((0.76, 0.9))


def test_no_card_overlaps_another():
    boxes = [box(thing.polygon) for thing in (*CONSTANTS.zones, *CONSTANTS.piles)]
    for one, other in combinations(boxes, 2):
        assert one[2] < other[0] or other[2] < one[0] or one[3] < other[1] or other[3] < one[1]


@pytest.mark.parametrize("line", CONSTANTS.lines, ids=lambda line: str(line.zones))
def test_a_line_runs_straight_through_its_zones_from_edge_to_edge(line):
    """1.7.2"""
    stops = [(line.start.x, line.start.y), *(CENTRES[zone] for zone in line.zones), (line.end.x, line.end.y)]
    first, *rest = [(right - left, down - up) for (left, up), (right, down) in pairwise(stops)]
    assert rest == [(2 * first[0], 2 * first[1])] * 2 + [first]
    assert max(map(abs, stops[0])) == max(map(abs, stops[-1])) == 1.5


def test_each_zone_names_the_lines_that_run_through_it():
    """1.7.2"""
    assert [line.zones for line in CONSTANTS.lines] == [*CONSTANTS.modes[1].lines]
    assert {zone.zone: zone.lines for zone in CONSTANTS.zones} == {
        zone: tuple(line.zones for line in CONSTANTS.lines if zone in line.zones) for zone in range(9)
    }


def test_each_deck_has_its_discard_beside_it():
    """1.8.1, 1.8.2"""
    assert [(pile.pile, pile.deck, pile.discarded) for pile in CONSTANTS.piles] == [
        ("main_deck", "main", False),
        ("main_discard", "main", True),
        ("additional_deck", "additional", False),
        ("additional_discard", "additional", True),
    ]
    assert {pile.pile for pile in CONSTANTS.piles} <= {*RULESET.names.things["equipment"]}


def test_everything_in_the_card_list_has_an_appearance():
    assert [*APPEARANCES["symbol"]] == [symbol.id for symbol in DATA.symbols]
    assert [*APPEARANCES["card"]] == [design.id for design in (*DATA.main_designs, *DATA.additional())]


def test_everything_with_an_appearance_has_an_icon():
    icons = {(kind.name, icon.name) for kind in FOLDER.joinpath("icons").iterdir() for icon in kind.iterdir()}
    assert icons == {(kind, f"{each}.svg") for kind, appearances in APPEARANCES.items() for each in appearances}


SEEN_BY = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red cones": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "no green cones": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "no blue cones": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""The change of linear red, green and blue by colour blindness, from Machado, Oliveira and Fernandes (2009)."""


def seen(colour, matrix):
    """Return a colour in the space Oklab, as these eyes see it."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    light = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    red, green, blue = (max(0.0, sum(row[i] * light[i] for i in range(3))) for row in matrix)
    long = (0.4122 * red + 0.5363 * green + 0.0514 * blue) ** (1 / 3)
    middle = (0.2119 * red + 0.6807 * green + 0.1074 * blue) ** (1 / 3)
    short = (0.0883 * red + 0.2817 * green + 0.6300 * blue) ** (1 / 3)
    return (
        0.2105 * long + 0.7936 * middle - 0.0041 * short,
        1.9780 * long - 2.4286 * middle + 0.4506 * short,
        0.0259 * long + 0.7828 * middle - 0.8087 * short,
    )


@pytest.mark.parametrize("eyes", SEEN_BY)
@pytest.mark.parametrize("half", ["upper", "lower"])
def test_colours_of_symbols_of_one_half_stay_apart_for_all_eyes(eyes, half):
    colours = [APPEARANCES["symbol"][symbol.id]["colour"] for symbol in DATA.symbols if symbol.half == half]
    for one, other in combinations(colours, 2):
        pairs = zip(seen(one, SEEN_BY[eyes]), seen(other, SEEN_BY[eyes]), strict=True)
        assert sum((a - b) ** 2 for a, b in pairs) ** 0.5 > 0.08, (one, other)
