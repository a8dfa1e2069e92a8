"""Test the relay of the guide against endpoints in place of APNs and FCM."""

import json
import os
import subprocess
import sys
import time

import httpx
import pytest

from tests.guides.programs import program
from tests.processes import Process
from tests.workers.receivers import receiving
from tests.workers.running import free_port, serving
from tests.workers.waiting import until

HOSTNAME = "127.0.0.2"
ACCEPTED = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"
BROKEN = b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
UNREGISTERED = b"HTTP/1.1 410 Gone\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
TOKEN = b'HTTP/1.1 200 OK\r\nContent-Length: 29\r\nConnection: close\r\n\r\n{"access_token": "ya29.test"}'


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("relay"), BOTTEGA_WEBHOOK_TARGETS=f"{HOSTNAME}/32") as served:
        yield served


@pytest.fixture(scope="module")
def endpoints():
    """Run endpoints in place of APNs and FCM; the first message to APNs fails, and one device does not exist."""

    def respond(sent, _times):
        if "computeMetadata" in sent.target:
            return TOKEN
        if sent.target.endswith("/unregistered"):
            return UNREGISTERED
        is_first = sent.target.endswith("/phone") and sent.target not in tried
        tried.append(sent.target)
        return BROKEN if is_first else ACCEPTED

    tried = []
    with receiving(respond) as receiver:
        yield receiver


@pytest.fixture(scope="module")
def api(service):
    with httpx.Client(base_url=f"{service.address}/v1") as client:
        yield client


@pytest.fixture(scope="module")
def relay(service, endpoints, tmp_path_factory):
    """Run the program of the guide; return its URL."""
    tmp_path = tmp_path_factory.mktemp("program")
    (tmp_path / "relay.py").write_text(program("notifications.md", "python"))
    port, base = free_port(), endpoints.url.removesuffix("/hooks")
    url = f"http://{HOSTNAME}:{port}"
    own = {"API": f"{service.address}/v1", "RELAY": url, "HOST": HOSTNAME, "PORT": str(port), "APP": "org.example.app"}
    environ = os.environ | own | {"PROJECT": "games", "APNS": base, "FCM": base, "METADATA": base}
    with Process([sys.executable, "relay.py"], env=environ, cwd=tmp_path, stderr=subprocess.DEVNULL) as process:
        until(lambda: is_reachable(url), "the relay runs")
        yield url
        process.kill()


def test_the_relay_forwards_turns_to_apple_and_google_and_forgets_devices_that_are_gone(api, endpoints, relay):
    ada = {"Authorization": f"Bearer {api.post('/players', json={'name': 'Ada'}).json()['key']}"}
    for platform, token in (("apns", "phone"), ("fcm", "tablet"), ("apns", "unregistered")):
        device = {"key": ada["Authorization"].split()[1], "platform": platform, "token": token}
        assert httpx.post(f"{relay}/devices", json=device).status_code == 204
    seats = [{"kind": "open"}, {"kind": "open"}]
    new_game = {"ruleset": "azul", "options": {"start_seat": 0}, "seats": seats}
    game = api.post("/games", json=new_game, headers=ada).json()["game_id"]
    for seat, headers in enumerate((ada, {})):
        claimed = api.post(f"/games/{game}/seats/{seat}/claim", json={}, headers=headers)
        assert claimed.status_code == 201, claimed.text
    until(lambda: len(accepted(endpoints)) == 2 and "gone" in reasons(api, ada), "all devices have been served", 90)
    apple, google = sorted(accepted(endpoints), key=lambda each: each.target)
    assert (apple.target, apple.headers["apns-topic"]) == ("/3/device/phone", "org.example.app")
    assert json.loads(apple.body) == {
        "aps": {"alert": {"title": "Your turn"}, "sound": "default"},
        "game_id": game,
    }
    assert google.headers["authorization"] == "Bearer ya29.test"
    assert json.loads(google.body)["message"]["data"] == {"game_id": game}
    assert reasons(api, ada) == ["gone", "on", "on"]


def test_a_device_has_one_webhook_and_belongs_to_the_last_player(api, endpoints, relay):
    ada, ben = (api.post("/players", json={}).json()["key"] for _ in range(2))
    for key in (ada, ada, ben):
        device = {"key": key, "platform": "apns", "token": "shared"}
        assert httpx.post(f"{relay}/devices", json=device).status_code == 204
    hooks = {
        key: api.get("/me/webhooks", headers={"Authorization": f"Bearer {key}"}).json()["webhooks"]
        for key in (ada, ben)
    }
    assert [len(each) for each in hooks.values()] == [1, 1]
    assert httpx.post(hooks[ada][0]["url"], json={}).status_code == 410


def test_the_relay_rejects_a_delivery_without_a_valid_signature(api, endpoints, relay):
    key = api.post("/players", json={}).json()["key"]
    httpx.post(f"{relay}/devices", json={"key": key, "platform": "apns", "token": "forged"})
    (hook,) = api.get("/me/webhooks", headers={"Authorization": f"Bearer {key}"}).json()["webhooks"]
    headers = {"webhook-id": "msg_1", "webhook-timestamp": str(int(time.time())), "webhook-signature": "v1,AAAA"}
    assert httpx.post(hook["url"], json={"type": "over"}, headers=headers).status_code == 401
    assert not [each for each in endpoints.got if "forged" in each.target]


def is_reachable(relay):
    """Whether the relay responds."""
    try:
        return httpx.post(f"{relay}/hooks/unknown", json={}).status_code == 410
    except httpx.ConnectError:
        return False


def accepted(endpoints):
    """Return the last message to each device that exists, without the first attempt to the phone.

    A delivery comes at least once, so a slow machine sends some of them again.
    """
    sent = [each for each in endpoints.got if "phone" in each.target or "messages:send" in each.target]
    first = next((each for each in sent if "phone" in each.target), None)
    return list({each.target: each for each in sent if each is not first}.values())


def reasons(api, player):
    """Return whether each webhook of a player is on, or why it is disabled."""
    return sorted(
        each.get("disabled_reason", "on") for each in api.get("/me/webhooks", headers=player).json()["webhooks"]
    )
