"""Test notifications with real workers and a real sweeper."""

import sys

import pytest

from service.resources.notifications import NotificationTargetRequest, WebPushKeys, WebPushSubscription
from service.webhooks import targets
from tests.processes import Process
from tests.service.helpers.players.notifications import Browser
from tests.workers.receivers import NOTHING, receiving
from tests.workers.waiting import until

ADA = "pl_" + "a" * 20


@pytest.fixture
def environ(environ):
    return environ | {"BOTTEGA_WEBHOOK_TARGETS": "127.0.0.2/32"}


@pytest.fixture
def sweeper(environ):
    with Process([sys.executable, "-m", "workers.command.cli", "sweeper"], env=environ) as process:
        yield process
        process.kill()


def test_a_worker_killed_while_it_notifies_a_player_leaves_no_message_unsent(installation, start_worker, sweeper):
    installation.store.servers.client.set(f"bottega:{{{ADA}}}:profile", b"{}")
    with receiving(lambda _sent, times: NOTHING if times else None) as receiver:
        browser = Browser(receiver.url)
        subscription = WebPushSubscription(receiver.url, WebPushKeys(**browser.subscription["keys"]))
        target, _ = targets.add(installation, ADA, NotificationTargetRequest(web_push=subscription), "en")
        targets.send_test(installation, ADA, target.target_id)
        first = start_worker("webhooks")
        until(lambda: receiver.got, "it is being sent")
        first.kill()
        first.wait()
        start_worker("webhooks")
        shown = lambda: targets.show(installation, ADA, target.target_id)[0].last_delivery  # noqa: E731
        until(lambda: shown().status == "delivered", "it has arrived")
        assert [browser.read(each)["title"] for each in receiver.got] == ["Test", "Test"]
