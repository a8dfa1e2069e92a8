"""Test requests with no key or an expired one: they reveal no data of other players."""

import re

import pytest

from tests.service.contract import published
from tests.service.players import Player, player, rejected
from tests.service.table import HUMANS

OPEN = {"kind": "open"}
UUID = "3f1c0b52-9d0e-4a41-8b7a-c5d2e6f90817"
GUESSABLE = ["round-1-table-3-of-the-cup", "0123456789abcdef", "0" * 32, "a random key, kept secret", "1" * 31 + "2"]
RANDOM = [UUID, UUID.upper(), UUID.replace("-", ""), "9d2b7e40c1f3a865d7e29d2b7e40c1f3a865d7e2"]


def creations(service):
    """List all operations that issue tokens to callers without a key, with request bodies."""
    game_id = service.create([HUMANS[0], OPEN]).json["game_id"]
    return {
        "/v1/games": {"ruleset": "tiny", "seats": list(HUMANS)},
        "/v1/players": {},
        f"/v1/games/{game_id}/seats/1/claim": {},
    }


@pytest.mark.parametrize("key", GUESSABLE)
def test_a_key_that_could_be_guessed_opens_no_tokens(service, key):
    for path, body in creations(service).items():
        for _ in range(2):
            response = service.client.post(path, json=body, headers={"Idempotency-Key": key})
            assert rejected(response) == (422, "invalid_request"), path
            assert [each["path"] for each in response.json["errors"]] == ["Idempotency-Key"]


@pytest.mark.parametrize("key", RANDOM)
def test_a_random_key_makes_a_request_repeatable_without_a_players_key(service, key):
    for path, body in creations(service).items():
        first, again = (service.client.post(path, json=body, headers={"Idempotency-Key": key}) for _ in range(2))
        assert (first.status_code, again.json) == (201, first.json)
        assert again.headers["Idempotent-Replayed"] == "true"


def test_any_key_of_a_player_counts_for_that_player_only(service):
    ada, bob = player(service, "Ada"), player(service, "Bob")
    key = {"Idempotency-Key": "round-1-table-3-of-the-cup"}
    body = {"ruleset": "tiny", "seats": list(HUMANS)}
    first, again, other = (who.post("/games", body, **key) for who in (ada, ada, bob))
    assert (first.status_code, again.json) == (201, first.json)
    assert other.json["game_id"] != first.json["game_id"]


def test_a_game_that_was_deleted_is_not_brought_back_by_a_late_repeat(service):
    body, key = {"ruleset": "tiny", "seats": list(HUMANS)}, {"Idempotency-Key": UUID}
    created = service.client.post("/v1/games", json=body, headers=key).json
    auth = {"Authorization": f"Bearer {created['creator_token']}"}
    assert service.client.delete(f"/v1/games/{created['game_id']}", headers=auth).status_code == 204
    again = service.client.post("/v1/games", json=body, headers=key)
    assert rejected(again) == (409, "idempotency_key_reused")
    assert service.client.get(f"/v1/games/{created['game_id']}").status_code == 404


def test_a_platform_whose_key_was_revoked_acts_for_no_user(service):
    body = {"ruleset": "tiny", "seats": list(HUMANS)}
    for credentials in ({}, {"Authorization": "Basic eDp5"}):
        response = service.client.post("/v1/games", json=body, headers={"Bottega-Player": "ann", **credentials})
        assert rejected(response) == (401, "token_required")
    assert service.client.get("/v1/games").json["games"] == []
    assert rejected(service.client.get("/v1/me", headers={"Bottega-Player": "ann"})) == (401, "token_required")


def test_every_read_of_a_private_game_reports_an_expired_key(service):
    ann = player(service, "Ann")
    brief = Player(service, ann.id, ann.post("/me/keys", {"expires_in": 60}).json["key"])
    seats = [{"kind": "human", "player": ann.id}, HUMANS[0]]
    game_id = ann.post("/games", {"ruleset": "tiny", "seats": seats, "visibility": "private"}).json["game_id"]
    service.pass_time(seconds=61)
    reads = [path for path, each in published()["paths"].items() if "{game_id}" in path and "get" in each]
    reported = {}
    for path in reads:
        place = path.replace("{game_id}", game_id).replace("{seat}", "0").removeprefix("/v1")
        response = brief.get(place)
        reported[path] = (response.status_code, response.json["code"])
    others = {path: each for path, each in reported.items() if each != (401, "invalid_token")}
    assert (len(reads) > 10, others) == (True, {})


def test_every_operation_with_credentials_rejects_a_user_id_without_them(service):
    wanted = 0
    for method, path, operation in operations_with_credentials(service):
        if "Bottega-Player" in _headers(operation, published()["paths"][operation["path"]]):
            response = service.client.open(path, method=method, json={}, headers={"Bottega-Player": "ann"})
            assert (response.status_code, response.json["code"]) == (401, "token_required"), (method, path)
            wanted += 1
    assert wanted > 30


@pytest.mark.parametrize("sent", ["Basic eDp5", "Bearer", "Bearer ", "Digest a=b", "Token x", "bk_x", "", "Basic"])
def test_every_operation_with_credentials_rejects_another_scheme(service, sent):
    found = list(operations_with_credentials(service))
    bodies = {"POST": {"json": {}}, "PUT": {"json": {}}, "PATCH": {"json": {}}}
    reported = {
        (method, path): service.client.open(
            path, method=method, headers={"Authorization": sent}, **bodies.get(method, {})
        )
        for method, path, _ in found
    }
    others = {where: each.text for where, each in reported.items() if rejected(each) != (401, "invalid_token")}
    assert (len(reported) > 80, others) == (True, {})


def operations_with_credentials(service):
    """Yield method, path and description of each operation that takes credentials, for a game that exists."""
    known = {"game_id": service.create().json["game_id"], "seat": "0", "round": "1", "table": "1", "entrant": "1"}
    known |= {"player": "pl_" + "a" * 20, "tournament": "tm_" + "a" * 20}
    for path, methods in published()["paths"].items():
        for method in methods.keys() & {"get", "post", "put", "patch", "delete"}:
            if methods[method].get("security"):
                place = re.sub(r"{(\w+)}", lambda name: known.get(name[1], "a" * 20), path)
                yield method.upper(), place, methods[method] | {"path": path}


def _headers(operation, methods):
    """List the header parameters of an operation, including referenced ones."""
    found = [*operation.get("parameters", []), *methods.get("parameters", [])]
    reported = " ".join(str(each) for each in found)
    return reported.replace("BottegaPlayer", "Bottega-Player")
