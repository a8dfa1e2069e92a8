"""Test webhook deliveries: real receivers, a real Redis, real workers and a real sweeper."""

import json
import sys
import time
from functools import partial

import pytest
from standardwebhooks.webhooks import Webhook as Verifier

from service.installation.jobs import WEBHOOK_SLOTS, WEBHOOKS
from service.resources.messages import SeatTurn, YourTurnMessage
from service.resources.webhooks import WebhookRequest
from service.runtime import heartbeat
from service.runtime.heartbeat import VARIABLE
from service.webhooks import webhooks
from service.webhooks.subject import WEBHOOKS as SUBJECT
from service.webhooks.webhooks import Message
from tests.processes import Process
from tests.service.helpers.players.webhooks import silent
from tests.workers.receivers import BROKEN, NOTHING, receiving
from tests.workers.waiting import until
from workers.jobs import lease
from workers.jobs import webhooks as jobs
from workers.jobs.delivery_threads import DeliveryThreads
from workers.jobs.webhooks import TURN
from workers.processes.sweeper import sweep_of

sweep_webhooks = sweep_of(SUBJECT.due)

OWNER = "g" * 20
SECRET = "whsec_" + "c2VjcmV0" * 4


@pytest.fixture
def environ(environ):
    return environ | {"BOTTEGA_WEBHOOK_TARGETS": "127.0.0.2/32"}


@pytest.fixture
def sweeper(environ):
    """Run a real sweeper."""
    with Process([sys.executable, "-m", "workers.command.entry", "sweeper"], env=environ) as process:
        yield process
        process.kill()


def hook(installation, receiver, owner=OWNER):
    """Enqueue a delivery to a receiver."""
    return added(installation, owner, receiver.url)


def added(installation, owner, url):
    """Add a webhook to an existing owner."""
    installation.store.servers.client.set(f"bottega:{{{owner}}}:header", b"{}")
    return webhooks.add(installation, owner, WebhookRequest(url=url, secret=SECRET))


def report(installation, webhook, number, owner=OWNER):
    """Enqueue a delivery for a webhook; return its id."""
    turn = YourTurnMessage("2026-01-01T00:00:00.000000Z", SeatTurn(owner, "tiny", 1, number, 1))
    message = Message(str(number), turn, silent)
    webhooks.publish(installation, owner, [webhooks.read(installation, owner, webhook.webhook_id)], message)
    return webhooks.delivery_id(webhook.webhook_id, message)


def verified(receiver):
    """Verify all deliveries as a receiver does; return the content by id."""
    return {each.id: Verifier(SECRET).verify(each.body, each.headers)["data"]["seat"] for each in receiver.got}


def statuses(installation, webhook, owner=OWNER):
    """Count the deliveries by state."""
    log = installation.store.webhooks.log(owner, webhook.webhook_id, None, 1000)
    return [each.due is None and bool(each.delivery.delivered_at) for each in log]


def has_arrived(installation, webhook):
    """Whether the only delivery has arrived."""
    return statuses(installation, webhook) == [True]


def test_every_kind_of_failing_receiver_gets_each_delivery_at_least_once_and_no_private_one_does(
    installation, start_worker, sweeper
):
    with receiving(host="127.0.0.1") as inside:
        moved = f"HTTP/1.1 302 Found\r\nLocation: {inside.url}\r\nContent-Length: 0\r\n\r\n".encode()
        faults = {0: BROKEN, 1: None, 2: moved, 3: NOTHING + BROKEN}

        def misbehave(sent, times):
            """Return a response that fails the first time for each id."""
            return NOTHING if times else faults[json.loads(sent.body)["data"]["seat"]]

        with receiving(misbehave) as receiver:
            hooks = {number: hook(installation, receiver) for number in faults}
            expected = {report(installation, webhook, number): number for number, webhook in hooks.items()}
            start_worker("webhooks")
            for number in (0, 2, 3, 1):  # what hung comes last
                until(partial(has_arrived, installation, hooks[number]), f"{number} has arrived")
            assert verified(receiver) == expected
            arrivals = {expected[each]: times for each, times in receiver.ids().items()}
            assert arrivals == {0: 2, 1: 2, 2: 2, 3: 1}
            assert all(each.headers["host"].startswith("127.0.0.2:") for each in receiver.got)
        assert inside.got == []


def test_a_private_ip_address_behind_a_webhook_is_never_connected_to(installation, start_worker):
    with receiving(host="127.0.0.1") as inside:
        url = inside.url.replace("127.0.0.1", "localhost")
        webhook = added(installation, OWNER, url)
        report(installation, webhook, 1)
        start_worker("webhooks")
        until(
            lambda: installation.store.webhooks.log(OWNER, webhook.webhook_id, None, 1)[0].delivery.attempts,
            "it is tried",
        )
        (logged,) = installation.store.webhooks.log(OWNER, webhook.webhook_id, None, 1)
        assert logged.delivery.error.startswith("not sent: ")
        assert logged.due > time.time()
        assert inside.got == []


def test_a_worker_killed_during_a_delivery_leaves_no_delivery_unsent(installation, start_worker, sweeper):
    with receiving(lambda _sent, times: NOTHING if times else None) as receiver:
        webhook = hook(installation, receiver)
        sent = report(installation, webhook, 1)
        first = start_worker("webhooks")
        until(lambda: receiver.got, "it is being sent")
        first.kill()
        first.wait()
        start_worker("webhooks")
        until(lambda: all(statuses(installation, webhook)), "it has arrived")
        assert receiver.ids() == {sent: 2}
        assert verified(receiver) == {sent: 1}


def test_deliveries_are_sent_after_a_time_without_workers_and_the_loss_of_the_queues(
    installation, start_worker, sweeper
):
    with receiving() as receiver:
        webhook = hook(installation, receiver)
        expected = {report(installation, webhook, number): number for number in range(3)}
        installation.queues[WEBHOOKS[0]].empty()
        start_worker("webhooks")
        until(lambda: all(statuses(installation, webhook)), "everything has arrived")
        assert verified(receiver) == expected


def test_hanging_receivers_do_not_delay_others(installation, start_worker):
    with receiving(lambda *_: None) as hanging, receiving() as receiver:
        for number in range(20):
            report(installation, hook(installation, hanging, f"{number:020}"), number, f"{number:020}")
        webhook = hook(installation, receiver)
        start_worker("webhooks")
        until(lambda: len(hanging.got) == 20, "all that hang are waited for")
        expected = {report(installation, webhook, number): number for number in range(20)}
        until(lambda: all(statuses(installation, webhook)), "the other one receives it")
        assert verified(receiver) == expected
        assert len(hanging.got) == 20


def test_a_webhook_with_many_deliveries_has_few_jobs_and_others_wait_for_a_turn_only(installation):
    flooded, other = (added(installation, owner, "https://example.org/") for owner in (OWNER, "h" * 20))
    for number in range(100):
        report(installation, flooded, number)
    report(installation, other, 1, "h" * 20)
    waiting = [each.split("-")[1] for each in installation.queues[WEBHOOKS[0]].job_ids]
    assert waiting == [flooded.webhook_id] * WEBHOOK_SLOTS + [other.webhook_id]


def test_a_flood_of_deliveries_of_one_owner_does_not_delay_another(installation, start_worker):
    before = []
    with receiving() as flooded, receiving(lambda *_: before.append(len(flooded.got)) or NOTHING) as receiver:
        webhook, other = hook(installation, flooded), hook(installation, receiver, "h" * 20)
        for number in range(500):
            report(installation, webhook, number)
        report(installation, other, 1, "h" * 20)
        start_worker("webhooks")
        until(lambda: all(statuses(installation, webhook)), "everything has arrived")
    assert len(flooded.ids()) == 500
    assert before[0] < 10 * WEBHOOK_SLOTS * TURN


def test_the_jobs_of_a_killed_worker_do_not_hold_back_a_webhook(installation):
    webhook = added(installation, OWNER, "https://example.org/")
    report(installation, webhook, 1)
    installation.queues[WEBHOOKS[0]].empty()
    sweep_webhooks(installation, time.time() + 3600)
    report(installation, webhook, 2)
    assert [each.rpartition("-")[2] for each in installation.queues[WEBHOOKS[0]].job_ids] == ["again", "0"]


def test_a_removed_webhook_has_no_jobs(installation):
    webhook = added(installation, OWNER, "https://example.org/")
    for number in range(10):
        report(installation, webhook, number)
    webhooks.remove(installation, OWNER, webhook.webhook_id)
    assert installation.queues[WEBHOOKS[0]].job_ids == []


def test_a_worker_ends_when_it_has_finished_its_deliveries(installation, start_worker):
    with receiving() as receiver:
        webhook = hook(installation, receiver)
        report(installation, webhook, 1)
        worker = start_worker("webhooks")
        until(lambda: all(statuses(installation, webhook)), "it has arrived")
        worker.terminate()
        assert worker.wait(20) == 0


def test_a_share_without_a_free_thread_leaves_its_job_to_the_end_of_the_queue(installation, monkeypatch):
    monkeypatch.setattr(jobs, "_threads", DeliveryThreads(0))
    webhook = added(installation, OWNER, "https://127.0.0.2/")
    jobs.deliver(OWNER, webhook.webhook_id)
    assert installation.queues[WEBHOOKS[0]].job_ids == [f"webhook-{webhook.webhook_id}-0"]


def test_a_job_sends_a_heartbeat_and_leaves_deliveries_to_others_if_its_worker_stops(
    installation, tmp_path, monkeypatch
):
    alive, webhook = tmp_path / "alive", added(installation, OWNER, "https://127.0.0.2/")
    monkeypatch.setenv(VARIABLE, str(alive))
    monkeypatch.setattr(heartbeat, "_last", [0.0])
    monkeypatch.setattr(lease, "_stops", [True])
    with pytest.raises(lease.WorkerStopping):
        jobs.deliver(OWNER, webhook.webhook_id)
    assert alive.exists()


def test_a_share_takes_at_most_as_many_threads_as_it_leaves_free():
    threads = DeliveryThreads(12)
    taken = {share: sum(threads.take(share, 0.0) for _ in range(12)) for share in (1, 2, 3)}
    assert taken == {1: 6, 2: 3, 3: 2}


def test_a_thread_is_free_again_after_its_work():
    threads = DeliveryThreads(2)
    assert [threads.take(1, 0.0), threads.take(1, 0.0)] == [True, False]
    threads.run(1, lambda: None)
    assert threads.take(1, 10.0)
