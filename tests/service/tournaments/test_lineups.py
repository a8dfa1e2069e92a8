"""Teams meet teams, board by board; captains set line-ups, which others see once the round is created."""

import json
from datetime import timedelta

import pytest

from service.tournaments import progress
from service.tournaments.rules.verification import verify
from tests.service.examples.cups import cup
from tests.service.helpers.client.responses import reports
from tests.service.helpers.players.player import player
from tests.service.helpers.players.webhooks import URL
from tests.service.helpers.tournaments import entries, found, organiser, plan, play_round, rounds
from tests.service.tournaments.test_updates import reported

NAMES = ("Ann", "Bea", "Cid", "Dan", "Eve", "Fay")
TWO_ROUNDS = {"format": "swiss", "table_size": 2, "rounds": 2}


def two_teams(service, members=3, **terms):
    """Create a tournament in which two teams meet at two boards; return its organiser, its URL and its players."""
    who, players = organiser(service), [player(service, name) for name in NAMES[: 2 * members]]
    entrants = [
        {"player": each.id, "team": ("Rooks", "Bishops")[number // members], "board": 1 + number % members}
        for number, each in enumerate(players)
    ]
    terms = {"team_matches": {"boards": 2}, "next_round": "organiser", **terms}
    return who, found(who, TWO_ROUNDS, entrants=entrants, **terms), players


def started(service, **terms):
    """Start the tournament of `two_teams`, with its first round."""
    who, address, players = two_teams(service, **terms)
    assert who.post(f"{address}/start").status_code == 200
    if "next_round" not in terms:
        assert who.post(f"{address}/rounds", {}).status_code == 201
    return who, address, players


def line_up(who, address, *entrants, number=1):
    return who.send("PUT", f"{address}/lineup", {"round": number, "entrants": [*entrants]})


def lineups_of(who, address):
    return who.get(f"{address}/entrants").json.get("lineups", [])


def boards(who, address, number):
    """Return the entrants of each table of a round."""
    return [{each["entrant"] for each in table["entrants"]} for table in rounds(who, address)[number - 1]["tables"]]


@pytest.mark.example("setLineup", "A captain names who plays in the first round.")
def test_a_captain_sets_a_line_up(service):
    opened = cup(service, team_matches={"boards": 1})
    teams = [{"entrant": number, "team": "Rooks" if number < 2 else "Bishops"} for number in range(4)]
    opened.send_request("PATCH", "", {"teams": teams})
    response = opened.send_request("PUT", "/lineup", {"round": 1, "entrants": [1, 0]})
    assert response.json == {"round": 1, "team": "Rooks", "entrants": [1, 0]}


def test_teams_meet_board_by_board(service):
    who, address, _ = started(service)
    assert who.get(address).json["team_matches"] == {"boards": 2}
    assert boards(who, address, 1) == [{0, 3}, {1, 4}]
    (match,) = rounds(who, address)[0]["team_matches"]
    assert {each["team"] for each in match["teams"]} == {"Rooks", "Bishops"}
    assert match["tables"] == [1, 2]
    assert all("match_points" not in each for each in match["teams"])


def test_the_standings_have_match_points(service):
    who, address, _ = started(service)
    play_round(service, who, address)
    (match,) = rounds(who, address)[0]["team_matches"]
    shown = {each["team"]: each for each in who.get(f"{address}/standings").json["teams"]}
    for each in match["teams"]:
        assert shown[each["team"]]["match_points"] == each["match_points"]
        assert shown[each["team"]]["points"] == each["points"]
    assert sum(each["match_points"] for each in shown.values()) in (0, 2)


def test_an_empty_board_gives_the_opponent_its_points(service):
    who, address, _ = two_teams(service, members=2)
    who.post(f"{address}/entrants/3/withdraw", {})
    who.post(f"{address}/start")
    who.post(f"{address}/rounds", {})
    shown = rounds(who, address)[0]
    assert (boards(who, address, 1), shown["byes"]) == ([{0, 2}], [{"entrant": 1, "points": 12}])
    assert shown["team_matches"][0]["unopposed"] == [1]


def test_a_captain_names_who_plays_in_the_next_round(service):
    who, address, players = two_teams(service)
    assert lineups_of(players[0], address) == [{"round": 1, "team": "Rooks", "entrants": [0, 1, 2]}]
    assert line_up(players[0], address, 2, 0).json["entrants"] == [2, 0, 1]
    who.post(f"{address}/start")
    who.post(f"{address}/rounds", {})
    assert boards(who, address, 1) == [{2, 3}, {0, 4}]
    play_round(service, who, address)
    who.post(f"{address}/rounds", {})
    assert boards(who, address, 2) == [{0, 3}, {1, 4}]


def test_a_line_up_is_hidden_until_the_round_is_created(service):
    who, address, players = two_teams(service)
    line_up(players[0], address, 2, 0)
    assert lineups_of(players[3], address) == [{"round": 1, "team": "Bishops", "entrants": [3, 4, 5]}]
    assert lineups_of(players[4], address) == []
    hidden = entries(players[3], address)[-1]
    assert (hidden["type"], hidden["team"], "entrants" in hidden) == ("lineup_set", "Rooks", False)
    assert len(lineups_of(who, address)) == 2
    who.post(f"{address}/start")
    who.post(f"{address}/rounds", {})
    assert next(each for each in entries(players[3], address) if each["type"] == "lineup_set")["entrants"] == [2, 0]


def test_the_same_line_up_again_changes_nothing(service):
    _, address, players = two_teams(service)
    line_up(players[0], address, 2, 0)
    before = len(entries(players[0], address))
    assert line_up(players[0], address, 2, 0).status_code == 200
    assert len(entries(players[0], address)) == before


def test_the_organiser_names_the_captain(service):
    who, address, players = two_teams(service)
    change = {"teams": [{"entrant": 1, "team": "Rooks", "board": 2, "captain": True}]}
    assert who.send("PATCH", address, change).status_code == 200
    assert who.get(f"{address}/entrants").json["entrants"][1]["captain"] is True
    reports(line_up(players[0], address, 2, 0), "not_organiser")
    assert line_up(players[1], address, 2, 0).status_code == 200
    assert line_up(who, address, 1, 0).status_code == 200


def test_captains_set_no_line_up_after_its_deadline_and_the_organiser_does(service):
    starts_at = f"{service.installation.sources.now() + timedelta(hours=1):%Y-%m-%dT%H:%M:%SZ}"
    who, address, players = two_teams(
        service, round_times=[starts_at], team_matches={"boards": 2, "lineup_minutes": 120}
    )
    assert lineups_of(players[0], address)[0]["closes_at"] < starts_at
    reports(line_up(players[0], address, 2, 0), "lineup_closed")
    assert line_up(who, address, 2, 0).status_code == 200


@pytest.mark.problem("invalid_lineup", "The entrants are of two teams.", "setLineup")
def test_a_line_up_names_members_of_one_team(service):
    _, address, players = two_teams(service)
    reports(line_up(players[0], address, 0, 3), "invalid_lineup")


def test_a_line_up_needs_matches_of_teams(service):
    who = organiser(service)
    address = found(who, entrants=[{"player": player(service, "Ann").id, "team": "Rooks"}])
    reports(line_up(who, address, 0), "invalid_lineup")


@pytest.mark.problem("lineup_closed", "The first round has been created.", "setLineup")
def test_a_line_up_of_a_round_that_exists_is_closed(service):
    _, address, players = started(service)
    reports(line_up(players[0], address, 2, 0), "lineup_closed")


def test_no_line_up_is_open_for_a_round_that_does_not_follow(service):
    who, address, _ = started(service)
    play_round(service, who, address)
    assert {each["round"] for each in lineups_of(who, address)} == {2}
    who.post(f"{address}/rounds", {})
    assert lineups_of(who, address) == []


def test_matches_of_teams_need_two_teams(service):
    who = organiser(service)
    entrants = [{"player": player(service, name).id, "team": "Rooks"} for name in NAMES[:2]]
    address = found(who, TWO_ROUNDS, entrants=entrants, team_matches={"boards": 2})
    reports(who.post(f"{address}/start"), "too_few_entrants")


def test_matches_of_teams_are_paired_automatically(service):
    who, address, _ = two_teams(service)
    who.post(f"{address}/start")
    body = {"tables": [{"entrants": [0, 3]}], "reason": "As agreed."}
    reports(who.post(f"{address}/rounds", body), "invalid_pairings")


@pytest.mark.parametrize(
    "terms", [{"late_entries": True}, {"team_matches": {"boards": 0}}, {"team_matches": {"boards": 2, "lineup": 1}}]
)
def test_an_impossible_plan_of_team_matches_is_rejected(service, terms):
    created = organiser(service).post("/tournaments", plan(TWO_ROUNDS, **{"team_matches": {"boards": 2}, **terms}))
    reports(created, "invalid_plan" if "late_entries" in terms else "invalid_request")


def test_teams_that_meet_do_not_change_after_the_start(service):
    who, address, _ = started(service)
    reports(who.send("PATCH", address, {"teams": [{"entrant": 0, "team": "Bishops"}]}), "invalid_change")


def test_the_record_of_team_matches_is_valid(service):
    who, address, players = started(service, next_round="automatic")
    line_up(players[0], address, 2, 1, number=2)
    for _ in range(2):
        play_round(service, who, address)
    shown, text = who.get(f"{address}/standings").json["teams"], who.get(f"{address}/record").data
    verify(text)
    assert [each["match_points"] for each in json.loads(text)["teams"]] == [each["match_points"] for each in shown]
    assert boards(who, address, 2) == [{2, 3}, {1, 4}]


def test_a_webhook_message_has_the_match_of_the_teams_and_their_standings(service):
    who, address, _ = two_teams(service, next_round="automatic")
    made = who.post(f"{address}/webhooks", {"url": URL}).json["webhook_id"]
    who.post(f"{address}/start")
    for _ in range(2):
        play_round(service, who, address)
    updates = [each["data"] for each in reported(service, address, made)]
    *_, last = (each for each in updates if each["tournament_event"] == "game_ended")
    (match,) = who.get(f"{address}/rounds/2").json["team_matches"]
    stands = who.get(f"{address}/standings").json["teams"]
    assert last["team_match"] == match
    assert sorted(last["teams"], key=stands.index) == stands
    (ended,) = (each for each in updates if each["tournament_event"] == "ended")
    assert (ended["teams"], "team_match" in ended) == (stands, False)
    assert all("teams" not in each for each in updates if each["tournament_event"] in ("started", "opened"))


def test_a_line_up_sends_no_message(service):
    who, address, players = two_teams(service)
    made = who.post(f"{address}/webhooks", {"url": URL}).json["webhook_id"]
    assert line_up(players[0], address, 2, 0).status_code == 200
    progress.drive(service.installation, address.rpartition("/")[2])
    assert {each["data"]["tournament_event"] for each in reported(service, address, made)} <= {"entered"}
    notices = players[4].get("/me/events").json["events"]
    assert "lineup_set" not in [each.get("tournament_event") for each in notices]
