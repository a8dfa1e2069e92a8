"""Test standings by points, tie-breaks and random draws; expected values are counted by hand."""

from fractions import Fraction
from random import Random

from service.tournaments.rules.plan import SIXTIETHS, Stage
from service.tournaments.rules.standings import Change, changes, standings
from tests.tournament.building import SWISS, Log, a_plan, scored

PODS = Stage(format="swiss", rounds=3, table_size=4)
KNOCKOUT = Stage(format="knockout")


def started(entrants: int, stage: Stage = SWISS, **changes) -> Log:
    return Log(a_plan(stage, **changes)).enter(entrants).start()


def order(log: Log, *which) -> list[int]:
    return [each.entrant for each in standings(log.tournament, *which)]


def points(log: Log) -> dict[int, float]:
    return {each.entrant: each.points / SIXTIETHS for each in standings(log.tournament)}


def values(log: Log) -> dict[int, tuple]:
    return {each.entrant: each.tie_breaks for each in standings(log.tournament)}


def test_no_entrant_leads_before_the_start():
    assert standings(Log(a_plan()).enter(3).tournament) == []


def test_points_order_first_and_places_are_unique():
    log = scored(started(4), {(0, 1): (1, 2), (2, 3): (3, 3)})
    assert points(log) == {1: 12, 2: 6, 3: 6, 0: 0}
    assert [each.place for each in standings(log.tournament)] == [1, 2, 3, 4]


def test_opponents_count_their_points_and_a_bye_the_entrants_own():
    log = scored(started(3, tie_breaks=("opponents",)), {(0, 1): (2, 1)})
    log.pair((1, 2), byes=(0,)).finish(1, (5, 5))
    assert points(log) == {0: 24, 1: 6, 2: 6}
    assert {each: value[0] for each, value in values(log).items()} == {0: 6 + 24, 1: 24 + 6, 2: 6}


def test_opponents_of_a_larger_table_count_by_their_mean():
    log = scored(started(7, PODS, tie_breaks=("opponents",)), {(0, 1, 2, 3): (4, 3, 2, 1), (4, 5, 6): (3, 2, 1)})
    assert {each: values(log)[each][0] for each in (0, 4)} == {0: Fraction(8 + 4, 3), 4: Fraction(6, 2)}


def test_head_to_head_counts_the_tables_where_the_tied_have_met():
    log = scored(
        started(4, tie_breaks=("head_to_head",)),
        {(0, 1): (1, 2), (2, 3): (1, 1)},
        {(0, 2): (2, 1), (1, 3): (1, 2)},
    )
    assert points(log) == {3: 18, 1: 12, 0: 12, 2: 6}
    assert order(log) == [3, 1, 0, 2]
    assert {each: value[0] for each, value in values(log).items()} == {3: 0, 1: 12, 0: 0, 2: 0}


def test_head_to_head_is_silent_where_the_tied_have_not_all_met():
    log = scored(
        started(4, tie_breaks=("head_to_head",)),
        {(0, 1): (1, 2)},
        {(0, 2): (2, 1), (1, 3): (1, 2)},
    )
    assert points(log) == {0: 12, 1: 12, 3: 12, 2: 0}
    assert {value[0] for value in values(log).values()} == {0}


def test_a_difference_is_ones_score_less_the_mean_of_the_others():
    log = scored(started(4, PODS, tie_breaks=("difference",)), {(0, 1, 2, 3): (10, 4, 4, 1)})
    assert {each: value[0] for each, value in values(log).items()} == {
        0: 7,
        1: -1,
        2: -1,
        3: -5,
    }


def test_a_difference_in_thirds_is_exact():
    log = scored(started(4, PODS, tie_breaks=("difference",)), {(0, 1, 2, 3): (1, 0, 0, 0)})
    assert values(log)[3][0] == Fraction(-1, 3)


def test_wins_count_games_and_those_of_a_ruling_too():
    log = started(2, games=3, tie_breaks=("wins", "difference"))
    log.pair((0, 1)).finish(1, (2, 1)).finish(1, (1, 1), game=1).finish(1, (0, 0), game=2, aborted=True)
    assert values(log) == {0: (2, 1, 0), 1: (1, -1, 0)}
    log.rule(1, (2, 1))
    assert values(log) == {1: (3, 0, 0), 0: (0, 0, 0)}


def test_tie_breaks_are_compared_in_the_organisers_order():
    rounds = {(0, 1): (2, 1), (2, 3): (3, 2)}, {(0, 2): (1, 2), (1, 3): (9, 1)}
    by_opponents = scored(started(4, tie_breaks=("opponents", "difference")), *rounds)
    by_difference = scored(started(4, tie_breaks=("random", "difference", "opponents")), *rounds)
    assert (order(by_opponents), order(by_difference)) == ([2, 0, 1, 3], [2, 1, 0, 3])
    assert values(by_opponents)[0] == (36, 0, 0)
    assert values(by_difference)[0] == (0, 36, 0)


def test_random_tie_breaks_are_drawn_from_the_seed_for_the_tied_only():
    drawn = set()
    for seed in range(20):
        log = Log(a_plan(), bytes([seed]) * 32).enter(3).start().pair((0, 1), byes=(2,)).finish(1, (1, 1))
        assert order(log) == order(log)
        assert order(log)[0] == 2
        drawn.add(tuple(order(log)))
    assert drawn == {(2, 0, 1), (2, 1, 0)}


def test_a_withdrawn_entrant_keeps_the_place():
    log = scored(started(4), {(0, 1): (3, 1), (2, 3): (3, 2)}).withdraw(0)
    assert next((each.entrant, each.withdrawn) for each in standings(log.tournament)) == (0, True)


def test_a_standing_counts_games_wins_and_byes():
    log = started(3, games=2).pair((0, 1), byes=(2,)).finish(1, (2, 1)).finish(1, (1, 2), game=1)
    shown = {each.entrant: (each.played, each.wins, each.byes) for each in standings(log.tournament)}
    assert shown == {0: (2, 1, 0), 1: (2, 1, 0), 2: (0, 0, 1)}


def test_a_knock_out_is_ordered_by_progress():
    log = started(6, KNOCKOUT).pair((2, 5), (3, 4), byes=(0, 1)).finish(1, (1, 2)).finish(2, (1, 9))
    assert order(log)[4:] == [2, 3]
    log.pair((0, 5), (1, 4)).finish(1, (2, 1)).finish(2, (1, 2))
    log.pair((0, 4)).finish(1, (3, 5))
    assert order(log) == [4, 0, 1, 5, 3, 2]


def test_an_entrant_who_leaves_a_knock_out_keeps_its_rank():
    log = scored(started(4, KNOCKOUT), {(0, 3): (2, 1), (1, 2): (2, 1)}).withdraw(0)
    log.pair(byes=(1,))
    assert order(log)[:2] == [1, 0]


def test_a_double_knock_out_eliminates_after_two_defeats():
    log = started(4, Stage(format="double_knockout"))
    log.pair(((0, 3), 0, "winners"), ((1, 2), 0, "winners")).finish(1, (2, 1)).finish(2, (2, 1))
    log.pair(((0, 1), 0, "winners"), ((3, 2), 0, "losers")).finish(1, (2, 1)).finish(2, (2, 1))
    assert order(log)[0] == 0
    assert order(log)[-1] == 2
    log.pair(((1, 3), 0, "losers")).finish(1, (2, 1))
    assert order(log) == [0, 1, 3, 2]
    log.pair(((0, 1), 0, "final")).finish(1, (1, 2)).pair(((0, 1), 0, "final")).finish(1, (1, 2))
    assert order(log) == [1, 0, 3, 2]


def test_two_of_four_at_a_knock_out_table_advance():
    log = started(8, Stage(format="knockout", table_size=4, advance=2))
    log.pair((0, 1, 2, 3), (4, 5, 6, 7)).finish(1, (4, 3, 2, 1)).finish(2, (1, 2, 3, 4))
    log.pair((0, 1, 7, 6)).finish(1, (1, 2, 3, 4))
    assert order(log)[:4] == [6, 7, 1, 0]
    assert [{*order(log)[4:6]}, {*order(log)[6:]}] == [{2, 5}, {3, 4}]


def test_groups_are_listed_by_place_in_the_group():
    log = Log(a_plan(Stage(format="round_robin", groups=2))).enter(6).start((0, 3, 4), (1, 2, 5))
    log.pair(((0, 3), 0, ""), ((1, 2), 1, "")).finish(1, (9, 1)).finish(2, (2, 1))
    log.pair(((3, 4), 0, ""), ((1, 5), 1, "")).finish(1, (5, 1)).finish(2, (1, 2))
    log.pair(((0, 4), 0, ""), ((2, 5), 1, "")).finish(1, (5, 1)).finish(2, (1, 3))
    assert [order(log, 0, group) for group in (0, 1)] == [[0, 3, 4], [5, 1, 2]]
    assert order(log, 0) == [0, 5, 1, 3, 2, 4]


def test_a_tournament_lists_its_last_stage_first():
    log = Log(a_plan(Stage(format="swiss", rounds=1, qualify=2), KNOCKOUT)).enter(4).start()
    log.pair((0, 1), (2, 3)).finish(1, (2, 1)).finish(2, (9, 1)).stage((2, 0))
    log.pair((2, 0)).finish(1, (1, 2))
    assert points(log) == {0: 12, 2: 0, 1: 0, 3: 0}
    assert [order(log), order(log, 0), order(log, 1)] == [[0, 2, 1, 3], [2, 0, 1, 3], [0, 2]]


def test_a_correction_reports_its_changes():
    log = scored(started(4), {(0, 1): (9, 1), (2, 3): (3, 2)})
    before = standings(log.tournament)
    after = standings(log.rule(1, (2, 1)).tournament)
    assert changes(before, before) == []
    assert changes(before, after) == [
        Change(entrant=2, place_before=2, place_after=1, points_before=720, points_after=720),
        Change(entrant=1, place_before=4, place_after=2, points_before=0, points_after=720),
        Change(entrant=0, place_before=1, place_after=3, points_before=720, points_after=0),
        Change(entrant=3, place_before=3, place_after=4, points_before=0, points_after=0),
    ]


def test_a_random_tournament_lists_each_once():
    rng, log = Random(1), started(11, PODS)
    for _ in range(3):
        seated = rng.sample(range(11), 11)
        log.pair(tuple(seated[:4]), tuple(seated[4:8]), tuple(seated[8:]))
        for table, size in ((1, 4), (2, 4), (3, 3)):
            log.finish(table, tuple(rng.choices(range(20), k=size)))
    assert sorted(order(log)) == list(range(11))
    keys = [(each.points, each.tie_breaks) for each in standings(log.tournament)]
    assert keys == sorted(keys, reverse=True)
