"""Test knock-outs of teams: who advances, from which stage teams qualify, and their standings."""

from random import Random

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from domain.record import write
from service.tournaments.rules import round_pairings
from service.tournaments.rules.bracket import bracket
from service.tournaments.rules.entrant_events import Reentered
from service.tournaments.rules.errors import Illegal
from service.tournaments.rules.lineup_events import LineupSet
from service.tournaments.rules.plan import SIXTIETHS, Series, Stage, TeamMatches
from service.tournaments.rules.plan_events import Changed, PlanChange, TeamMember
from service.tournaments.rules.plan_legality import check_plan
from service.tournaments.rules.result_dependencies import dependent_round
from service.tournaments.rules.standings import standings
from service.tournaments.rules.team_matches import matches_of, teams_of
from service.tournaments.rules.team_pairing import contending, ranked_teams
from service.tournaments.rules.team_standings import team_standings
from service.tournaments.rules.verification import verify
from tests.tournament.building import a_plan
from tests.tournament.playing import continue_series, recorded
from tests.tournament.test_team_matches import meetings, names, pair, teams_meet

CUP, DOUBLE = Stage("knockout"), Stage("double_knockout")
GROUPS = Stage("round_robin", groups=2, qualify=2)
FOUR = [*"AABBCCDD"]
MOST_ROUNDS = 20


def result(log, winners: str, level: str = "") -> None:
    """Finish the latest round: the members of some teams win, those of others draw among themselves."""
    for table in log.tournament.rounds[-1].tables:
        teams = [log.tournament.entrants[each].team for each in table.entrants]
        log.finish(table.number, (4, 4) if {*teams} <= {*level} else tuple(9 * (each in winners) for each in teams))


def play_random(log, rng: Random, leaving: float = 0) -> None:
    """Play the stage with random results, many of them level."""
    for _ in range(MOST_ROUNDS):
        if round_pairings.next_round(log.tournament) is None:
            return
        pair(log)
        for table in log.tournament.rounds[-1].tables:
            log.finish(table.number, (rng.randrange(3), rng.randrange(3)))
        continue_series(log, rng)
        if rng.random() < leaving and len(log.tournament.all_present) > 4:
            log.withdraw(rng.choice(log.tournament.all_present))
    raise AssertionError("The stage does not come to its end.")


def ranking(log, stage=UNSET) -> list[tuple[int, str]]:
    return [(each.place, each.team) for each in team_standings(log.tournament, stage)]


def test_the_winning_teams_meet_until_the_final():
    log = pair(teams_meet(CUP, teams=FOUR))
    assert sorted(meetings(log)) == [("A", "D"), ("B", "C")]
    result(log, "AC")
    pair(log)
    assert meetings(log)[-1] == ("A", "C")
    result(log, "C")
    assert round_pairings.next_round(log.tournament) is None
    assert ranking(log)[:2] == [(1, "C"), (2, "A")]
    assert sorted(ranking(log)[2:]) == [(3, "B"), (3, "D")]


def test_single_entrants_are_ranked_by_how_far_their_teams_came():
    log = pair(teams_meet(CUP, teams=FOUR))
    result(log, "AC")
    result(pair(log), "C")
    listed = [log.tournament.entrants[each.entrant].team for each in standings(log.tournament)]
    assert listed[:4] == [*"CCAA"]


def test_the_first_board_with_different_points_decides_a_level_match():
    log = pair(teams_meet(CUP, teams=[*"AABB"]))
    for table in log.tournament.rounds[-1].tables:
        strong = {1: 2, 2: 1}[table.number]
        log.finish(table.number, tuple(9 * (each == strong) for each in table.entrants))
    (match,) = matches_of(log.tournament, teams_of(log.tournament), log.tournament.rounds[0])
    assert (match.is_drawn, match.points[0]) == (True, match.points[1])
    assert ranking(log) == [(1, "B"), (2, "A")]
    assert [each.match_points for each in team_standings(log.tournament)] == [1, 1]


def test_the_better_seed_advances_if_all_boards_are_level():
    log = pair(teams_meet(CUP, teams=FOUR))
    result(log, "", "ABCD")
    result(pair(log), "A")
    assert meetings(log)[-1] == ("A", "B")
    assert ranking(log)[0] == (1, "A")


def test_no_team_advances_from_a_match_without_board_points():
    log = pair(teams_meet(CUP, teams=[*"AABB"]))
    log.rule(1, (1, 1), double_loss=True).rule(2, (1, 1), double_loss=True)
    assert round_pairings.next_round(log.tournament) is None
    ahead = bracket(ranked_teams(log.tournament)).rounds
    assert not any(slot.advances for match in ahead[0] for slot in match.slots)


def test_the_best_seeds_have_the_byes():
    log = pair(teams_meet(CUP, teams=[*"AABBCC"]))
    assert log.tournament.rounds[0].byes == (0, 1)
    result(log, "B")
    pair(log)
    assert meetings(log)[-1] == ("A", "B")


def test_a_team_that_has_left_loses_without_a_match():
    log = pair(teams_meet(CUP, teams=FOUR))
    result(log, "AC")
    log.withdraw(4).withdraw(5)
    assert round_pairings.next_round(log.tournament) is None
    assert ranking(log)[0] == (1, "A")


def test_a_team_loses_twice_in_a_double_knockout():
    log = teams_meet(DOUBLE, teams=FOUR)
    play_random(log, Random(4))
    assert {each.seating.bracket for played in log.tournament.rounds for each in played.tables} >= {"winners", "losers"}
    verify(write(recorded(log.end())))


def test_teams_qualify_from_their_groups_by_match_points():
    log = teams_meet(GROUPS, CUP, teams=[*"AABBCCDDEEFF"], team_matches=TeamMatches(2))
    while round_pairings.next_round(log.tournament) is not None:
        result(pair(log), "AB", "EF")
    groups = [[log.tournament.entrants[each].team for each in group] for group in log.tournament.stages[0]]
    best = [[each for each in ranking(log, 0) if each[1] in group][:2] for group in groups]
    log.stage(*round_pairings.next_groups(log.tournament))
    teams = {log.tournament.entrants[each].team for each in log.tournament.stages[1][0]}
    assert teams == {team for two in best for _, team in two}
    assert len(teams) == 4
    drawn = {frozenset(each) for each in meetings(pair(log))[-2:]}
    assert drawn.isdisjoint({frozenset(group) for group in groups})


def test_the_standings_of_a_group_list_its_teams():
    log = teams_meet(GROUPS, CUP, teams=FOUR)
    listed = [[each.team for each in team_standings(log.tournament, 0, group)] for group in (0, 1)]
    groups = [{log.tournament.entrants[each].team for each in group} for group in log.tournament.stages[0]]
    assert [{*each} for each in listed] == groups


def test_a_team_counts_its_last_stage():
    log = teams_meet(Stage("round_robin", qualify=2), CUP, teams=[*"AABBCC"])
    while round_pairings.next_round(log.tournament) is not None:
        result(pair(log), "A", "BC")
    log.stage(*round_pairings.next_groups(log.tournament))
    result(pair(log), "A")
    found = {each.team: each for each in team_standings(log.tournament)}
    assert (found["A"].place, found["A"].match_points, found["A"].points) == (1, 2, 24 * SIXTIETHS)
    assert next(each.match_points for each in team_standings(log.tournament, 0)) == 6
    assert sorted(each.place for each in found.values()) == [1, 2, 3]


def test_the_organiser_chooses_the_match_points():
    log = pair(teams_meet(teams=FOUR, team_matches=TeamMatches(2, match_points=(3, 1, 0))))
    result(log, "A", "BCD")
    assert [each.match_points for each in team_standings(log.tournament)] == [3, 1, 1, 0]


@pytest.mark.parametrize("points", [(1, 2, 0), (2, 0, 1), (1, 1, 1)])
def test_match_points_that_do_not_fall_are_illegal(points):
    with pytest.raises(Illegal, match="match_points"):
        check_plan(a_plan(CUP, team_matches=TeamMatches(2, match_points=points)))


def test_the_bracket_lists_teams_with_board_points():
    log = teams_meet(CUP, teams=FOUR)
    ahead = bracket(ranked_teams(log.tournament)).ahead
    assert [[each.entrant for each in match] for match in ahead] == [[0, 3], [1, 2]]
    pair(log)
    log.finish(1, (9, 1))
    (first, second), *_ = bracket(ranked_teams(log.tournament)).rounds
    assert sorted(slot.points for slot in (*first.slots, *second.slots)) == [0, 0, 0, 12 * SIXTIETHS]


def test_only_teams_that_are_still_in_set_line_ups():
    log = pair(teams_meet(CUP, teams=FOUR))
    result(log, "AC")
    assert names(log, contending(log.tournament)) == ["A", "C"]
    assert "no further match" in log.may(LineupSet, round=2, team="B", entrants=(3, 2))
    assert log.may(LineupSet, round=2, team="C", entrants=(5, 4)) == ""


def test_a_team_that_has_left_has_no_further_match():
    log = teams_meet(CUP, teams=FOUR)
    log.withdraw(0).withdraw(1)
    assert names(log, contending(log.tournament)) == ["B", "C", "D"]


def test_a_member_returns_while_the_team_is_present():
    log = pair(teams_meet(CUP, teams=FOUR))
    log.withdraw(1).withdraw(2).withdraw(3)
    result(log, "AC")
    pair(log)
    assert log.tournament.rounds[-1].byes == (5,)
    assert log.may(Reentered, entrant=1) == ""
    assert "a knock-out round has been paired since" in log.may(Reentered, entrant=2)


def test_a_corrected_board_alters_the_next_round_if_another_team_advances():
    log = pair(teams_meet(CUP, teams=FOUR, points={2: (2, 0)}))
    result(log, "AC")
    pair(log)
    tables = log.tournament.rounds[0].tables
    ours = [each.number for each in tables if {*each.entrants} & {0, 1}]

    def lost(table):
        ranks = tuple(2 if each in (0, 1) else 1 for each in table.entrants)
        table.finished = {0: replace(table.finished[0], ranks=ranks)}

    assert dependent_round(log.tournament, 1, ours[0], lost) == 2
    assert dependent_round(log.tournament, 1, ours[1], lost) is None


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    "stages",
    [
        (CUP,),
        (DOUBLE,),
        (GROUPS, CUP),
        (Stage("swiss", rounds=2, qualify=4), DOUBLE),
        (Stage("round_robin", groups=2, qualify=1), Stage("knockout", series=Series("best_of", 3))),
        (Stage("swiss", rounds=1, qualify=4), Stage("round_robin", qualify=2), CUP),
    ],
)
def test_a_record_of_teams_in_stages_is_valid(stages, seed):
    rng = Random(seed)
    log = teams_meet(*stages, teams=[*"AAABBBCCDDDEEEFFF"], team_matches=TeamMatches(3, match_points=(3, 1, 0)))
    log.add(Changed, change=PlanChange(teams=(TeamMember(1, "A", 2, captain=True),)))
    for number in range(len(stages)):
        if number:
            log.stage(*round_pairings.next_groups(log.tournament))
        play_random(log, rng, leaving=0.3)
    verify(write(recorded(log.end())))
    places = [each.place for each in team_standings(log.tournament)]
    assert places == sorted(places)
    assert len(places) == 6


def test_equal_teams_have_the_same_order_in_their_group_and_in_the_next_stage():
    log = teams_meet(Stage("round_robin", groups=2, qualify=1), CUP, teams=[*"AABBCCDDEEFF"])
    while round_pairings.next_round(log.tournament) is not None:
        result(pair(log), "", "ABCDEF")
    first = {team_standings(log.tournament, 0, group)[0].team for group in (0, 1)}
    log.stage(*round_pairings.next_groups(log.tournament))
    assert {log.tournament.entrants[each].team for each in log.tournament.stages[1][0]} == first
