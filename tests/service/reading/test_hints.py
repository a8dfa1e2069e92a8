"""Test hints over HTTP: who may request them, their limits, and that a request waits a limited time for a worker."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from service.game.game import load
from service.installation.jobs import HINTS
from tests.service.helpers.client.contract import HOSTED
from tests.service.helpers.client.responses import at_once
from tests.service.helpers.client.running import running
from tests.service.helpers.client.service import HUMANS, settings
from tests.service.helpers.games.scenarios import choices
from tests.workers.waiting import until
from workers.jobs import context
from workers.jobs.hints import find_hint

HOUR = 3600


@pytest.fixture
def hasty(redis_url):
    """Return the application with an empty hint queue."""
    with running(settings(redis_url, hint_seconds=0)) as service:
        context.use(service.installation)
        yield service


def send_request(game, seat, decision=None):
    decision = game.get("/actions", seat).json["decision"] if decision is None else decision
    return game.post("/hints", seat, {"decision": decision})


def hint(game, seat):
    """Request a hint, compute it as a worker does, and request it again."""
    decision = game.get("/actions", seat).json["decision"]
    assert send_request(game, seat).json["code"] == "hint_not_ready"
    find_hint(game.game_id, seat, decision)
    return send_request(game, seat)


def opened(service, **terms):
    body = {"ruleset": "tiny", "options": {}, "seats": list(HUMANS), **terms}
    return service.opened(service.client.post("/v1/games", json=body))


def sealing(service, **terms):
    """Create a game in which both seats must seal a card."""
    game = opened(service, **terms)
    game.act(0)
    return game


def test_a_hint_ranks_all_legal_actions_by_visits(hasty):
    game = hasty.new_game()
    response = hint(game, 0).json
    ranked = response.pop("actions")
    assert response == {
        "ruleset": "tiny",
        "game_id": game.game_id,
        "version": 0,
        "seat": 0,
        "decision": 0,
        "hints_left": 9,
        "iterations": response["iterations"],
    }
    legal = game.get("/actions", 0).json["actions"]
    assert [each["action"] for each in sorted(ranked, key=lambda each: each["index"])] == legal
    assert sum(each["visits"] for each in ranked) == response["iterations"] > 0
    assert [each["visits"] for each in ranked] == sorted((each["visits"] for each in ranked), reverse=True)
    assert all(0 <= each["value"] <= 1 for each in ranked if each["visits"])


def test_a_repeated_request_for_a_hint_returns_the_same_and_is_not_counted(hasty):
    game = sealing(hasty)
    first = hint(game, 0)
    game.act(1)
    assert {send_request(game, 0).data for _ in range(3)} == {first.data}


def test_each_decision_costs_one_hint_of_its_seat_until_there_are_none(hasty):
    game = opened(hasty, hints=1)
    assert hint(game, 0).json["hints_left"] == 0
    game.act(0)
    rejected = send_request(game, 0)
    assert (rejected.status_code, rejected.json["code"]) == (409, "no_hints_left")
    assert hint(game, 1).json["hints_left"] == 0


def test_hints_are_counted_exactly_with_many_simultaneous_requests(hasty):
    game = sealing(hasty, hints=1)
    results = at_once([lambda seat=seat: send_request(game, seat) for seat in (0, 1)] * 16)
    assert {response.json["code"] for response in results} == {"hint_not_ready"}
    advice = hasty.installation.store.advice
    assert [advice.hints_requested(game.game_id, seat) for seat in (0, 1)] == [1, 1]
    granted = at_once(
        [lambda decision=decision: advice.request_hint(game.game_id, 0, decision, 8) for decision in range(2, 34)]
    )
    assert sorted(each.left for each in granted if each) == [0, 1, 2, 3, 4, 5, 6]
    assert advice.hints_requested(game.game_id, 0) == 8


@pytest.mark.example("createHint", "The seat has one legal action. The request uses no hint.", called="no_choice")
def test_a_decision_without_a_choice_gets_its_hint_at_once_and_is_not_counted(sandbox):
    every = ((ruleset, each) for ruleset in HOSTED.values() for each in ruleset.catalogue.scenarios)
    ruleset, scenario = next((ruleset, each) for ruleset, each in every if len(choices(ruleset, each)) == 1)
    players = [{"kind": "human"}] * scenario.seats
    body = {"ruleset": ruleset.name, "seats": players, "sandbox": {"scenario": scenario.name}, "hints": 3}
    game = sandbox.opened(sandbox.client.post("/v1/games", json=body))
    seat = game.view()["to_act"][0]
    (only,) = game.get("/actions", seat).json["actions"]
    response = send_request(game, seat).json
    assert (response["hints_left"], response["iterations"]) == (3, 0)
    assert response["actions"] == [{"index": 0, "action": only, "visits": 0}]
    assert sandbox.installation.store.advice.hints_requested(game.game_id, seat) == 0


def test_a_hint_is_for_the_pending_decision_of_the_callers_seat(hasty):
    game = sealing(hasty)
    late = send_request(game, 0, 0)
    assert (late.status_code, late.json["code"], late.json["decision"]) == (409, "decision_closed", 1)
    game.act(0)
    waiting = send_request(game, 0, 1)
    assert (waiting.status_code, waiting.json["code"]) == (409, "decision_closed")
    assert game.post("/hints", None, {"decision": 1}).json["code"] == "token_required"
    assert hasty.installation.store.advice.hints_requested(game.game_id, 0) == 0


def test_a_rated_game_has_no_hints(hasty):
    game = opened(hasty, rated=True)
    rejected = send_request(game, 0)
    assert (rejected.status_code, rejected.json["code"]) == (409, "hints_disabled")


def test_only_rated_games_are_marked_as_rated_in_every_representation(service):
    rated, casual = opened(service, rated=True), opened(service)
    for game, expected in ((rated, {"rated": True}), (casual, {})):
        (listed,) = [each for each in service.client.get("/v1/games").json["games"] if each["game_id"] == game.game_id]
        for shown in (game.view(), game.view(0), listed):
            assert {name: shown[name] for name in ("rated",) if name in shown} == expected


def test_a_new_game_states_the_number_of_hints_of_each_seat(service):
    body = {"ruleset": "tiny", "seats": list(HUMANS)}
    for terms, hints in (({}, 10), ({"hints": 0}, 0), ({"hints": 1000}, 1000), ({"rated": True}, 0)):
        assert service.client.post("/v1/games", json=body | terms).json["hints"] == hints


def test_a_game_of_the_sandbox_is_never_rated(sandbox):
    body = {"ruleset": "tiny", "seats": list(HUMANS), "rated": True, "sandbox": {}}
    rejected = sandbox.client.post("/v1/games", json=body)
    assert (rejected.status_code, rejected.json["code"]) == (409, "sandbox_unrated")


def test_the_response_is_sent_as_soon_as_a_worker_has_found_the_hint(service):
    context.use(service.installation)
    game = service.new_game()
    queue = service.installation.queues[HINTS[load(service.installation, game.game_id).header.share]]
    with ThreadPoolExecutor(1) as pool:
        response = pool.submit(send_request, game, 0)
        until(lambda: queue.job_ids, "a job waits")
        find_hint(game.game_id, 0, 0)
        assert response.result().status_code == 200


def test_a_stopping_process_ends_the_waiting_for_hints(redis_url):
    with running(settings(redis_url, hint_seconds=HOUR)) as patient, ThreadPoolExecutor(1) as pool:
        game = patient.new_game()
        patient.installation.hub.end()
        rejected = pool.submit(send_request, game, 0).result(HOUR / 60)  # fails long before the hour
        assert (rejected.status_code, rejected.headers["Retry-After"]) == (503, "1")


def test_other_seats_and_spectators_do_not_see_a_hint(hasty):
    game = sealing(hasty)
    before = {seat: (game.get("/view", seat).data, game.get("/events", seat).data) for seat in (None, 0, 1)}
    hint(game, 0)
    after = {seat: (game.get("/view", seat).data, game.get("/events", seat).data) for seat in (None, 0, 1)}
    assert after == before


def left(game, seat):
    """Return the number of hints left in the seat's view."""
    return game.get("/view?include=hints", seat).json.get("hints_left")


def test_a_view_states_the_remaining_hints_of_its_own_seat(hasty):
    game = sealing(hasty, hints=3)
    hint(game, 0)
    assert (left(game, 0), left(game, 1), left(game, None)) == (2, 3, None)
    assert game.get("/view?include=hints", 0).json == game.view(0) | {"hints_left": 2}


def test_the_response_to_an_action_states_them_too(hasty):
    game = sealing(hasty, hints=3)
    hint(game, 0)
    answered = game.post("/actions?include=hints", 0, game.action_body(0)).json
    assert answered == game.view(0) | {"hints_left": 2}


def test_hints_are_shown_on_request_only_and_never_in_a_rated_game(hasty):
    assert "hints_left" not in sealing(hasty).view(0)
    assert left(sealing(hasty, rated=True), 0) is None


def test_a_used_hint_changes_the_etag_of_views_with_hints_only(hasty):
    game = sealing(hasty)
    paths = ("/view", "/view?include=hints")
    before = {path: game.get(path, 0).headers["ETag"] for path in paths}
    hint(game, 0)
    known = [game.get(path, 0, **{"If-None-Match": etag}).status_code for path, etag in before.items()]
    assert known == [304, 200]
