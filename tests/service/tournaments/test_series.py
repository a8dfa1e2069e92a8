"""Test that the service plays the games of a match one after another, and that no fault creates one twice."""

from datetime import timedelta

import msgspec
import pytest
from msgspec import UNSET

from service.game.game import load
from service.playing import missed_decisions
from service.tournaments import log, progress, results, series
from service.tournaments.rules.match_events import NextGame
from service.tournaments.rules.verification import verify
from service.tournaments.seating import create_next_game
from service.tournaments.subject import TOURNAMENTS
from service.tournaments.time_slices import time_slice
from tests.service.helpers.games.lists import finish
from tests.service.helpers.tournaments import entries, found, new_players, organiser, rounds

SWISS = {"format": "swiss", "rounds": 1}


def a_series(service, players=2, stage=SWISS, **stated):
    """Start a tournament whose matches are series; return its organiser and its URL."""
    who = organiser(service)
    entrants = [{"player": each.id} for each in new_players(service, players)]
    address = found(who, {**stage, "series": {"kind": "best_of", "games": 3, **stated}}, entrants=entrants)
    assert who.post(f"{address}/start").status_code == 200
    return who, address


def match_of(who, address):
    return rounds(who, address)[0]["tables"][0]


def play_game(service, who, address):
    """Play the last game of the first match, and advance the tournament."""
    finish(service, match_of(who, address)["games"][-1]["game_id"])
    return progress.drive(service.installation, address.rpartition("/")[2])


def resign(service, game_id, seat):
    """Let a seat lose a game."""
    missed_decisions.resign(service.installation, game_id, seat)


def won_by(service, who, address, entrant):
    """Let an entrant win the last game of the first match, and advance the tournament."""
    game = match_of(who, address)["games"][-1]
    resign(service, game["game_id"], 1 - game["seats"].index(entrant))
    return progress.drive(service.installation, address.rpartition("/")[2])


def existing(service):
    return sorted(service.installation.store.lists.all_games())


def game_ids(who, address):
    return sorted(each["game_id"] for each in match_of(who, address)["games"])


def test_the_next_game_is_created_when_the_one_before_has_ended_and_none_after_the_match_is_decided(service):
    who, address = a_series(service)
    first, second = (each["entrant"] for each in match_of(who, address)["entrants"])
    shown = []
    for winner in (first, second, first):
        shown.append((match_of(who, address)["series"], match_of(who, address)["games"][-1]["seats"]))
        won_by(service, who, address, winner)
    assert shown == [
        ({"score": [0.0, 0.0]}, [first, second]),
        ({"score": [1.0, 0.0]}, [second, first]),
        ({"score": [1.0, 1.0]}, [first, second]),
    ]
    match = match_of(who, address)
    assert (match["series"], match["status"], len(match["games"])) == ({"score": [2.0, 1.0]}, "closed", 3)
    assert [each["points"] for each in match["entrants"]] == [12.0, 0.0]
    assert who.get(address).json["status"] == "over"
    assert existing(service) == game_ids(who, address)
    games = {each: who.get(f"/games/{each}/record").data for each in game_ids(who, address)}
    verify(who.get(f"{address}/record").data, games, service.installation.rulesets)


def test_a_break_delays_the_next_game_and_is_shown(service):
    who, address = a_series(service, break_seconds=600)
    due = play_game(service, who, address)
    starts_at = match_of(who, address)["series"]["next_game_at"]
    assert (len(match_of(who, address)["games"]), len(existing(service))) == (1, 1)
    assert due <= (service.installation.sources.now() + timedelta(seconds=600)).timestamp()
    (announced,) = [each for each in entries(who, address) if each["type"] == "next_game"]
    assert announced["starts_at"] == starts_at


@pytest.mark.parametrize("created", [False, True])
def test_a_kill_after_the_announcement_or_the_creation_creates_the_next_game_once(service, created):
    who, address = a_series(service)
    name = address.rpartition("/")[2]
    finish(service, match_of(who, address)["games"][0]["game_id"])
    running = log.load(service.installation, name)
    log.append(service.installation, running, results.finished(service.installation, running))
    log.append(service.installation, running, series.following(service.installation, running))
    if created:
        (slot,) = series._due(service.installation, running.tournament)
        create_next_game(service.installation, running, slot)
    progress.drive(service.installation, name)
    assert existing(service) == game_ids(who, address)
    types = [each["type"] for each in entries(who, address)]
    assert (types.count("next_game"), types.count("game_opened")) == (1, 1)


def test_a_game_that_a_ruling_dropped_while_it_was_created_is_stopped(service):
    who, address = a_series(service)
    name = address.rpartition("/")[2]
    finish(service, match_of(who, address)["games"][0]["game_id"])
    running = log.load(service.installation, name)
    log.append(service.installation, running, results.finished(service.installation, running))
    log.append(service.installation, running, series.following(service.installation, running))
    (announced,) = [each for each in running.log if isinstance(each, NextGame)]
    result = who.send("PUT", f"{address}/rounds/1/tables/1/result", {"ranks": [1, 2], "reason": "Agreed."})
    assert result.status_code == 200, result.text
    series.open_due(service.installation, running, time_slice(service.installation.sources.elapsed))
    assert load(service.installation, announced.game_id).status == "aborted"
    assert announced.game_id not in game_ids(who, address)
    assert who.get(address).json["status"] == "over"


def test_the_opponent_of_a_player_who_leaves_wins_without_further_games(service):
    who, address = a_series(service)
    first, second = (each["entrant"] for each in match_of(who, address)["entrants"])
    assert who.post(f"{address}/entrants/{second}/withdraw", {}).status_code == 200
    won_by(service, who, address, second)
    match = match_of(who, address)
    assert (match["series"], match["status"], len(match["games"])) == ({"score": [2.0, 1.0]}, "closed", 1)
    assert (first, who.get(f"{address}/standings").json["standings"][0]["entrant"]) == (first, first)
    verify(who.get(f"{address}/record").data)


def test_a_player_who_is_deleted_during_a_break_forfeits_the_match(service):
    who, address = a_series(service, break_seconds=600)
    second = match_of(who, address)["entrants"][1]["entrant"]
    won_by(service, who, address, second)
    name = address.rpartition("/")[2]
    player = log.load(service.installation, name).tournament.entrants[second].entered.player
    TOURNAMENTS.player_leaves(service.installation, player)
    progress.drive(service.installation, name)
    match = match_of(who, address)
    assert (match["series"], match["status"]) == ({"score": [2.0, 1.0]}, "closed")
    assert [each["entrants"] for each in entries(who, address) if each["type"] == "forfeited"] == [[second]]
    assert (len(existing(service)), who.get(address).json["status"]) == (1, "over")


def test_a_table_of_three_continues_without_the_player_who_left(service):
    stage = {"format": "swiss", "rounds": 1, "table_size": 3}
    who, address = a_series(service, 3, stage, kind="fixed", games=2)
    entrants = [each["entrant"] for each in match_of(who, address)["entrants"]]
    assert who.post(f"{address}/entrants/{entrants[0]}/withdraw", {}).status_code == 200
    play_game(service, who, address)
    game = match_of(who, address)["games"][-1]
    left = load(service.installation, game["game_id"]).info.resigned
    assert (game["game"], [each.seat for each in left]) == (1, [game["seats"].index(entrants[0])])
    play_game(service, who, address)
    assert who.get(address).json["status"] == "over"
    verify(who.get(f"{address}/record").data)


def test_a_pause_holds_the_next_game_back(service):
    who, address = a_series(service)
    assert who.post(f"{address}/pause", {}).status_code == 200
    play_game(service, who, address)
    assert len(existing(service)) == 1
    assert who.post(f"{address}/resume", {}).status_code == 200
    assert len(existing(service)) == 2


def test_a_ruling_ends_a_series_and_its_withdrawal_continues_it_with_a_new_game(service):
    who, address = a_series(service)
    play_game(service, who, address)
    before = game_ids(who, address)
    path = f"{address}/rounds/1/tables/1/result"
    assert who.send("PUT", path, {"ranks": [1, 2], "reason": "Agreed."}).status_code == 200
    assert len(game_ids(who, address)) == 1
    assert who.send("DELETE", f"{path}?reason=Wrong").status_code == 200
    after = game_ids(who, address)
    assert (len(after), len({*before} & {*after})) == (2, 1)


def test_a_knockout_of_series_is_played_to_its_end(service):
    who, address = a_series(service, 4, {"format": "knockout"}, kind="fixed", games=2)
    while who.get(address).json["status"] == "running":
        running = [game for each in rounds(who, address) for table in each["tables"] for game in table["games"]]
        for game in running:
            finish(service, game["game_id"])
        progress.drive(service.installation, address.rpartition("/")[2])
    assert [len(table["games"]) for each in rounds(who, address) for table in each["tables"]] == [2, 2, 2]
    verify(who.get(f"{address}/record").data)


def test_a_tie_break_game_has_its_own_clock_and_is_marked(service):
    clock = {"kind": "per_decision", "seconds": 30}
    stated = {"kind": "fixed", "games": 2, "tie_break_games": 1, "tie_break_clock": clock}
    who, address = a_series(service, 2, {"format": "knockout"}, **stated)
    first, second = (each["entrant"] for each in match_of(who, address)["entrants"])
    for winner in (first, second):
        won_by(service, who, address, winner)
    games = match_of(who, address)["games"]
    assert [each.get("tie_break", False) for each in games] == [False, False, True]
    assert [load(service.installation, each["game_id"]).header.clock for each in games[:2]] == [UNSET, UNSET]
    assert msgspec.to_builtins(load(service.installation, games[2]["game_id"]).header.clock)["seconds"] == 30
    won_by(service, who, address, second)
    assert (match_of(who, address)["series"], who.get(address).json["status"]) == ({"score": [1.0, 2.0]}, "over")
    verify(who.get(f"{address}/record").data)


def test_a_series_that_cannot_be_played_is_rejected(service):
    stage = {"format": "swiss", "rounds": 1, "table_size": 3, "series": {"kind": "best_of", "games": 3}}
    response = organiser(service).post("/tournaments", {"name": "Cup", "ruleset": "azul", "stages": [stage]})
    assert (response.status_code, response.json["code"], response.json["stage"]) == (409, "invalid_plan", 0)
