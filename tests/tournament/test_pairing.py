"""Test that pairs and pods are optimal for few entrants, and far better than random pairings for many."""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from random import Random

import pytest

from service.tournaments.rules.formats.entrant_pool import Pool, levels, pool_of
from service.tournaments.rules.formats.history import meetings, small_tables_had
from service.tournaments.rules.formats.pods import costs_of, draw_pods
from service.tournaments.rules.formats.seating import seat as in_seats
from service.tournaments.rules.formats.table_sizes import table_sizes
from service.tournaments.rules.plan import Stage
from service.tournaments.rules.points import stage_points
from tests.tournament.drawing import drawn, seat, started

Seated = list[tuple[int, ...]]


def after_rounds(rounds: int, size: int, entrants: int, seed: int = 0):
    """Return the log of a Swiss after some rounds with random winners."""
    log, rng = started(Stage("swiss", size, rounds=9), entrants, seed), Random(seed)
    for _ in range(rounds):
        seat(log, drawn(log), winners=set(rng.sample(range(entrants), entrants // 2)))
    return log


def ways(entrants: Sequence[int], sizes: Sequence[int]) -> Iterator[Seated]:
    """List all ways to pair entrants: the first match in each way, then the remaining matches."""
    if len(sizes) < 2:
        yield [tuple(entrants)]
        return
    for table in combinations(entrants, sizes[0]):
        for others in ways([each for each in entrants if each not in table], sizes[1:]):
            yield [table, *others]


def repeats(log, tables: Seated) -> int:
    met = meetings(log.tournament)
    return sum(met[one][other] for table in tables for one, other in combinations(table, 2))


def again_at_small(log, tables: Seated, size: int) -> int:
    """Count how often entrants at small tables have been at small tables before."""
    had = small_tables_had(log.tournament)
    return sum(had[each] for table in tables if len(table) < size for each in table)


def apart(log, tables: Seated) -> int:
    """Sum the squared differences in score at each table."""
    points = stage_points(log.tournament, 0)
    return sum((points[one] - points[other]) ** 2 for table in tables for one, other in combinations(table, 2))


def cost(pool: Pool, tables: Sequence[Sequence[int]]) -> int:
    """Return the cost of tables, each in its best order."""
    costs = costs_of(pool, [len(table) for table in tables])
    return sum(min(costs.of([order]) for order in permutations(table)) for table in tables)


def at_random(entrants: int, size: int, seed: int) -> Seated:
    order = Random(seed).sample(range(entrants), entrants)
    return [tuple(order[at : at + size]) for at in range(0, entrants, size)]


@pytest.mark.parametrize(
    ("size", "entrants"), [(2, 4), (2, 6), (2, 7), (2, 8), (3, 7), (3, 8), (4, 8), (5, 9), (5, 10)]
)
@pytest.mark.parametrize("rounds", [2, 4])
def test_no_way_to_seat_up_to_ten_has_fewer_repeat_meetings(size, entrants, rounds):
    log = after_rounds(rounds, size, entrants)
    round_drawn = drawn(log)
    others = [each for each in range(entrants) if each not in round_drawn.byes]
    sizes, _ = table_sizes(len(others), size)
    fewest = min((again_at_small(log, tables, size), repeats(log, tables)) for tables in ways(others, sizes))
    found = [each.entrants for each in round_drawn.tables]
    assert (again_at_small(log, found, size), repeats(log, found)) == fewest


@pytest.mark.parametrize(("size", "entrants"), [(3, 6), (3, 7), (4, 7), (4, 8), (5, 9)])
def test_no_way_to_seat_a_few_costs_less(size, entrants):
    log = after_rounds(2, size, entrants, seed=4)
    sizes, _ = table_sizes(entrants, size)
    pool = pool_of(log.tournament, range(entrants))
    index = {entrant: at for at, entrant in enumerate(pool.entrants)}
    seated = [tuple(index[each] for each in table.entrants) for table in drawn(log).tables]
    assert cost(pool, seated) == min(cost(pool, tables) for tables in ways(range(entrants), sizes))


@pytest.mark.parametrize(("size", "entrants"), [(2, 64), (4, 64), (2, 1000), (4, 1000)])
def test_no_pair_meets_again_and_scores_are_closer_than_at_random(size, entrants):
    log, rng = started(Stage("swiss", size, rounds=9), entrants), Random(1)
    for seed in range(4):
        log.pair(*in_seats(log.tournament, at_random(entrants, size, seed)))
        for number in range(1, entrants // size + 1):
            log.finish(number, tuple(rng.sample(range(size), size)))
    seated = [each.entrants for each in drawn(log).tables]
    random_tables = [at_random(entrants, size, seed) for seed in range(5, 10)]
    assert repeats(log, seated) == 0 < sum(repeats(log, tables) for tables in random_tables)
    assert apart(log, seated) * 3 < min(apart(log, tables) for tables in random_tables)


def test_a_search_among_more_than_ten_is_never_worse_than_seating_by_score():
    for seed in range(5):
        log = after_rounds(3, 4, 22, seed)
        pool, (sizes, _) = pool_of(log.tournament, range(22)), table_sizes(22, 4)
        order = iter(range(22))
        by_score = [tuple(next(order) for _ in range(size)) for size in sizes]
        assert cost(pool, draw_pods(pool, sizes)) <= cost(pool, by_score)


def test_scores_keep_their_distances_and_are_scaled_down_only_if_they_are_far_apart():
    assert levels([720, 360, 0]) == [2, 1, 0]
    assert levels([720, 719, 0]) == [720, 719, 0]
    assert levels([4093, 2, 0]) == [818, 0, 0]
