"""Test batches of actions: each action is performed once, and errors do not affect other actions."""

from dataclasses import replace

import pytest

from domain.registry import RULESETS
from tests.service.helpers.client.responses import at_once
from tests.service.helpers.client.running import running
from tests.service.helpers.client.service import settings

KEY = "3f1c0b52-9d0e-4a41"


def entry(game, seat=0, **changes):
    """Return a batch entry with the first legal action of a seat."""
    return {"game_id": game.game_id, "token": game.tokens[seat], **game.action_body(seat), **changes}


def send(service, *entries, path="/v1/actions:batch", **headers):
    return service.client.post(path, json={"actions": list(entries)}, headers=headers)


def responses(service, *entries, **options):
    response = send(service, *entries, **options)
    assert response.status_code == 200, response.json
    return response.json["results"]


def test_each_action_gets_the_result_of_a_single_request(service):
    games = [service.new_game() for _ in range(3)]
    got = responses(service, *map(entry, games))
    assert got == [{"status": 200, "body": game.view(0)} for game in games]
    assert [game.view()["version"] for game in games] == [1, 1, 1]


@pytest.mark.parametrize("name", RULESETS)
def test_each_ruleset_reads_its_own_actions(service, name):
    players = [{"kind": "human"}] * RULESETS[name].min_seats
    created = service.client.post("/v1/games", json={"ruleset": name, "seats": players})
    game = replace(service.opened(created), ruleset=name)
    seat = game.view()["to_act"][0]
    tiny = service.new_game()
    assert [each["status"] for each in responses(service, entry(tiny), entry(game, seat))] == [200, 200]
    assert (game.view()["version"], tiny.view()["version"]) == (1, 1)


def test_a_fault_of_one_action_does_not_affect_others(service):
    games = [service.new_game() for _ in range(7)]
    for game in games[:2]:
        game.act(0)
    stale, illegal, unread, shapeless, foreign, tokenless, fine = map(entry, games, (0, 0, 0, 0, 0, 0, 0))
    stale["decision"] = 0
    illegal["action"] = {"type": "set_stake", "stake": 1}
    unread["action"] = {"type": "fly"}
    shapeless["decision"] = "first"
    foreign["token"] = games[0].tokens[0]
    del tokenless["token"]
    got = responses(service, stale, illegal, unread, shapeless, foreign, tokenless, fine)
    reported = [(each["status"], each.get("problem", {}).get("code")) for each in got]
    assert reported == [
        (409, "decision_closed"),
        (409, "wrong_decision"),
        (422, "malformed_action"),
        (422, "invalid_request"),
        (403, "token_mismatch"),
        (401, "token_required"),
        (200, None),
    ]
    assert got[3]["problem"]["errors"] == [{"path": "/decision", "message": "Not a valid integer."}]
    assert [game.view()["version"] for game in games] == [1, 1, 0, 0, 0, 0, 1]


def test_problems_are_those_of_a_single_action_in_the_requested_language(service):
    game = service.new_game()
    game.act(0)
    body = game.action_body(1, {"type": "set_stake", "stake": 1})
    requested = {"Accept-Language": "cs"}
    alone = game.post("/actions", 1, body, requested).json
    (batched,) = responses(service, {"game_id": game.game_id, "token": game.tokens[1], **body}, **requested)
    assert batched == {"status": alone["status"], "problem": alone}


def test_the_token_of_the_request_replaces_an_omitted_token(service):
    game, other = service.new_game(), service.new_game()
    bare, own = entry(game), entry(other)
    del bare["token"]
    assert [each["status"] for each in responses(service, bare, own, **game.authorization(0))] == [200, 200]


def test_a_repeated_batch_is_carried_out_once_also_with_other_actions(service):
    first, second = service.new_game(), service.new_game()
    keyed, other = entry(first, idempotency_key=KEY), entry(second, idempotency_key=KEY)
    (once,) = responses(service, keyed)
    before = first.stored
    fresh, again = responses(service, other, dict(reversed(keyed.items())))
    assert again == once | {"replayed": True}
    assert "replayed" not in fresh
    assert {name: value for name, value in first.stored.items() if first.game_id.encode() in name} == {
        name: value for name, value in before.items() if first.game_id.encode() in name
    }


def test_a_key_is_not_good_for_another_action(service):
    game = service.new_game()
    keyed = entry(game, idempotency_key=KEY)
    other = keyed | {"action": {"type": "set_stake", "stake": 2}}
    assert [each["status"] for each in responses(service, keyed, other)] == [200, 409]
    assert len(game.events()) == 1


def test_identical_simultaneous_batches_create_one_event_in_each_game(service):
    games = [service.new_game() for _ in range(4)]
    batch = [entry(game, idempotency_key=KEY) for game in games]
    got = at_once([lambda: responses(service, *batch)] * 16)
    assert len({str([each["body"] for each in every]) for every in got}) == 1
    assert [len(game.events()) for game in games] == [1, 1, 1, 1]


def test_actions_of_one_game_are_carried_out_in_their_order(service):
    game = service.new_game()
    game.act(0)
    got = responses(service, entry(game, 1), entry(game, 0))
    assert [each["body"]["version"] for each in got] == [2, 3]


def test_a_dry_run_checks_actions_and_performs_none(service):
    game = service.new_game()
    game.act(0)
    before = game.view(0)
    illegal = entry(game, action={"type": "set_stake", "stake": 1})
    sent = [entry(game), illegal, entry(game, idempotency_key=KEY)]
    legal, rejected, keyed = responses(service, *sent, path="/v1/actions:batch?dry_run=true")
    assert legal == keyed == {"status": 200, "body": before}
    assert (rejected["status"], rejected["problem"]["code"]) == (409, "wrong_decision")
    assert game.view(0) == before
    assert responses(service, entry(game, idempotency_key=KEY))[0]["body"]["version"] == 2


def test_responses_include_the_requested_parts(service):
    game, other = service.new_game(), service.new_game()
    for each in (game, other):
        each.act(0)
        each.act(1)
    path = "/v1/actions:batch?include=actions,events"
    late, early = responses(service, entry(game), entry(other, since=0), path=path)
    assert [event["version"] for event in late["body"]["events"]] == [3]
    assert [event["version"] for event in early["body"]["events"]] == [1, 2, 3]
    fresh = service.new_game()
    (opened,) = responses(service, entry(fresh), path=path)
    assert opened["body"]["actions"] == fresh.get("/actions", 0).json["actions"]


@pytest.mark.parametrize("actions", [[], None, "all", [{}] * 101])
def test_a_batch_has_one_to_a_hundred_actions(service, actions):
    response = service.client.post("/v1/actions:batch", json={"actions": actions})
    assert (response.status_code, response.json["code"]) == (422, "invalid_request")


def test_a_hundred_actions_are_carried_out(service):
    games = [service.new_game() for _ in range(100)]
    assert {each["status"] for each in responses(service, *map(entry, games))} == {200}


def test_an_entry_that_is_no_object_is_reported(service):
    got = responses(service, 7, None, entry(service.new_game()))
    assert [each["status"] for each in got] == [422, 422, 200]


def test_an_internal_error_in_one_game_is_the_result_of_that_action(service):
    broken, whole = service.new_game(), service.new_game()
    batch = [entry(broken), entry(whole)]
    client = service.installation.store.servers.client
    client.set(next(key for key in client.keys(f"*{broken.game_id}*:state")), b"damaged")
    got = responses(service, *batch)
    assert [(each["status"], each.get("problem", {}).get("code")) for each in got] == [
        (500, "internal_error"),
        (200, None),
    ]


@pytest.fixture
def limited(redis_url):
    """Return the application with a low rate limit."""
    with running(settings(redis_url, requests_per_minute=30, rejections_per_minute=8)) as service:
        yield service


def test_a_batch_counts_as_as_many_requests_as_it_has_actions(limited):
    game = limited.new_game()
    reported = send(limited, *[entry(game)] * 10)
    assert reported.headers["RateLimit"].startswith('"requests";r=18;')
    rejected = send(limited, *[entry(game)] * 20)
    assert (rejected.status_code, rejected.json["code"]) == (429, "too_many_requests")
    assert len(game.events()) == 1


def test_rejected_actions_count_as_rejected_requests(limited):
    game = limited.new_game()
    nonsense = entry(game, action={"type": "fly"})
    assert {each["status"] for each in responses(limited, *[nonsense] * 9)} == {422}
    assert (send(limited, nonsense).status_code, game.act(0).status_code) == (429, 200)
