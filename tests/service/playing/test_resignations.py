"""Test that a resignation or a forfeit that leaves one seat ends the game at once, with the points as they stand."""

import json

import pytest
from msgspec.structs import replace

from domain.record import write
from domain.verification import verify
from service.game.game import load
from service.playing import games
from service.playing.pending_jobs import pending_job
from service.repair import game_repair
from service.store.log_entries import write_entry
from tests.service.helpers.client.contract import HOSTED
from tests.service.helpers.client.responses import at_once, check_problem
from tests.service.helpers.client.service import HUMANS
from tests.service.helpers.games.clocks import TimedGame, work
from tests.service.helpers.players.player import player
from workers.jobs.analysis_report import course

FORFEIT = {"on_timeout": "forfeit"}
THREE = [*HUMANS, {"kind": "human"}]


def azul(service, **terms):
    """Return a game of Azul in which both seats have acted a few times."""
    game = service.opened(service.client.post("/v1/games", json={"ruleset": "azul", "seats": HUMANS, **terms}))
    for _ in range(30):
        game.act(game.view()["to_act"][0])
    return game


def ending(game):
    """Return what a view shows of the end."""
    view = game.view()
    return view["status"], view["to_act"], view.get("ended_by"), [each["rank"] for each in view["outcome"]]


def test_a_resignation_ends_a_game_of_two_with_the_points_as_they_stand(service):
    game = azul(service)
    before = game.view()
    points = [each["score"] for each in before["view"]["seats"]]
    shown = game.post("/resign", 1).json
    assert (shown["status"], shown["version"]) == ("over", before["version"] + 1)
    assert ending(game) == ("over", [], "resignation", [1, 2])
    work(service, game)
    result = game.get("/result").json
    assert (result["winners"], result["ended_by"]) == ([0], "resignation")
    assert [each["total"] for each in result["seats"]] == points
    assert [event["to_act"] for event in game.events()][-1] == []
    assert game.view()["version"] == before["version"] + 1


def test_the_summary_says_what_ended_a_game(service):
    game = service.new_game()
    game.post("/resign", 0)
    work(service, game)
    assert service.client.get(f"/v1/games/{game.game_id}").json["ended_by"] == "resignation"
    (listed,) = service.client.get("/v1/games?status=over").json["games"]
    assert (listed["game_id"], listed["ended_by"]) == (game.game_id, "resignation")


def test_a_game_that_was_played_to_its_end_names_nothing_that_ended_it(service):
    game = service.new_game()
    game.play_to_the_end()
    work(service, game)
    shown = [game.view(), game.get("/result").json, service.client.get(f"/v1/games/{game.game_id}").json]
    assert not any("ended_by" in each for each in shown)
    assert "ended_by" not in json.loads(game.get("/record").data)["result"]


def test_a_repeated_resignation_that_ended_the_game_changes_nothing(service):
    game = service.new_game()
    first = game.post("/resign", 0)
    work(service, game)
    again = game.post("/resign", 0)
    assert (first.status_code, again.status_code, again.json) == (200, 200, game.view(0))
    check_problem(game.post("/resign", 1), 409, "game_over")


def test_the_record_of_a_resigned_game_ends_with_the_resignation_and_is_verified(service):
    game = azul(service)
    game.post("/resign", 1)
    work(service, game)
    text = game.get("/record").data
    record = json.loads(text)
    assert record["events"][-1]["change"] == {"kind": "resigned"}
    assert record["result"]["ended_by"] == "resignation"
    assert write(verify(text, HOSTED, game.get("/result").json["record_hash"])) == text


def test_the_log_of_a_resigned_game_is_replayed_to_its_snapshot(service):
    game = azul(service)
    game.post("/resign", 1)
    work(service, game)
    assert game_repair.faults(service.installation, game.game_id) == []


def test_a_view_of_the_past_of_a_resigned_game_is_as_it_was(service):
    game = azul(service)
    before = game.view(0)
    game.post("/resign", 1)
    assert game.get(f"/view?at={before['version']}", 0).json == before


def test_a_game_of_three_ends_with_the_second_resignation(service):
    game = service.new_game(THREE)
    game.post("/resign", 2)
    assert game.view()["status"] == "running"
    game.post("/resign", 0)
    assert ending(game) == ("over", [], "resignation", [2, 1, 3])


def test_a_player_who_resigns_against_one_ai_level_loses_at_once(service):
    game = service.new_game([HUMANS[0], {"kind": "ai", "level": "random"}])
    game.post("/resign", 0)
    assert ending(game) == ("over", [], "resignation", [2, 1])


def test_a_forfeit_ends_a_game_of_two_in_which_a_player_has_acted(sandbox):
    game = TimedGame(sandbox, absence=FORFEIT)
    game.act(0)
    game.wait(31)
    assert ending(game) == ("over", [], "forfeit", [2, 1])
    assert [each["change"]["kind"] for each in game.events() if "change" in each] == ["forfeited"]
    work(sandbox, game)
    assert sandbox.installation.store.clocks.all() == {}


def test_the_last_player_ends_a_game_that_the_other_has_forfeited_by_acting(sandbox):
    game = TimedGame(sandbox, absence=FORFEIT, seats=HUMANS)
    game.wait(31)
    work(sandbox, game)
    assert game.view()["status"] == "running"
    while game.view()["status"] == "running":
        assert game.act(1).status_code == 200
        work(sandbox, game)
    assert ending(game) == ("over", [], "forfeit", [2, 1])
    assert [each["seat"] for each in game.events() if "by" not in each and "change" not in each] == [1]


def test_no_clock_runs_after_a_resignation(sandbox):
    game = TimedGame(sandbox)
    game.act(0)
    left = [each.get("seconds_left") for each in game.clocks().values()]
    game.post("/resign", 1)
    assert [each for each in game.clocks().values() if "deadline" in each] == []
    assert [each.get("seconds_left") for each in game.clocks().values()] == left


def test_a_resignation_cancels_a_request_to_undo(service):
    game = service.opened(
        service.client.post("/v1/games", json={"ruleset": "tiny", "seats": HUMANS, "undo": "consent"})
    )
    for seat in (0, 0, 1):
        game.act(seat)
    assert game.post("/undo", 0, {}).status_code == 200
    game.post("/resign", 1)
    assert "undo_offer" not in game.get("/view?include=undo", 0).json
    check_problem(game.post("/undo", 1, {}), 409, "seat_resigned")
    check_problem(game.post("/undo", 0, {}), 409, "game_over")


def test_the_stream_ends_with_the_resignation(service):
    game = service.new_game()
    game.post("/resign", 1)
    text = game.get("/events/stream", 0).text
    assert [line for line in text.splitlines() if line.startswith("event:")] == ["event: event", "event: over"]


def test_the_chart_of_a_resigned_game_ends_with_the_winner(service):
    game = azul(service)
    game.post("/resign", 0)
    assert course(load(service.installation, game.game_id), ()).chances == [[0.0, 1.0]]


def test_the_players_get_the_notice_of_the_end_at_once_and_that_of_the_result_once(service):
    ada, ben = player(service, "Ada"), player(service, "Ben")
    game_id = ada.create([{"kind": "human", "player": each.id} for each in (ada, ben)]).json["game_id"]
    ben.post(f"/games/{game_id}/resign")
    games.score(service.installation, game_id)
    games.score(service.installation, game_id)
    for each in (ada, ben):
        notices = each.get("/me/events").json["events"]
        ends = [(notice["type"], notice["ended_by"]) for notice in notices if notice["type"] in ("over", "scored")]
        assert ends == [("over", "resignation"), ("scored", "resignation")]


@pytest.mark.parametrize("times", range(5))
def test_a_resignation_races_with_the_action_of_the_other_seat(service, times):
    game = service.new_game()
    for seat in (0, 0)[: times % 2]:
        game.act(seat)
    seat = game.view()["to_act"][0]
    body = game.action_body(seat)
    calls = [lambda: game.post("/actions", seat, body), lambda: game.post("/resign", 1 - seat)]
    acted, resigned = at_once(calls)
    assert resigned.status_code == 200
    assert acted.json.get("code", 200) in (200, "decision_closed")
    assert ending(game)[0] == "over"
    assert [each["version"] for each in game.events()] == [*range(1, game.view()["version"] + 1)]
    assert "change" in game.events()[-1]


def test_a_resignation_after_the_last_action_is_rejected(service):
    game = service.new_game()
    game.play_to_the_end()
    check_problem(game.post("/resign", 0), 409, "game_over")
    work(service, game)
    check_problem(game.post("/resign", 1), 409, "game_over")


def older(service):
    """Return a game of two as an older service has left it: resigned, and to be played on."""
    game = service.new_game()
    for seat in (0, 0, 1):
        game.act(seat)
    game.post("/resign", 1)
    store, name = service.installation.store, f"bottega:{{{game.game_id}}}:log"
    last = store.last_event(game.game_id)
    client = store.servers.client
    client.rpop(name)
    client.rpush(name, write_entry("tiny", replace(last, over=False)))
    return game


def test_a_game_that_an_older_service_was_playing_on_ends_with_one_default_action(service):
    game = older(service)
    version = game.view()["version"]
    assert pending_job(service.installation, game.game_id).function.endswith("score_game")
    work(service, game)
    assert service.installation.store.last_event(game.game_id).over
    assert game.view()["version"] == version + 1
    assert game.events()[-1]["by"]["reason"] in ("decided", "resigned")
    assert ending(game) == ("over", [], "resignation", [1, 2])
    text = game.get("/record").data
    assert write(verify(text, HOSTED)) == text
    assert pending_job(service.installation, game.game_id) is None
