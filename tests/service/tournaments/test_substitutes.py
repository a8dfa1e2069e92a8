"""The organiser lets another player play for an entrant, who keeps its points; ratings count for those who played."""

import json
from dataclasses import replace

import pytest

from service.game.game import load
from service.rating import recompute as rating
from service.tournaments import log, progress
from service.tournaments.rules.entrant_events import Substituted
from service.tournaments.rules.verification import verify
from tests.service.examples.cups import cup
from tests.service.examples.games import LOST
from tests.service.helpers.client.responses import reports
from tests.service.helpers.players.player import player, rejected
from tests.service.helpers.tournaments import LEVEL, entries, found, organiser


def substitute(opened, who, entrant=0, **fields):
    """Let a player play for an entrant, as the organiser."""
    return opened.send_request("POST", f"/entrants/{entrant}/reenter", {"player": who.id, **fields})


def seated(service, opened):
    """Return the players of the latest round, by entrant."""
    tables = opened.get("/rounds").json["rounds"][-1]["tables"]
    found_players = {}
    for table in tables:
        game = load(service.installation, table["games"][0]["game_id"])
        for seat, each in enumerate(table["games"][0]["seats"]):
            found_players[each] = game.players.get(seat)
    return found_players


@pytest.mark.example("reenterEntrant", "Another player plays for an entrant.", called="substitute")
def test_a_substitute_takes_over_the_running_game_and_the_entrant_keeps_its_points(service):
    opened, gina = cup(service).start(), player(service, "Gina")
    before = opened.get("/standings").json["standings"]
    answer = substitute(opened, gina, reason="Ada is ill.").json
    assert (answer["name"], answer["player"], answer["entrant"]) == ("Gina", gina.id, 0)
    assert seated(service, opened)[0] == gina.id
    opened.play()
    assert seated(service, opened)[0] == gina.id
    points = {each["entrant"]: each["name"] for each in opened.get("/standings").json["standings"]}
    assert (points[0], len(points)) == ("Gina", len(before))


def own_game(service, opened, entrant=0):
    """Return the id of the running game of an entrant, and its seat."""
    games = [each for table in opened.get("/rounds").json["rounds"][-1]["tables"] for each in table["games"]]
    (found_game,) = [each for each in games if entrant in each["seats"]]
    return found_game["game_id"], found_game["seats"].index(entrant)


def test_the_player_before_finishes_running_games_if_the_organiser_wants_it(service):
    opened, gina = cup(service).start(), player(service, "Gina")
    assert substitute(opened, gina, takes_over=False).status_code == 200
    assert seated(service, opened)[0] == opened.players[0].id
    opened.play()
    assert seated(service, opened)[0] == gina.id


def test_the_player_before_loses_the_seat_and_the_substitute_gets_it_in_all_lists(service):
    opened, gina = cup(service).start(), player(service, "Gina")
    ada, (game_id, seat) = opened.players[0], own_game(service, opened)
    assert substitute(opened, gina).status_code == 200
    lists = [[each["game_id"] for each in who.get("/me/games").json["games"]] for who in (ada, gina)]
    assert lists == [[], [game_id]]
    views = [who.get(f"/games/{game_id}/view").json.get("seat") for who in (ada, gina)]
    assert views == [None, seat]
    decision = load(service.installation, game_id).position.decisions[seat]
    body = {"ruleset": opened.get().json["ruleset"], "decision": max(decision, 0), "action": {}}
    assert ada.post(f"/games/{game_id}/actions", body).status_code in (401, 403)
    noticed = [each["type"] for each in gina.get("/me/events").json["events"] if each.get("game_id") == game_id]
    assert noticed[0] == "seated"


def test_a_game_of_two_with_a_substitute_changes_no_rating_and_its_record_is_verified(service):
    opened, gina = cup(service, {"format": "swiss", "rounds": 1}).start(), player(service, "Gina")
    game_id, seat = own_game(service, opened)
    others = [each["games"][0]["game_id"] for each in opened.get("/rounds").json["rounds"][0]["tables"]]
    assert substitute(opened, gina).status_code == 200
    opened.play()
    recorded = {each: service.client.get(f"/v1/games/{each}/record").data for each in others}
    seats = json.loads(recorded[game_id])["seats"]
    assert ["player" in each for each in seats] == [number != seat for number in (0, 1)]
    verify(opened.get("/record").data, recorded, service.installation.rulesets)
    ratings = {each: rating.recompute([json.loads(recorded[each])], service.installation.rulesets) for each in others}
    assert [bool(ratings[each]) for each in others] == [each != game_id for each in others]


def test_substitutes_take_over_all_games_after_a_crash_between_two_of_them(service):
    opened, gina = cup(service, {"format": "swiss", "rounds": 1}, players=2, games=4).start(), player(service, "Gina")
    running = log.load(service.installation, opened.name)
    games = running.tournament.rounds[0].tables[0].seating.games
    entry = log.new_entry(service.installation, Substituted, entrant=0, name="Gina", player=gina.id, takes_over=True)
    assert log.append(service.installation, running, [entry])
    for done in range(1, 5):
        progress.drive(service.installation, opened.name, 0.0)
        held = [gina.id in load(service.installation, each).players.values() for each in games]
        assert sum(held) >= done
    assert all(held)


def test_a_second_substitute_and_the_first_player_take_over_in_turn(service):
    opened, gina, hugo = cup(service).start(), player(service, "Gina"), player(service, "Hugo")
    for who in (gina, hugo, opened.players[0]):
        assert substitute(opened, who).status_code == 200
        assert seated(service, opened)[0] == who.id
    opened.play()
    assert seated(service, opened)[0] == opened.players[0].id


def test_the_log_names_the_substitute_and_the_record_with_its_games_is_verified(service):
    opened, gina = cup(service).start(), player(service, "Gina")
    opened.play()
    assert substitute(opened, gina, reason="Ada is ill.").status_code == 200
    (entry,) = [each for each in entries(opened.organiser, opened.path) if each["type"] == "substituted"]
    assert (entry["entrant"], entry["name"], entry["player"], entry["by"], entry["reason"]) == (
        *(0, "Gina", gina.id, opened.organiser.id),
        "Ada is ill.",
    )
    opened.play()
    assert opened.get().json["status"] == "over"
    names = [
        game["game_id"]
        for each in opened.get("/rounds").json["rounds"]
        for table in each["tables"]
        for game in table["games"]
    ]
    games = {each: service.client.get(f"/v1/games/{each}/record").data for each in names}
    record = verify(opened.get("/record").data, games, service.installation.rulesets)
    (recorded,) = [each for each in record["log"] if each["type"] == "substituted"]
    assert (recorded["player"][:3], recorded["name"]) == ("rp_", "")


def test_the_substitute_and_the_player_before_get_a_notice(service):
    opened, gina = cup(service).start(), player(service, "Gina")
    assert substitute(opened, gina).status_code == 200
    progress.drive(service.installation, opened.name)
    for who, times in ((gina, 1), (opened.players[0], 1), (opened.players[1], 0)):
        noticed = [each.get("tournament_event") for each in who.get("/me/events").json["events"]]
        assert noticed.count("substituted") == times


def test_a_substitute_plays_for_an_entrant_who_was_withdrawn(service):
    opened, gina = cup(service).start(), player(service, "Gina")
    assert opened.send_request("POST", "/entrants/0/withdraw", {}).status_code == 200
    answer = substitute(opened, gina).json
    assert (answer["player"], answer.get("withdrawn", False)) == (gina.id, False)
    assert [each["type"] for each in entries(opened.organiser, opened.path)][-2:] == ["substituted", "reentered"]


def test_the_player_before_comes_back_and_a_repeated_request_changes_nothing(service):
    opened, gina = cup(service).start(), player(service, "Gina")
    assert substitute(opened, gina).status_code == 200
    version = opened.get().json["version"]
    assert substitute(opened, gina).status_code == 200
    assert opened.get().json["version"] == version
    assert substitute(opened, opened.players[0]).json["name"] == "Ada"


def test_the_substitute_sees_a_private_tournament_and_takes_the_steps_of_the_entrant(service):
    opened, gina = cup(service, visibility="private").start(), player(service, "Gina")
    assert rejected(gina.get(opened.path)) == (404, "tournament_not_found")
    assert substitute(opened, gina).status_code == 200
    assert gina.get(opened.path).status_code == 200
    assert gina.post(f"{opened.path}/entrants/0/withdraw", {}).status_code == 200


def test_a_deleted_substitute_leaves_no_name(service):
    opened, gina = cup(service).start(), player(service, "Gina")
    assert substitute(opened, gina).status_code == 200
    assert gina.send("DELETE", "/me").status_code == 204
    entrant = opened.get("/entrants").json["entrants"][0]
    assert (entrant["name"], entrant.get("player")) == ("Deleted player 1", None)
    assert "Gina" not in opened.get("/events").text


def test_only_an_organiser_names_a_substitute(service):
    opened, gina = cup(service).start(), player(service, "Gina")
    body = {"player": gina.id}
    for who in (opened.players[0], gina):
        assert rejected(who.post(f"{opened.path}/entrants/0/reenter", body)) == (403, "not_organiser")


def test_an_ai_level_has_no_substitute_and_nobody_has_one_after_the_end(service):
    olga, gina = organiser(service), player(service, "Gina")
    address = found(olga, entrants=[{"level": LEVEL}, {"player": olga.id}])
    assert rejected(olga.post(f"{address}/entrants/0/reenter", {"player": gina.id})) == (409, "reentry_closed")
    assert olga.post(f"{address}/cancel", {}).status_code == 200
    assert rejected(olga.post(f"{address}/entrants/1/reenter", {"player": gina.id})) == (409, "registration_closed")


@pytest.mark.problem("already_entered", "The substitute is an entrant.", "reenterEntrant")
def test_an_entrant_is_no_substitute(service):
    opened = cup(service).start()
    reports(substitute(opened, opened.players[1]), "already_entered")


def test_a_player_who_was_replaced_does_not_play_for_another_entrant(service):
    opened, gina = cup(service).start(), player(service, "Gina")
    assert substitute(opened, gina).status_code == 200
    reports(substitute(opened, opened.players[0], entrant=1), "already_entered")


@pytest.mark.problem("unknown_player", "No player has this id.", "reenterEntrant")
def test_an_unknown_player_is_no_substitute(service):
    opened = cup(service).start()
    reports(opened.send_request("POST", "/entrants/0/reenter", {"player": f"pl_{LOST}"}), "unknown_player")


@pytest.mark.problem("same_owner", "The substitute is the bot of an entrant of a rated tournament.", "reenterEntrant")
def test_the_bot_of_another_entrant_is_no_substitute(service):
    opened = cup(service).start()
    bot = opened.players[1].post("/players", {"name": "Brunobot", "bot": True}).json["player"]
    reports(opened.send_request("POST", "/entrants/0/reenter", {"player": bot}), "same_owner")


@pytest.mark.problem("invitation_declined", "The player accepts no invitations.", "reenterEntrant")
def test_an_organiser_without_scope_organise_needs_the_consent_of_a_substitute(service):
    changed = replace(service.installation.settings, organisers=("everybody",))
    service.app.extensions["bottega"] = replace(service.installation, settings=changed)
    who, gina = player(service, "Olga"), player(service, "Gina")
    address = found(who, entrants=[{"player": who.id}])
    assert gina.send("PATCH", "/me", {"seated_by": "nobody"}).status_code == 200
    reports(who.post(f"{address}/entrants/0/reenter", {"player": gina.id}), "invitation_declined")
