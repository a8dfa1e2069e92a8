"""Test rejected requests: always a problem with a stable code, never HTML, and nothing changes."""

import json
from functools import wraps

import pytest

from service.players.tokens import make_token
from tests.service.helpers.client.responses import check_problem
from tests.service.helpers.client.service import SECRET
from tests.tiny import TINY

DEEP = "[" * 100_000
BODY = {"ruleset": "tiny", "options": {}, "seats": [{"kind": "human"}, {"kind": "human"}]}


def game_with(**changes):
    return json.dumps(BODY | changes)


BAD_BODIES = {
    "nothing": ("", 400, "invalid_json"),
    "half an object": ('{"ruleset":', 400, "invalid_json"),
    "no JSON at all": ("<game/>", 400, "invalid_json"),
    "bytes that are no text": (b"\xff\xfe", 400, "invalid_json"),
    "half a character": ('{"ruleset": "\\ud800"}', 400, "invalid_json"),
    "not a number": (game_with(options={"hand": 0}).replace("0", "NaN"), 400, "invalid_json"),
    "a number beyond all bounds": (game_with(options={"hand": 0}).replace("0", "9" * 5000), 400, "invalid_json"),
    "a list without end": (DEEP[:60_000], 400, "invalid_json"),
    "more than is read": (DEEP, 413, "content_too_large"),
    "a list": ("[]", 422, "invalid_request"),
    "a text": ('"tiny"', 422, "invalid_request"),
    "null": ("null", 422, "invalid_request"),
    "an empty object": ("{}", 422, "invalid_request"),
    "an unknown ruleset": (game_with(ruleset="chess"), 422, "invalid_request"),
    "a ruleset that is no name": (game_with(ruleset=["tiny"]), 422, "invalid_request"),
    "a surplus member": (game_with(ranked=True), 422, "invalid_request"),
    "a rating that is no truth value": (game_with(rated=1), 422, "invalid_request"),
    "a number of hints that is none": (game_with(hints="3"), 422, "invalid_request"),
    "fewer hints than none": (game_with(hints=-1), 422, "invalid_request"),
    "more hints than anybody needs": (game_with(hints=1001), 422, "invalid_request"),
    "a rated game with hints": (game_with(rated=True, hints=1), 409, "hints_disabled"),
    "options that are null": (game_with(options=None), 422, "invalid_request"),
    "a surplus option": (game_with(options={"speed": 1}), 422, "invalid_request"),
    "an option outside its schema": (game_with(options={"hand": "3"}), 422, "bad_hand"),
    "an option that is a forest": (game_with(options={"hand": json.loads("[" * 900 + "]" * 900)}), 422, "bad_hand"),
    "seats that are no list": (game_with(seats={"kind": "human"}), 422, "invalid_request"),
    "no seat": (game_with(seats=[]), 422, "invalid_request"),
    "more seats than any game has": (game_with(seats=[{"kind": "human"}] * 65), 422, "invalid_request"),
    "more seats than this game has": (game_with(seats=[{"kind": "human"}] * 5), 409, "bad_player_count"),
    "an unknown kind of seat": (game_with(seats=[{"kind": "ghost"}]), 422, "invalid_request"),
    "an AI without a level": (game_with(seats=[{"kind": "ai"}]), 422, "invalid_request"),
    "a human player with a level": (game_with(seats=[{"kind": "human", "level": "greedy"}]), 422, "invalid_request"),
    "an unknown level": (game_with(seats=[{"kind": "ai", "level": "best"}, {"kind": "human"}]), 409, "unknown_level"),
    "another version of the rules": (game_with(rules_version=TINY.version + 1), 409, "rules_version_not_hosted"),
    "a version that is none": (game_with(rules_version=0), 422, "invalid_request"),
    "a player without a name": (game_with(seats=[{"kind": "human", "name": ""}]), 422, "invalid_request"),
    "a name without end": (game_with(seats=[{"kind": "human", "name": "A" * 65}]), 422, "invalid_request"),
}


@pytest.mark.parametrize(("body", "status", "code"), BAD_BODIES.values(), ids=BAD_BODIES)
def test_a_body_that_makes_no_game_is_a_problem_and_makes_none(service, body, status, code):
    response = service.client.post("/v1/games", data=body, content_type="application/json")
    check_problem(response, status, code)
    assert service.installation.store.servers.client.keys("bottega:*") == []


BAD_ANSWERS = {
    "a text for the decision": ({"decision": "0"}, 422, "invalid_request"),
    "a truth value for the decision": ({"decision": False}, 422, "invalid_request"),
    "a fraction for the decision": ({"decision": 0.5}, 422, "invalid_request"),
    "a negative decision": ({"decision": -1}, 422, "invalid_request"),
    "an enormous decision": ({"decision": 2**64}, 422, "invalid_request"),
    "a decision yet to come": ({"decision": 7}, 409, "decision_closed"),
    "no action": ({"action": None}, 422, "invalid_request"),
    "an unknown type of action": ({"action": {"type": "resign"}}, 422, "malformed_action"),
    "an action without a type": ({"action": {"stake": 1}}, 422, "malformed_action"),
    "an action with a surplus member": (
        {"action": {"type": "set_stake", "stake": 1, "why": 1}},
        422,
        "malformed_action",
    ),
    "an action with a text for a number": ({"action": {"type": "set_stake", "stake": "1"}}, 422, "malformed_action"),
    "an action of another decision": ({"action": {"type": "seal_card", "card": 1}}, 409, "wrong_decision"),
    "a value outside the schema": ({"action": {"type": "set_stake", "stake": 3}}, 422, "bad_stake"),
    "an enormous value": ({"action": {"type": "set_stake", "stake": 2**63}}, 422, "bad_stake"),
    "another ruleset": (
        {"ruleset": "leonardo", "action": {"type": "bid", "amount": 1}},
        409,
        "wrong_ruleset",
    ),
}


@pytest.mark.parametrize(("changes", "status", "code"), BAD_ANSWERS.values(), ids=BAD_ANSWERS)
def test_a_response_that_cannot_be_built_is_a_problem_and_changes_nothing(game, changes, status, code):
    body = {"ruleset": "tiny", "decision": 0, "action": {"type": "set_stake", "stake": 1}} | changes
    before = game.stored
    check_problem(game.post("/actions", 0, body), status, code)
    assert game.stored == before


def test_a_whole_number_may_be_written_with_a_decimal_point(game):
    body = {"ruleset": "tiny", "decision": 0.0, "action": {"type": "set_stake", "stake": 1}}
    assert game.post("/actions", 0, body).status_code == 200


def test_a_rejection_by_the_rules_names_code_paragraph_and_parameters(game):
    game.act(0)
    card = next(card for card in range(1, 37) if card not in game.view(0)["view"]["hand"])
    problem = game.act(0, {"type": "seal_card", "card": card}).json
    assert problem == {
        "type": "/docs/errors/not_in_hand",
        "title": TINY.names.rejections["not_in_hand"].en,
        "status": 409,
        "detail": next(each.text for each in TINY.rejections if each.code == "not_in_hand"),
        "code": "not_in_hand",
        "paragraph": "2.3",
        "rule": "Each seat seals a card from its own hand.",
        "parameters": {"card": card},
    }


def test_the_problem_of_an_invalid_body_lists_its_faults(service):
    body = BODY | {"seats": [{"kind": "human"}, {"kind": "ai", "level": 1}], "ranked": True}
    assert service.client.post("/v1/games", json=body).json["errors"] == [
        {"path": "/seats/1/level", "message": "Expected `str`, got `int`"},
        {"path": "/ranked", "message": "Unknown field."},
    ]


def test_a_stale_decision_is_rejected_with_the_open_one(game):
    for seat in (0, 0, 1, 1):
        game.act(seat)
    body = {"ruleset": "tiny", "decision": 1, "action": {"type": "seal_card", "card": 1}}
    response = game.post("/actions", 0, body)
    check_problem(response, 409, "decision_closed")
    assert response.json["decision"] == game.view(0)["decision"] == 4


def test_a_completed_decision_is_closed_while_others_are_pending(game):
    game.act(0)
    body = game.action_body(0)
    game.post("/actions", 0, body)
    check_problem(game.post("/actions", 0, body), 409, "decision_closed")


def test_a_seat_without_a_decision_gets_the_reason_from_the_rules(game):
    body = {"ruleset": "tiny", "decision": 0, "action": {"type": "set_stake", "stake": 1}}
    check_problem(game.post("/actions", 1, body), 409, "not_your_turn")


def test_after_the_end_the_rules_say_that_the_game_is_over(game):
    game.play_to_the_end()
    action = {"type": "set_stake", "stake": 1}
    body = {"ruleset": "tiny", "decision": game.view(0)["version"], "action": action}
    check_problem(game.post("/actions", 0, body), 409, "game_over")


BAD_REQUESTS = {
    "an unknown address": ("GET", "/v1/tables", 404, "not_found"),
    "the root, to be changed": ("POST", "/", 405, "method_not_allowed"),
    "a slash too many": ("GET", "/v1//games", 404, "not_found"),
    "a slash at the end": ("GET", "/v1/rulesets/", 404, "not_found"),
    "an unknown game": ("GET", "/v1/games/aaaaaaaaaaaaaaaaaaaa/view", 404, "game_not_found"),
    "a game of another form": ("GET", "/v1/games/%7B%7D%0A/view", 404, "game_not_found"),
    "the log of an unknown game": ("GET", "/v1/games/x/events", 404, "game_not_found"),
    "the result of an unknown game": ("GET", "/v1/games/x/result", 404, "game_not_found"),
    "a seat of an unknown game": ("POST", "/v1/games/x/seats/0/claim", 404, "game_not_found"),
    "a seat that is no number": ("POST", "/v1/games/x/seats/one/claim", 404, "not_found"),
    "an unknown ruleset": ("GET", "/v1/rulesets/chess", 404, "ruleset_not_found"),
    "an unknown parameter": ("GET", "/v1/rulesets?page=2", 422, "invalid_request"),
    "a parameter given twice": ("GET", "/v1/games/x/events?after=1&after=2", 422, "invalid_request"),
    "a parameter that is no number": ("GET", "/v1/games/x/events?after=one", 422, "invalid_request"),
    "a number in other digits": ("GET", "/v1/games/x/events?after=%D9%A1", 422, "invalid_request"),
    "a negative number": ("GET", "/v1/games/x/events?after=-1", 422, "invalid_request"),
    "a number out of range": ("GET", "/v1/games/x/events?limit=1001", 422, "invalid_request"),
    "a number without end": ("GET", f"/v1/games/x/events?limit={'9' * 5000}", 422, "invalid_request"),
    "a method of another address": ("DELETE", "/v1/games", 405, "method_not_allowed"),
    "a method of none": ("BREW", "/v1/rulesets", 405, "method_not_allowed"),
    "a question for methods": ("OPTIONS", "/v1/rulesets", 405, "method_not_allowed"),
    "an unknown file of the documentation": ("GET", "/docs/static/..%2f__init__.py", 404, "not_found"),
}


@pytest.mark.parametrize(("method", "path", "status", "code"), BAD_REQUESTS.values(), ids=BAD_REQUESTS)
def test_a_request_for_a_missing_resource_is_a_problem(service, method, path, status, code):
    check_problem(service.client.open(path, method=method, content_type="application/json"), status, code)


def test_the_problem_of_a_wrong_method_lists_the_right_ones(service):
    allowed = service.client.delete("/v1/games").headers["Allow"]
    assert set(allowed.split(", ")) == {"GET", "HEAD", "POST"}


@pytest.mark.parametrize("media_type", ["text/plain", "application/x-www-form-urlencoded", "text/json", None])
def test_a_body_of_another_media_type_is_rejected(service, media_type):
    response = service.client.post("/v1/games", data=json.dumps(BODY), content_type=media_type)
    check_problem(response, 415, "unsupported_media_type")


def test_an_unexpected_failure_is_a_problem_without_details(service, caplog, monkeypatch):
    functions = service.app.view_functions

    @wraps(functions["games.get_result"])
    def fail(game_id: str):
        raise RuntimeError("the password is 12345")

    monkeypatch.setitem(functions, "games.get_result", fail)
    response = service.client.get("/v1/games/a-token/result")
    check_problem(response, 500, "internal_error")
    assert "12345" not in response.text
    assert "12345" in caplog.text
    assert "getResult failed" in caplog.text
    assert "a-token" not in caplog.text


def test_a_token_is_required_to_act_and_to_list_actions(game):
    body = game.action_body(0)
    for response in (game.post("/actions", None, body), game.get("/actions")):
        check_problem(response, 401, "token_required")
        assert response.headers["WWW-Authenticate"].startswith("Bearer")


def test_the_token_is_judged_before_the_body(game):
    check_problem(game.post("/actions", None, {"nonsense": 1}), 401, "token_required")


def test_the_query_is_checked_before_the_game_is_read(service):
    check_problem(service.client.get(f"/v1/games/{'a' * 20}/view?at=x"), 422, "invalid_request")


BAD_TOKENS = {
    "nothing after the scheme": "Bearer",
    "another scheme": "Basic c2VhdDpzZWNyZXQ=",
    "no form": "Bearer opensesame",
    "no seat": "Bearer {game_id}",
    "a seat that is no number": "Bearer {game_id}.x.y",
    "a seat in other digits": "Bearer {game_id}.².y",
    "a seat without end": "Bearer {game_id}." + "1" * 5000 + ".y",
    "another signature": "Bearer {game_id}.0.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "another seat's signature": "Bearer {game_id}.1.{mac}",
    "no signature": "Bearer {game_id}.0.",
}


@pytest.mark.parametrize("credentials", BAD_TOKENS.values(), ids=BAD_TOKENS)
def test_an_unknown_token_is_rejected_even_where_none_is_required(game, credentials):
    credentials = credentials.format(game_id=game.game_id, mac=game.tokens[0].split(".")[2])
    response = game.get("/view", None, Authorization=credentials.encode().decode("latin-1"))
    check_problem(response, 401, "invalid_token")
    assert 'error="invalid_token"' in response.headers["WWW-Authenticate"]


def test_a_token_of_another_game_is_foreign(service, game):
    game.tokens[0] = service.new_game().tokens[0]
    for response in (game.get("/view", 0), game.get("/actions", 0), game.get("/events", 0)):
        check_problem(response, 403, "token_mismatch")


def test_a_valid_token_for_a_deleted_game_finds_no_game(service):
    token = make_token([SECRET], "a" * 20, 0)
    response = service.client.get(f"/v1/games/{'a' * 20}/view", headers={"Authorization": f"Bearer {token}"})
    check_problem(response, 404, "game_not_found")


def test_a_game_of_other_rules_than_those_hosted_is_not_played(game):
    store = game.service.installation.store
    (key,) = store.servers.client.keys("*:header")
    store.servers.client.set(key, store.servers.client.get(key).replace(b'"rules_version":1', b'"rules_version":0'))
    check_problem(game.get("/view"), 409, "rules_not_hosted")
