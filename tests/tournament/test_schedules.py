"""Test round robins as schedules: designs in which each pair meets once, and the search if there is no design."""

from collections import Counter
from itertools import combinations

import pytest

from service.tournaments.rules.formats.designs import STARTERS, design
from service.tournaments.rules.formats.schedules import schedule


def met(rounds) -> Counter[tuple[int, int]]:
    return Counter(pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2))


def times(rounds, entrants: int) -> tuple[int, int]:
    """Return how often the pairs with the fewest and with the most meetings have met."""
    found = met(rounds)
    counts = [found[pair] for pair in combinations(range(entrants), 2)]
    return min(counts), max(counts)


@pytest.mark.parametrize(("entrants", "size"), [*STARTERS, (14, 3), (15, 4), (24, 5)])
def test_each_pair_meets_once_in_a_design(entrants, size):
    rounds = design(entrants, size)
    assert times(rounds, entrants) == (1, 1)
    assert all(sorted(each for table in tables for each in table) == list(range(entrants)) for tables in rounds)


@pytest.mark.parametrize("entrants", [2, 3, 9, 10])
def test_pairs_meet_once_by_the_circle_method(entrants):
    rounds = schedule(entrants, 2, 0)
    assert times(rounds, entrants) == (1, 1)
    assert len(rounds) == entrants - 1 + entrants % 2


@pytest.mark.parametrize(
    ("entrants", "size", "rounds"),
    [(6, 3, 5), (7, 3, 5), (8, 4, 4), (10, 4, 6), (12, 3, 7), (12, 4, 6), (20, 4, 8), (15, 5, 7), (11, 5, 5)],
)
def test_all_have_met_soon_where_there_is_no_design(entrants, size, rounds):
    found = schedule(entrants, size, 0)
    least, most = times(found, entrants)
    assert (least >= 1, most <= 4, most < len(found)) == (True, True, True)
    assert len(found) <= rounds


@pytest.mark.parametrize(
    ("entrants", "size", "rounds", "spread"),
    [
        (8, 4, 7, (3, 3)),
        (6, 3, 10, (4, 4)),
        (20, 4, 5, (0, 1)),
        (9, 3, 8, (2, 2)),
        (7, 2, 14, (2, 2)),
        (7, 3, 7, (1, 2)),
        (15, 5, 5, (0, 2)),
        (12, 4, 6, (0, 3)),
        (13, 4, 5, (0, 2)),
    ],
)
def test_meetings_are_even_after_a_stated_number_of_rounds(entrants, size, rounds, spread):
    assert times(schedule(entrants, size, rounds), entrants) == spread


@pytest.mark.parametrize(("entrants", "size", "rounds"), [(7, 3, 7), (13, 4, 5), (11, 4, 4), (11, 5, 6), (14, 4, 7)])
def test_byes_and_small_tables_are_even_in_a_schedule(entrants, size, rounds):
    small, byes = Counter(dict.fromkeys(range(entrants), 0)), Counter(dict.fromkeys(range(entrants), 0))
    for tables in schedule(entrants, size, rounds):
        small.update(each for table in tables for each in table if len(table) < size)
        byes.update({*range(entrants)}.difference(*tables))
    assert max(small.values()) - min(small.values()) <= 1
    assert max(byes.values()) - min(byes.values()) <= 1


def test_a_second_turn_of_pairs_has_their_seats_exchanged():
    rounds = schedule(4, 2, 6)
    assert rounds[3:] == tuple(tuple(pair[::-1] for pair in pairs) for pairs in rounds[:3])


def test_fewer_than_two_have_no_rounds():
    assert schedule(1, 2, 5) == schedule(0, 4, 0) == ()


@pytest.mark.parametrize(("entrants", "size", "rounds"), [(70, 3, 39), (100, 4, 36), (120, 5, 32)])
def test_many_meet_by_lines_and_then_within_the_rows(entrants, size, rounds):
    found = schedule(entrants, size, 0)
    assert times(found, entrants)[0] == 1
    assert len(found) == rounds
    assert {len(table) for tables in found for table in tables} <= {size - 1, size}
