"""Test webhook deliveries: real receivers, a real Redis, real workers and a real sweeper."""

import json
import subprocess
import sys
import threading
import time
from contextlib import suppress
from functools import partial

import pytest
from standardwebhooks.webhooks import Webhook as Verifier

from service.installation.jobs import WEBHOOK_SLOTS
from service.resources.messages import SeatTurn, YourTurnMessage
from service.resources.webhooks import NewWebhook
from service.runtime.heartbeat import VARIABLE
from service.webhooks import webhooks
from service.webhooks.deliveries import LEASE_SECONDS
from service.webhooks.webhooks import Message
from tests.service.webhooks import silent
from tests.workers.receivers import BROKEN, NOTHING, receiving
from tests.workers.waiting import until
from workers.jobs import lease
from workers.jobs import webhooks as jobs
from workers.jobs.webhooks import THREADS, TURN
from workers.processes.sweeper import sweep_webhooks

OWNER = "g" * 20
SECRET = "whsec_" + "c2VjcmV0" * 4


@pytest.fixture
def environ(environ):
    return environ | {"BOTTEGA_WEBHOOK_TARGETS": "127.0.0.2/32"}


@pytest.fixture
def sweeper(environ):
    """Run a real sweeper."""
    with subprocess.Popen([sys.executable, "-m", "workers.command.entry", "sweeper"], env=environ) as process:
        yield process
        process.kill()


def hook(bottega, receiver, owner=OWNER):
    """Enqueue a delivery to a receiver."""
    return added(bottega, owner, receiver.url)


def added(bottega, owner, url):
    """Add a webhook to an existing owner."""
    bottega.store.servers.client.set(f"bottega:{{{owner}}}:header", b"{}")
    return webhooks.add(bottega, owner, NewWebhook(url=url, secret=SECRET))


def tell(bottega, webhook, number, owner=OWNER):
    """Enqueue a delivery for a webhook; return its id."""
    turn = YourTurnMessage("2026-01-01T00:00:00.000000Z", SeatTurn(owner, "tiny", 1, number, 1))
    message = Message(str(number), turn, silent)
    webhooks.publish(bottega, owner, [webhooks.read(bottega, owner, webhook.webhook_id)], message)
    return webhooks.delivery_id(webhook.webhook_id, message)


def verified(receiver):
    """Verify all deliveries as a receiver does; return the content by id."""
    return {each.id: Verifier(SECRET).verify(each.body, each.headers)["data"]["seat"] for each in receiver.got}


def statuses(bottega, webhook, owner=OWNER):
    """Count the deliveries by state."""
    log = bottega.store.webhooks.log(owner, webhook.webhook_id, None, 1000)
    return [each.due is None and bool(each.delivery.delivered_at) for each in log]


def has_arrived(bottega, webhook):
    """Whether the only delivery has arrived."""
    return statuses(bottega, webhook) == [True]


def test_every_kind_of_failing_receiver_gets_each_delivery_at_least_once_and_no_private_one_does(
    bottega, start_worker, sweeper
):
    with receiving(host="127.0.0.1") as inside:
        moved = f"HTTP/1.1 302 Found\r\nLocation: {inside.url}\r\nContent-Length: 0\r\n\r\n".encode()
        faults = {0: BROKEN, 1: None, 2: moved, 3: NOTHING + BROKEN}

        def misbehave(sent, times):
            """Return a response that fails the first time for each id."""
            return NOTHING if times else faults[json.loads(sent.body)["data"]["seat"]]

        with receiving(misbehave) as receiver:
            hooks = {number: hook(bottega, receiver) for number in faults}
            expected = {tell(bottega, webhook, number): number for number, webhook in hooks.items()}
            start_worker("webhooks")
            for number in (0, 2, 3, 1):  # what hung comes last
                until(partial(has_arrived, bottega, hooks[number]), f"{number} has arrived")
            assert verified(receiver) == expected
            arrivals = {expected[each]: times for each, times in receiver.ids().items()}
            assert arrivals == {0: 2, 1: 2, 2: 2, 3: 1}
            assert all(each.headers["host"].startswith("127.0.0.2:") for each in receiver.got)
        assert inside.got == []


def test_a_private_ip_address_behind_a_webhook_is_never_connected_to(bottega, start_worker):
    with receiving(host="127.0.0.1") as inside:
        url = inside.url.replace("127.0.0.1", "localhost")
        webhook = added(bottega, OWNER, url)
        tell(bottega, webhook, 1)
        start_worker("webhooks")
        until(
            lambda: bottega.store.webhooks.log(OWNER, webhook.webhook_id, None, 1)[0].delivery.attempts, "it is tried"
        )
        (logged,) = bottega.store.webhooks.log(OWNER, webhook.webhook_id, None, 1)
        assert logged.delivery.error.startswith("not sent: ")
        assert logged.due > time.time()
        assert inside.got == []


def test_a_worker_killed_during_a_delivery_leaves_no_delivery_unsent(bottega, start_worker, sweeper):
    with receiving(lambda _sent, times: NOTHING if times else None) as receiver:
        webhook = hook(bottega, receiver)
        sent = tell(bottega, webhook, 1)
        first = start_worker("webhooks")
        until(lambda: receiver.got, "it is being sent")
        first.kill()
        first.wait()
        started = time.monotonic()
        start_worker("webhooks")
        until(lambda: all(statuses(bottega, webhook)), "it has arrived")
        assert time.monotonic() - started < LEASE_SECONDS + 12
        assert receiver.ids() == {sent: 2}
        assert verified(receiver) == {sent: 1}


def test_deliveries_are_sent_after_a_time_without_workers_and_the_loss_of_the_queues(bottega, start_worker, sweeper):
    with receiving() as receiver:
        webhook = hook(bottega, receiver)
        expected = {tell(bottega, webhook, number): number for number in range(3)}
        bottega.queues["webhooks"].empty()
        start_worker("webhooks")
        until(lambda: all(statuses(bottega, webhook)), "everything has arrived")
        assert verified(receiver) == expected


def test_hanging_receivers_do_not_delay_others(bottega, start_worker):
    with receiving(lambda *_: None) as hanging, receiving() as receiver:
        for number in range(20):
            tell(bottega, hook(bottega, hanging, f"{number:020}"), number, f"{number:020}")
        webhook = hook(bottega, receiver)
        start_worker("webhooks")
        until(lambda: len(hanging.got) == 20, "all that hang are waited for")
        started = time.monotonic()
        expected = {tell(bottega, webhook, number): number for number in range(20)}
        until(lambda: all(statuses(bottega, webhook)), "the other one receives it")
        assert time.monotonic() - started < 8
        assert verified(receiver) == expected
        assert len(hanging.got) == 20


def test_a_webhook_with_many_deliveries_has_few_jobs_and_others_wait_for_a_turn_only(bottega):
    flooded, other = (added(bottega, owner, "https://example.org/") for owner in (OWNER, "h" * 20))
    for number in range(100):
        tell(bottega, flooded, number)
    tell(bottega, other, 1, "h" * 20)
    waiting = [each.split("-")[1] for each in bottega.queues["webhooks"].job_ids]
    assert waiting == [flooded.webhook_id] * WEBHOOK_SLOTS + [other.webhook_id]


def test_a_flood_of_deliveries_of_one_owner_does_not_delay_another(bottega, start_worker):
    before = []
    with receiving() as flooded, receiving(lambda *_: before.append(len(flooded.got)) or NOTHING) as receiver:
        webhook, other = hook(bottega, flooded), hook(bottega, receiver, "h" * 20)
        for number in range(500):
            tell(bottega, webhook, number)
        tell(bottega, other, 1, "h" * 20)
        start_worker("webhooks")
        until(lambda: all(statuses(bottega, webhook)), "everything has arrived")
    assert len(flooded.ids()) == 500
    assert before[0] < 10 * WEBHOOK_SLOTS * TURN


def test_the_jobs_of_a_killed_worker_do_not_hold_back_a_webhook(bottega):
    webhook = added(bottega, OWNER, "https://example.org/")
    tell(bottega, webhook, 1)
    bottega.queues["webhooks"].connection.delete("rq:queue:webhooks")
    sweep_webhooks(bottega, time.time() + 3600)
    tell(bottega, webhook, 2)
    assert [each.rpartition("-")[2] for each in bottega.queues["webhooks"].job_ids] == ["again", "0"]


def test_a_removed_webhook_has_no_jobs(bottega):
    webhook = added(bottega, OWNER, "https://example.org/")
    for number in range(10):
        tell(bottega, webhook, number)
    webhooks.remove(bottega, OWNER, webhook.webhook_id)
    assert bottega.queues["webhooks"].job_ids == []


def test_a_worker_ends_when_it_has_finished_its_deliveries(bottega, start_worker):
    with receiving() as receiver:
        webhook = hook(bottega, receiver)
        tell(bottega, webhook, 1)
        worker = start_worker("webhooks")
        until(lambda: all(statuses(bottega, webhook)), "it has arrived")
        worker.terminate()
        assert worker.wait(20) == 0


def test_a_job_that_waits_for_a_receiver_sends_heartbeats_and_ends_with_its_worker(bottega, tmp_path, monkeypatch):
    alive = tmp_path / "alive"
    monkeypatch.setenv(VARIABLE, str(alive))
    monkeypatch.setattr(lease, "_stops", [])
    hook_id = added(bottega, OWNER, "https://127.0.0.2/").webhook_id
    for _ in range(THREADS):
        jobs._free.acquire()
    try:
        waiting = threading.Thread(target=suppressed, args=(OWNER, hook_id))
        waiting.start()
        until(alive.exists, "a sign of life")
        lease.stop()
        waiting.join(10)
        assert not waiting.is_alive()
    finally:
        for _ in range(THREADS):
            jobs._free.release()


def suppressed(owner, webhook_id):
    """Run the job until its worker must end."""
    with suppress(lease.WorkerStopping):
        jobs.deliver(owner, webhook_id)
