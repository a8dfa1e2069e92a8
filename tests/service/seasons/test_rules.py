"""Pure rules of seasons: who rises and falls between divisions of different sizes, and ties at their borders."""

from fractions import Fraction

import pytest

from service.seasons.rules.risers import Undecided, next_divisions, outcomes
from service.seasons.rules.season import Division, SeasonEntrant
from service.seasons.rules.tables import Result, SeasonPlayer, ranked

LETTERS = {"rises": "+", "stays": "=", "falls": "-", "undecided": "?"}


def rows(name, *points):
    """Return the table of one tournament, in which entrants have these points."""
    results = [
        Result(name, number, SeasonPlayer("player", f"{name}{number}"), number + 1, number + 1, each * 60)
        for number, each in enumerate(points)
    ]
    return ranked(Division(name, (name,)), results)


def moves(risers, *tables):
    found = outcomes([rows(f"t{number}", *points) for number, points in enumerate(tables)], risers)
    return ["".join(LETTERS[each] for each in outcome) for outcome in found]


def test_as_many_players_rise_as_fall():
    assert moves(1, [9, 8, 7, 6], [9, 8, 7, 6]) == ["===-", "+==="]
    assert moves(2, [9, 8, 7, 6], [9, 8, 7, 6], [9, 8, 7, 6]) == ["==--", "++--", "++=="]
    assert moves(0, [9, 8], [9, 8]) == ["==", "=="]
    assert moves(3, [9, 8]) == ["=="]


def test_at_most_half_of_the_smaller_division_moves():
    assert moves(3, [9, 8, 7, 6, 5, 4], [9, 8, 7]) == ["=====-", "+=="]
    assert moves(3, [9, 8, 7, 6], [9]) == ["====", "="]
    assert moves(3, [], [9, 8]) == ["", "=="]


def test_equal_points_at_a_border_are_undecided():
    assert moves(1, [9, 8, 6, 6], [9, 9, 7, 6]) == ["==??", "??=="]
    assert moves(2, [9, 8, 8, 8, 5], [9, 8, 7, 6]) == ["=???-", "++=="]
    assert moves(2, [9, 8, 6, 6], [9, 9, 7, 6]) == ["==--", "++=="]
    assert moves(1, [9, 8], [7, 7, 7, 7], [9, 8]) == ["=-", "????", "+="]


def test_each_player_is_placed_once_and_in_the_highest_division():
    upper, lower = rows("t0", 9, 8, 7, 6), rows("t0", 5, 4)
    placed = next_divisions([upper, lower], 0, {})
    assert placed == [[SeasonEntrant("t0", number) for number in range(4)], []]


def test_an_undecided_player_needs_a_change():
    tables = [rows("a", 9, 8, 6, 6), rows("b", 9, 8, 7, 6)]
    with pytest.raises(Undecided):
        next_divisions(tables, 1, {SeasonEntrant("a", 2): 0})
    placed = next_divisions(tables, 1, {SeasonEntrant("a", 2): 1, SeasonEntrant("a", 3): 0})
    assert [[each.entrant for each in part if each.tournament == "a"] for part in placed] == [[0, 1, 3], [2]]


def test_points_for_places_end_with_the_list_and_are_exact():
    division = Division("a", ("a",), place_points=(10, 5))
    results = [Result("a", each, SeasonPlayer("player", str(each)), 1, 3, 0) for each in range(3)]
    assert [row.points for row in ranked(division, results)] == [Fraction(5)] * 3
    fourth = Result("a", 3, SeasonPlayer("player", "3"), 4, 4, 600)
    assert [row.points for row in ranked(division, [fourth])] == [0]
