"""Test standings in the formats of other programs."""

import csv
import io

import msgspec
import pytest

from service.tournaments.rules.entrant_events import Entered
from service.tournaments.rules.exports import to_csv
from service.tournaments.rules.plan import SIXTIETHS, Stage
from service.tournaments.rules.report_file import NotSwissPairs, to_trf
from service.tournaments.rules.standings import standings
from tests.tournament.building import Log, a_plan

HEAD = 10
"""The number of lines in a report file before those of the players."""


@pytest.fixture
def swiss() -> Log:
    log = Log(a_plan(Stage(format="swiss", rounds=3))).enter(5).start()
    log.pair((0, 1), (2, 3), byes=(4,)).finish(1, (2, 1)).finish(2, (3, 3)).withdraw(3)
    return log.pair((4, 0), (1, 2)).finish(1, (1, 2))


def renamed(log: Log, name: str) -> Log:
    entrant = log.tournament.entrants[0]
    entrant.entered = msgspec.structs.replace(entrant.entered, name=name)
    return log


def table(log: Log) -> list[list[str]]:
    written = to_csv(log.tournament, standings(log.tournament)).encode()
    return list(csv.reader(io.StringIO(written.decode("utf-8-sig"), newline=""), strict=True))


def player(line: str) -> tuple:
    """Parse a line of a player by its columns, which the standard counts from 1."""
    rounds = [line[start : start + 8].ljust(8) for start in range(91, len(line), 10)]
    results = [(int(each[:4]), each[5], each[7]) for each in rounds]
    columns = ((5, 8), (15, 47), (49, 52), (81, 84), (86, 89))
    return (*(line[first - 1 : last].strip() for first, last in columns), results)


def test_the_table_has_a_line_for_each_entrant(swiss):
    headings, first, *_, last = table(swiss)
    assert ",".join(headings) == (
        "place,entrant,name,player,level,points,tie_break_opponents,tie_break_head_to_head,tie_break_difference,"
        "tie_break_wins,tie_break_random,played,wins,byes,withdrawn,disqualified,penalty"
    )
    assert ",".join(first) == "1,0,Anna,,greedy,24,12,0,2,2,0,2,2,0,no,no,0"
    assert ",".join(last) == "5,1,Bruno,,greedy,0,24,0,-1,0,0,1,0,0,no,no,0"


def test_lines_end_as_the_standard_has_it(swiss):
    assert to_csv(swiss.tournament, []).endswith("penalty\r\n")


SIGNS = "=+-@\u2212\uff1d\uff0b\uff0d\uff20"


@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize("before", ["", " ", "\0", "\t", "\n", "\r", "\u200b", "\u202e", "\ufeff", "'", '"', '\0 "'])
def test_no_name_becomes_a_formula(swiss, sign, before):
    cell = table(renamed(swiss, f"{before}{sign}1"))[1][2]
    assert cell == f"{before.translate(REPLACED)}'{sign}1"


@pytest.mark.parametrize("separator", [",", ";", "|", "\t", "; ", ';"', ",'"])
def test_no_name_becomes_a_formula_where_the_line_is_split_at_another_character(swiss, separator):
    cell = table(renamed(swiss, f"Ann{separator}=1+1"))[1][2]
    assert cell in (f"Ann{separator}'=1+1", "Ann�=1+1")


REPLACED = dict.fromkeys(map(ord, "\0\t\n\r\u200b\u202e\ufeff"), "�")


def test_a_name_may_contain_signs_that_start_no_formula(swiss):
    assert table(renamed(swiss, "Anne-Marie =) 1+1"))[1][2] == "Anne-Marie =) 1+1"


def test_a_name_may_contain_commas_and_quotes_and_is_one_line(swiss):
    assert table(renamed(swiss, 'A, "B"\nC'))[1][2] == 'A, "B"�C'


def test_a_spreadsheet_detects_that_the_table_is_utf_8(swiss):
    assert to_csv(swiss.tournament, []).encode().startswith(b"\xef\xbb\xbfplace,")


def test_points_that_are_not_whole_are_decimals(swiss):
    ties = msgspec.structs.replace(swiss.tournament.plan, points={2: (1, 0)})
    swiss.tournament.plan = ties
    assert "0.5" in {line[5] for line in table(swiss)}


def test_the_report_file_has_its_columns(swiss):
    lines = to_trf(swiss.tournament).split("\r\n")
    assert lines[:HEAD] == [
        *("012 Spring", "062 5", "072 5", "092 Individual: Swiss-System", "142 3", "152 W"),
        *("162  W 1.0    D 0.5    P 1.0", "XXR 3", "XXC white1", "BBU  1.0"),
    ]
    assert [player(line) for line in lines[HEAD:-1]] == [
        ("1", "Anna", "1000", "2.0", "1", [(2, "w", "1"), (5, "b", "1")]),
        ("2", "Bruno", "999", "0.0", "5", [(1, "b", "0"), (3, "w", " ")]),
        ("3", "Cyril", "998", "0.5", "4", [(4, "w", "="), (2, "b", " ")]),
        ("4", "Dana", "997", "0.5", "3", [(3, "b", "="), (0, "-", "Z"), (0, "-", "Z")]),
        ("5", "Emil", "996", "1.0", "2", [(0, "-", "U"), (1, "w", "0")]),
    ]


def test_a_name_in_the_report_file_fits_its_columns(swiss):
    line = to_trf(renamed(swiss, "Long\nname " * 9).tournament).split("\r\n")[HEAD]
    assert player(line)[1:3] == (("Long�name " * 9)[:33], "1000")


@pytest.mark.parametrize(("worth", "share"), [(12, "1.0"), (6, "0.5"), (0, "0.0"), (8, "0.7"), (24, "2.0")])
def test_a_bye_counts_as_it_does_here(worth, share):
    log = Log(a_plan(bye_points=worth)).enter(3).start().pair((0, 1), byes=(2,))
    lines = to_trf(log.tournament).split("\r\n")
    assert (lines[6], lines[9]) == (f"162  W 1.0    D 0.5    P {share}", f"BBU  {share}")
    assert player(lines[HEAD + 2])[3::2] == (share, [(0, "-", "U")])


def test_the_initial_colour_is_that_of_the_first_seed_who_was_paired():
    log = Log(a_plan()).enter(3).start()
    assert to_trf(log.tournament).split("\r\n")[5] == "152 W"
    log.pair((2, 1), byes=(0,))
    assert to_trf(log.tournament).split("\r\n")[5:9:3] == ["152 B", "XXC black1"]


def test_before_the_first_round_there_are_lines_without_results():
    lines = to_trf(Log(a_plan()).enter(2).start().tournament).split("\r\n")
    assert [player(line)[-1] for line in lines[HEAD:-1]] == [[], []]


@pytest.mark.parametrize(
    ("points", "marks", "shown"),
    [(0, "ZZ", "0.0"), (6, "HZ", "0.5"), (12, "FZ", "1.0"), (19, "FH", "1.5"), (99, "FF", "2.0")],
)
def test_a_late_entry_has_its_starting_points(points, marks, shown):
    log = Log(a_plan(late_entries=True)).enter(2).start()
    for _ in range(2):
        log.pair((0, 1)).finish(1, (2, 1))
    log.add(Entered, entrant=2, name="Late", kind="level", level="easy", points=points * SIXTIETHS)
    line = player(to_trf(log.tournament).split("\r\n")[HEAD + 2])
    assert (line[3], line[-1]) == (shown, [(0, "-", mark) for mark in marks])


def test_withdrawn_and_absent_entrants_are_absent_until_the_last_round():
    log = Log(a_plan(Stage(format="swiss", rounds=2))).enter(4).start()
    log.pair((0, 1), manual=True, sitting_out=(2, 3)).finish(1, (2, 1)).withdraw(3)
    courses = [player(line)[-1] for line in to_trf(log.tournament).split("\r\n")[HEAD:-1]]
    assert [[mark for *_, mark in each] for each in courses] == [["1"], ["0"], ["Z"], ["Z", "Z"]]
    log.pair((0, 1), byes=(2,))
    assert {len(player(line)[-1]) for line in to_trf(log.tournament).split("\r\n")[HEAD:-1]} == {2}


@pytest.mark.parametrize("stage", [Stage(format="round_robin"), Stage(format="swiss", rounds=3, table_size=3)])
def test_the_report_file_is_for_swiss_pairs_only(stage):
    with pytest.raises(NotSwissPairs):
        to_trf(Log(a_plan(stage)).enter(4).start().tournament)


def test_a_tournament_that_has_not_started_has_no_report():
    with pytest.raises(NotSwissPairs):
        to_trf(Log(a_plan()).enter(4).tournament)
