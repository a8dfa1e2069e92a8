"""Test an organiser's rulings over HTTP: games stop, ratings are stated, and everything can be corrected."""

import pytest

from service.game.game import load
from service.tournaments import log, progress
from service.tournaments.rules.events import TakenBack
from service.tournaments.rules.match_events import GameReplay, Ruled, RulingWithdrawn
from service.tournaments.rules.verification import verify
from tests.service.helpers.games.lists import finish
from tests.service.helpers.players.player import Player, rejected
from tests.service.helpers.tournaments import (
    act,
    by_table,
    entries,
    games_of,
    has_started,
    play_round,
    rounds,
    started_with_keys,
)

KNOCKOUT = {"format": "knockout"}
REASON = {"reason": "Seen by all."}


def rule(who, address, body, number=1, table=1):
    return who.send("PUT", f"{address}/rounds/{number}/tables/{table}/result", {**REASON, **body})


def withdraw(who, address, query="", number=1, table=1):
    return who.send("DELETE", f"{address}/rounds/{number}/tables/{table}/result{query}")


def test_a_semi_final_is_overruled_only_after_the_final_was_withdrawn(service):
    who, address = has_started(service, KNOCKOUT)
    play_round(service, who, address)
    lost = [2, 1] if points(by_table(who, address)[0])[0] > 0 else [1, 2]
    assert rejected(rule(who, address, {"ranks": lost})) == (409, "later_round_seated")
    final = games_of(who, address)
    taken = who.send("DELETE", f"{address}/rounds/2?reason=A+protest")
    assert (taken.status_code, taken.json["status"], taken.json["rounds"]) == (200, "paused", 1)
    assert {who.get(f"/games/{each}").json["status"] for each in final} == {"aborted"}
    assert rule(who, address, {"ranks": lost}).status_code == 200
    who.post(f"{address}/resume", {})
    entrants = [each["entrant"] for each in by_table(who, address, 2)[0]["entrants"]]
    semi = by_table(who, address)[0]
    winner = next(each["entrant"] for each in semi["entrants"] if each["points"] > 0)
    assert winner in entrants
    assert {"taken_back", "stopped"} <= {each["type"] for each in entries(who, address)}
    play_round(service, who, address)
    assert who.get(address).json["status"] == "over"
    verify(who.get(f"{address}/record").data)


def points(table):
    return [each["points"] for each in table["entrants"]]


def test_a_round_with_an_action_of_a_player_cannot_be_withdrawn(service):
    who, address, keys = started_with_keys(service)
    act(service, keys, games_of(who, address)[0])
    assert rejected(who.send("DELETE", f"{address}/rounds/1")) == (409, "round_started")
    assert rejected(who.send("DELETE", f"{address}/rounds/2")) == (404, "round_not_found")


def test_a_ruling_stops_the_games_and_says_that_they_change_no_rating(service):
    who, address = has_started(service, games=2, clock={"kind": "per_decision", "seconds": 60})
    first, second = [each["game_id"] for each in by_table(who, address)[0]["games"]]
    finish(service, first)
    ruled = rule(who, address, {"ranks": [2, 1]}).json["table"]
    assert [(each["status"], each["rated"]) for each in ruled["games"]] == [("over", True), ("stopped", False)]
    assert ruled == by_table(who, address)[0]
    assert who.get(f"/games/{second}").json["status"] == "aborted"
    assert {first, second}.isdisjoint(each.game_id for each in service.installation.store.clocks.all())


def test_players_of_a_match_are_notified_of_a_ruling(service):
    who, address, keys = started_with_keys(service)
    at_table = [each["entrant"] for each in by_table(who, address)[0]["entrants"]]
    entrants = who.get(f"{address}/entrants").json["entrants"]
    rule(who, address, {"ranks": [1, 2]})
    for each in entrants:
        reported = service.client.get("/v1/me/events", headers={"Authorization": f"Bearer {keys[each['player']]}"}).json
        happened = [note.get("tournament_event") for note in reported["events"]]
        assert ("ruled" in happened) == (each["entrant"] in at_table)
        types = [note["type"] for note in reported["events"]]
        assert ("aborted" in types) == (each["entrant"] in at_table)


@pytest.mark.problem("result_not_set", "The match is still running.", "deleteMatchResult")
def test_a_withdrawn_ruling_has_stopped_games_replayed_and_ended_games_count(service):
    who, address = has_started(service, games=2)
    first, second = [each["game_id"] for each in by_table(who, address)[0]["games"]]
    finish(service, first)
    progress.drive(service.installation, address.rpartition("/")[2])
    before = by_table(who, address)[0]
    rule(who, address, {"ranks": [2, 1]})
    table = withdraw(who, address, "?reason=A+mistake").json["table"]
    replayed = table["games"][1]["game_id"]
    assert ("ruled" in table, table["status"], table["games"][1]["status"]) == (False, "running", "running")
    assert replayed not in {first, second}
    assert [table["games"][0], points(table)] == [before["games"][0], points(before)]
    seeds = {service.installation.store.header(each).seed for each in (second, replayed)}
    assert len(seeds) == 2
    assert rejected(withdraw(who, address)) == (404, "result_not_set")
    while who.get(address).json["status"] != "over":
        play_round_of_all(service, who, address)
    verify(who.get(f"{address}/record").data)


def play_round_of_all(service, who, address):
    """Play all running games, including those of earlier rounds."""
    for played in rounds(who, address):
        for table in played["tables"]:
            for each in table["games"]:
                if each["status"] == "running":
                    finish(service, each["game_id"])
    progress.drive(service.installation, address.rpartition("/")[2])


def test_one_game_of_several_is_ruled_and_the_others_continue(service):
    who, address = has_started(service, games=2)
    table = rule(who, address, {"ranks": [1, 2], "game": 1}).json["table"]
    assert [each["status"] for each in table["games"]] == ["running", "stopped"]
    assert (table["status"], table["games"][1]["ruled"]["ranks"], points(table)) == ("running", [1, 2], [12, 0])
    assert rejected(rule(who, address, {"ranks": [1, 2], "game": 2})) == (409, "invalid_result")
    assert withdraw(who, address, "?game=1").json["table"]["games"][1]["status"] == "running"


def append(service, address, kind, **reported):
    """Append an entry to the log, as a process does that ends before it has applied the entry."""
    running = log.load(service.installation, address.rpartition("/")[2])
    assert log.append(service.installation, running, [log.new_entry(service.installation, kind, **reported)])


def test_games_are_stopped_even_if_the_ruling_process_died(service):
    who, address = has_started(service)
    game = by_table(who, address)[0]["games"][0]["game_id"]
    append(service, address, Ruled, round=1, table=1, ranks=(1, 2))
    assert by_table(who, address)[0]["games"][0]["status"] == "running"
    progress.drive(service.installation, address.rpartition("/")[2])
    assert by_table(who, address)[0]["games"][0]["status"] == "stopped"
    assert who.get(f"/games/{game}").json["status"] == "aborted"


def test_games_of_a_round_are_stopped_even_if_the_withdrawing_process_died(service):
    who, address = has_started(service)
    games = games_of(who, address)
    append(service, address, TakenBack, round=1)
    progress.drive(service.installation, address.rpartition("/")[2])
    assert {who.get(f"/games/{each}").json["status"] for each in games} == {"aborted"}
    assert (who.get(address).json["status"], rounds(who, address)) == ("paused", [])
    who.post(f"{address}/resume", {})
    assert set(games).isdisjoint(games_of(who, address))


def test_a_replay_is_visible_once_its_game_exists(service):
    who, address = has_started(service)
    rule(who, address, {"ranks": [1, 2]})
    before = who.get(f"{address}/events").json
    append(service, address, RulingWithdrawn, round=1, table=1, replays=(GameReplay(0, "9" * 20),))
    assert who.get(f"{address}/events").json == {**before, "seating": {"round": 1, "games_created": 0, "games": 1}}
    progress.drive(service.installation, address.rpartition("/")[2])
    assert by_table(who, address)[0]["games"][0]["game_id"] == "9" * 20
    assert who.get(f"/games/{'9' * 20}").json["status"] == "running"


def test_a_game_that_ended_before_it_was_stopped_is_shown_as_it_ended(service):
    who, address = has_started(service)
    game = by_table(who, address)[0]["games"][0]["game_id"]
    finish(service, game)
    table = rule(who, address, {"ranks": [1, 2]}).json["table"]
    assert (table["games"][0]["status"], table["games"][0]["rated"], "totals" in table["games"][0]) == (
        "over",
        True,
        True,
    )


def test_a_ruling_that_is_sent_twice_is_in_the_log_once(service):
    who, address = has_started(service)
    first, again = (rule(who, address, {"ranks": [1, 2]}).json["table"] for _ in range(2))
    assert first == again
    assert [each["type"] for each in entries(who, address)].count("ruled") == 1


def test_a_double_loss_earns_no_points_and_is_shown(service):
    who, address = has_started(service)
    table = rule(who, address, {"double_loss": True}).json["table"]
    assert (points(table), table["ruled"]) == ([0, 0], {"ranks": [1, 1], "double_loss": True, **REASON})
    bad = rule(who, address, {"double_loss": True, "ranks": [1, 2]})
    assert rejected(bad) == (422, "invalid_request")


def test_a_disqualified_entrant_resigns_and_is_last(service):
    who, address = has_started(service)
    entrant = by_table(who, address)[0]["entrants"][0]["entrant"]
    shown = who.post(f"{address}/entrants/{entrant}/disqualify", REASON)
    assert (shown.json["disqualified"], shown.json["withdrawn"]) == (True, True)
    game = load(service.installation, by_table(who, address)[0]["games"][0]["game_id"])
    assert [each.seat for each in game.info.resigned] == [0]
    standing = who.get(f"{address}/standings").json["standings"][-1]
    assert (standing["entrant"], standing["disqualified"]) == (entrant, True)
    back = who.post(f"{address}/entrants/{entrant}/reenter", REASON)
    assert ("disqualified" in back.json, back.json["withdrawn"]) == (False, False)


def test_a_penalty_is_shown_with_its_reason_and_subtracted_from_the_points(service):
    who, address = has_started(service)
    rule(who, address, {"ranks": [1, 2]})
    entrant = by_table(who, address)[0]["entrants"][0]["entrant"]
    shown = who.send("PUT", f"{address}/entrants/{entrant}/penalty", {"points": 5, **REASON})
    assert shown.json["penalties"] == [{"stage": 0, "points": 5, **REASON}]
    standing = next(each for each in who.get(f"{address}/standings").json["standings"] if each["entrant"] == entrant)
    assert (standing["points"], standing["penalty"]) == (7, 5)
    gone = who.send("PUT", f"{address}/entrants/{entrant}/penalty", {"points": 0, **REASON})
    assert "penalties" not in gone.json


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PUT", "/rounds/1/tables/1/result", {"ranks": [1, 2], **REASON}),
        ("DELETE", "/rounds/1/tables/1/result", None),
        ("DELETE", "/rounds/1", None),
        ("PUT", "/entrants/0/penalty", {"points": 1, **REASON}),
        ("POST", "/entrants/0/disqualify", REASON),
        ("PATCH", "", {"name": "Autumn"}),
    ],
)
def test_only_the_organiser_rules(service, method, path, body):
    who, address, keys = started_with_keys(service)
    before = entries(who, address)
    player = Player(service, *next(iter(keys.items())))
    assert rejected(player.send(method, address + path, body)) == (403, "not_organiser")
    assert entries(who, address) == before
