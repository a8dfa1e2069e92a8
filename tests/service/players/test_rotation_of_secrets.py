"""Test a new secret beside the former one: all tokens stay valid, and retries return valid tokens."""

from tests.service.helpers.client.service import SECRET

NEWER = b"another secret of at least 32 characters"
KEY = {"Idempotency-Key": "3f1c0b52-9d0e-4a41-8b7a-c5d2e6f90817"}
PERSON, OPEN = {"kind": "human"}, {"kind": "open"}


def create(service):
    body = {"ruleset": "tiny", "options": {}, "seats": [PERSON, OPEN]}
    return service.client.post("/v1/games", json=body, headers=KEY).json


def claim(service, game_id):
    return service.client.post(f"/v1/games/{game_id}/seats/1/claim", json={}, headers=KEY).json["token"]


def status_of(service, game_id, token):
    headers = {"Authorization": f"Bearer {token}"}
    return service.client.get(f"/v1/games/{game_id}/actions", headers=headers).status_code


def test_tokens_of_the_secret_before_it_open_their_seats(start):
    created = create(start(secrets=(SECRET,)))
    rotated = start(secrets=(SECRET, NEWER))
    assert status_of(rotated, created["game_id"], created["tokens"][0]["token"]) == 200


def test_a_retry_after_a_rotation_returns_the_issued_token(start):
    before = start(secrets=(SECRET,))
    created = create(before)
    token = claim(before, created["game_id"])
    rotated = start(secrets=(SECRET, NEWER))
    assert create(rotated)["tokens"] == created["tokens"]
    assert claim(rotated, created["game_id"]) == token


def test_new_tokens_are_of_the_newer_secret_and_outlive_the_one_before_it(start):
    created = create(start(secrets=(SECRET, NEWER)))
    after = start(secrets=(NEWER,))
    assert status_of(after, created["game_id"], created["tokens"][0]["token"]) == 200


def test_without_the_previous_secret_its_tokens_are_rejected(start):
    created = create(start(secrets=(SECRET,)))
    assert status_of(start(secrets=(NEWER,)), created["game_id"], created["tokens"][0]["token"]) == 401
