"""Test knock-outs: who is eliminated, who advances, and who meets whom."""

from collections import Counter

import pytest

from service.tournaments.rules.match_order import match_order
from service.tournaments.rules.plan import Stage
from service.tournaments.rules.state import Tournament, matches
from tests.tournament.drawing import drawn, played, seat, started, tables

DOUBLE = Stage("double_knockout")
SIZES = [2, 3, 5, 8, 13, 16, 31, 33]


def losses(tournament: Tournament) -> list[int]:
    """Return the number of lost matches of each entrant, the highest first."""
    lost = Counter(each for table in matches(tournament) for each in match_order(tournament, table)[1:])
    return sorted((lost[each.number] for each in tournament.entrants), reverse=True)


@pytest.mark.parametrize("entrants", SIZES)
def test_all_but_one_lose_once_in_a_knockout_of_as_few_rounds_as_can_be(entrants):
    tournament = played(Stage("knockout"), entrants)
    assert losses(tournament) == [1] * (entrants - 1) + [0]
    assert len(tournament.rounds) == (entrants - 1).bit_length()


@pytest.mark.parametrize("entrants", SIZES)
def test_all_but_one_lose_twice_in_a_double_knockout(entrants):
    *others, winner = losses(played(DOUBLE, entrants))
    assert others == [2] * (entrants - 1)
    assert winner in {0, 1}


def test_the_best_seeds_meet_the_latest():
    log = started(Stage("knockout"), 8)
    rounds = []
    while (each := drawn(log)) is not None:
        rounds.append(tables(each))
        seat(log, each)
    assert rounds == [[{0, 7}, {3, 4}, {1, 6}, {2, 5}], [{0, 3}, {1, 2}], [{0, 1}]]


def test_the_best_seeds_have_byes_in_the_first_round_only():
    rounds = played(Stage("knockout"), 5).rounds
    assert [set(each.byes) for each in rounds] == [{0, 1, 2}, set(), set()]


def test_the_opponent_of_a_withdrawn_entrant_advances():
    log = started(Stage("knockout"), 4)
    seat(log, drawn(log))
    log.withdraw(0)
    assert drawn(log) is None
    other = started(Stage("knockout"), 8)
    seat(other, drawn(other))
    other.withdraw(0)
    assert (tables(drawn(other)), drawn(other).byes) == ([{1, 2}], (3,))


def test_a_result_corrected_after_the_seating_of_the_next_round_seats_no_entrant_again():
    log = started(Stage("knockout"), 8)
    seat(log, drawn(log))
    seat(log, drawn(log))
    sat = log.tournament.rounds[0].tables[0].entrants
    log.rule(1, tuple(1 if each == 7 else 2 for each in sat), of=1)
    assert tables(drawn(log)) == [{0, 1}]


def test_the_tables_of_the_organiser_replace_those_of_the_bracket():
    log = started(Stage("knockout"), 8).pair((0, 4), (3, 7), (1, 6), (2, 5), manual=True)
    for table in range(1, 5):
        log.finish(table, (2, 1))
    assert tables(drawn(log)) == [{0, 3}, {1, 2}]


def test_a_double_knockout_has_its_brackets_side_by_side():
    log = started(DOUBLE, 4)
    rounds = []
    while (each := drawn(log)) is not None:
        rounds.append([(table.bracket, set(table.entrants)) for table in each.tables])
        seat(log, each)
    assert rounds == [
        [("winners", {0, 3}), ("winners", {1, 2})],
        [("winners", {0, 1}), ("losers", {2, 3})],
        [("losers", {1, 2})],
        [("final", {0, 1})],
    ]


def test_a_final_that_the_winner_of_the_losers_bracket_wins_is_played_again():
    log = started(DOUBLE, 2)
    seat(log, drawn(log))
    seat(log, drawn(log), winners={1})
    again = drawn(log)
    assert [(table.bracket, set(table.entrants)) for table in again.tables] == [("final", {0, 1})]
    seat(log, again, winners={1})
    assert drawn(log) is None


def test_early_rounds_of_a_losers_bracket_have_no_two_who_met():
    for seed in range(10):
        met = set()
        for each in played(DOUBLE, 32, seed).rounds[:5]:
            now = {frozenset(table.entrants) for table in each.tables}
            assert not met & now
            met |= now


@pytest.mark.parametrize(
    ("size", "advance", "entrants", "left"),
    [
        (4, 1, 16, [16, 4]),
        (4, 2, 16, [16, 8, 4]),
        (4, 2, 11, [11, 6, 4]),
        (3, 1, 10, [10, 4, 2]),
        (5, 3, 26, [26, 18, 12, 9, 6, 4]),
    ],
)
def test_the_stated_number_of_each_table_advances_until_one_table_is_left(size, advance, entrants, left):
    rounds = played(Stage("knockout", size, advance=advance), entrants).rounds
    assert [len(each.byes) + sum(len(table.entrants) for table in each.tables) for each in rounds] == left
    assert len(rounds[-1].tables) == 1


def test_entrants_from_one_table_do_not_meet_at_the_next_if_others_can():
    first, second, _ = played(Stage("knockout", 4, advance=2), 32).rounds[:3]
    together = [set(table.entrants) for table in first.tables]
    assert all(len(set(table.entrants) & met) <= 1 for table in second.tables for met in together)
