"""Test which destinations a player may register, and who sees, changes and removes them."""

import json
from zoneinfo import ZoneInfo

import pytest

from service.resources.notifications import time_zones
from service.webhooks import web_push
from service.webhooks.destinations import MOST_TARGETS
from tests.service.helpers.players.notifications import (
    DISCORD,
    NIGHT,
    PATH,
    Browser,
    created,
    sent,
)
from tests.service.helpers.players.player import player

OF_A_MACHINE = ("localtime", "posixrules", "posix/Europe/Prague", "right/Europe/Prague", "Factory", "europe/prague")
"""Names of zone files on some machines, which are no time zones."""


@pytest.mark.parametrize(
    ("url", "detail"),
    [
        (
            f"{DISCORD}?thread=1;template=/etc/passwd",
            "Remove the other query parameters. URLs of this service may have: thread.",
        ),
        ("json://example.org/?a=1", "Remove the query parameters. URLs of this service have none."),
        ("xml://example.org/", "Send the URL of an allowed service: discord, json."),
    ],
)
def test_a_rejected_url_gets_what_its_service_allows(start, url, detail):
    ada = player(start(notification_schemes=("discord", "json")), "Ada")
    rejected = ada.post(PATH, {"url": url})
    assert (rejected.status_code, rejected.json["code"], rejected.json["detail"]) == (409, "target_rejected", detail)


@pytest.mark.parametrize(
    "body",
    [
        {"web_push": Browser("https://127.0.0.1/push").subscription},
        {"web_push": Browser("http://push.example.org/").subscription},
        {
            "web_push": Browser("https://push.example.org/").subscription
            | {"keys": {"p256dh": "B" * 87, "auth": "a" * 22}}
        },
        {"url": "ntfys://10.0.0.1/topic"},
        {"url": "ntfy://ntfy.example.org/topic"},
        {"url": "json://example.org/"},
        {"url": "file:///etc/passwd"},
        {"url": "syslog://"},
        {"url": "https://example.org/hook"},
        {"url": f"{DISCORD}?template=/etc/passwd"},
        {"url": "mailtos://user:password@mail.example.org"},
        {"email": "ada@example.org"},
    ],
)
def test_a_destination_that_is_not_allowed_is_rejected(start, body):
    ada = player(start(), "Ada")
    assert ada.post(PATH, body).json["code"] == "target_rejected"
    assert ada.get(PATH).json == {"targets": []}


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"url": DISCORD, "email": "ada@example.org"},
        {"email": "ada@example.org\r\nBcc: ben@example.org"},
        {"url": DISCORD, "events": []},
        {"url": DISCORD, "events": ["lunch"]},
        {"url": DISCORD, "quiet_hours": NIGHT | {"time_zone": "Europe/Atlantis"}},
        {"url": DISCORD, "quiet_hours": NIGHT | {"time_zone": "../../etc/passwd"}},
        *({"url": DISCORD, "quiet_hours": NIGHT | {"time_zone": name}} for name in OF_A_MACHINE),
        {"url": DISCORD, "quiet_hours": NIGHT | {"start": "25:00"}},
        {"url": DISCORD, "digest_minutes": 1441},
        {"url": DISCORD, "language": "de"},
        {"web_push": {"endpoint": "https://push.example.org/"}},
    ],
)
def test_an_invalid_target_is_rejected(ada, body):
    assert ada.post(PATH, body).json["code"] == "invalid_request"


def test_a_host_name_of_an_internal_address_gets_no_message(start, ben):
    ada = player(start(notification_schemes=("gotifys",)), "Ada")
    target = created(ada, url="gotifys://localhost/secret-token")
    ada.post(f"{PATH}/{target['target_id']}/test")
    assert sent(ada, target) == ["not sent: the host name has no public IP address"]


def test_no_response_contains_a_secret(ada):
    browser = Browser("https://push.example.org/send/secret-path")
    first, second = created(ada, web_push=browser.subscription), created(ada, url=DISCORD)
    assert first["destination"] == "push.example.org"
    responses = [ada.get(PATH), ada.send("PATCH", f"{PATH}/{first['target_id']}", {"language": "it"})]
    responses += [ada.get(f"{PATH}/{each['target_id']}") for each in (first, second)]
    responses += [ada.post(f"{PATH}/{each['target_id']}/test") for each in (first, second)]
    shown = json.dumps([first, second]) + "".join(each.text for each in responses)
    for secret in ("secret-path", browser.subscription["keys"]["auth"], "abcdefghij", "link_token"):
        assert secret not in shown


def test_targets_are_no_webhooks(ada):
    target = created(ada, url=DISCORD)
    assert ada.get("/me/webhooks").json == {"webhooks": []}
    for method, path in (("DELETE", ""), ("POST", "/secret"), ("POST", "/resume"), ("GET", "/deliveries")):
        response = ada.send(method, f"/me/webhooks/{target['target_id']}{path}", *([{}] if method == "POST" else []))
        assert response.json["code"] == "webhook_not_found"
    webhook = ada.post("/me/webhooks", {"url": "https://example.org/"}).json
    assert ada.get(f"{PATH}/{webhook['webhook_id']}").json["code"] == "notification_target_not_found"
    assert ada.get(PATH).json["targets"] == [target]


def test_a_player_has_a_limited_number_of_targets(ada):
    for number in range(MOST_TARGETS):
        created(ada, url=f"{DISCORD}{number}")
    assert ada.post(PATH, {"url": DISCORD}).json["code"] == "too_many_notification_targets"
    assert ada.post(PATH, {"url": f"{DISCORD}0"}).status_code == 200
    assert ada.post("/me/webhooks", {"url": "https://example.org/"}).status_code == 201


def test_tests_and_new_targets_are_limited_per_minute(start):
    ada = player(start(targets_per_minute=2), "Ada")
    path = f"{PATH}/{created(ada, url=DISCORD)['target_id']}/test"
    assert [ada.post(path).status_code for _ in range(2)] == [200, 429]


def test_only_the_player_sees_and_changes_a_target(ada, ben):
    path = f"{PATH}/{created(ada, url=DISCORD)['target_id']}"
    for method, rest in (("GET", ""), ("DELETE", ""), ("PATCH", ""), ("POST", "/test")):
        response = ben.send(method, f"{path}{rest}", *([{}] if method in ("PATCH", "POST") else []))
        assert response.json["code"] == "notification_target_not_found"
    assert ada.send("DELETE", path).status_code == 204
    assert ada.get(PATH).json == {"targets": []}


def test_targets_are_removed_with_their_player(service, ada):
    created(ada, url=DISCORD)
    assert ada.send("DELETE", "/me").status_code == 204
    assert not service.installation.store.webhooks.of(ada.id)


def test_an_unreadable_target_is_removed_with_its_player(service, ada):
    target = created(ada, url=DISCORD, quiet_hours=NIGHT)
    name, client = f"bottega:{{{ada.id}}}:webhooks", service.installation.store.servers.client
    stored = json.loads(client.hget(name, target["target_id"]))
    stored["target"]["quiet_hours"]["start"] = "22:00\n"
    client.hset(name, target["target_id"], json.dumps(stored))
    assert ada.send("DELETE", "/me").status_code == 204
    assert client.exists(name) == 0


def test_every_accepted_time_zone_can_be_read():
    assert {ZoneInfo(each).key for each in time_zones()} == time_zones()


def test_the_key_pair_is_stable_and_can_be_a_setting(service, start, redis_url):
    shown = [each.client.get("/v1/notification-settings").json for each in (service, start())]
    assert shown[0] == shown[1]
    key = web_push.fresh_key(b"k" * 32)
    first, second = (
        start(vapid_private_key=key).client.get("/v1/notification-settings").json["vapid_public_key"] for _ in range(2)
    )
    assert first == second != shown[0]["vapid_public_key"]
