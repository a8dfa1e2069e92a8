"""Test when notifications are sent: quiet hours, digests, and turns that are over."""

from datetime import UTC, datetime

import pytest

from service.installation.jobs import WEBHOOKS
from service.resources.notifications import QuietHours
from service.webhooks import quiet_hours
from service.webhooks.subject import WEBHOOKS as SUBJECT
from tests.service.helpers.players.notifications import (
    FUTURE,
    NIGHT,
    PATH,
    PLAY,
    Browser,
    created,
    game_of,
    play_out,
    sent,
    target_terms,
)
from tests.workers.receivers import BROKEN, receiving
from workers.processes.sweeper import sweep_of

sweep_webhooks = sweep_of(SUBJECT.due)


@pytest.mark.parametrize(
    ("moment", "sent_at"),
    [
        ("2026-11-26T20:59:59", "2026-11-26T20:59:59"),
        ("2026-11-26T21:00:00", "2026-11-27T06:00:00"),
        ("2026-11-27T05:59:59", "2026-11-27T06:00:00"),
        ("2026-11-27T06:00:00", "2026-11-27T06:00:00"),
        ("2026-07-01T20:30:00", "2026-07-02T05:00:00"),
        ("2026-03-28T23:00:00", "2026-03-29T05:00:00"),
    ],
)
def test_quiet_hours_end_at_the_local_time_also_when_clocks_change(moment, sent_at):
    terms = target_terms(quiet_hours=QuietHours(**NIGHT))
    assert quiet_hours.after(terms, unix(moment)) == unix(sent_at)


def test_quiet_hours_can_be_within_a_day_and_equal_times_mean_none():
    office = QuietHours("09:00", "17:00", "UTC")
    assert quiet_hours.after(target_terms(quiet_hours=office), unix("2026-11-26T12:00:00")) == unix(
        "2026-11-26T17:00:00"
    )
    never = QuietHours("09:00", "09:00", "UTC")
    assert quiet_hours.due_at(target_terms(quiet_hours=never, digest_minutes=5), 60.0) == 360.0


def unix(moment):
    return datetime.fromisoformat(moment).replace(tzinfo=UTC).timestamp()


def test_nothing_is_sent_in_quiet_hours_and_all_of_it_as_one_message_afterwards(service, receiver, ada, ben):
    evening = datetime(2026, 11, 26, 22, 30, tzinfo=UTC)
    service.use(now=lambda: evening)
    browser = Browser(receiver.url)
    target = created(ada, web_push=browser.subscription, quiet_hours=NIGHT | {"time_zone": "UTC"})
    games = [game_of(ada, ben) for _ in range(2)]
    morning = datetime(2026, 11, 27, 7, 0, tzinfo=UTC).timestamp()
    assert sent(ada, target, morning - 1) == []
    assert sent(ada, target, morning + 1) == [""]
    (push,) = receiver.got
    line = "Your turn: Stakes. Players: Ben"
    assert browser.read(push) == {
        "title": "Notifications: 2",
        "body": f"{line}\n{line}",
        "url": f"{PLAY}/",
        "tag": "bottega",
    }
    assert len({each.game_id for each in games}) == 2


def test_a_failed_message_is_not_retried_in_quiet_hours(service, ada, ben):
    now = datetime(2026, 11, 26, 21, 59, 58, tzinfo=UTC)
    service.use(now=lambda: now)
    with receiving(lambda *_: BROKEN) as receiver:
        target = created(ada, web_push=Browser(receiver.url).subscription, quiet_hours=NIGHT | {"time_zone": "UTC"})
        game_of(ada, ben)
        assert sent(ada, target, now.timestamp()) == ["the response was 500"]
    morning = datetime(2026, 11, 27, 7, 0, tzinfo=UTC).timestamp()
    assert service.installation.store.webhooks.next_check(ada.id, target["target_id"]) == morning


def test_a_digest_collects_the_events_of_several_games(service, receiver, ada, ben):
    start = datetime(2026, 11, 26, 12, 0, tzinfo=UTC)
    service.use(now=lambda: start)
    browser = Browser(receiver.url)
    target = created(ada, web_push=browser.subscription, digest_minutes=30)
    game_of(ada, ben)
    service.pass_time(minutes=20)
    game_of(ada, ben)
    due = start.timestamp() + 30 * 60
    assert sent(ada, target, due - 1) == []
    assert sent(ada, target, due) == [""]
    assert sent(ada, target, due + 30 * 60) == []
    assert [browser.read(each)["title"] for each in receiver.got] == ["Notifications: 2"]


def test_a_turn_that_is_over_when_the_message_is_due_is_not_sent(service, receiver, ada, ben):
    target = created(ada, web_push=Browser(receiver.url).subscription, events=["your_turn"], digest_minutes=5)
    play_out(game_of(ada, ben))
    for name in WEBHOOKS:
        service.installation.queues[name].empty()
    sweep_webhooks(service.installation, FUTURE)
    assert sent(ada, target) == receiver.got == []
    assert "last_delivery" not in ada.get(f"{PATH}/{target['target_id']}").json


def test_a_turn_that_is_still_pending_is_sent_after_a_sweep(service, receiver, ada, ben):
    target = created(ada, web_push=Browser(receiver.url).subscription, events=["your_turn"], digest_minutes=5)
    game_of(ada, ben)
    sweep_webhooks(service.installation, FUTURE)
    assert sent(ada, target) == [""]


def test_no_text_is_stored_after_it_was_sent(service, receiver, ada, ben):
    target = created(ada, web_push=Browser(receiver.url).subscription)
    game_of(ada, ben)
    (waiting,) = service.installation.store.webhooks.pending(ada.id, target["target_id"], 10)
    assert "Ben" in waiting.body
    sent(ada, target)
    (entry,) = service.installation.store.webhooks.log(ada.id, target["target_id"], None, 10)
    assert (entry.due, entry.delivery.body) == (None, "")


def test_a_test_message_is_sent_also_in_quiet_hours(service, receiver, ada):
    service.use(now=lambda: datetime(2026, 11, 26, 23, 0, tzinfo=UTC))
    browser = Browser(receiver.url)
    target = created(ada, web_push=browser.subscription, quiet_hours=NIGHT, digest_minutes=60, language="ru")
    delivery = ada.post(f"{PATH}/{target['target_id']}/test").json
    assert (delivery["status"], delivery["attempts"]) == ("pending", 0)
    assert sent(ada, target, datetime(2026, 11, 26, 23, 0, tzinfo=UTC).timestamp()) == [""]
    assert browser.read(receiver.got[0])["title"] == "Проверка"
