"""Entrants have teams, which have standings, and team mates do not meet."""

import json

from service.tournaments.rules.verification import verify
from tests.service.examples.cups import cup
from tests.service.helpers.client.responses import reports
from tests.service.helpers.players.player import player
from tests.service.helpers.tournaments import entries, found, new_players, organiser, play_round, rounds

TEAM_MATES = {"team_mates": True}


def two_teams(service, **terms):
    """Create a tournament of two teams of two; return its organiser and its URL."""
    who = organiser(service)
    teams = ("Rooks", "Rooks", "Bishops", "bishops")
    entrants = [
        {"player": each.id, "team": team, "board": 1 + number % 2}
        for number, (each, team) in enumerate(zip(new_players(service), teams, strict=True))
    ]
    return who, found(who, entrants=entrants, **terms)


def opponents(who, address, number):
    """Return the pairs of a round."""
    tables = rounds(who, address)[number - 1]["tables"]
    return [{each["entrant"] for each in table["entrants"]} for table in tables]


def test_entrants_show_their_teams(service):
    who, address = two_teams(service)
    listed = who.get(f"{address}/entrants").json["entrants"]
    assert [(each["team"], each["board"]) for each in listed[1:3]] == [("Rooks", 2), ("Bishops", 1)]


def test_a_list_of_names_has_teams(service):
    opened = cup(service)
    sent = opened.send_request(
        "POST", "/entrants:batch", {"entrants": [{"name": "Gino", "team": " Rooks ", "board": 3}]}
    )
    assert sent.json["lines"][0]["entrant"]["team"] == "Rooks"


def test_players_who_enter_themselves_choose_no_team(service):
    address = found(organiser(service), registration="open")
    entered = player(service, "Eve").post(f"{address}/entrants", {"team": "Rooks", "board": 1})
    assert entered.status_code == 201
    assert "team" not in entered.json


def test_team_mates_do_not_meet(service):
    who, address = two_teams(service, keep_apart=TEAM_MATES)
    assert who.get(address).json["keep_apart"] == TEAM_MATES
    assert who.post(f"{address}/start").status_code == 200
    play_round(service, who, address)
    for number in (1, 2):
        assert {0, 1} not in opponents(who, address, number)
        assert "conflicts" not in rounds(who, address)[number - 1]


def test_a_round_names_those_who_meet_against_the_wish(service):
    who, address = two_teams(service, keep_apart={"groups": [[0, 1, 2, 3]], "rounds": 1})
    assert who.post(f"{address}/start").status_code == 200
    first = rounds(who, address)[0]["conflicts"]
    assert [(each["table"], each["reason"]) for each in first] == [(1, "unavoidable"), (2, "unavoidable")]
    assert [{*each["entrants"]} for each in first] == opponents(who, address, 1)
    play_round(service, who, address)
    assert "conflicts" not in rounds(who, address)[1]


def test_a_preview_names_those_who_would_meet_against_the_wish(service):
    who, address = two_teams(service, keep_apart={"groups": [[0, 1, 2, 3]]}, next_round="organiser")
    assert who.post(f"{address}/start").status_code == 200
    assert len(who.get(f"{address}/pairings:preview").json["conflicts"]) == 2


def test_the_organiser_changes_teams_and_who_does_not_meet(service):
    who, address = two_teams(service)
    teams = [{"entrant": 1, "team": "Knights"}, {"entrant": 3}]
    changed = who.send("PATCH", address, {"teams": teams, "keep_apart": TEAM_MATES, "reason": "A new team."})
    assert changed.json["keep_apart"] == TEAM_MATES
    listed = who.get(f"{address}/entrants").json["entrants"]
    assert [each.get("team", "") for each in listed] == ["Rooks", "Knights", "Bishops", ""]
    assert entries(who, address)[-1]["change"] == {"teams": teams, "keep_apart": TEAM_MATES}
    before = len(entries(who, address))
    who.send("PATCH", address, {"teams": teams})
    assert len(entries(who, address)) == before


def test_a_change_of_an_entrant_who_does_not_exist_is_rejected(service):
    who, address = two_teams(service)
    reports(who.send("PATCH", address, {"teams": [{"entrant": 4, "team": "Rooks"}]}), "invalid_change")
    for keep_apart in ({"groups": [[0]]}, {"rounds": -1}, {"groups": [[0, -1]]}, {"teams": True}):
        reports(who.send("PATCH", address, {"keep_apart": keep_apart}), "invalid_request")


def test_the_standings_have_the_teams(service):
    who, address = two_teams(service)
    assert who.post(f"{address}/start").status_code == 200
    play_round(service, who, address)
    shown = who.get(f"{address}/standings").json
    points = {each["entrant"]: each["points"] for each in shown["standings"]}
    assert sorted(each["team"] for each in shown["teams"]) == ["Bishops", "Rooks"]
    for team in shown["teams"]:
        assert [each["points"] for each in team["members"]] == [points[each["entrant"]] for each in team["members"]]
        assert team["points"] == sum(each["points"] for each in team["members"])
    assert "teams" not in who.get(f"{address}/standings?stage=0&group=0").json
    assert who.get(f"{address}/standings?stage=0").json["teams"] == shown["teams"]


def test_the_record_has_the_teams(service):
    who, address = two_teams(service, keep_apart=TEAM_MATES)
    assert who.post(f"{address}/start").status_code == 200
    for _ in range(2):
        play_round(service, who, address)
    shown, text = who.get(f"{address}/standings").json["teams"], who.get(f"{address}/record").data
    verify(text)
    record = json.loads(text)
    assert [(each["place"], each["points"] / 60) for each in record["teams"]] == [
        (each["place"], each["points"]) for each in shown
    ]
