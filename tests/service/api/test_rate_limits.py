"""Test the rate limits of an IP address and of a seat's legal actions; other clients are not limited."""

import re
import secrets
from concurrent.futures import ThreadPoolExecutor

import pytest

from service.runtime import throttled_log
from service.runtime.client_addresses import client_origin
from service.setting_values import SettingsError
from service.settings import read_settings
from tests.service.helpers.client.responses import check_problem, until_limited
from tests.service.helpers.client.service import HUMANS
from tests.service.helpers.players.player import player

BODY = {"ruleset": "tiny", "options": {}, "seats": list(HUMANS)}


def address(service, origin):
    """Return a client with another IP address."""
    client = service.client
    client.environ_base["REMOTE_ADDR"] = origin
    return client


def rulesets(client):
    return client.get("/v1/rulesets")


def test_an_ip_address_may_send_a_number_of_requests_in_a_minute(start):
    service = start(requests_per_minute=5)
    sent, rejection = until_limited(lambda: rulesets(service.client), 5)
    assert sent == 5
    check_problem(rejection, 429, "too_many_requests")
    assert 1 <= int(rejection.headers["Retry-After"]) <= 60
    assert service.client.get("/healthz").status_code == service.client.get("/readyz").status_code == 200


def test_every_response_states_the_remaining_requests(start):
    service = start(requests_per_minute=5, creations_per_minute=2)
    reported = service.client.post("/v1/games", json=BODY).headers
    assert reported["RateLimit-Policy"] == '"requests";q=5;w=60, "creations";q=2;w=60'
    assert re.fullmatch(r'"requests";r=4;t=\d+, "creations";r=1;t=\d+', reported["RateLimit"])
    assert "RateLimit" not in start().client.post("/v1/games", json=BODY).headers


@pytest.mark.parametrize(
    ("other", "shares"),
    [
        ("203.0.113.9", False),
        ("::ffff:203.0.113.8", True),
        ("2001:db8:1:2::1", False),
    ],
)
def test_ip_addresses_are_counted_separately(start, other, shares):
    service = start(requests_per_minute=2)
    until_limited(lambda: rulesets(address(service, "203.0.113.8")), 2)
    assert (rulesets(address(service, other)).status_code == 429) is shares


def test_the_ipv6_addresses_of_one_customer_count_as_one(start):
    service = start(requests_per_minute=2)
    until_limited(lambda: rulesets(address(service, "2001:db8:1:2::1")), 2)
    assert rulesets(address(service, "2001:db8:1:2:3:4:5:6")).status_code == 429
    assert rulesets(address(service, "2001:db8:1:3::1")).status_code == 200


def test_processes_count_together(start):
    first, second = start(requests_per_minute=6), start(requests_per_minute=6)
    clients = [first.client, second.client]
    responses = [rulesets(clients[number % 2]).status_code for number in range(10)]
    assert responses.count(200) == 6


def test_the_client_of_a_trusted_proxy_is_counted_and_other_headers_are_ignored(start):
    service = start(requests_per_minute=2, trusted_proxies=read_proxies("10.0.0.0/8"))
    proxy, stranger = address(service, "10.0.0.7"), address(service, "192.0.2.1")

    def by(client, forwarded):
        return client.get("/v1/rulesets", headers={"X-Forwarded-For": forwarded}).status_code

    assert [by(proxy, "203.0.113.8") for _ in range(3)] == [200, 200, 429]
    assert by(proxy, "198.51.100.1, 203.0.113.8") == 429
    assert by(proxy, "203.0.113.8, 198.51.100.1") == 200
    assert [by(stranger, f"203.0.113.{number}") for number in range(3)] == [200, 200, 429]
    assert [rulesets(proxy).status_code for _ in range(3)] == [200, 200, 429]


def read_proxies(text):
    try:
        return read_settings(
            {"BOTTEGA_REDIS_URL": "redis://", "BOTTEGA_TRUSTED_PROXIES": text}, serves=False
        ).trusted_proxies
    except SettingsError as error:
        raise AssertionError from error


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("192.0.2.1", "203.0.113.8", "192.0.2.1"),
        ("10.0.0.7", "203.0.113.8", "203.0.113.8"),
        ("10.0.0.7", "198.51.100.1, 203.0.113.8, 10.1.1.1", "203.0.113.8"),
        ("10.0.0.7", "203.0.113.8:50123", "203.0.113.8"),
        ("10.0.0.7", "2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("10.0.0.7", "[2001:db8:1:2::9]", "2001:db8:1:2::/64"),
        ("10.0.0.7", "[2001:db8:1:2::9]:50123", "2001:db8:1:2::/64"),
        ("10.0.0.7", "10.1.1.1", "10.1.1.1"),
    ],
)
def test_the_last_that_is_no_trusted_proxy_is_the_client(peer, forwarded, client):
    assert client_origin(peer, forwarded, "", read_proxies("10.0.0.0/8")) == (client, False)


@pytest.mark.parametrize(
    ("forwarded", "client"),
    [
        ("for=203.0.113.8", "203.0.113.8"),
        ("by=10.0.0.7;For=203.0.113.8:50123;proto=https", "203.0.113.8"),
        ('For="203.0.113.8:50123" ; host="a,b;for=192.0.2.1"', "203.0.113.8"),
        ('for=192.0.2.1, for="[2001:db8:1:2::9]:50123"', "2001:db8:1:2::/64"),
        ("for=_hidden, for=203.0.113.8, for=10.1.1.1", "203.0.113.8"),
    ],
)
def test_the_standard_header_of_proxies_is_read_too(forwarded, client):
    assert client_origin("10.0.0.7", "", forwarded, read_proxies("10.0.0.0/8")) == (client, False)


UNREADABLE = [
    ("", ""),
    ("unknown", ""),
    ("203.0.113.8, ", ""),
    ("203.0.113.8, unknown", ""),
    ("[2001:db8::1", ""),
    ("203.0.113.8:1:2", ""),
    ("203.0.113.008", ""),
    ("a" * 5000, ""),
    ("", "for=unknown"),
    ("", "for=_hidden"),
    ("", "for=203.0.113.8, proto=https"),
    ("", 'for=203.0.113.8, for="203.0.113.9'),
    ("203.0.113.8", "for=203.0.113.9"),
]


@pytest.mark.parametrize(("x_forwarded", "forwarded"), UNREADABLE)
def test_whom_a_proxy_carries_unreadably_counts_as_the_proxy(x_forwarded, forwarded):
    found = client_origin("10.0.0.7", x_forwarded, forwarded, read_proxies("10.0.0.0/8"))
    assert found == ("10.0.0.7", True)


def test_a_peer_without_an_ip_address_is_counted_too():
    assert client_origin("", "203.0.113.8", "", read_proxies("10.0.0.0/8")) == ("local", True)


@pytest.mark.parametrize(("x_forwarded", "forwarded"), UNREADABLE)
def test_limits_apply_behind_a_proxy_with_unreadable_headers(start, caplog, x_forwarded, forwarded):
    service = start(requests_per_minute=2, trusted_proxies=read_proxies("10.0.0.0/8"))
    proxy = address(service, "10.0.0.7")
    headers = {"X-Forwarded-For": x_forwarded, "Forwarded": forwarded}
    assert [proxy.get("/v1/rulesets", headers=headers).status_code for _ in range(4)] == [200, 200, 429, 429]


def test_an_unreadable_client_is_logged_once_a_minute(start, caplog, monkeypatch):
    monkeypatch.setattr(throttled_log, "_last", {})
    proxy = address(start(trusted_proxies=read_proxies("10.0.0.0/8")), "10.0.0.7")
    for number in range(3):
        proxy.get("/v1/rulesets", headers={"X-Forwarded-For": f"unknown{number}\x1b"})
    lines = [line for line in caplog.messages if "does not say whom it carries" in line]
    reported = "the proxy 10.0.0.7 does not say whom it carries: all of these count as the proxy "
    assert lines == [reported + "(X-Forwarded-For 'unknown0\\x1b', Forwarded '')"]


def test_an_ip_address_may_create_a_number_of_games_in_a_minute_and_play_on(start):
    service = start(creations_per_minute=3)
    game = service.new_game()
    sent, rejection = until_limited(lambda: service.client.post("/v1/games", json=BODY), 3)
    assert sent == 2
    check_problem(rejection, 429, "too_many_requests")
    assert game.act(0).status_code == 200
    assert len(service.client.get("/v1/games").json["games"]) == 3


def test_a_client_with_too_many_rejections_may_still_read(start):
    service = start(rejections_per_minute=4)
    game = service.new_game()
    wrong = {"ruleset": "tiny", "decision": 99, "action": {}}
    sent, rejection = until_limited(lambda: game.post("/actions", 0, wrong), 4)
    assert sent == 4 + 1  # the one that finds it used up
    check_problem(rejection, 429, "too_many_requests")
    assert game.act(0).status_code == 429
    assert game.get("/view", 0).status_code == 200
    elsewhere = address(service, "203.0.113.9")
    assert elsewhere.post("/v1/games", json=BODY).status_code == 201


def test_an_ip_address_may_open_a_number_of_streams_in_a_minute(start):
    service = start(streams_per_minute=2)
    game = service.new_game()

    def open_one():
        response = service.client.get(f"/v1/games/{game.game_id}/events/stream")
        response.close()
        return response

    sent, rejection = until_limited(open_one, 2)
    assert sent == 2
    assert rejection.headers["Content-Type"] == "application/problem+json"
    assert game.get("/events").status_code == 200


def test_a_seat_has_its_own_limit_of_legal_actions(start):
    service = start(legal_actions_per_minute=3)
    game = service.new_game()
    sent, rejection = until_limited(lambda: game.get("/actions", 0), 3)
    assert sent == 3
    check_problem(rejection, 429, "too_many_requests")
    assert game.get("/actions", 1).status_code == 200
    assert service.new_game().get("/actions", 0).status_code == 200


@pytest.mark.parametrize("path", ["/view", "/events", "/events/stream", "/events/ndjson"])
def test_including_them_with_another_request_counts_the_same(start, path):
    service = start(legal_actions_per_minute=3)
    game = service.new_game()

    def send():
        response = game.get(f"{path}?include=actions", 0)
        response.close()
        return response

    sent, rejection = until_limited(send, 3)
    assert sent == 3
    assert rejection.headers["Content-Type"] == "application/problem+json"
    assert game.get("/view", 0).status_code == 200
    assert game.post("/actions?include=actions&dry_run=true", 0, response_of(game)).status_code == 429
    assert game.view()["version"] == 0
    assert game.post("/actions?include=actions", 0, response_of(game)).json["actions"] is not None
    assert {game.get("/view?include=actions").status_code for _ in range(5)} == {200}


def response_of(game):
    """Act for the first decision without requesting the legal actions."""
    return {"ruleset": "tiny", "decision": 0, "action": {"type": "set_stake", "stake": 1}}


def test_each_process_counts_alone_during_an_outage_of_redis(start, redis_url, tmp_path, caplog):
    service = start(rq_url=f"unix://{tmp_path}/nobody", requests_per_minute=2)
    assert [rulesets(service.client).status_code for _ in range(4)] == [200, 200, 429, 429]
    assert len([line for line in caplog.messages if line.startswith("each process counts alone")]) <= 1


def test_exactly_the_limit_of_many_simultaneous_requests_is_accepted(start):
    allowances = start().installation.allowances
    with ThreadPoolExecutor(16) as pool:
        taken = [*pool.map(lambda _: allowances.take("requests", "203.0.113.8", 1000).granted, range(1500))]
    assert taken.count(True) == 1000


def test_the_remaining_requests_never_rise_within_a_minute_in_any_process(start):
    services = [start(requests_per_minute=60_000) for _ in range(3)]
    reported = [rulesets(services[number % 3].client).headers["RateLimit"] for number in range(60)]
    left = [int(re.fullmatch(r'"requests";r=(\d+);t=\d+', each)[1]) for each in reported]
    assert left == [60_000 - number for number in range(1, 61)]


UNREADABLE_BODY = {"data": "{", "content_type": "application/json"}


def test_the_rejections_of_one_player_do_not_block_others_behind_the_same_ip_address(start):
    service = start(rejections_per_minute=4)
    platform = player(service).with_scopes("play", "create", "organise")
    ann, bob = (platform.acting_for(user).authorization for user in ("ann", "bob"))
    responses = [service.client.post("/v1/games", headers=ann, **UNREADABLE_BODY).status_code for _ in range(7)]
    assert responses == [400] * 5 + [429] * 2
    assert service.client.post("/v1/games", json=BODY, headers=bob).status_code == 201
    assert service.client.post("/v1/games", json=BODY).status_code == 201


def test_the_rejections_of_one_seat_do_not_block_other_seats_behind_the_same_ip_address(start):
    service = start(rejections_per_minute=4)
    game = service.new_game()
    wrong = {"ruleset": "tiny", "decision": 99, "action": {}}
    until_limited(lambda: game.post("/actions", 1, wrong), 4)
    assert game.act(0).status_code == 200
    assert service.new_game().act(0).status_code == 200


def test_unknown_credentials_are_counted_by_ip_address(start):
    service = start(rejections_per_minute=4)

    def guess():
        token = f"Bearer {secrets.token_hex(10)}.0.{secrets.token_hex(16)}"
        return service.client.post("/v1/games/00000000000000000000/resign", headers={"Authorization": token})

    assert until_limited(guess, 4)[0] == 5
    assert service.client.post("/v1/games", json=BODY).status_code == 429


def test_the_rejected_actions_of_a_batch_are_counted_by_the_seat_of_each(start):
    service = start(rejections_per_minute=2)
    game = service.new_game()
    right = response_of(game) | {"game_id": game.game_id, "token": game.tokens[0]}
    wrong = right | {"decision": 99, "token": game.tokens[1]}
    responses = service.client.post("/v1/actions:batch", json={"actions": [wrong] * 4 + [right]}).json["results"]
    assert [each["status"] for each in responses] == [409, 409, 409, 429, 200]


def test_a_flood_is_rejected_without_a_call_to_redis(start):
    service = start(requests_per_minute=2)
    until_limited(lambda: rulesets(service.client), 2)
    before = scripts(service)
    for _ in range(20):
        assert rulesets(service.client).status_code == 429
    assert scripts(service) == before


def scripts(service):
    """Return how many scripts Redis has executed, as each request that is counted there does."""
    found = service.installation.store.servers.client.info("commandstats")
    return sum(found.get(f"cmdstat_{name}", {"calls": 0})["calls"] for name in ("eval", "evalsha"))
