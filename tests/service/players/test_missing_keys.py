"""Test requests with no key or an expired one: they reveal no data of other players."""

import re
import secrets
import time
import uuid

import pytest

from service.api.idempotency_secrets import is_random
from service.settings import DAY
from tests.service.helpers.client.contract import published
from tests.service.helpers.client.service import HUMANS
from tests.service.helpers.players.player import Player, player, rejected

OPEN = {"kind": "open"}
UUID = "3f1c0b52-9d0e-4a41-8b7a-c5d2e6f90817"
GUESSABLE = [
    *("round-1-table-3-of-the-cup", "0123456789abcdef", "0" * 32, "a random key, kept secret", "1" * 31 + "2"),
    *("0123456789abcdef" * 2, "00112233445566778899aabbccddeeff", "deadbeef" * 4, "fedcba9876543210" * 3),
    *(
        "12345678-1234-4234-9234-123456789012",
        "00000000-0000-4000-8000-000000000001",
        "17640123456789018265312345678901",
    ),
    *("4a0b9d1e-cc6f-11f0-8de9-0242ac120002", "1f0cc2b1-8a3e-6d5f-9c47-3a1b5c7d9e0f"),
    *("886313e1-3b8a-5372-9b90-0c9aee199e5d", "6fa459ea-ee8a-3ca4-894e-db77e160355e"),
    *(f"{UUID[:-1]}g", UUID.replace("-", "")[1:]),
]
RANDOM = [
    UUID,
    UUID.upper(),
    UUID.replace("-", ""),
    "9d2b7e40c1f3a865d7e2b0446f1e9c5a83d76b2f",
    "0197d3c4-5a6b-7c1d-9e2f-8a4b60c5d7f3",
]


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


def test_a_uuid_of_the_time_is_not_random_without_hyphens_either():
    first = uuid.uuid1().hex
    sixth = f"{first[13:16]}{first[8:12]}{first[:5]}6{first[5:8]}{first[16:]}"
    now = time.time()
    assert [is_random(each, now) for each in (first, sixth)] == [False, False]
    assert is_random(first, now + 31 * DAY)


def test_keys_of_random_generators_are_random():
    keys = [each for _ in range(200) for each in (str(uuid.uuid4()), uuid.uuid4().hex, secrets.token_hex(16))]
    assert [each for each in keys if not is_random(each, time.time())] == []


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
    number = 0
    for method, path, operation in operations_with_credentials(service):
        if "Bottega-Player" in _headers(operation, published()["paths"][operation["path"]]):
            response = service.client.open(path, method=method, json={}, headers={"Bottega-Player": "ann"})
            assert (response.status_code, response.json["code"]) == (401, "token_required"), (method, path)
            number += 1
    assert number > 30


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
    known |= {"player": "pl_" + "a" * 20, "tournament": "tm_" + "a" * 20, "claim": "1"}
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
