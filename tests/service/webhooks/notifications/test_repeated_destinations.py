"""Test destinations that are registered again: by the same player, in another spelling, and by another player."""

import dataclasses

import pytest

from tests.service.helpers.client.responses import at_once
from tests.service.helpers.players.notifications import (
    DISCORD,
    PATH,
    Browser,
    created,
    game_of,
    known,
    sent,
)
from tests.service.helpers.players.player import player
from tests.workers.receivers import receiving


def test_a_destination_that_is_registered_again_is_the_same_target_with_the_new_values(service, receiver, ada, ben):
    browser = Browser(receiver.url)
    for body in ({"web_push": browser.subscription}, {"url": DISCORD}):
        first = created(ada, **body, events=["your_turn"], language="cs", digest_minutes=5)
        again = ada.post(PATH, {**body, "events": ["game_over", "your_turn"], "digest_minutes": 9})
        assert again.status_code == 200
        assert again.json == {**first, "events": ["game_over", "your_turn"], "digest_minutes": 9}
    assert len(ada.get(PATH).json["targets"]) == 2
    renewed = Browser(receiver.url)
    target = ada.post(PATH, {"web_push": renewed.subscription, "digest_minutes": 0}).json
    game_of(ada, ben)
    assert sent(ada, target) == [""]
    (push,) = receiver.got
    assert renewed.read(push)["title"].startswith("Jste na tahu")


@pytest.mark.parametrize(
    ("url", "other"),
    [
        (DISCORD, "discord://1234567890/abcdefghijklmnopqrstuvwxyz"),
        (DISCORD, "DISCORD://1234567890/abcdefghijklmnopqrstuvwxyz/"),
        ("ntfy://my-topic", "ntfys://my-topic/"),
        ("gotifys://example.org/abcdefghijklmno", "gotifys://example.org/abcdefghijklmno/?priority=5"),
    ],
)
def test_a_chat_service_is_one_target_in_each_spelling_of_its_url(ada, url, other):
    first = created(ada, url=url)
    assert known(ada, url=other)["target_id"] == first["target_id"]
    assert len(ada.get(PATH).json["targets"]) == 1


def test_another_thread_of_a_chat_service_is_another_target(ada):
    assert created(ada, url=f"{DISCORD}?thread=1")["target_id"] != created(ada, url=f"{DISCORD}?thread=2")["target_id"]


def test_two_requests_at_once_create_one_target(service, ada):
    browser = Browser("https://push.example.org/")
    for body in ({"web_push": browser.subscription}, {"url": DISCORD}):
        responses = at_once([lambda body=body: ada.post(PATH, body)] * 8)
        assert {each.status_code for each in responses} <= {200, 201}
    assert len(ada.get(PATH).json["targets"]) == 2


def test_a_disabled_target_that_is_registered_again_is_enabled(ada, ben):
    with receiving(lambda *_: b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n") as receiver:
        body = {"web_push": Browser(receiver.url).subscription}
        target = created(ada, **body)
        game_of(ada, ben)
        sent(ada, target)
        assert ada.get(f"{PATH}/{target['target_id']}").json["disabled_reason"] == "gone"
        assert "disabled_reason" not in ada.post(PATH, body).json


def test_a_push_subscription_moves_to_the_player_who_registers_it(service, receiver, ada, ben):
    browser = Browser(receiver.url)
    of_ada = created(ada, web_push=browser.subscription)
    created(ada, url=DISCORD)
    of_ben = created(ben, web_push=browser.subscription)
    assert [each["destination"] for each in ada.get(PATH).json["targets"]] == ["discord"]
    game_of(ada, ben)
    assert (sent(ada, of_ada), sent(ben, of_ben)) == ([], [])
    back = created(ada, web_push=browser.subscription)
    assert ben.get(PATH).json == {"targets": []}
    ada.post(f"{PATH}/{back['target_id']}/test")
    assert sent(ada, back) == [""]
    assert ada.send("DELETE", f"{PATH}/{back['target_id']}").status_code == 204
    assert not service.installation.store.servers.client.keys("*:endpoint")


@pytest.mark.parametrize(
    "spelling",
    [
        "https://PUSH.Example.org/send/a",
        "https://push.example.org:443/send/a",
        "https://push.example.org/send/a?",
        "HTTPS://push.example.org:0443/send/a",
    ],
)
def test_a_push_endpoint_in_another_spelling_is_the_same_target(ada, ben, spelling):
    usual = Browser("https://push.example.org/send/a")
    first = created(ada, web_push=usual.subscription)
    assert (
        known(ada, web_push=dataclasses.replace(usual, endpoint=spelling).subscription)["target_id"]
        == first["target_id"]
    )
    created(ben, web_push=dataclasses.replace(usual, endpoint=spelling).subscription)
    assert ada.get(PATH).json == {"targets": []}


def test_of_players_who_register_a_push_subscription_at_once_one_gets_it(service):
    players = [player(service) for _ in range(4)]
    body = {"web_push": Browser("https://push.example.org/").subscription}
    for _ in range(4):
        responses = at_once([lambda each=each: each.post(PATH, body) for each in players * 2])
        assert {each.status_code for each in responses} <= {200, 201}
        assert sum(len(each.get(PATH).json["targets"]) for each in players) == 1


def test_players_may_share_a_channel_of_a_chat(ada, ben):
    assert created(ada, url=DISCORD)["target_id"] != created(ben, url=DISCORD)["target_id"]


def test_a_push_subscription_that_another_target_holds_gets_no_message(service, receiver, ada, ben):
    target = created(ada, web_push=Browser(receiver.url).subscription)
    service.installation.store.targets.hold_endpoint(receiver.url, ben.id, "nt_" + "b" * 20)
    game_of(ada, ben)
    assert sent(ada, target) == ["the push subscription belongs to another target"]
    assert receiver.got == []
    assert ada.get(f"{PATH}/{target['target_id']}").json["disabled_reason"] == "gone"
