"""Test that all actions of an organiser are logged and verified, and that none reveals hidden information."""

import pytest

from service.tournaments import log, progress
from service.tournaments.rules.round_pairings import next_round
from service.tournaments.rules.verification import verify
from tests.service.helpers.games.lists import finish, finish_and_score
from tests.service.helpers.players.player import rejected
from tests.service.helpers.tournaments import (
    LEVEL,
    entries,
    found,
    games_of,
    has_started,
    new_players,
    organiser,
    play_round,
    rounds,
)


def test_a_start_and_a_drawn_round_are_in_the_log_with_their_reasons(service):
    who = organiser(service)
    entrants = [{"player": each.id} for each in new_players(service)]
    address = found(who, next_round="organiser", entrants=entrants)
    who.post(f"{address}/start", {"reason": "All are here."})
    who.post(f"{address}/rounds", {"reason": "Dinner is over."})
    reasons = [(each["type"], each["reason"]) for each in entries(who, address) if "reason" in each]
    assert reasons == [("started", "All are here."), ("paired", "Dinner is over.")]
    assert rounds(who, address)[0]["manual"] is False


def test_no_two_levels_have_the_same_name(service):
    who = organiser(service)
    address = found(who, entrants=[{"level": LEVEL}, {"level": LEVEL, "name": "Leo"}])
    again = who.post(f"{address}/entrants", {"level": LEVEL, "name": "Leo"})
    assert rejected(again) == (409, "already_entered")
    who.post(f"{address}/entrants", {"level": LEVEL})
    names = [each["name"] for each in who.get(f"{address}/entrants").json["entrants"]]
    assert names == [LEVEL, "Leo", f"{LEVEL} 2"]


def test_the_games_of_a_cancelled_tournament_open_even_if_its_round_was_incomplete(service):
    who, address = has_started(service, deal="round", next_round="organiser")
    running = log.load(service.installation, address.rpartition("/")[2])
    assert log.append(
        service.installation, running, [progress.pairing(service.installation, running, next_round(running.tournament))]
    )
    who.post(f"{address}/cancel", {})
    first, last = games_of(who, address)
    finish_and_score(service, first)
    assert rejected(who.get(f"/games/{first}/record")) == (409, "deal_in_progress")
    finish_and_score(service, last)
    assert [who.get(f"/games/{each}/record").status_code for each in (first, last)] == [200, 200]


def test_every_change_by_an_organiser_is_in_a_record_that_is_verified(service):
    who = organiser(service)
    entrants = [{"player": each.id} for each in new_players(service)]
    address = found(who, late_entries=True, entrants=entrants, next_round="organiser")
    who.post(f"{address}/entrants/0/check-in")
    who.post(f"{address}/start", {})
    who.post(f"{address}/pause", {})
    who.post(f"{address}/entrants", {"level": LEVEL, "points": 7})
    assert who.post(f"{address}/rounds", {}).status_code == 201
    who.post(f"{address}/cancel", {})
    for game_id in games_of(who, address):
        finish(service, game_id)
    verify(who.get(f"{address}/record").data)


def test_a_tournament_whose_matches_are_all_decided_has_no_running_game_and_a_record(service):
    who, address = has_started(service, {"format": "swiss", "rounds": 1})
    tables = rounds(who, address)[0]["tables"]
    for table in tables:
        who.send("PUT", f"{address}/rounds/1/tables/{table['table']}/result", {"ranks": [1, 2], "reason": "They left."})
    reported = who.get(address).json
    assert (reported["status"], "seed" in reported, "deal_secret" in reported) == ("over", True, True)
    assert {who.get(f"/games/{each}").json["status"] for each in games_of(who, address)} == {"aborted"}
    verify(who.get(f"{address}/record").data)


@pytest.mark.problem("incomplete_pairings", "Two of the four players have no match.", "createRound")
def test_a_round_seated_by_hand_omits_no_entrant(service):
    who, address = has_started(service, {"format": "knockout"}, next_round="organiser")
    left_out = {"tables": [{"entrants": [0, 1]}], "reason": "The others are ill."}
    response = who.post(f"{address}/rounds", left_out)
    assert (*rejected(response), response.json["entrants"]) == (409, "incomplete_pairings", [2, 3])
    assert rounds(who, address) == []
    assert who.post(f"{address}/rounds", {**left_out, "sitting_out": [2], "byes": [3]}).status_code == 201
    (shown,) = rounds(who, address)
    assert ([each["entrant"] for each in shown["byes"]], shown["sitting_out"]) == ([3], [2])
    (paired,) = (each for each in entries(who, address) if each["type"] == "paired")
    assert (paired["byes"], paired["sitting_out"], paired["manual"]) == ([3], [2], True)
    play_round(service, who, address)
    (final,) = who.get(f"{address}/pairings:preview").json["tables"]
    assert 3 in final["entrants"]
    assert who.get(f"{address}/standings").json["standings"][-1]["entrant"] == 2


@pytest.mark.problem("invalid_pairings", "The knock-out has ended for a player of the match.", "createRound")
def test_a_round_seated_by_hand_contains_only_its_entrants(service):
    who, address = has_started(service, {"format": "knockout"}, next_round="organiser")
    who.post(f"{address}/rounds", {})
    play_round(service, who, address)
    out = next(
        each for each in range(4) if each not in who.get(f"{address}/pairings:preview").json["tables"][0]["entrants"]
    )
    tables = {"tables": [{"entrants": [out, (out + 1) % 4]}], "reason": "Once more."}
    assert rejected(who.post(f"{address}/rounds", tables)) == (409, "invalid_pairings")
    assert rejected(who.post(f"{address}/rounds", {"sitting_out": [0]})) == (422, "invalid_request")
