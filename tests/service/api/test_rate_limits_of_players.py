"""Test the rate limits of players: requests with a key count for the player and not for the IP address."""

import pytest

from tests.service.api.test_rate_limits import scripts
from tests.service.helpers.client.responses import check_problem, until_limited
from tests.service.helpers.client.service import HUMANS
from tests.service.helpers.players.issuer import AUDIENCE, issuing
from tests.service.helpers.players.player import Player, player

BODY = {"ruleset": "tiny", "options": {}, "seats": list(HUMANS)}


def test_requests_with_a_key_count_for_the_player_and_not_for_the_ip_address(start):
    service = start(requests_per_minute=4, key_requests_per_minute=3)
    ann, bea = player(service), player(service)
    sent, rejection = until_limited(lambda: ann.get("/me"), 3)
    assert sent == 3
    check_problem(rejection, 429, "too_many_requests")
    assert "key-requests" in rejection.headers["RateLimit-Policy"]
    assert bea.get("/me").status_code == 200
    assert until_limited(lambda: service.client.get("/v1/rulesets"), 2)[0] == 2
    assert bea.get("/me").status_code == 200


def test_all_keys_of_a_player_share_one_limit(start):
    service = start(key_requests_per_minute=3)
    ann = player(service)
    other = ann.with_scopes("play")
    assert [each.get("/me").status_code for each in (ann, other, ann, other)] == [200, 200, 200, 429]


def test_the_users_of_a_platform_have_separate_limits(start):
    service = start(key_requests_per_minute=3)
    platform = player(service).with_scopes("organise", "play")
    users = [platform.acting_for(name) for name in ("ann", "bob")]
    assert [each.get("/me").status_code for each in users * 3] == [200, 200, 200, 200, 429, 429]
    assert platform.get("/me").status_code == 200


def test_a_signed_identity_counts_for_its_player(start):
    with issuing() as issuer:
        service = start(
            requests_per_minute=1, key_requests_per_minute=2, oidc_issuer=issuer.address, oidc_audience=AUDIENCE
        )
        ann, bea = (Player(service, "", issuer.sign(name)) for name in ("ann", "bea"))
        assert [ann.get("/me").status_code for _ in range(3)] == [200, 200, 429]
        assert bea.get("/me").status_code == 200


@pytest.mark.parametrize("key", ["bk_" + "x" * 28 + "_" + "y" * 43, "bk_nonsense", "x.y.z"])
def test_an_invalid_key_counts_for_the_ip_address(start, key):
    service = start(requests_per_minute=2, key_requests_per_minute=9)
    headers = {"Authorization": f"Bearer {key}"}
    assert until_limited(lambda: service.client.get("/v1/me", headers=headers), 2)[0] == 2
    assert service.client.get("/v1/rulesets").status_code == 429


@pytest.mark.parametrize(
    ("setting", "path"), [("key_creations_per_minute", "/games"), ("key_streams_per_minute", "/me/events/ndjson")]
)
def test_created_games_and_streams_have_a_limit_of_the_player(start, setting, path):
    service = start(**{setting: 2, "creations_per_minute": 1, "streams_per_minute": 1})
    ann, bea = player(service), player(service)

    def send(who):
        response = who.post(path, BODY) if path == "/games" else who.get(path)
        response.close()
        return response

    assert until_limited(lambda: send(ann), 2)[0] == 2
    assert send(bea).status_code in (200, 201)


def test_a_flood_with_a_key_is_rejected_without_a_call_to_redis(start):
    service = start(key_requests_per_minute=2)
    ann = player(service)
    until_limited(lambda: ann.get("/me"), 2)
    before = scripts(service)
    assert {ann.get("/me").status_code for _ in range(20)} == {429}
    assert scripts(service) == before
