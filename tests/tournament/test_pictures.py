"""Test crosstables and brackets, as data and as images."""

from fractions import Fraction
from xml.etree import ElementTree as ET

import msgspec
import pytest

from service.tournaments.rules import bracket_image, crosstable_image
from service.tournaments.rules.bracket import BracketMatch, NoBracket, Slot, bracket
from service.tournaments.rules.crosstable import Cell, crosstable
from service.tournaments.rules.plan import Stage
from service.tournaments.rules.points import decimal
from tests.tournament.building import Log, a_plan

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def swiss() -> Log:
    log = Log(a_plan()).enter(3).start()
    log.pair((0, 1), byes=(2,)).finish(1, (2, 1))
    return log.pair((2, 0), byes=(1,))


@pytest.fixture
def knockout() -> Log:
    log = Log(a_plan(Stage(format="knockout"))).enter(3).start()
    return log.pair((1, 2), byes=(0,)).finish(1, (1, 2)).pair((0, 2))


def words(picture: str) -> list[str]:
    """List the texts of an image."""
    return [each.text for each in ET.fromstring(picture).iter(f"{SVG}text")]


def crosstable_of(log: Log) -> str:
    return crosstable_image.draw(log.tournament, crosstable(log.tournament))


def bracket_of(log: Log) -> str:
    return bracket_image.draw(log.tournament, bracket(log.tournament))


def test_a_crosstable_has_a_cell_for_each_round_that_one_was_in(swiss):
    cells = {row.standing.entrant: row.cells for row in crosstable(swiss.tournament).rows}
    assert cells == {
        0: (Cell(1, 1, (1,), 720), Cell(2, 1, (2,), None)),
        1: (Cell(1, 1, (0,), 0), Cell(2, 0, (), 720)),
        2: (Cell(1, 0, (), 720), Cell(2, 1, (0,), None)),
    }


def test_a_round_robin_has_a_matrix_in_the_order_of_the_standings():
    log = Log(a_plan(Stage(format="round_robin", table_size=3))).enter(4).start()
    log.pair((0, 1, 2)).finish(1, (1, 2, 3)).pair((0, 3)).finish(1, (1, 2))
    rows = crosstable(log.tournament).rows
    assert [(row.standing.entrant, row.met) for row in rows] == [
        (2, (None, None, 720, 720)),
        (3, (None, None, None, 720)),
        (1, (360, None, None, 360)),
        (0, (0, 0, 0, None)),
    ]


def test_the_crosstable_is_empty_before_a_tournament_starts():
    log = Log(a_plan()).enter(2)
    assert crosstable(log.tournament).rows == ()
    assert "Entrant" in words(crosstable_of(log))


def test_a_bracket_shows_the_origin_of_each_entrant(knockout):
    assert bracket(knockout.tournament).rounds == (
        (
            BracketMatch(1, 0, "", (Slot(0, 0, 0, 1, 0, advances=True),)),
            BracketMatch(1, 1, "", (Slot(1, 0, 0, 2, 0, advances=False), Slot(2, 0, 0, 1, 720, advances=True))),
        ),
        (BracketMatch(2, 1, "", (Slot(0, 1, 0, 0, 0, advances=False), Slot(2, 1, 1, 0, 0, advances=False))),),
    )


def test_a_bye_in_a_double_knock_out_is_in_the_bracket_of_its_entrant():
    log = Log(a_plan(Stage(format="double_knockout"))).enter(3).start()
    log.pair(((0, 1), 0, "winners"), byes=(2,)).finish(1, (2, 1)).pair(((0, 2), 0, "winners"), byes=(1,))
    parts = [[each.part for each in matches] for matches in bracket(log.tournament).rounds]
    assert parts == [["winners", "winners"], ["winners", "losers"]]


def test_a_swiss_has_no_bracket(swiss):
    with pytest.raises(NoBracket):
        bracket(swiss.tournament)


def test_charts_show_names_points_and_places(swiss, knockout):
    assert words(crosstable_of(swiss))[:11] == [
        *("Spring: crosstable", "Entrant", "1", "2", "Points"),
        *("1", "Bruno", "0", "2", "12", "bye"),
    ]
    assert words(bracket_of(knockout)) == [
        *("Spring: bracket", "Semi-finals", "Final"),
        *("Anna", "bye", "Bruno", "0", "Cyril", "12"),
        *("Anna", "Cyril"),
    ]


def test_matches_that_are_not_paired_yet_name_whose_winners_come_there():
    log = Log(a_plan(Stage(format="knockout"))).enter(6).start()
    log.pair((3, 4), (2, 5), byes=(0, 1))
    drawn = words(bracket_of(log))
    names = [each.name for each in log.tournament.entrants]
    assert drawn[:4] == ["Spring: bracket", "Quarter-finals", "Semi-finals", "Final"]
    assert [each for each in drawn[4:] if each.startswith("Winner")] == [
        *("Winner of quarter-final 2", "Winner of quarter-final 4"),
        *("Winner of semi-final 1", "Winner of semi-final 2"),
    ]
    assert [each for each in drawn if each in names[:2]] == [names[0], names[1], names[0], names[1]]


def test_manual_pairings_leave_no_fixed_bracket():
    log = Log(a_plan(Stage(format="knockout"))).enter(4).start().pair((0, 1), (2, 3), manual=True)
    assert not bracket(log.tournament).fixed
    assert not [each for each in words(bracket_of(log)) if each.startswith("Winner")]


@pytest.mark.parametrize("draw", [crosstable_of, bracket_of])
def test_a_chart_has_an_accessible_description(draw, knockout):
    root = ET.fromstring(draw(knockout))
    assert (root.get("role"), root.get("aria-labelledby")) == ("img", "title desc")
    assert root.find(f"{SVG}title").text.startswith("Spring: ")
    assert "Cyril" in root.find(f"{SVG}desc").text


@pytest.mark.parametrize("draw", [crosstable_of, bracket_of])
def test_a_name_is_plain_text(draw, knockout):
    entrant = knockout.tournament.entrants[0]
    entrant.entered = msgspec.structs.replace(entrant.entered, name="</text>\x00<script>&" + "x" * 90)
    shown = [each for each in words(draw(knockout)) if each.startswith("</text>�<")]
    assert shown
    assert all(each.endswith("…") for each in shown)


def test_numbers_are_shown_without_needless_zeros():
    values = (12, 0, Fraction(22, 3), Fraction(-1, 2), Fraction(-1, 900), 100)
    assert [decimal(value, 2) for value in values] == ["12", "0", "7.33", "-0.5", "0", "100"]


def test_a_fixed_bracket_shows_the_rounds_up_to_the_final():
    log = Log(a_plan(Stage(format="knockout"))).enter(5).start().pair((3, 4), byes=(0, 1, 2))
    assert [each for each in words(bracket_of(log)) if each in ("Quarter-finals", "Semi-finals", "Final")] == [
        "Quarter-finals",
        "Semi-finals",
        "Final",
    ]


def test_a_bracket_is_drawn_from_top_to_bottom_by_its_seeds():
    log = Log(a_plan(Stage(format="knockout"))).enter(4).start().pair((2, 1), (3, 0))
    names = [each for each in ET.fromstring(bracket_of(log)).iter(f"{SVG}text") if each.get("class") == ""]
    assert [each.text for each in sorted(names, key=lambda each: float(each.get("y")))] == [
        *("Anna", "Dana", "Bruno", "Cyril"),
    ]
