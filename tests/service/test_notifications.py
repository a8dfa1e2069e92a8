"""Test notifications: targets, texts, quiet hours, digests, and messages to real receivers."""

import json
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from apprise.plugins.discord import NotifyDiscord
from joserfc import jwt
from joserfc.jwk import ECKey

from service.webhooks.targets import MOST_TARGETS
from service.webhooks.web_push import decoded, encoded
from tests.service.notifications import HERE, PATH, PLAY, Browser, Mailbox, created, sent, table_of
from tests.service.players import player
from tests.workers.receivers import receiving

NIGHT = {"start": "22:00", "end": "07:00", "time_zone": "Europe/Prague"}
DISCORD = "https://discord.com/api/webhooks/1234567890/abcdefghijklmnopqrstuvwxyz"


@pytest.fixture
def service(start):
    return start(webhook_targets=HERE, public_url=PLAY)


@pytest.fixture
def receiver():
    with receiving() as receiver:
        yield receiver


@pytest.fixture
def ada(service):
    return player(service, "Ada")


@pytest.fixture
def ben(service):
    return player(service, "Ben")


@pytest.fixture
def mail(start):
    """Return a service with a mail server, and the mailbox."""
    mailbox = Mailbox()
    server = Controller(mailbox, hostname="127.0.0.1", port=0)
    server.start()
    running: Any = server.server
    port = running.sockets[0].getsockname()[1]
    yield start(public_url=PLAY, smtp_url=f"mailto://127.0.0.1:{port}?from=bottega@example.org"), mailbox
    server.stop()


def test_a_push_message_reaches_the_browser_encrypted_and_signed(service, receiver, ada, ben):
    browser = Browser(receiver.url)
    target = created(ada, web_push=browser.subscription, language="cs")
    table = table_of(ada, ben, name="Friday")
    assert sent(ada, target) == [""]
    (push,) = receiver.got
    assert browser.read(push) == {
        "title": "Jste na tahu: stakes cs (Friday)",
        "body": "Hráči: Ben.",
        "url": f"{PLAY}/#/game/{table.game_id}",
        "tag": table.game_id,
    }
    key = service.client.get("/v1/notification-settings").json["vapid_public_key"]
    token, _, shown = push.headers["authorization"].removeprefix("vapid t=").partition(", k=")
    point = decoded(shown)
    public: dict[str, Any] = {"kty": "EC", "crv": "P-256", "x": encoded(point[1:33]), "y": encoded(point[33:])}
    claims = jwt.decode(token, ECKey.import_key(public)).claims
    assert (shown, claims["aud"], claims["sub"]) == (key, receiver.url.removesuffix("/hooks"), PLAY)


def test_a_push_subscription_that_has_ended_disables_its_target(service, ada, ben):
    with receiving(lambda *_: b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n") as receiver:
        target = created(ada, web_push=Browser(receiver.url).subscription)
        table_of(ada, ben)
        assert sent(ada, target) == ["the response was 404"]
    shown = ada.get(f"{PATH}/{target['target_id']}").json
    assert (shown["disabled_reason"], shown["last_delivery"]["error"]) == ("gone", "the response was 404")
    changed = ada.send("PATCH", f"{PATH}/{target['target_id']}", {"events": ["invited"]}).json
    assert ("disabled_reason" in changed, changed["events"]) == (False, ["invited"])


def test_a_chat_service_gets_the_message_in_its_own_format(ada, ben, receiver, monkeypatch):
    target = created(ada, url=DISCORD, events=["your_turn"])
    assert (target["kind"], target["destination"]) == ("service", "discord")
    table = table_of(ada, ben)
    monkeypatch.setattr(NotifyDiscord, "notify_url", receiver.url)
    assert sent(ada, target) == [""]
    (posted,) = receiver.got
    assert posted.target == "/hooks/1234567890/abcdefghijklmnopqrstuvwxyz"
    content = json.loads(posted.body)["content"]
    assert content.splitlines()[:3] == ["Your turn: Stakes", "Players: Ben.", f"{PLAY}/#/game/{table.game_id}"]


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
    for _ in range(MOST_TARGETS):
        created(ada, url=DISCORD)
    assert ada.post(PATH, {"url": DISCORD}).json["code"] == "too_many_notification_targets"
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
