"""Test that a Swiss of more than 1,024 entrants is paired in blocks, and that no other format takes as many."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as some

from service.tournaments.rules.errors import Illegal
from service.tournaments.rules.formats.blocks import blocks_of
from service.tournaments.rules.formats.history import byes_had, meetings
from service.tournaments.rules.limits import MOST_ENTRANTS, MOST_PAIRED
from service.tournaments.rules.plan import Stage
from service.tournaments.rules.plan_legality import check_plan
from service.tournaments.rules.points import stage_points
from tests.tournament.building import a_plan
from tests.tournament.drawing import drawn, started

GROUPS = some.lists(some.one_of(some.integers(1, 9), some.integers(1, 3000)), min_size=1, max_size=12)


def score_groups(lengths):
    ends = [sum(lengths[:at]) for at in range(len(lengths) + 1)]
    return [range(*each) for each in pairwise(ends)]


@given(GROUPS, some.integers(2, 7))
def test_blocks_hold_each_entrant_once_and_only_the_last_one_may_have_small_tables(lengths, size):
    blocks = blocks_of(score_groups(lengths), size)
    assert sorted(each for block in blocks for each in block) == [*range(sum(lengths))]
    assert all(block == sorted(block) for block in blocks)
    assert all(len(block) % size == 0 for block in blocks[:-1])
    assert all(len(block) <= MOST_PAIRED for block in blocks[:-1])
    assert len(blocks[-1]) < MOST_PAIRED + size * size


@given(GROUPS, some.integers(2, 7))
def test_no_entrant_of_a_later_block_has_a_better_score_than_one_of_an_earlier_block(lengths, size):
    groups = score_groups(lengths)
    group_of = {each: at for at, group in enumerate(groups) for each in group}
    blocks = [[group_of[each] for each in block] for block in blocks_of(groups, size)]
    assert all(max(before) <= min(after) for before, after in pairwise(blocks) if max(before) != min(before))


def test_a_large_score_group_is_dealt_so_that_each_block_has_strong_and_weak_seeds():
    blocks = blocks_of([range(4000)], 4)
    assert [len(block) for block in blocks] == [1000] * 4
    assert all(abs(sum(block) / len(block) - 1999.5) < 2 for block in blocks)


@pytest.mark.parametrize("size", [2, 4])
def test_in_a_large_swiss_nobody_meets_again_and_neighbours_in_points_meet(size):
    log, rng = started(Stage("swiss", size, rounds=5), MOST_PAIRED + 79), Random(0)
    for _ in range(2):
        found = drawn(log)
        log.pair(*(each.entrants for each in found.tables), byes=found.byes)
        for number, table in enumerate(found.tables, 1):
            log.finish(number, tuple(rng.sample(range(size), len(table.entrants))))
    last = drawn(log)
    seated = [each for table in last.tables for each in table.entrants]
    assert sorted([*seated, *last.byes]) == [*range(MOST_PAIRED + 79)]
    assert not {*last.byes} & {*byes_had(log.tournament)}
    assert {len(table.entrants) for table in last.tables} <= {size, max(2, size - 1)}
    met, points = meetings(log.tournament), stage_points(log.tournament, 0)
    tables = [table.entrants for table in last.tables]
    assert not any(other in met[one] for table in tables for one in table for other in table)
    apart = [max(points[each] for each in table) - min(points[each] for each in table) for table in tables]
    assert sum(each == 0 for each in apart) >= len(tables) * 0.9


@pytest.mark.parametrize("form", ["round_robin", "knockout", "double_knockout", "arena"])
def test_only_a_swiss_has_more_entrants_than_are_paired_together(form):
    stage = Stage(form, minutes=60 if form == "arena" else 0)
    check_plan(a_plan(stage, max_entrants=MOST_PAIRED))
    with pytest.raises(Illegal, match=r"^stages\[0\]: Stage 1: only a Swiss can have so many"):
        check_plan(a_plan(stage, max_entrants=MOST_PAIRED + 1))


def test_a_large_swiss_leads_to_a_final_stage_that_is_paired_together():
    swiss = Stage("swiss", rounds=5, qualify=16)
    check_plan(a_plan(swiss, Stage("knockout"), max_entrants=MOST_ENTRANTS))
    many = Stage("swiss", rounds=5, qualify=1025)
    with pytest.raises(Illegal, match=r"^stages\[1\]: Stage 2: only a Swiss can have so many"):
        check_plan(a_plan(many, Stage("knockout"), max_entrants=MOST_ENTRANTS))
