"""Test simultaneous requests: no action is lost, none is counted twice."""

from datetime import UTC, datetime

import jsonpatch

from tests.service.helpers.client.responses import at_once
from tests.service.helpers.games.stored import replayed

HUMANS = [{"kind": "human"}] * 4
TOGETHER = 64


def test_identical_requests_with_one_key_create_one_event_and_return_one_response(game):
    body = game.action_body(0)
    responses = at_once([lambda: game.post("/actions", 0, body, {"Idempotency-Key": "k"})] * TOGETHER)
    assert {response.status_code for response in responses} == {200}
    assert len({response.data for response in responses}) == 1
    assert sum("Idempotent-Replayed" not in response.headers for response in responses) == 1
    assert len(game.events()) == 1


def test_identical_requests_with_one_key_return_one_response_with_all_included_parts(game):
    body, path = game.action_body(0), "/actions?include=actions,events,patches"
    responses = at_once([lambda: game.post(path, 0, body, {"Idempotency-Key": "k"})] * TOGETHER)
    assert {response.status_code for response in responses} == {200}
    assert len({response.data for response in responses}) == 1
    assert [event["version"] for event in responses[0].json["events"]] == [1]


def test_an_actor_among_simultaneous_ones_gets_the_earlier_events_in_one_piece(service):
    for _ in range(4):
        game = service.new_game(HUMANS)
        game.act(0)
        views = {seat: game.view(seat) for seat in range(4)}
        bodies = {seat: game.action_body(seat) for seat in range(4)}
        path = "/actions?include=actions,patches&since=1"
        responses = at_once([lambda seat=seat: game.post(path, seat, bodies[seat]) for seat in bodies])  # noqa: B023
        for seat, response in enumerate(responses):
            reported = dict(response.json)
            events, actions = reported.pop("events"), reported.pop("actions", None)
            for event in events:
                views[seat] = jsonpatch.apply_patch(views[seat], event["patch"])
            assert views[seat] == reported
            assert (actions is None) == (seat not in reported["to_act"])


def test_identical_requests_without_a_key_make_one_event(game):
    body = game.action_body(0)
    responses = at_once([lambda: game.post("/actions", 0, body)] * TOGETHER)
    assert [response.status_code for response in responses].count(200) == 1
    assert {response.json["code"] for response in responses if response.status_code != 200} <= {
        "decision_closed",
        "not_your_turn",
    }
    assert len(game.events()) == 1


def test_even_within_one_microsecond_one_of_identical_requests_without_a_key_is_carried_out(service):
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    service.use(now=lambda: moment)
    for _ in range(4):
        game = service.new_game()
        body = game.action_body(0)
        responses = at_once([lambda game=game, body=body: game.post("/actions", 0, body)] * TOGETHER)
        assert [response.status_code for response in responses].count(200) == 1
        assert len(game.events()) == 1


def test_no_action_is_rejected_because_another_simultaneous_decision_was_completed_first(service):
    for _ in range(8):
        game = service.new_game(HUMANS)
        game.act(0)
        bodies = {seat: game.action_body(seat) for seat in range(4)}
        responses = at_once(
            [lambda seat=seat, game=game, bodies=bodies: game.post("/actions", seat, bodies[seat]) for seat in bodies]
        )
        assert [response.status_code for response in responses] == [200] * 4
        assert sorted(event["seat"] for event in game.events()[1:]) == [0, 1, 2, 3]
        assert {event["decision"] for event in game.events()[1:]} == {1}


def test_identical_creations_with_one_key_make_one_game(service):
    responses = at_once([lambda: service.create(**{"Idempotency-Key": "3f1c0b52-9d0e-4a41-8b7a-c5d2e6f90817"})] * 32)
    assert {response.status_code for response in responses} == {201}
    assert len({response.data for response in responses}) == 1
    assert len(service.installation.store.servers.client.keys("*:header")) == 1


def test_of_many_who_claim_a_seat_one_gets_it(service):
    game = service.new_game([{"kind": "human"}, {"kind": "open"}])
    responses = at_once([lambda: game.post("/seats/1/claim")] * 32)
    assert sorted(response.status_code for response in responses) == [201] + [409] * 31


def test_header_and_log_read_back_replay_to_the_stored_snapshot_byte_for_byte(service):
    game = service.new_game(HUMANS, {"hand": 5})
    while waiting := game.view()["to_act"]:
        responses = at_once([lambda seat=seat: game.act(seat) for seat in waiting])
        assert {response.status_code for response in responses} == {200}
    assert replayed(service, game) == service.installation.store.load(game.game_id).snapshot
