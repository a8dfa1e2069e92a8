"""Test that small matches, seeding, last rounds and groups are handled as an organiser expects."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from service.tournaments.rules import round_pairings
from service.tournaments.rules.formats.elimination import seeded_order
from service.tournaments.rules.formats.group_separation import keep_apart
from service.tournaments.rules.formats.history import meetings, small_tables_had
from service.tournaments.rules.plan import Stage
from service.tournaments.rules.points import stage_points
from tests.tournament.building import Log, a_plan
from tests.tournament.drawing import drawn, played, seat, started, tables
from tests.tournament.playing import play


@pytest.mark.parametrize(("entrants", "size"), [(15, 4), (31, 4), (11, 3), (13, 4), (14, 5), (43, 5), (62, 4)])
@pytest.mark.parametrize(("seed", "priority"), [(1, "seats"), (2, "seats"), (1, "points")])
def test_no_entrant_sits_at_a_small_table_twice_before_others_once(entrants, size, seed, priority):
    tournament = played(Stage("swiss", size, rounds=5), entrants, seed, pairing_priority=priority)
    had = small_tables_had(tournament)
    assert max(had[each] for each in range(entrants)) - min(had[each] for each in range(entrants)) <= 1
    if priority == "seats":
        assert max(times for row in meetings(tournament) for times in row.values()) <= (1 if entrants > 30 else 4)


@pytest.mark.parametrize("entrants", [8, 9, 64, 300, 1000])
def test_in_the_first_round_of_a_swiss_the_upper_half_meets_the_lower(entrants):
    log = started(Stage("swiss", rounds=5), entrants)
    found, half = drawn(log), entrants // 2
    assert sorted(map(sorted, tables(found))) == [[each, each + half] for each in range(half)]
    assert found.byes == ((entrants - 1,) if entrants % 2 else ())


@pytest.mark.parametrize(("entrants", "size"), [(8, 4), (12, 3), (64, 4), (60, 5), (1000, 4), (1000, 5)])
def test_in_the_first_round_of_a_swiss_each_table_is_about_as_strong_as_the_others(entrants, size):
    means = [sum(table) / size for table in tables(drawn(started(Stage("swiss", size, rounds=5), entrants)))]
    middle = (entrants - 1) / 2
    assert all(abs(mean - middle) <= 0.2 * middle for mean in means)


def test_entrants_of_one_score_meet_by_their_seeding_in_later_rounds():
    log = started(Stage("swiss", rounds=4), 16, games=2)
    seat(log, drawn(log))
    assert sorted(map(sorted, tables(drawn(log)))) == [[each, each + 4] for each in (0, 1, 2, 3, 8, 9, 10, 11)]


@pytest.mark.parametrize("size", [2, 4])
def test_with_seats_first_the_last_round_has_scores_no_further_apart_than_any_round_before(size):
    apart: Counter[bool] = Counter()
    for seed in range(6):
        log, rng = started(Stage("swiss", size, rounds=6), 40, seed, pairing_priority="seats"), Random(seed)
        for _ in range(5):
            seat(log, drawn(log), winners=set(rng.sample(range(40), 20)))
        for is_last in (True, False):
            rounds = 6 if is_last else 9
            plan = a_plan(Stage("swiss", size, rounds=rounds), pairing_priority="seats")
            other = Log(plan, log.tournament.seed)
            other.tournament.__dict__.update({**log.tournament.__dict__, "plan": other.tournament.plan})
            apart[is_last] += differences(other)
    assert apart[True] < apart[False]


def differences(log: Log) -> int:
    """Sum the squared differences in score in the matches of the next round."""
    points = stage_points(log.tournament, 0)
    pairs = (pair for table in tables(drawn(log)) for pair in combinations(table, 2))
    return sum((points[one] - points[other]) ** 2 for one, other in pairs)


def earliest(order: list[int], groups: int) -> int:
    """Return the first round in which two of one group may meet, from 1."""
    rounds = (len(order) - 1).bit_length()
    at = {seed: place for place, seed in enumerate(seeded_order(1 << rounds))}
    place = {entrant: at[seed] for seed, entrant in enumerate(order)}
    pairs = ((one, other) for one, other in combinations(order, 2) if one % groups == other % groups)
    return min(((place[one] ^ place[other]).bit_length() for one, other in pairs), default=rounds)


@pytest.mark.parametrize("qualify", [1, 2, 3, 4, 5, 8])
@pytest.mark.parametrize("groups", [2, 3, 4, 5, 6, 8, 12, 16])
def test_qualifiers_of_one_group_meet_as_late_as_possible(groups, qualify):
    order, tiers = [*range(groups * qualify)], [each // groups for each in range(groups * qualify)]
    found = keep_apart(order, tiers, {each: each % groups for each in order})
    assert [each // groups for each in found] == tiers
    rounds = (len(order) - 1).bit_length()
    assert earliest(found, groups) >= rounds - (qualify - 1).bit_length() + (qualify > 1)


@pytest.mark.parametrize("groups", [2, 4, 8])
def test_two_entrants_of_one_group_meet_again_in_the_final_only(groups):
    stages = (Stage("round_robin", groups=groups, qualify=2), Stage("knockout"))
    for seed in range(5):
        tournament = play(a_plan(*stages), 4 * groups, Random(seed), bytes([seed] * 32), quietly=True).tournament
        group_of = {each: number for number, group in enumerate(tournament.stages[0]) for each in group}
        knockout = [each for each in tournament.rounds if each.stage == 1][:-1]
        assert all(len({group_of[each] for each in table.entrants}) == 2 for each in knockout for table in each.tables)


def test_a_knock_out_at_larger_tables_separates_entrants_of_one_group():
    log = Log(a_plan(Stage("round_robin", groups=4, qualify=2), Stage("knockout", 4, advance=2))).enter(16).begin()
    log.stage(*round_pairings.next_groups(log.tournament))
    while found := drawn(log):
        seat(log, found)
    log.stage(*round_pairings.next_groups(log.tournament))
    met = meetings(log.tournament)
    assert sum(met[one][other] for table in tables(drawn(log)) for one, other in combinations(table, 2)) == 0
