"""Teams meet in groups and then in a knock-out; captains are reminded of their line-ups."""

import json
from collections import Counter
from datetime import timedelta

import pytest

from service.tournaments import progress
from service.tournaments.rules.verification import verify
from tests.service.helpers.client.responses import reports
from tests.service.helpers.games.lists import finish
from tests.service.helpers.players.player import player
from tests.service.helpers.tournaments import LEVEL, entries, found, games_of, organiser, plan, play_round, rounds

TEAMS = ("Ants", "Bees", "Crows", "Ducks", "Emus", "Foxes")
BOARDS = 3
GROUPS = {"format": "round_robin", "groups": 2, "qualify": 2}
KNOCKOUT = {"format": "knockout"}
WIN, DRAW = 12, 6
SIXTIETHS = 60


def teams_entered(service, teams=TEAMS):
    """Return the captains, who play at board 1, and the entries of all members; the others are AI players."""
    captains = [player(service, name) for name in teams]
    entrants = []
    for number, (team, each) in enumerate(zip(teams, captains, strict=True)):
        entrants += [{"player": each.id, "team": team, "board": 1, "rating": 1500 - number}]
        others = range(2, BOARDS + 1)
        entrants += [{"level": LEVEL, "name": f"{team} {board}", "team": team, "board": board} for board in others]
    return captains, entrants


def league(service, *stages, teams=TEAMS, **terms):
    """Found a tournament of teams at three boards; return its organiser, its URL and the captains."""
    who, (captains, entrants) = organiser(service), teams_entered(service, teams)
    terms = {"team_matches": {"boards": BOARDS, "match_points": [3, 1, 0]}, "next_round": "organiser", **terms}
    return who, found(who, *(stages or (GROUPS, KNOCKOUT)), entrants=entrants, **terms), captains


def line_up(who, address, *entrants, number=1):
    return who.send("PUT", f"{address}/lineup", {"round": number, "entrants": [*entrants]})


def rule(who, address, match, *winners):
    """Decide the boards of a match of teams: each is won by the team with this number, or drawn (None)."""
    number = rounds(who, address)[-1]["round"]
    tables = {each["table"]: each["entrants"] for each in rounds(who, address)[-1]["tables"]}
    names = {each["entrant"]: each["team"] for each in who.get(f"{address}/entrants").json["entrants"]}
    for table, winner in zip(match["tables"], winners, strict=True):
        won = winner is not None and match["teams"][winner]["team"]
        ranks = [1 if won in (False, names[each["entrant"]]) else 2 for each in tables[table]]
        body = {"ranks": ranks, "reason": "Played at another place."}
        assert who.send("PUT", f"{address}/rounds/{number}/tables/{table}/result", body).status_code == 200


def matches(who, address):
    return rounds(who, address)[-1]["team_matches"]


def recomputed(record):
    """Return the board points and match points of each team in its last stage, from the log of a record alone."""
    team = [each["team"] for each in record["log"] if each["type"] == "entered"]
    scale = record["plan"]["team_matches"]["match_points"]
    ranks = {}
    for each in record["log"]:
        if each["type"] in ("finished", "ruled"):
            ranks[each["round"], each["table"]] = each["ranks"]
    boards, points, last = {}, {}, {}
    for paired in (each for each in record["log"] if each["type"] == "paired"):
        won, met = Counter(), {}
        for table in paired["tables"]:
            names = [team[each] for each in table["entrants"]]
            met |= {names[0]: names[1], names[1]: names[0]}
            places = ranks[paired["round"], table["table"]]
            for name, rank in zip(names, places, strict=True):
                won[name] += DRAW if places[0] == places[1] else WIN * (rank == 1)
        for each in paired.get("byes", ()):
            won[team[each]] += WIN
        for name, own in won.items():
            other = won[met[name]] if name in met else -1
            earned = scale[0] if own > other else scale[1] if own == other else scale[2]
            key = name, paired["stage"]
            boards[key], points[key] = boards.get(key, 0) + own, points.get(key, 0) + earned
            last[name] = paired["stage"]
    return {name: (boards[name, stage], points[name, stage]) for name, stage in last.items()}


def test_teams_play_groups_and_a_knockout_to_the_end(service):
    who, address, captains = league(service)
    assert line_up(captains[0], address, 2, 0, 1).json["entrants"] == [2, 0, 1]
    ahead = who.get(f"{address}/bracket").json["ahead"]
    assert [each["kind"] for match in ahead for each in match] == ["group_place"] * 4
    assert who.post(f"{address}/start").status_code == 200
    for _ in range(3):
        assert who.post(f"{address}/rounds", {}).status_code == 201
        play_round(service, who, address)
    first = rounds(who, address)[0]
    placed = [*(each for table in first["tables"] for each in table["entrants"]), *first["byes"]]
    assert [each["entrant"] for each in placed if each["entrant"] < BOARDS] == [2, 0, 1]
    groups = [who.get(f"{address}/standings?stage=0&group={group}").json["teams"] for group in (0, 1)]
    best = {each["team"] for group in groups for each in group[:2]}
    assert who.post(f"{address}/rounds", {}).status_code == 201
    assert {each["team"] for match in matches(who, address) for each in match["teams"]} == best
    level, clear = matches(who, address)
    rule(who, address, level, 1, 0, None)
    rule(who, address, clear, 0, 0, None)
    progress.drive(service.installation, address.rpartition("/")[2])
    level, clear = matches(who, address)
    assert (level["decided_by"], [each.get("advances", False) for each in level["teams"]]) == (
        "top_board",
        [False, True],
    )
    assert [each["match_points"] for each in level["teams"]] == [1, 1]
    assert "decided_by" not in clear
    finalists = {level["teams"][1]["team"], clear["teams"][0]["team"]}
    captain = next(each for each, name in zip(captains, TEAMS, strict=True) if name in finalists)
    (own,) = captain.get(f"{address}/entrants").json["lineups"]
    assert line_up(captain, address, *own["entrants"][::-1], number=5).status_code == 200
    assert who.post(f"{address}/rounds", {}).status_code == 201
    (final,) = matches(who, address)
    assert {each["team"] for each in final["teams"]} == finalists
    for game in games_of(who, address):
        finish(service, game)
    progress.drive(service.installation, address.rpartition("/")[2])
    assert who.get(address).json["status"] == "over"
    shown, text = who.get(f"{address}/standings").json["teams"], who.get(f"{address}/record").data
    verify(text)
    record = json.loads(text)
    winner = next(each["team"] for each in matches(who, address)[0]["teams"] if each.get("advances"))
    assert (shown[0]["place"], shown[0]["team"], {each["team"] for each in shown[:2]}) == (1, winner, finalists)
    assert {each["team"]: (each["points"], each["match_points"]) for each in shown} == recomputed(record)
    assert [(each["team"], each["points"] / SIXTIETHS) for each in record["teams"]] == [
        (each["team"], each["points"]) for each in shown
    ]
    ended = next(
        each for each in captains[5].get("/me/events").json["events"] if each.get("tournament_event") == "ended"
    )
    assert ended["entrants"] == [each["entrant"] for each in shown[0]["members"]]
    assert who.get(f"{address}/standings").json["standings"][0]["entrant"] in {
        each["entrant"] for each in shown[0]["members"]
    }


def test_a_bracket_of_teams_has_names_and_board_points(service):
    who, address, _ = league(service, KNOCKOUT, teams=TEAMS[:4])
    ahead = who.get(f"{address}/bracket").json["ahead"]
    assert {each.get("name") for match in ahead for each in match} == {*TEAMS[:4]}
    who.post(f"{address}/start")
    who.post(f"{address}/rounds", {})
    rule(who, address, matches(who, address)[0], 0, None, 1)
    shown = who.get(f"{address}/bracket").json["rounds"][0]["matches"]
    met = matches(who, address)[0]
    first = next(each for each in shown if each["table"] == met["tables"][0])
    assert {each["name"]: each["points"] for each in first["slots"]} == {
        each["team"]: each["points"] for each in met["teams"]
    }
    assert {each["points"] for each in first["slots"]} == {WIN + DRAW}
    assert [each["table"] for each in shown] == [1, 1 + BOARDS]
    assert all(name in who.get(f"{address}/bracket/image").text for name in TEAMS[:4])


def test_a_later_match_names_the_tables_from_which_its_teams_came(service):
    who, address, _ = league(service, KNOCKOUT, teams=TEAMS[:4])
    who.post(f"{address}/start")
    who.post(f"{address}/rounds", {})
    for match in matches(who, address):
        rule(who, address, match, 0, 0, 0)
    who.post(f"{address}/rounds", {})
    (final,) = who.get(f"{address}/bracket").json["rounds"][1]["matches"]
    assert {(each["from_round"], each["from_table"]) for each in final["slots"]} == {(1, 1), (1, 1 + BOARDS)}


def test_the_better_seed_advances_if_all_boards_are_drawn(service):
    who, address, captains = league(service, KNOCKOUT, teams=TEAMS[:4])
    who.post(f"{address}/start")
    who.post(f"{address}/rounds", {})
    for match in matches(who, address):
        rule(who, address, match, None, None, None)
    found_matches = matches(who, address)
    assert {each["decided_by"] for each in found_matches} == {"seeding"}
    through = {each["team"] for match in found_matches for each in match["teams"] if each.get("advances")}
    assert through == {"Ants", "Bees"}
    assert [len(each.get(f"{address}/entrants").json.get("lineups", [])) for each in captains] == [1, 1, 0, 0]
    reports(line_up(captains[3], address, 9, number=2), "invalid_lineup")


def test_a_corrected_board_stops_the_final_and_pairs_it_again(service):
    who, address, _ = league(service, KNOCKOUT, teams=TEAMS[:4])
    who.post(f"{address}/start")
    who.post(f"{address}/rounds", {})
    for match in matches(who, address):
        rule(who, address, match, 0, 1, None)
    winners = {match["teams"][0]["team"] for match in matches(who, address)}
    first = matches(who, address)[0]
    who.post(f"{address}/rounds", {})
    path, body = f"{address}/rounds/1/tables/{first['tables'][0]}/result", {"reason": "A wrong slip."}
    tables = {each["table"]: each for each in rounds(who, address)[0]["tables"]}
    was = tables[first["tables"][0]]["ruled"]["ranks"]
    reports(who.send("PUT", path, {**body, "ranks": was[::-1]}), "later_round_seated")
    assert who.send("PUT", path, {**body, "ranks": was[::-1], "force": True}).status_code == 200
    progress.drive(service.installation, address.rpartition("/")[2])
    (final,) = matches(who, address)
    assert {each["team"] for each in final["teams"]} == winners - {first["teams"][0]["team"]} | {
        first["teams"][1]["team"]
    }


@pytest.mark.parametrize("points", [[1, 2, 0], [1, 1, 1]])
def test_match_points_fall_from_a_win_to_a_loss(service, points):
    terms = {"team_matches": {"boards": 2, "match_points": points}}
    reports(organiser(service).post("/tournaments", plan(KNOCKOUT, **terms)), "invalid_plan")


def test_teams_do_not_meet_in_an_arena(service):
    stage = {"format": "arena", "matches": 3}
    reports(organiser(service).post("/tournaments", plan(stage, team_matches={"boards": 2})), "invalid_plan")


def moment(service, **passed):
    return f"{service.installation.sources.now() + timedelta(**passed):%Y-%m-%dT%H:%M:%S.000000Z}"


def notices(who):
    found_notices = who.get("/me/events").json["events"]
    return [
        (each["tournament_event"], each["round"])
        for each in found_notices
        if each.get("tournament_event", "").startswith("lineup")
    ]


def timed(service):
    """Found a knock-out of four teams whose first round is in three days, with a deadline of line-ups."""
    terms = {"boards": BOARDS, "lineup_minutes": 60}
    times = [moment(service, days=3)]
    who, address, captains = league(
        service, KNOCKOUT, teams=TEAMS[:4], team_matches=terms, next_round="automatic", round_times=times
    )
    return who, address, captains


def drive(service, address):
    return progress.drive(service.installation, address.rpartition("/")[2])


def test_captains_without_a_line_up_are_reminded_once_before_its_deadline(service):
    who, address, captains = timed(service)
    line_up(captains[0], address, 2, 1, 0)
    service.pass_time(days=1, hours=22, minutes=59)
    assert drive(service, address) <= service.installation.sources.now().timestamp() + 61
    assert [notices(each) for each in captains] == [[]] * 4
    service.pass_time(minutes=2)
    for _ in range(2):
        drive(service, address)
    assert [notices(each) for each in captains] == [[], *[[("lineup_closes_soon", 1)]] * 3]
    (entry,) = [each for each in entries(who, address) if each["type"] == "lineup_closes_soon"]
    assert (entry["round"], entry["until"]) == (
        1,
        captains[1].get(f"{address}/entrants").json["lineups"][0]["closes_at"],
    )


def test_the_members_play_by_board_if_no_line_up_is_set_in_time(service):
    who, address, captains = timed(service)
    who.post(f"{address}/start")
    line_up(captains[0], address, 2, 1, 0)
    service.pass_time(days=2, hours=23, minutes=1)
    for _ in range(2):
        drive(service, address)
    assert [notices(each)[-1:] for each in captains] == [[], *[[("lineup_set", 1)]] * 3]
    service.pass_time(hours=1)
    drive(service, address)
    by_service = [each for each in entries(who, address) if each["type"] == "lineup_set" and "by" not in each]
    assert [each["entrants"] for each in by_service] == [[3, 4, 5], [6, 7, 8], [9, 10, 11]]
    assert rounds(who, address)[0]["round"] == 1


def test_a_team_that_has_left_gets_no_line_up_from_the_service(service):
    who, address, captains = timed(service)
    who.post(f"{address}/start")
    for entrant in (9, 10, 11):
        who.post(f"{address}/entrants/{entrant}/withdraw", {})
    service.pass_time(days=2, hours=23, minutes=1)
    drive(service, address)
    by_service = [each["team"] for each in entries(who, address) if each["type"] == "lineup_set"]
    assert (by_service, notices(captains[3])) == (["Ants", "Bees", "Crows"], [])


def test_no_captain_is_reminded_without_a_deadline(service):
    _, address, captains = league(service, KNOCKOUT, teams=TEAMS[:4])
    service.pass_time(days=2)
    drive(service, address)
    assert [notices(each) for each in captains] == [[]] * 4
