"""Test aborted games: who may abort a game, and what is left of it."""

import time
from threading import Thread

import pytest

from service.game.game import load
from service.players.credentials import SPECTATOR
from service.settings import DAY
from service.store import START
from service.streams.game_log import GameLog
from service.streams.streams import Stream
from tests.service.helpers.client.responses import check_problem
from tests.service.helpers.client.service import HUMANS
from tests.service.helpers.games.absence import AI
from tests.service.helpers.games.clocks import TimedGame
from tests.service.helpers.players.player import player
from tests.submitting import submit
from workers.processes.expiry import expire_games
from workers.processes.sweeper import sweep


def test_the_creator_aborts_a_game_before_all_players_have_acted(sandbox):
    game = TimedGame(sandbox)
    game.act(0)
    reported = game.creator("/abort").json
    assert reported == {"game_id": game.game_id, "status": "aborted", "requested_by": []}
    view = game.view(1)
    assert (view["status"], view["to_act"], "decision" in view) == ("aborted", [], False)
    check_problem(
        game.post("/actions", 1, {"ruleset": "tiny", "decision": 1, "action": {"type": "seal_card", "card": 1}}),
        409,
        "decision_closed",
    )
    for path in ("/result", "/record", "/analysis"):
        check_problem(game.get(path), 409, "game_aborted")
    assert sandbox.installation.store.clocks.all() == {}


def test_the_creator_cannot_abort_once_all_players_have_acted(sandbox):
    game = TimedGame(sandbox)
    for seat in (0, 0, 1):
        game.act(seat)
    check_problem(game.creator("/abort"), 409, "abort_too_late")


def test_an_action_of_the_clock_is_none_of_the_player(sandbox):
    game = TimedGame(sandbox)
    game.act(0)
    game.wait(31)
    assert game.creator("/abort").json["status"] == "aborted"


def test_all_human_players_together_abort_a_game_at_any_time_even_a_rated_one(service):
    created = service.client.post("/v1/games", json={"ruleset": "tiny", "seats": [*HUMANS, AI], "rated": True})
    game = service.opened(created)
    for seat in (0, 0, 1):
        game.act(seat)
    assert game.post("/abort", 1).json == {"game_id": game.game_id, "status": "running", "requested_by": [1]}
    assert game.post("/abort", 1).json["requested_by"] == [1]
    assert game.post("/abort", 0).json == {"game_id": game.game_id, "status": "aborted", "requested_by": [0, 1]}
    assert game.post("/abort", 0).json["status"] == "aborted"


def test_a_finished_game_is_not_aborted(game):
    game.play_to_the_end()
    check_problem(game.post("/abort", 0), 409, "game_over")


def test_no_other_caller_aborts_a_game(service, game):
    check_problem(game.post("/abort"), 401, "token_required")
    other = service.new_game()
    response = service.client.post(f"/v1/games/{game.game_id}/abort", headers=other.authorization(0))
    check_problem(response, 403, "token_mismatch")


def hosted(service):
    """Create a game by a player who has one seat; another player has a second seat."""
    ann, ben = (player(service, name) for name in ("Ann", "Ben"))
    return ann, ben, ann.create([{"kind": "human", "player": each.id} for each in (ann, ben)]).json["game_id"]


def test_a_creator_aborts_a_game_before_all_players_have_acted(service):
    ann, ben, game_id = hosted(service)
    assert ben.post(f"/games/{game_id}/abort").json["requested_by"] == [1]
    assert ann.post(f"/games/{game_id}/abort").json["status"] == "aborted"


def test_a_creator_who_is_too_late_requests_the_abort_for_their_seat(service):
    ann, ben, game_id = hosted(service)
    play_around(service.installation, game_id)
    assert ann.post(f"/games/{game_id}/abort").json == {"game_id": game_id, "status": "running", "requested_by": [0]}
    assert ben.post(f"/games/{game_id}/abort").json["status"] == "aborted"


def test_a_creator_without_the_scope_to_create_cannot_abort_alone(service):
    ann, _, game_id = hosted(service)
    assert ann.with_scopes("play").post(f"/games/{game_id}/abort").json["status"] == "running"


def test_a_player_lists_their_aborted_games(service):
    ann, ben, game_id = hosted(service)
    for each in (ben, ann):
        each.post(f"/games/{game_id}/abort")
    assert (ben.games("?status=aborted"), ben.games("?status=running")) == ([game_id], [])


def play_around(installation, game_id):
    """Let each of two seats act."""
    acted = set()
    while acted != {0, 1}:
        game = load(installation, game_id)
        seat = game.to_act[0]
        action = game.ruleset.legal_actions(game.position.state, seat)[0]
        submit(installation, game_id, seat, game.position.decisions[seat], action)
        acted.add(seat)


def test_an_aborted_game_is_listed_as_such(service):
    game = service.new_game()
    for seat in (0, 1):
        game.post("/abort", seat)
    listed = {
        status: service.client.get(f"/v1/games?status={status}").json["games"]
        for status in ("running", "over", "aborted")
    }
    assert [len(games) for games in listed.values()] == [0, 0, 1]
    assert listed["aborted"][0]["status"] == "aborted"
    assert service.client.get("/v1/records").json["records"] == []


def test_an_aborted_game_has_no_pending_job_after_a_sweep(service):
    game = service.new_game([HUMANS[0], HUMANS[1]])
    for seat in (0, 1):
        game.post("/abort", seat)
    for _ in range(2):
        sweep(service.installation, time.time() + 100)
    assert service.installation.store.due.before(float("inf"), 10) == []


def test_an_aborted_game_is_stored_as_long_as_a_finished_one(service):
    game = service.new_game()
    for seat in (0, 1):
        game.post("/abort", seat)
    expire_games(service.installation, time.time() + 31 * DAY)
    assert service.client.get("/v1/games").json["games"] == []
    assert game.get("/view").status_code == 200
    expire_games(service.installation, time.time() + 366 * DAY)
    assert game.get("/view").status_code == 404


@pytest.mark.parametrize("acts", [0, 1])
def test_streams_and_waiting_requests_end_with_an_aborted_game(service, acts):
    game = service.new_game()
    for _ in range(acts):
        game.act(0)
    installation = service.installation
    stream = Stream(GameLog(installation, game.game_id, SPECTATOR), START)
    seen = []
    reader = Thread(target=lambda: seen.extend(message.type for message in stream if message))
    reader.start()
    for seat in (0, 1):
        game.post("/abort", seat)
    reader.join(5)
    stream.close()
    assert (reader.is_alive(), seen) == (False, ["event"] * acts + ["aborted", "over"])
    assert game.get(f"/events?wait=20&after={acts}").json["status"] == "aborted"
    assert game.get(f"/events/stream?after={acts}").status_code == 204
