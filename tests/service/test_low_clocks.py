"""Test that a seat with little time left gets one notice when it must act."""

import time

import pytest

from service.game import clocks, game_info
from service.game.clocks import DAY, MINUTE, SECOND, moment_of
from service.game.game import load
from service.playing import abort, missed_decisions
from service.store import OUTAGES, START
from service.store.clock_list import TimedDecision
from tests.service.low_clocks import LONG, OPEN, put_back, running
from tests.service.notices import ADA, BEN, act, muted, reported, timed_for
from tests.service.players import player
from tests.service.races import at_once
from tests.service.timed import timed
from tests.service.webhooks import URL, bodies
from workers.processes.clock_keeper import resolve_deadlines

LOW = ("clock_low", 0, 0, 0)


def kinds(service, who=ADA):
    return [kind for kind, *_ in reported(service, who)]


@pytest.mark.parametrize(
    ("whole", "left"),
    [
        (30 * SECOND, 10 * SECOND),
        (99 * SECOND, 10 * SECOND),
        (600 * SECOND, MINUTE),
        (2 * DAY, DAY // 5),
        (30 * DAY, DAY),
    ],
)
def test_a_tenth_is_little_but_never_less_than_ten_seconds_nor_more_than_a_day(whole, left):
    assert clocks.low_time(7, 7 + whole) == 7 + whole - left


def test_a_decision_of_less_than_half_a_minute_has_no_warning():
    assert clocks.low_time(7, 6 + 30 * SECOND) is None


def test_a_player_with_little_time_left_is_notified_once_and_no_other_player(sandbox):
    table = timed_for(sandbox, ADA, BEN, clock=LONG)
    table.wait(539)
    assert kinds(sandbox) == ["seated", "your_turn"]
    table.wait(1)
    assert reported(sandbox)[-1] == LOW
    table.wait(1)
    assert (kinds(sandbox).count("clock_low"), kinds(sandbox, BEN)) == (1, ["seated"])


def test_the_notice_has_the_decision_and_its_deadline(sandbox):
    table = timed_for(sandbox, ADA, BEN, clock=LONG)
    table.wait(550)
    (_, turn), (_, low) = sandbox.bottega.store.feeds.read(ADA, START, 9, time.time()).entries[1:]
    assert (low.decision, low.deadline, low.version) == (turn.decision, turn.deadline, turn.version)


def test_each_decision_has_its_own_notice(sandbox):
    table = timed_for(sandbox, ADA, BEN, clock=LONG)
    table.wait(550)
    table.wait(50)
    table.wait(550)
    lows = [each for each in reported(sandbox) if each[0] == "clock_low"]
    assert len(lows) == len(set(lows)) == 2


def test_no_notice_is_sent_for_a_completed_decision(sandbox):
    table = timed_for(sandbox, ADA, BEN, clock=LONG)
    table.wait(500)
    act(table, 0)
    table.wait(99)
    assert "clock_low" not in kinds(sandbox)


def test_time_that_has_passed_is_not_low(sandbox):
    table = timed_for(sandbox, ADA, BEN, clock=LONG)
    table.wait(600)
    assert "clock_low" not in kinds(sandbox)


def test_a_short_time_is_never_low(sandbox):
    table = timed_for(sandbox, ADA, BEN, clock={"kind": "per_decision", "seconds": 20})
    for _ in range(20):
        table.wait(1)
    assert "clock_low" not in kinds(sandbox)


def test_a_resigned_seat_gets_no_warning(sandbox):
    table = timed_for(sandbox, ADA, BEN, clock=LONG)
    missed_decisions.resign(sandbox.bottega, table.game_id, 1)
    table.wait(550)
    assert "clock_low" not in kinds(sandbox)


def test_the_clock_keepers_send_the_notice_at_its_time_and_not_before(service):
    table = running(service, ADA, BEN)
    resolve_deadlines(service.bottega, time.time())
    assert kinds(service) == ["seated", "your_turn"]
    put_back(service, table, 541)
    assert resolve_deadlines(service.bottega, time.time()) == 1
    assert reported(service)[-1] == LOW
    assert {*service.bottega.store.clocks.all()} == {TimedDecision(table.game_id, 0, 0)}


def test_an_early_check_is_postponed(service):
    table = running(service, ADA, BEN)
    low, client = TimedDecision(table.game_id, 0, 0).low, service.bottega.store.servers.client
    client.zadd("bottega:clocks", {low.member: 1.0})
    resolve_deadlines(service.bottega, time.time())
    assert service.bottega.store.clocks.all()[low] > time.time() + 530
    assert "clock_low" not in kinds(service)


def test_many_keepers_at_once_send_one_notice(service):
    table = running(service, ADA, BEN)
    put_back(service, table, 541)
    wanted = TimedDecision(table.game_id, 0, 0).low
    at_once([lambda: missed_decisions.handle_deadline(service.bottega, wanted)] * 8)
    assert kinds(service).count("clock_low") == 1


def test_the_next_check_sends_a_notice_that_redis_could_not_store(service):
    table = running(service, ADA, BEN)
    put_back(service, table, 541)
    muted(service)
    lost = service.bottega.store.feeds
    lost.append_durably = lost.append
    with pytest.raises(OUTAGES):
        resolve_deadlines(service.bottega, time.time())
    service.bottega.store.feeds = lost.true
    resolve_deadlines(service.bottega, time.time() + 1)
    assert kinds(service).count("clock_low") == 1


def test_an_aborted_game_leaves_no_entry_on_the_list(service):
    table = running(service, ADA, BEN)
    for seat in (0, 1):
        abort.abort(service.bottega, table.game_id, seat, creator=False)
    assert service.bottega.store.clocks.all() == {}


def test_an_abort_after_the_warning_is_notified(service):
    table = running(service, ADA, BEN)
    put_back(service, table, 541)
    resolve_deadlines(service.bottega, time.time())
    for seat in (0, 1):
        abort.abort(service.bottega, table.game_id, seat, creator=False)
    assert kinds(service)[-2:] == ["clock_low", "aborted"]


def test_webhooks_of_the_player_and_of_the_game_get_one_delivery_each(sandbox):
    ada = player(sandbox)
    own = ada.post("/me/webhooks", {"url": URL, "event_types": ["clock_low"]}).json["webhook_id"]
    created = timed(sandbox, LONG, seats=OPEN).json
    host = {"Authorization": f"Bearer {created['creator_token']}"}
    game_id, client = created["game_id"], sandbox.client
    hook = {"url": URL, "event_types": ["clock_low"]}
    games = client.post(f"/v1/games/{game_id}/webhooks", json=hook, headers=host).json["webhook_id"]
    ada.claim(game_id, 0)
    client.post(f"/v1/games/{game_id}/seats/1/claim", json={})
    for seconds in (550, 1):
        client.post(f"/v1/games/{game_id}/clock", json={"seconds": seconds}, headers=host)
    assert bodies(sandbox.bottega, ada.id, own) == bodies(sandbox.bottega, game_id, games) == [("clock_low", 0, 0)]


def test_a_budget_is_low_when_a_tenth_of_its_time_at_the_start_of_the_decision_is_left(sandbox):
    table = timed_for(sandbox, ADA, BEN, clock={"kind": "budget", "seconds": 599})
    game = load(sandbox.bottega, table.game_id)
    low = TimedDecision(table.game_id, 0, 0).low
    found = game_info.low_times(game.header, game.info, game.position.decisions)
    assert found == {low: moment_of(game.header.created_at) + 540 * SECOND}
