"""Where teams meet, the teams have places in the table of a season, and rise and fall together."""

import json
import re
from pathlib import Path

from tests.service.examples.recording import ruleset
from tests.service.helpers.players.player import player
from tests.service.helpers.tournaments import found, organiser
from tests.service.seasons.leagues import REASON, division, season

ROUND_ROBIN = {"format": "round_robin", "table_size": 2}
BOARDS = 2
GUIDE = Path(__file__).parents[3] / "openapi" / "guides" / "tournament.md"


def teams_of(service, *names):
    """Return two new players for each team, as entrants."""
    return [
        {"player": player(service, f"{name} {board}").id, "team": name, "board": board}
        for name in names
        for board in (1, 2)
    ]


def played(service, who, entrants, strength):
    """Let teams meet; at each table the player of the stronger team wins. Return the id of the tournament."""
    address = found(who, ROUND_ROBIN, entrants=entrants, team_matches={"boards": BOARDS})
    assert who.post(f"{address}/start").status_code == 200
    while who.get(address).json["status"] == "running":
        number = len(who.get(f"{address}/rounds").json["rounds"])
        for table in who.get(f"{address}/rounds/{number}").json["tables"]:
            teams = [entrants[each["entrant"]]["team"].upper() for each in table["entrants"]]
            ranks = [1, 2] if strength.index(teams[0]) < strength.index(teams[1]) else [2, 1]
            body = {"ranks": ranks, "reason": REASON}
            assert who.send("PUT", f"{address}/rounds/{number}/tables/{table['table']}/result", body).status_code == 200
    return address.rpartition("/")[2]


def league(service, **terms):
    """Return an organiser, and a season of two divisions of four teams with two tournaments each."""
    olga, orders = organiser(service), (["ABCD", "BACD"], ["EFGH", "EFGH"])
    divisions = []
    for number, strengths in enumerate(orders):
        entrants = teams_of(service, *strengths[0])
        again = [each | {"team": each["team"].lower()} for each in entrants]
        names = [played(service, olga, *each) for each in zip((entrants, again), strengths, strict=True)]
        divisions.append(division(*names, name=f"Division {number + 1}", **terms))
    return olga, season(olga, *divisions, risers=1)


def rows(who, address):
    return [
        [(each["place"], each["name"], each["points"], each["board_points"]) for each in part["standings"]]
        for part in who.get(address).json["divisions"]
    ]


def test_the_table_of_a_team_league_has_match_points_and_board_points(service):
    olga, address = league(service)
    found_rows = rows(olga, address)
    assert found_rows[0] == [(1, "a", 10, 120), (1, "b", 10, 120), (3, "c", 4, 48), (4, "d", 0, 0)]
    assert found_rows[1] == [(1, "e", 12, 144), (2, "f", 8, 96), (3, "g", 4, 48), (4, "h", 0, 0)]
    first = olga.get(address).json["divisions"][0]["standings"][0]
    assert [(each["place"], each["points"]) for each in first["results"]] == [(1, 6), (2, 4)]
    assert "player" not in first


def test_the_points_of_a_place_count_for_teams_too(service):
    olga, address = league(service, place_points=[5, 3, 1])
    assert [each[:3] for each in rows(olga, address)[0]] == [(1, "a", 8), (1, "b", 8), (3, "c", 2), (4, "d", 0)]


def test_teams_rise_and_fall_with_all_their_members(service):
    olga, address = league(service)
    outcomes = [
        {each["name"]: each["outcome"] for each in part["standings"]} for part in olga.get(address).json["divisions"]
    ]
    assert outcomes == [
        {"a": "stays", "b": "stays", "c": "stays", "d": "falls"},
        {"e": "rises", "f": "stays", "g": "stays", "h": "stays"},
    ]
    confirmed = olga.send("PATCH", address, {"confirmation": {}}).json["divisions"]
    entered = [[(each["team"], each["board"]) for each in part["next_entrants"]] for part in confirmed]
    assert entered == [[(team, board) for team in teams for board in (1, 2)] for teams in ("abce", "dfgh")]
    following = found(olga, ROUND_ROBIN, team_matches={"boards": BOARDS})
    report = olga.post(f"{following}/entrants:batch", {"entrants": confirmed[0]["next_entrants"]}).json
    assert [line["status"] for line in report["lines"]] == [201] * 8
    assert olga.post(f"{following}/start").status_code == 200
    assert {each["team"] for each in olga.get(f"{following}/standings").json["teams"]} == {*"abce"}


def test_the_organiser_moves_a_team_by_any_of_its_members(service):
    olga, address = league(service)
    tournament = olga.get(address).json["divisions"][0]["tournaments"][0]["tournament"]
    change = {"tournament": tournament, "entrant": 1, "division": 1}
    body = {"confirmation": {"changes": [change], "reason": "Team A asked for it."}}
    confirmed = olga.send("PATCH", address, body).json["divisions"]
    assert [{each["team"] for each in part["next_entrants"]} for part in confirmed] == [{*"bce"}, {*"adfgh"}]


def test_a_deleted_member_is_missing_in_the_next_season(service):
    olga, leaver = organiser(service), player(service, "Leo")
    entrants = [*teams_of(service, "A", "B")[:3], {"player": leaver.id, "team": "B", "board": 2}]
    address = season(olga, division(played(service, olga, entrants, "AB")))
    assert leaver.send("DELETE", "/me").status_code == 204
    (confirmed,) = olga.send("PATCH", address, {"confirmation": {}}).json["divisions"]
    assert [each["team"] for each in confirmed["next_entrants"]] == ["A", "A", "B"]
    assert [each["name"] for each in confirmed["standings"]] == ["A", "B"]


def test_players_keep_their_team_in_the_next_season_where_teams_do_not_meet(service):
    olga = organiser(service)
    entrants = teams_of(service, "A", "B")
    address = found(olga, ROUND_ROBIN, entrants=entrants)
    assert olga.post(f"{address}/start").status_code == 200
    for number in (1, 2, 3):
        for table in olga.get(f"{address}/rounds/{number}").json["tables"]:
            body = {"ranks": [1, 2], "reason": REASON}
            path = f"{address}/rounds/{number}/tables/{table['table']}/result"
            assert olga.send("PUT", path, body).status_code == 200
    league_of_players = season(olga, division(address.rpartition("/")[2]))
    (confirmed,) = olga.send("PATCH", league_of_players, {"confirmation": {}}).json["divisions"]
    members = {each["player"]: (each["team"], each["board"]) for each in confirmed["next_entrants"]}
    assert members == {each["player"]: (each["team"], each["board"]) for each in entrants}
    assert all("board_points" not in each for each in confirmed["standings"])


def test_the_plan_of_a_league_in_the_guide_is_valid(service):
    _, section = GUIDE.read_text(encoding="utf-8").split("### A league of teams")
    plan = json.loads(re.search(r"```json\n(.*?)```", section, re.DOTALL).group(1))
    created = organiser(service).post("/tournaments", plan | {"ruleset": ruleset()})
    assert created.status_code == 201, created.text
    assert created.json["team_matches"] == plan["team_matches"]
