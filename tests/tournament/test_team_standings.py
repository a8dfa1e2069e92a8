"""Test the standings of teams, and their part of a record."""

from random import Random

import msgspec
import pytest

from domain.record import canonical, write
from domain.verification import RecordMismatch
from service.tournaments.rules.entrant_events import Disqualified
from service.tournaments.rules.exports import to_csv
from service.tournaments.rules.plan import SIXTIETHS, Stage
from service.tournaments.rules.plan_events import Changed, PlanChange, TeamMember
from service.tournaments.rules.record import seal
from service.tournaments.rules.standings import standings
from service.tournaments.rules.team_standings import TeamStanding, team_standings
from service.tournaments.rules.verification import verify
from tests.tournament.building import Log, a_plan, scored
from tests.tournament.labelled import a_tournament, random_teams
from tests.tournament.playing import play_stage, recorded

ONE_ROUND = Stage("swiss", rounds=1)


def test_a_team_has_the_points_of_its_members():
    log = a_tournament(ONE_ROUND, teams=["A", "A", "B", ""], boards=[2, 1, 0, 0])
    scored(log, {(0, 2): (9, 1), (1, 3): (4, 4)})
    first, second = team_standings(log.tournament)
    assert first == TeamStanding(1, "A", 18 * SIXTIETHS, 2, (1, 0), (6 * SIXTIETHS, 12 * SIXTIETHS))
    assert second == TeamStanding(2, "B", 0, 0, (2,), (0,))


def test_the_higher_board_decides_between_equal_teams():
    log = a_tournament(ONE_ROUND, teams=["A", "B", "A", "B"], boards=[1, 1, 2, 2])
    scored(log, {(0, 1): (1, 9), (2, 3): (9, 1)})
    assert [each.team for each in team_standings(log.tournament)] == ["B", "A"]


def test_equal_teams_share_a_place():
    log = a_tournament(ONE_ROUND, teams=["A", "B", "C", "D"])
    scored(log, {(0, 1): (9, 1), (2, 3): (9, 1)})
    found = [(each.place, each.place_to, each.team) for each in team_standings(log.tournament)]
    assert found == [(1, 2, "A"), (1, 2, "C"), (3, 4, "B"), (3, 4, "D")]


def test_a_team_counts_all_stages_or_one():
    log = a_tournament(Stage("swiss", rounds=1, qualify=2), Stage("knockout"), teams=["A", "B", "A", "B"])
    scored(log, {(0, 1): (9, 1), (2, 3): (9, 1)})
    log.stage((0, 2))
    scored(log, {(0, 2): (5, 5)})
    assert [each.points // SIXTIETHS for each in team_standings(log.tournament)] == [36, 0]
    assert [each.points // SIXTIETHS for each in team_standings(log.tournament, 0)] == [24, 0]
    assert [each.points // SIXTIETHS for each in team_standings(log.tournament, 1)] == [12, 0]


def test_the_results_of_a_disqualified_member_do_not_count():
    log = a_tournament(ONE_ROUND, teams=["A", "B"])
    scored(log, {(0, 1): (9, 1)})
    log.add(Disqualified, entrant=0, reason="Two devices.")
    assert [(each.team, each.points, each.wins) for each in team_standings(log.tournament)] == [
        ("A", 0, 0),
        ("B", 0, 0),
    ]


def test_a_member_changes_its_team():
    log = a_tournament(ONE_ROUND, teams=["A", "B"])
    scored(log, {(0, 1): (9, 1)})
    log.add(Changed, change=PlanChange(teams=(TeamMember(0, "B", 1), TeamMember(1))))
    assert [(each.team, each.members) for each in team_standings(log.tournament)] == [("B", (0,))]


def test_a_tournament_has_no_teams_before_its_start():
    log = Log(a_plan()).enter(2)
    log.add(Changed, change=PlanChange(teams=(TeamMember(0, "B"),)))
    assert team_standings(log.tournament) == []


def test_the_file_of_the_standings_has_the_teams():
    log = a_tournament(ONE_ROUND, teams=["A", "=B"])
    scored(log, {(0, 1): (9, 1)})
    rows = to_csv(log.tournament, standings(log.tournament)).splitlines()
    assert [row.rsplit(",", 1)[1] for row in rows] == ["team", "A", "'=B"]


@pytest.mark.parametrize("form", ["swiss", "round_robin", "knockout", "arena"])
def test_a_record_has_the_standings_of_the_teams_to_the_digit(form):
    stage = Stage(form, 3, rounds=3 if form in {"swiss", "round_robin"} else 0, matches=3 if form == "arena" else 0)
    log = a_tournament(stage, teams=random_teams(14, Random(5), 4))
    play_stage(log, Random(9), quietly=False, leaving=0.2)
    record = recorded(log.end())
    verify(write(record))
    listed = msgspec.convert(record["teams"], list[TeamStanding])
    assert listed == team_standings(log.tournament)
    points = {each["entrant"]: each["points"] for each in record["standings"]}
    out = {each["entrant"] for each in record["standings"] if each["disqualified"]}
    for team in listed:
        assert list(team.by_member) == [0 if each in out else points[each] for each in team.members]
        assert team.points == sum(team.by_member)


def a_record() -> dict:
    """Return the record of a tournament of two teams."""
    log = a_tournament(ONE_ROUND, teams=["A", "B"])
    play_stage(log, Random(1), quietly=True, leaving=0)
    return recorded(log.end())


def test_a_record_with_other_points_of_a_team_is_invalid():
    record = a_record()
    head = {name: value for name, value in record.items() if name not in {"log", "standings", "teams", "hash"}}
    log = [{name: value for name, value in event.items() if name != "hash"} for event in record["log"]]
    record["teams"][0]["points"] += 60
    with pytest.raises(RecordMismatch, match=r"teams\[0\]\.points"):
        verify(write(seal(head, log, record["standings"], record["teams"])))
    with pytest.raises(RecordMismatch, match="do not match their hash"):
        verify(write(record))


def test_a_record_without_teams_has_no_such_field():
    log = scored(Log(a_plan(ONE_ROUND)).enter(2).start(), {(0, 1): (9, 1)}).end()
    assert "teams" not in recorded(log)
    assert b"keep_apart" not in canonical(recorded(log))
