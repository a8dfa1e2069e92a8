"""Test that a Swiss pairs by points before seats in every round, and that its plan can choose the seats."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from msgspec import UNSET

from service.tournaments.rules.formats.history import byes_had, meetings, seat_counts
from service.tournaments.rules.plan import PairingPriority, Stage
from service.tournaments.rules.points import stage_points
from service.tournaments.rules.round_pairings import RoundPairing
from tests.tournament.building import Log
from tests.tournament.drawing import drawn, started

Tables = list[tuple[int, ...]]


def after_rounds(rounds: int, entrants: int, seed: int = 0, *, size: int = 2, leaving: int = 0, **stated) -> Log:
    """Return the log of a Swiss of nine rounds after some with random results; some entrants leave in between."""
    log, rng = started(Stage("swiss", size, rounds=9), entrants, seed, **stated), Random(seed)
    for _ in range(rounds):
        found = drawn(log)
        log.pair(*tables(found), byes=found.byes)
        for number, table in enumerate(tables(found), 1):
            log.finish(number, tuple(rng.choices(range(4), k=len(table))))
        for each in rng.sample(log.tournament.all_present, leaving):
            log.withdraw(each)
    return log


def tables(found: RoundPairing) -> Tables:
    return [each.entrants for each in found.tables]


def apart(log: Log, seated: Tables) -> int:
    """Sum the differences in points at the tables of two."""
    points = stage_points(log.tournament, 0)
    return sum(abs(points[one] - points[other]) for one, other in seated)


def all_pairs(entrants: Sequence[int]) -> Iterator[tuple[Tables, list[int]]]:
    """List all ways to pair entrants, and the entrant without a pair."""
    if len(entrants) < 2:
        yield [], [*entrants]
        return
    one, *others = entrants
    for other in others:
        for seated, without in all_pairs([each for each in others if each != other]):
            yield [(one, other), *seated], without
    if len(entrants) % 2:
        yield from ((seated, [one]) for seated, without in all_pairs(others) if not without)


def cost(log: Log, seated: Tables, without: Sequence[int]) -> tuple[int, ...]:
    """Return what an organiser compares: second byes, repeated meetings, points of the bye, differences, its seed.

    Of equal differences, those of high scores count more.
    """
    met, had, points = meetings(log.tournament), byes_had(log.tournament), stage_points(log.tournament, 0)
    return (
        sum(had[each] for each in without),
        sum(met[one][other] for one, other in seated),
        sum(points[each] for each in without),
        apart(log, seated),
        sum(abs(points[one] - points[other]) * max(points[one], points[other]) for one, other in seated),
        -sum(without),
    )


@settings(max_examples=40)
@given(entrants=some.integers(4, 9), rounds=some.integers(1, 6), leaving=some.integers(0, 1), seed=some.integers(0, 99))
def test_no_way_to_pair_a_few_has_less_difference_in_points(entrants, rounds, leaving, seed):
    log = after_rounds(rounds, entrants, seed, leaving=leaving if entrants > rounds + 2 else 0)
    found = drawn(log)
    least = min(cost(log, *way) for way in all_pairs(log.tournament.all_present))
    assert cost(log, tables(found), found.byes) == least


@pytest.mark.parametrize("seed", range(6))
def test_two_leaders_of_sixteen_meet_in_the_fourth_round(seed):
    log = started(Stage("swiss", rounds=5), 16, seed)
    for _ in range(3):
        win(log, drawn(log))
    assert {0, 1} in [set(each) for each in tables(drawn(log))]


def win(log: Log, found: RoundPairing) -> None:
    """Play a round that the entrant with the lower number wins at each table."""
    log.pair(*tables(found), byes=found.byes)
    for number, table in enumerate(tables(found), 1):
        log.finish(number, tuple(-each for each in table))


@pytest.mark.parametrize("rounds", [1, 2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_forty_entrants_have_no_more_difference_than_their_points_require(rounds, seed):
    log = after_rounds(rounds, 40, seed)
    points = sorted(stage_points(log.tournament, 0).values())
    required = sum(higher - lower for lower, higher in zip(points[::2], points[1::2], strict=True))
    assert apart(log, tables(drawn(log))) == required


@pytest.mark.parametrize(("entrants", "rounds", "size"), [(40, 5, 2), (16, 6, 2), (33, 7, 2), (60, 4, 4), (60, 4, 5)])
def test_no_two_entrants_meet_again_while_others_can(entrants, rounds, size):
    met = meetings(after_rounds(rounds, entrants, size=size).tournament)
    assert max(times for row in met for times in row.values()) == 1


def test_the_bye_goes_to_the_lowest_seed_of_the_lowest_points():
    log = started(Stage("swiss", rounds=3), 9)
    log.pair((0, 4), (1, 5), (2, 6), (3, 7), byes=(8,))
    for number in range(1, 5):
        log.finish(number, (2, 1))
    assert drawn(log).byes == (7,)


def test_the_bye_goes_to_the_lowest_seed_who_had_none():
    log = after_rounds(6, 7)
    had = byes_had(log.tournament)
    (bye,) = drawn(log).byes
    assert (sorted(had.values()), had[bye]) == ([1] * 6, 0)


@pytest.mark.parametrize("size", [3, 4, 5])
def test_at_larger_tables_the_winners_of_the_first_round_meet(size):
    log = started(Stage("swiss", size, rounds=4), size * size)
    log.pair(*tables(drawn(log)))
    for number in range(1, size + 1):
        log.finish(number, tuple(range(size)))
    points = stage_points(log.tournament, 0)
    assert [len({points[each] for each in table}) for table in tables(drawn(log))] == [1] * size


@pytest.mark.parametrize("size", [3, 4, 5])
@pytest.mark.parametrize("seed", range(3))
def test_larger_tables_have_less_difference_than_with_seats_first(size, seed):
    log = after_rounds(3, 60, seed, size=size)
    points = stage_points(log.tournament, 0)
    both: tuple[PairingPriority, ...] = ("points", "seats")
    squares = {
        priority: sum(
            (points[one] - points[other]) ** 2
            for table in tables(with_priority(log, priority))
            for one, other in combinations(table, 2)
        )
        for priority in both
    }
    assert squares["points"] <= squares["seats"]


def with_priority(log: Log, priority: PairingPriority) -> RoundPairing:
    """Return the next round, paired by another priority."""
    plan = msgspec.structs.replace(log.plan, pairing_priority=priority)
    other = Log(plan, log.tournament.seed)
    other.tournament.__dict__.update({**log.tournament.__dict__, "plan": plan})
    return drawn(other)


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_the_seats_of_each_entrant_differ_by_two_at_most(size):
    counts = seat_counts(after_rounds(8, 60, size=size).tournament)
    assert {max(each[:size]) - min(each[:size]) for each in counts} <= {0, 1, 2}


@pytest.mark.parametrize("size", [2, 4])
def test_a_plan_of_an_earlier_version_is_paired_as_one_with_seats_first(size):
    old, new = (after_rounds(5, 23, size=size, pairing_priority=each) for each in (UNSET, "seats"))
    assert [each.tables for each in old.tournament.rounds] == [each.tables for each in new.tournament.rounds]


@pytest.mark.parametrize("size", [2, 4])
def test_the_same_log_and_seed_are_paired_alike(size):
    one, same, other = (after_rounds(4, 20, seed, size=size) for seed in (1, 1, 2))
    assert drawn(one) == drawn(same) != drawn(other)
