"""Test that entrants who should not meet do not, in every format, unless they must."""

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from domain.record import write
from service.tournaments.rules import round_pairings
from service.tournaments.rules.format_traits import FORMATS
from service.tournaments.rules.formats.table_sizes import table_sizes
from service.tournaments.rules.plan import KeepApart, Stage
from service.tournaments.rules.plan_events import Changed, PlanChange, TeamMember
from service.tournaments.rules.verification import verify
from tests.tournament.building import PAIRED, Log, a_plan
from tests.tournament.labelled import (
    a_stage,
    a_tournament,
    conflicts,
    fewest_conflicts,
    fewest_of_teams,
    random_teams,
)
from tests.tournament.playing import continue_series, play_stage, recorded, seat

KINDS = [(form, size) for form in PAIRED for size in ((2,) if FORMATS[form].needs_pairs else (2, 3, 4, 5))]
MOST_COMPARED = {2: 8, 3: 9, 4: 9, 5: 9}


def play_round(log: Log, rng: Random) -> bool:
    """Play the next round; return whether there was one."""
    drawn = round_pairings.next_round(log.tournament)
    if drawn is None:
        return False
    seat(log, drawn)
    for table in list(log.tournament.rounds[-1].tables):
        log.finish(table.number, tuple(rng.choices(range(9), k=len(table.entrants))))
    continue_series(log, rng)
    return True


def groups_of(entrants: int, rng: Random) -> tuple[tuple[int, ...], ...]:
    """Return some groups, which may overlap."""
    return tuple(
        tuple(rng.sample(range(entrants), rng.randint(2, max(2, entrants // 2)))) for _ in range(rng.randint(1, 4))
    )


@pytest.mark.parametrize(("form", "size"), KINDS)
@settings(max_examples=12, deadline=None)
@given(seed=some.integers(0, 2**32 - 1))
def test_no_pairing_of_a_round_has_fewer_conflicts(form, size, seed):
    rng = Random(seed)
    entrants = rng.randint(4, MOST_COMPARED[size])
    keep = KeepApart(team_mates=rng.random() < 0.5, groups=groups_of(entrants, rng))
    log = a_tournament(a_stage(form, size), teams=random_teams(entrants, rng, 4), keep_apart=keep)
    least = fewest_conflicts(log.tournament, size)
    rounds = 1 if FORMATS[form].is_knockout else 2
    for _ in range(rounds):
        assert play_round(log, rng)
        assert len(conflicts(log.tournament.rounds[-1])) == least


@pytest.mark.parametrize(("form", "size"), KINDS)
def test_team_mates_meet_only_if_their_team_is_larger_than_the_number_of_tables(form, size):
    rng = Random(size)
    for entrants in (12, 16, 23, 40):
        sizes, _ = table_sizes(entrants, size)
        for most in (len(sizes) // 2, len(sizes) + 2):
            teams = random_teams(entrants, rng, max(2, most))
            log = a_tournament(a_stage(form, size), teams=teams)
            assert play_round(log, rng)
            assert len(conflicts(log.tournament.rounds[0])) <= fewest_of_teams(teams, sizes)


@pytest.mark.parametrize(("form", "size"), KINDS)
@settings(max_examples=4, deadline=None)
@given(seed=some.integers(0, 2**32 - 1))
def test_a_record_of_a_tournament_with_teams_is_valid(form, size, seed):
    rng = Random(seed)
    entrants = rng.randint(4, 17)
    keep = KeepApart(team_mates=True, groups=groups_of(entrants, rng), rounds=rng.randint(0, 3))
    log = a_tournament(a_stage(form, size), teams=random_teams(entrants, rng, 5), keep_apart=keep)
    play_stage(log, rng, quietly=False, leaving=0.2)
    verify(write(recorded(log.end())))


def test_teams_that_change_during_a_round_robin_leave_its_schedule():
    rng = Random(7)
    log = a_tournament(Stage("round_robin"), teams=["A", "A", "B", "B", "", ""], keep_apart=KeepApart(True, rounds=2))
    assert play_round(log, rng)
    change = PlanChange(teams=(TeamMember(0, "B"), TeamMember(4, "B", 2)), keep_apart=KeepApart(True))
    log.add(Changed, change=change)
    play_stage(log, rng, quietly=True, leaving=0)
    met = sorted(tuple(sorted(table.entrants)) for each in log.tournament.rounds for table in each.tables)
    assert met == sorted({*met})
    assert len(met) == 15
    verify(write(recorded(log.end())))


@pytest.mark.parametrize(("entrants", "rounds"), [(4, 2), (6, 2), (8, 3), (12, 4), (16, 5)])
def test_members_meet_in_the_last_rounds_of_a_round_robin(entrants, rounds):
    log = a_tournament(
        Stage("round_robin"),
        teams=[f"Team {each % (entrants // 2)}" for each in range(entrants)],
        keep_apart=KeepApart(team_mates=True, rounds=rounds),
    )
    play_stage(log, Random(1), quietly=True, leaving=0)
    assert [len(conflicts(each)) for each in log.tournament.rounds[:rounds]] == [0] * rounds
    assert len(log.tournament.rounds) == entrants - 1


def test_a_complete_round_robin_names_its_schedule_as_the_reason():
    log = a_tournament(Stage("round_robin"), teams=["A", "A", "B"])
    play_stage(log, Random(1), quietly=True, leaving=0)
    found = [each for played in log.tournament.rounds for each in played.conflicts]
    assert [(each.entrants, each.reason) for each in found] == [((0, 1), "schedule")]


def test_entrants_may_meet_after_the_stated_rounds():
    log = a_tournament(Stage("swiss", rounds=3), teams=["A", "A", "A", "B"], keep_apart=KeepApart(True, rounds=1))
    play_stage(log, Random(1), quietly=True, leaving=0)
    assert [len(conflicts(each)) for each in log.tournament.rounds] == [1, 0, 0]
    assert [each.reason for each in log.tournament.rounds[0].conflicts] == ["unavoidable"]


def test_the_bye_goes_to_an_entrant_who_would_have_to_meet_a_member_of_its_group():
    log = a_tournament(Stage("swiss", rounds=1), teams=["A", "A", ""])
    assert round_pairings.next_round(log.tournament).byes == (1,)
    pods = a_tournament(Stage("swiss", 4, rounds=1), teams=["A", "A", "", "", ""])
    assert round_pairings.next_round(pods.tournament).byes == (1,)


def test_seeds_of_one_team_are_in_different_halves_and_quarters_of_a_bracket():
    log = a_tournament(Stage("knockout"), teams=["A", "B", "A", "A", "B", "B", "A", "B"])
    places = [0, 7, 3, 4, 1, 6, 2, 5]
    from_top = [log.tournament.stages[0][0][place] for place in places]
    teams = [log.tournament.entrants[each].team for each in from_top]
    assert [sorted(teams[at : at + 2]) for at in range(0, 8, 2)] == [["A", "B"]] * 4
    assert log.tournament.stages[0][0][:2] == [0, 1]


def test_a_bracket_names_itself_as_the_reason_of_a_later_meeting():
    log = a_tournament(Stage("knockout"), teams=["A", "", "", "A"], keep_apart=KeepApart(team_mates=True))
    for winner in (0, 3):
        assert winner in log.tournament.stages[0][0]
    drawn = round_pairings.next_round(log.tournament)
    seat(log, drawn)
    for table in log.tournament.rounds[-1].tables:
        log.finish(table.number, tuple(9 if each in (0, 3) else 1 for each in table.entrants))
    seat(log, round_pairings.next_round(log.tournament))
    assert [(each.entrants, each.reason) for each in log.tournament.rounds[-1].conflicts] == [((0, 3), "bracket")]


def test_a_bracket_moves_a_bye_if_members_would_meet_otherwise():
    log = a_tournament(Stage("knockout"), teams=["", "", "A", "A", "A", "A"])
    drawn = round_pairings.next_round(log.tournament)
    assert {*drawn.byes} < {2, 3, 4, 5}
    assert sorted(min(each.entrants) for each in drawn.tables) == [0, 1]


def test_members_are_in_different_groups_of_a_stage():
    teams = [f"Team {each // 3}" for each in range(12)]
    stages = (Stage("round_robin", groups=3, qualify=2), Stage("knockout"))
    log = a_tournament(*stages, teams=teams)
    for group in log.tournament.stages[0]:
        assert len({teams[each] for each in group}) == len(group) == 4


def test_the_organiser_pairs_members_and_the_round_says_so():
    log = a_tournament(Stage("swiss", rounds=1), teams=["A", "A", "B", "B"])
    log.pair((0, 1), (2, 3), manual=True)
    found = [(each.table, each.entrants, each.reason) for each in log.tournament.rounds[0].conflicts]
    assert found == [(1, (0, 1), "manual"), (2, (2, 3), "manual")]


def test_team_mates_wait_in_an_arena_while_others_play():
    log = a_tournament(Stage("arena", matches=3), teams=["A", "A", "", ""])
    seat(log, round_pairings.next_round(log.tournament))
    assert not log.tournament.rounds[0].conflicts
    both = next(each for each in log.tournament.rounds[0].tables if 0 in each.entrants)
    log.finish(both.number, (3, 1))
    assert round_pairings.next_round(log.tournament) is None


def test_names_of_teams_are_compared_without_letter_case():
    log = a_tournament(Stage("swiss", rounds=1), teams=["Rooks", "", "ROOKS", ""])
    drawn = round_pairings.next_round(log.tournament)
    assert {frozenset(each.entrants) for each in drawn.tables} != {frozenset((0, 2)), frozenset((1, 3))}


def test_a_change_cannot_name_an_entrant_who_does_not_exist():
    log = a_tournament(Stage("swiss", rounds=1), teams=["A", "B"])
    assert log.may(Changed, change=PlanChange(teams=(TeamMember(2, "A"),))) == "teams: there is no entrant 2"
    assert log.may(Changed, change=PlanChange(teams=(TeamMember(1, "A"),))) == ""


def test_no_round_of_many_entrants_with_several_labels_has_conflicts():
    rng = Random(3)
    groups = tuple(tuple(rng.sample(range(40), 4)) for _ in range(8))
    for form, size in product(("swiss", "knockout", "arena", "round_robin"), (3, 4)):
        log = a_tournament(
            a_stage(form, size), teams=random_teams(40, Random(size), 5), keep_apart=KeepApart(True, groups)
        )
        assert play_round(log, rng)
        assert not log.tournament.rounds[0].conflicts


def test_a_plan_without_the_wish_has_no_conflicts():
    log = Log(a_plan()).enter(2).start().pair((0, 1))
    assert log.tournament.rounds[0].conflicts == ()
