"""Test what drops or clears an action queue, and which queues are rejected."""

from service.game.game import load
from tests.service.helpers.client.responses import check_problem
from tests.service.helpers.games.clocks import DAYS, PER_DECISION, TimedGame, timed, work
from tests.service.helpers.games.queues import HIGH, LOW, THREE, acted, put, queue, seal


def test_an_illegal_action_drops_the_whole_queue_and_the_decision_stays_pending(game):
    put(game, 1, HIGH, seal(game, 1))
    game.act(0, LOW)
    work(game.service, game)
    assert acted(game) == [(0, 0, "set_stake")]
    assert game.view(1)["decision"] == 1
    shown = queue(game, 1)
    assert shown["actions"] == []
    assert shown["dropped"] == {"version": 1, "reason": "illegal", "code": "wrong_decision"}
    put(game, 1)
    assert "dropped" not in queue(game, 1)


def test_an_undo_to_the_version_of_a_queue_drops_it(service):
    game = service.opened(service.client.post("/v1/games", json={"ruleset": "tiny", "seats": THREE, "undo": "consent"}))
    put(game, 1, seal(game, 1), HIGH)
    game.act(0, LOW)
    put(game, 0, seal(game, 0), version=0)
    work(service, game)
    put(game, 2, HIGH)
    for seat in range(3):
        assert game.post("/undo", seat, {"to": 1}).status_code == 200
    version = game.view()["version"]
    assert game.events()[-1]["undoes"] == 1
    assert "dropped" not in queue(game, 0)  # its queue was empty
    for seat in (1, 2):
        assert queue(game, seat)["dropped"] == {"version": version, "reason": "undone"}


def test_an_undo_to_a_version_after_that_of_a_queue_leaves_it(service):
    game = service.opened(service.client.post("/v1/games", json={"ruleset": "tiny", "seats": THREE, "undo": "consent"}))
    put(game, 2, seal(game, 2), version=0)
    game.act(0, LOW)
    work(service, game)
    put(game, 1, HIGH, version=1)
    game.act(0)
    assert game.post("/undo", 0, {"to": 2}).status_code == 200
    assert game.events()[-1]["undoes"] == 2
    assert queue(game, 1)["actions"] == [{"action": HIGH}]


def test_a_decision_whose_deadline_has_passed_drops_the_queue(service):
    game = TimedGame(service, {"kind": "per_decision", "seconds": 1}, sandbox=None, queued_actions=True)
    put(game, 1, seal(game, 1))
    game.act(0, LOW)
    service.pass_time(seconds=2.1)
    work(service, game)
    assert queue(game, 1)["dropped"] == {"version": 1, "reason": "late"}


def test_a_default_action_drops_the_queue(sandbox):
    game = TimedGame(sandbox, queued_actions=True)
    put(game, 1, seal(game, 1))
    game.act(0, LOW)
    game.wait(31)
    assert queue(game, 1)["dropped"]["reason"] == "answered"


def test_a_queued_action_stops_the_clock_of_its_decision(sandbox):
    game = TimedGame(sandbox, queued_actions=True)
    put(game, 1, seal(game, 1))
    game.act(0, LOW)
    assert "deadline" in game.clocks()[1]
    work(sandbox, game)
    assert "deadline" not in game.clocks()[1]
    assert not [each for each in sandbox.installation.store.clocks.all() if each.seat == 1]


def test_a_resignation_clears_the_queue(service):
    game = service.new_game(THREE)
    put(game, 1, seal(game, 1))
    assert game.post("/resign", 1).status_code == 200
    assert load(service.installation, game.game_id).info.queues == {}
    check_problem(put(game, 1, LOW), 409, "seat_resigned")


def test_a_new_token_of_the_seat_does_not_get_the_queue(service):
    created = service.client.post("/v1/games", json={"ruleset": "tiny", "seats": THREE})
    game = service.opened(created)
    put(game, 1, seal(game, 1))
    creator = {"Authorization": f"Bearer {created.json['creator_token']}"}
    game.tokens[1] = game.post("/seats/1/token", None, None, creator).json["token"]
    assert queue(game, 1)["actions"] == []
    tag = game.get("/queue", 1).headers["ETag"]
    assert tag == put(game, 1).headers["ETag"]
    game.act(0, LOW)
    work(service, game)
    assert acted(game) == [(0, 0, "set_stake")]


def test_games_with_short_clocks_have_no_queues_unless_their_creator_allows_them(service):
    allowed = [
        timed(service, clock, sandbox=None, **more).json.get("queued_actions", False)
        for clock, more in (
            (None, {}),
            (DAYS, {}),
            ({"kind": "budget", "seconds": 86_400}, {}),
            ({"kind": "per_decision", "seconds": 86_399}, {}),
            (PER_DECISION, {"queued_actions": True}),
            (DAYS, {"queued_actions": False}),
            (DAYS, {"rated": True}),
        )
    ]
    assert allowed == [True, True, True, False, True, False, True]
    game = TimedGame(service, PER_DECISION, sandbox=None)
    check_problem(put(game, 1, LOW), 409, "action_queue_disabled")
    check_problem(game.get("/queue", 1), 409, "action_queue_disabled")


def test_a_queue_for_a_decision_that_was_answered_in_the_meantime_is_rejected(game):
    game.act(0, LOW)
    game.act(1)
    check_problem(put(game, 1, seal(game, 1), version=0), 409, "decision_closed")
    check_problem(put(game, 1, seal(game, 1), version=9), 404, "version_not_reached")
    assert put(game, 1, seal(game, 1), version=2).status_code == 200


def test_an_action_or_condition_that_cannot_be_decoded_rejects_the_queue(game):
    refused = put(game, 1, LOW, {"type": "fly"})
    check_problem(refused, 422, "invalid_request")
    assert refused.json["errors"][0]["path"] == "/actions/1/action"
    bad = {"action": LOW, "condition": {"last_action": {"type": "fly"}}}
    refused = put(game, 1, bad)
    check_problem(refused, 422, "invalid_request")
    assert refused.json["errors"][0]["path"] == "/actions/0/condition/last_action"
    assert queue(game, 1)["actions"] == []


def test_an_ended_game_has_no_queue(game):
    put(game, 1, seal(game, 1))
    game.play_to_the_end()
    assert load(game.service.installation, game.game_id).info.queues == {}
    check_problem(put(game, 1, LOW), 409, "game_over")
