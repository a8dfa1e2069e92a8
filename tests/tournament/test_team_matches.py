"""Test matches of teams: their pairing, their line-ups, their points, and their part of a record."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from domain.record import canonical, write
from domain.verification import RecordMismatch
from service.tournaments.rules import round_pairings
from service.tournaments.rules.entrant_events import Disqualified, Entered
from service.tournaments.rules.errors import Illegal
from service.tournaments.rules.lineup_events import LineupSet
from service.tournaments.rules.lineups import captains, closes_at
from service.tournaments.rules.manual import InvalidPairing
from service.tournaments.rules.manual import seated as seated_by_hand
from service.tournaments.rules.plan import SIXTIETHS, KeepApart, Stage, TeamMatches
from service.tournaments.rules.plan_events import Changed, PlanChange, TeamMember
from service.tournaments.rules.plan_legality import check_plan
from service.tournaments.rules.team_matches import has_team_matches, match_points, matches_of, taking_part, teams_of
from service.tournaments.rules.team_pairing import is_over
from service.tournaments.rules.team_standings import team_standings
from service.tournaments.rules.verification import verify
from tests.tournament.building import Log, a_plan
from tests.tournament.labelled import a_tournament
from tests.tournament.playing import recorded, seat

ROUND_ROBIN, SWISS = Stage("round_robin"), Stage("swiss", rounds=3)
TWO_BOARDS = TeamMatches(2)
NONE_APART = KeepApart()


def teams_meet(*stages, teams=("A", "A", "B", "B"), **changes) -> Log:
    """Return a tournament of teams whose stage has started; the members are in the order of their boards."""
    boards = [1 + [*teams[:at]].count(each) for at, each in enumerate(teams)]
    terms = {"team_matches": TWO_BOARDS, "keep_apart": NONE_APART, **changes}
    return a_tournament(*(stages or (ROUND_ROBIN,)), teams=teams, boards=boards, **terms)


def pair(log: Log) -> Log:
    """Pair the next round."""
    drawn = round_pairings.next_round(log.tournament)
    assert drawn is not None
    seat(log, drawn)
    return log


def play(log: Log, rng: Random, leaving: float = 0) -> Log:
    """Play all rounds with random results; members leave with this probability after a round."""
    while round_pairings.next_round(log.tournament) is not None:
        pair(log)
        for table in log.tournament.rounds[-1].tables:
            log.finish(table.number, (rng.randrange(4), rng.randrange(4)))
        if rng.random() < leaving and len(log.tournament.all_present) > 4:
            log.withdraw(rng.choice(log.tournament.all_present))
    return log


def tables_of(log: Log, number: int = -1) -> list[tuple[int, ...]]:
    return [each.entrants for each in log.tournament.rounds[number].tables]


def names(log: Log, listed) -> list[str]:
    return [log.tournament.entrants[each[0]].team for each in listed]


def meetings(log: Log) -> list[tuple[str, ...]]:
    """List the teams that met, in each match of each round."""
    teams = teams_of(log.tournament)
    matches = (each for played in log.tournament.rounds for each in matches_of(log.tournament, teams, played))
    return [tuple(sorted(names(log, [teams[each] for each in match.teams]))) for match in matches]


def test_each_board_plays_the_same_board_of_the_other_team():
    log = pair(teams_meet())
    (one, other), (fourth, third) = tables_of(log)
    assert ({one, other}, {third, fourth}) == ({0, 2}, {1, 3})
    assert (log.tournament.entrants[one].team == log.tournament.entrants[third].team) is True


def test_all_teams_of_a_round_robin_meet_once():
    log = play(teams_meet(teams=[*"AAABBBCCCDDD"], team_matches=TeamMatches(3)), Random(1))
    assert sorted(meetings(log)) == [*combinations("ABCD", 2)]
    assert Counter(len(each.tables) for each in log.tournament.rounds) == {6: 3}


def test_no_teams_meet_twice_in_a_swiss_and_byes_are_even():
    log = play(teams_meet(SWISS, teams=[*"AABBCCDDEE"]), Random(2))
    assert max(Counter(meetings(log)).values()) == 1
    byes = [[log.tournament.entrants[each].team for each in played.byes] for played in log.tournament.rounds]
    assert all(len(each) == 2 and len({*each}) == 1 for each in byes)
    assert len({each[0] for each in byes}) == 3


def test_a_swiss_of_teams_pairs_by_match_points():
    log = pair(teams_meet(SWISS, teams=[*"AABBCCDD"]))
    for table in log.tournament.rounds[-1].tables:
        log.finish(table.number, (9, 1) if log.tournament.entrants[table.entrants[0]].team in "AB" else (1, 9))
    first = [each.team for each in team_standings(log.tournament)]
    pair(log)
    latest = matches_of(log.tournament, teams_of(log.tournament), log.tournament.rounds[-1])
    assert {*names(log, [teams_of(log.tournament)[each] for each in latest[0].teams])} == {*first[:2]}


def test_match_points_come_before_board_points():
    log = teams_meet(SWISS, teams=[*"AABBCCDD"], points={2: (1, 0)})
    pair(log)
    for table in log.tournament.rounds[-1].tables:
        log.finish(table.number, (1, 1))
    standings = team_standings(log.tournament)
    assert [(each.match_points, each.points // SIXTIETHS) for each in standings] == [(1, 1)] * 4
    assert [(each.place, each.place_to) for each in standings] == [(1, 4)] * 4


def test_a_team_wins_its_match_with_more_board_points():
    log = pair(teams_meet(points={2: (1, 0)}))
    for table, seated in enumerate(tables_of(log), 1):
        strong = 0 if 0 in seated else 1
        totals = tuple(9 if each == strong else 1 for each in seated)
        log.finish(table, totals if strong == 0 else (4, 4))
    first, second = team_standings(log.tournament)
    assert (first.team, first.match_points, first.points) == ("A", 2, SIXTIETHS * 3 // 2)
    assert (second.team, second.match_points, second.points) == ("B", 0, SIXTIETHS // 2)


def test_match_points_count_once_all_boards_have_results():
    log = pair(teams_meet())
    log.finish(1, (9, 1))
    assert [each.match_points for each in team_standings(log.tournament)] == [0, 0]
    log.finish(2, (1, 9))
    assert sorted(each.match_points or 0 for each in team_standings(log.tournament)) == [0, 2]


def test_a_match_without_board_points_is_lost_by_both_teams():
    log = pair(teams_meet())
    log.rule(1, (1, 1), double_loss=True).rule(2, (1, 1), double_loss=True)
    assert [each.match_points for each in team_standings(log.tournament)] == [0, 0]


def test_a_member_without_an_opponent_has_the_points_of_a_bye():
    log = pair(teams_meet(teams=["A", "A", "B"], points={2: (1, 0)}, bye_points=1))
    assert (len(tables_of(log)), log.tournament.rounds[-1].byes) == (1, (1,))
    log.finish(1, (4, 4))
    (match,) = matches_of(log.tournament, teams_of(log.tournament), log.tournament.rounds[-1])
    won = match_points(log.tournament.plan, match)
    assert (match.unopposed, won) == ((1,), (2, 0) if match.teams[0] == 0 else (0, 2))
    first = team_standings(log.tournament)[0]
    assert (first.team, first.points, first.match_points) == ("A", SIXTIETHS * 3 // 2, 2)


def test_all_boards_of_a_team_with_a_bye_have_the_points_of_a_bye():
    log = pair(teams_meet(SWISS, teams=[*"AAABBBCCC"]))
    byes = log.tournament.rounds[-1].byes
    assert len(byes) == 2
    for table in (1, 2):
        log.rule(table, (1, 1), double_loss=True)
    first = team_standings(log.tournament)[0]
    assert (first.team, first.match_points) == (log.tournament.entrants[byes[0]].team, 2)
    assert first.points == 24 * SIXTIETHS


def test_reserves_do_not_play_unless_the_line_up_names_them():
    log = teams_meet(teams=[*"AAABBB"])
    log.add(LineupSet, round=1, team="A", entrants=(2, 0))
    boards = [{*each} for each in tables_of(pair(log))]
    assert boards == [{2, 3}, {0, 4}]


def test_a_line_up_holds_for_one_round():
    log = teams_meet(SWISS, teams=[*"AAABBB"])
    log.add(LineupSet, round=1, team="a", entrants=(2,))
    assert [{*each} for each in tables_of(pair(log))] == [{2, 3}, {0, 4}]
    for table in (1, 2):
        log.finish(table, (4, 4))
    assert [{*each} for each in tables_of(pair(log))] == [{0, 3}, {1, 4}]


def test_the_next_member_replaces_one_who_has_left():
    log = teams_meet(teams=[*"AAABBB"])
    log.add(LineupSet, round=1, team="A", entrants=(2, 0))
    log.withdraw(2)
    assert [{*each} for each in tables_of(pair(log))] == [{0, 3}, {1, 4}]


def test_a_team_without_members_is_in_no_further_round():
    log = teams_meet(teams=[*"AABBCC"])
    log.withdraw(0).withdraw(1)
    assert meetings(play(log, Random(3))) == [("B", "C")]


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"round": 2}, "not for the next round"),
        ({"entrants": (0, 0)}, "named twice"),
        ({"entrants": ()}, "none is named"),
        ({"entrants": (0, 3)}, "not of one team"),
        ({"entrants": (6,)}, "not of one team"),
        ({"entrants": (2, 0)}, "has withdrawn"),
        ({"team": "B"}, "another name"),
    ],
)
def test_an_invalid_line_up_is_illegal(changes, fault):
    log = teams_meet(teams=[*"AAABBB", ""])
    log.withdraw(2)
    assert fault in log.may(LineupSet, **{"round": 1, "team": "A", "entrants": (0,), **changes})


def test_line_ups_need_matches_of_teams_that_go_on():
    log = a_tournament(SWISS, teams=["A", "B"])
    assert "no matches of teams" in log.may(LineupSet, round=1, team="A", entrants=(0,))
    log = play(teams_meet(), Random(1)).end()
    assert "is over" in log.may(LineupSet, round=2, team="A", entrants=(0,))


def test_teams_without_enough_members_and_entrants_without_a_team_do_not_play():
    log = pair(teams_meet(teams=["A", "", "B", "A"]))
    assert {each for table in tables_of(log) for each in table} | {*log.tournament.rounds[-1].byes} == {0, 2, 3}
    assert [each.team for each in team_standings(log.tournament)] != []
    assert has_team_matches(log.tournament.plan)


def test_teams_do_not_change_after_the_start():
    log = teams_meet()
    assert "do not change" in log.may(Changed, change=PlanChange(teams=(TeamMember(0, "B"),)))
    log.add(Changed, change=PlanChange(teams=(TeamMember(0, "a", 2, captain=True), TeamMember(1, "A", 1))))
    assert teams_of(log.tournament)[0] == (1, 0)


def test_the_organiser_names_captains_and_the_first_member_is_one_otherwise():
    log = teams_meet()
    first = teams_of(log.tournament)[0]
    assert [each.number for each in captains(log.tournament, first)] == [0]
    log.add(Changed, change=PlanChange(teams=(TeamMember(1, "A", 2, captain=True),)))
    assert [each.number for each in captains(log.tournament, first)] == [1]
    log.withdraw(1)
    assert [each.number for each in captains(log.tournament, first)] == [0]


def test_line_ups_close_before_the_stated_time_of_the_round():
    starts_at, round_times = "2026-01-02T12:00:00Z", ("2026-01-02T13:00:00Z", "2026-01-03T13:00:00Z")
    log = teams_meet(SWISS, team_matches=TeamMatches(2, 30), starts_at=starts_at, round_times=round_times)
    found = closes_at(log.tournament)
    assert found is not None
    assert found.isoformat() == "2026-01-02T12:30:00+00:00"
    assert closes_at(a_tournament(SWISS, teams=["A", "B"], starts_at=starts_at).tournament) is None
    assert closes_at(teams_meet().tournament) is None


@pytest.mark.parametrize(
    ("stages", "changes", "fault"),
    [
        ((Stage("arena", matches=2),), {}, "rounds and `table_size` 2"),
        (
            (Stage("swiss", rounds=1, qualify=2), Stage("knockout", 4)),
            {},
            r"^stages\[1\].* and `table_size` 2",
        ),
        ((SWISS,), {"late_entries": True}, "late_entries"),
    ],
)
def test_a_plan_in_which_teams_cannot_meet_is_illegal(stages, changes, fault):
    with pytest.raises(Illegal, match=fault):
        check_plan(a_plan(*stages, team_matches=TWO_BOARDS, **changes))


def test_matches_of_teams_are_not_paired_by_hand():
    log = teams_meet()
    with pytest.raises(InvalidPairing, match="line-ups"):
        seated_by_hand(log.tournament, [(0, 2), (1, 3)], (), ())


@pytest.mark.parametrize("stage", [Stage("swiss", rounds=1), Stage("round_robin", rounds=1)])
def test_members_of_a_group_keep_their_teams_apart(stage):
    apart = KeepApart(team_mates=True, groups=((0, 2), (4, 6), (0, 1)))
    log = pair(teams_meet(stage, teams=[*"AABBCCDD"], keep_apart=apart))
    assert {("A", "B"), ("C", "D")}.isdisjoint(meetings(log))
    assert log.tournament.rounds[-1].conflicts == ()


def test_teams_play_in_groups():
    log = play(teams_meet(Stage("round_robin", groups=2), teams=[*"AABBCCDD"]), Random(5))
    groups = [{log.tournament.entrants[each].team for each in group} for group in log.tournament.stages[0]]
    assert [len(each) for each in groups] == [2, 2]
    assert all({*pair} in groups for pair in meetings(log))


def test_teams_take_part_if_a_member_has_checked_in():
    log = Log(a_plan(SWISS, team_matches=TWO_BOARDS, check_in=True))
    for number, team in enumerate("AABB"):
        kind = {"kind": "level", "level": "easy"} if number == 1 else {"kind": "player", "player": f"pl_{number}"}
        log.add(Entered, entrant=number, name=f"Entrant {number}", team=team, **kind)
    assert taking_part(log.tournament) == [(1,)]
    assert teams_of(log.tournament) == [(0, 1), (2, 3)]


@pytest.mark.parametrize("stage", [Stage("swiss", rounds=4), ROUND_ROBIN, Stage("round_robin", groups=2)])
def test_a_record_has_the_match_points_to_the_digit(stage):
    rng = Random(7)
    log = teams_meet(stage, teams=[*"AAABBBBCCDDDEEEFFF"], team_matches=TeamMatches(3))
    log.add(LineupSet, round=1, team="B", entrants=(6, 3))
    play(log, rng, leaving=0.6)
    log.add(Disqualified, entrant=log.tournament.all_present[0], reason="Two devices.")
    assert is_over(log.tournament)
    record = recorded(log.end())
    verify(write(record))
    assert b"match_points" in canonical(record["teams"])
    expected = Counter()
    teams = teams_of(log.tournament)
    for played in log.tournament.rounds:
        playing = set()
        for match in matches_of(log.tournament, teams, played):
            playing |= {*match.teams}
            for team, own, other in zip(match.teams, match.points, reversed(match.points), strict=True):
                expected[team] += 2 if own > other else 1 if own == other > 0 else 0
        for team in {at for at, each in enumerate(teams) if {*each} & {*played.byes}} - playing:
            expected[team] += 2
    by_name = {each["team"]: each["match_points"] for each in record["teams"]}
    assert by_name == {log.tournament.entrants[teams[at][0]].team: expected[at] for at in range(len(teams))}


def test_a_record_with_another_line_up_is_invalid():
    log = teams_meet(teams=[*"AAABBB"])
    log.add(LineupSet, round=1, team="A", entrants=(2, 0))
    seat_as_by_board = [(0, 3), (4, 1)]
    log.pair(*seat_as_by_board)
    log.finish(1, (4, 4)).finish(2, (4, 4))
    with pytest.raises(RecordMismatch, match="tables"):
        verify(write(recorded(log.end())))
