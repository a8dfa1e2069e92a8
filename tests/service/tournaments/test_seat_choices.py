"""Test that the loser of a game chooses a seat in the next game of a series, during the break."""

import pytest

from service.game.game import load
from service.playing import missed_decisions
from service.tournaments import progress
from service.tournaments.rules.verification import verify
from tests.service.examples.cups import cup
from tests.service.helpers.client.responses import at_once, reports
from tests.service.helpers.tournaments import entries

SERIES = {"kind": "best_of", "games": 3, "break_seconds": 300, "seats": "loser"}
FINAL = {"format": "knockout", "series": SERIES}
SEAT = "/rounds/1/tables/1/seat"


def match_of(opened):
    return opened.get("/rounds").json["rounds"][0]["tables"][0]


def lose(opened, entrant):
    """Let an entrant lose the last game of the match, and continue."""
    game = match_of(opened)["games"][-1]
    missed_decisions.resign(opened.service.installation, game["game_id"], game["seats"].index(entrant))
    progress.drive(opened.service.installation, opened.name)


def in_break(service):
    """Start a final of Ada and Bruno, in which Bruno has lost the first game."""
    opened = cup(service, FINAL, players=2).start()
    lose(opened, 1)
    return opened


def end_break(opened):
    opened.service.pass_time(seconds=301)
    progress.drive(opened.service.installation, opened.name)


@pytest.mark.example("chooseSeat", "The loser of the first game starts the second one.")
def test_the_loser_chooses_the_seat_of_the_next_game(service):
    opened = in_break(service)
    assert match_of(opened)["series"]["chooser"] == 1
    _, bruno = opened.players
    chosen = bruno.send("PUT", f"{opened.path}{SEAT}", {"seat": 0})
    assert (chosen.status_code, chosen.json["series"]["next_seats"]) == (200, [1, 0])


def test_a_chosen_seat_is_that_of_the_next_game_and_of_its_record(service):
    opened = in_break(service)
    ada, bruno = opened.players
    assert bruno.send("PUT", f"{opened.path}{SEAT}", {"seat": 1}).status_code == 200
    assert len(match_of(opened)["games"]) == 1, "the break goes on"
    end_break(opened)
    game = match_of(opened)["games"][-1]
    assert (game["game"], game["seats"]) == (1, [0, 1])
    assert load(service.installation, game["game_id"]).players == {0: ada.id, 1: bruno.id}
    lose(opened, 1)
    assert opened.get().json["status"] == "over"
    games = {
        each["game_id"]: service.client.get(f"/v1/games/{each['game_id']}/record").data
        for each in match_of(opened)["games"]
    }
    verify(opened.organiser.get(f"{opened.path}/record").data, games, service.installation.rulesets)


def test_the_seats_rotate_if_the_loser_does_not_choose_before_the_break_ends(service):
    opened = in_break(service)
    end_break(opened)
    first, second = (each["seats"] for each in match_of(opened)["games"])
    assert second == first[::-1]
    (chosen,) = [each for each in entries(opened.organiser, opened.path) if each["type"] == "seat_chosen"]
    assert (chosen["entrant"], chosen["seat"], "by" in chosen) == (second[0], 0, False)
    reports(opened.players[1].send("PUT", f"{opened.path}{SEAT}", {"seat": 1}), "no_seat_to_choose")


def test_the_winner_and_a_stranger_choose_nothing_and_the_organiser_chooses_for_the_loser(service):
    opened = in_break(service)
    reports(opened.players[0].send("PUT", f"{opened.path}{SEAT}", {"seat": 0}), "not_organiser")
    assert "next_seats" not in match_of(opened)["series"]
    assert opened.send_request("PUT", SEAT, {"seat": 1}).json["series"]["next_seats"] == [0, 1]


def test_a_seat_that_the_table_does_not_have_is_rejected(service):
    opened = in_break(service)
    reports(opened.players[1].send("PUT", f"{opened.path}{SEAT}", {"seat": 2}), "invalid_request")
    assert match_of(opened)["series"]["chooser"] == 1


@pytest.mark.problem("no_seat_to_choose", "The match has no break now.", "chooseSeat")
def test_a_seat_is_chosen_during_a_break_only(service):
    opened = cup(service, FINAL, players=2).start()
    reports(opened.players[0].send("PUT", f"{opened.path}{SEAT}", {"seat": 0}), "no_seat_to_choose")


def test_of_two_simultaneous_choices_one_counts(service):
    opened = in_break(service)
    bruno, path = opened.players[1], f"{opened.path}{SEAT}"
    sent = at_once([lambda seat=seat: bruno.send("PUT", path, {"seat": seat}).status_code for seat in (0, 1)])
    assert sorted(sent) == [200, 409]
    assert match_of(opened)["series"]["next_seats"] == ([1, 0] if sent[0] == 200 else [0, 1])


def test_a_choice_of_seats_without_a_break_is_rejected(service):
    stage = {**FINAL, "series": {**SERIES, "break_seconds": 0}}
    plan = {"name": "Cup", "ruleset": "riddle", "stages": [stage]}
    reports(in_break(service).organiser.post("/tournaments", plan), "invalid_plan")
