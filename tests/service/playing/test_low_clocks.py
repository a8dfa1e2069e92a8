"""Test that a seat with little time left gets one notice when it must act."""

import time

import pytest

from domain.clock import DAY, MINUTE, SECOND
from service.game import clocks, game_info
from service.game.clocks import moment_of
from service.game.game import load
from service.playing import abort, missed_decisions
from service.store import OUTAGES, START
from service.store.clock_list import TimedDecision
from tests.service.helpers.client.responses import at_once
from tests.service.helpers.games.clocks import timed
from tests.service.helpers.players.low_clocks import LONG, OPEN, put_back, running
from tests.service.helpers.players.notices import ADA, BEN, act, muted, reported, timed_for
from tests.service.helpers.players.player import player
from tests.service.helpers.players.webhooks import URL, bodies
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
    game = timed_for(sandbox, ADA, BEN, clock=LONG)
    game.wait(539)
    assert kinds(sandbox) == ["seated", "your_turn"]
    game.wait(1)
    assert reported(sandbox)[-1] == LOW
    game.wait(1)
    assert (kinds(sandbox).count("clock_low"), kinds(sandbox, BEN)) == (1, ["seated"])


def test_the_notice_has_the_decision_and_its_deadline(sandbox):
    game = timed_for(sandbox, ADA, BEN, clock=LONG)
    game.wait(550)
    (_, turn), (_, low) = sandbox.installation.store.feeds.read(ADA, START, 9, time.time()).entries[1:]
    assert (low.decision, low.deadline, low.version) == (turn.decision, turn.deadline, turn.version)


def test_each_decision_has_its_own_notice(sandbox):
    game = timed_for(sandbox, ADA, BEN, clock=LONG)
    game.wait(550)
    game.wait(50)
    game.wait(550)
    lows = [each for each in reported(sandbox) if each[0] == "clock_low"]
    assert len(lows) == len(set(lows)) == 2


def test_no_notice_is_sent_for_a_completed_decision(sandbox):
    game = timed_for(sandbox, ADA, BEN, clock=LONG)
    game.wait(500)
    act(game, 0)
    game.wait(99)
    assert "clock_low" not in kinds(sandbox)


def test_time_that_has_passed_is_not_low(sandbox):
    game = timed_for(sandbox, ADA, BEN, clock=LONG)
    game.wait(600)
    assert "clock_low" not in kinds(sandbox)


def test_a_short_time_is_never_low(sandbox):
    game = timed_for(sandbox, ADA, BEN, clock={"kind": "per_decision", "seconds": 20})
    for _ in range(20):
        game.wait(1)
    assert "clock_low" not in kinds(sandbox)


def test_a_resigned_seat_gets_no_warning(sandbox):
    game = timed_for(sandbox, ADA, BEN, clock=LONG)
    missed_decisions.resign(sandbox.installation, game.game_id, 1)
    game.wait(550)
    assert "clock_low" not in kinds(sandbox)


def test_the_clock_keepers_send_the_notice_at_its_time_and_not_before(service):
    game = running(service, ADA, BEN)
    resolve_deadlines(service.installation, time.time())
    assert kinds(service) == ["seated", "your_turn"]
    put_back(service, game, 541)
    assert resolve_deadlines(service.installation, time.time()) == 1
    assert reported(service)[-1] == LOW
    assert {*service.installation.store.clocks.all()} == {TimedDecision(game.game_id, 0, 0)}


def test_an_early_check_is_postponed(service):
    game = running(service, ADA, BEN)
    low, client = TimedDecision(game.game_id, 0, 0).low, service.installation.store.servers.client
    client.zadd("bottega:clocks", {low.member: 1.0})
    resolve_deadlines(service.installation, time.time())
    assert service.installation.store.clocks.all()[low] > time.time() + 530
    assert "clock_low" not in kinds(service)


def test_many_keepers_at_once_send_one_notice(service):
    game = running(service, ADA, BEN)
    put_back(service, game, 541)
    due = TimedDecision(game.game_id, 0, 0).low
    at_once([lambda: missed_decisions.handle_deadline(service.installation, due)] * 8)
    assert kinds(service).count("clock_low") == 1


def test_the_next_check_sends_a_notice_that_redis_could_not_store(service):
    game = running(service, ADA, BEN)
    put_back(service, game, 541)
    muted(service)
    lost = service.installation.store.feeds
    lost.append_durably = lost.append
    with pytest.raises(OUTAGES):
        resolve_deadlines(service.installation, time.time())
    service.installation.store.feeds = lost.true
    resolve_deadlines(service.installation, time.time() + 1)
    assert kinds(service).count("clock_low") == 1


def test_an_aborted_game_leaves_no_entry_on_the_list(service):
    game = running(service, ADA, BEN)
    for seat in (0, 1):
        abort.abort(service.installation, game.game_id, seat, creator=False)
    assert service.installation.store.clocks.all() == {}


def test_an_abort_after_the_warning_is_notified(service):
    game = running(service, ADA, BEN)
    put_back(service, game, 541)
    resolve_deadlines(service.installation, time.time())
    for seat in (0, 1):
        abort.abort(service.installation, game.game_id, seat, creator=False)
    assert kinds(service)[-2:] == ["clock_low", "aborted"]


def test_webhooks_of_the_player_and_of_the_game_get_one_delivery_each(sandbox):
    ada = player(sandbox)
    own = ada.post("/me/webhooks", {"url": URL, "event_types": ["clock_low"]}).json["webhook_id"]
    created = timed(sandbox, LONG, seats=OPEN).json
    owner = {"Authorization": f"Bearer {created['creator_token']}"}
    game_id, client = created["game_id"], sandbox.client
    hook = {"url": URL, "event_types": ["clock_low"]}
    games = client.post(f"/v1/games/{game_id}/webhooks", json=hook, headers=owner).json["webhook_id"]
    ada.claim(game_id, 0)
    client.post(f"/v1/games/{game_id}/seats/1/claim", json={})
    for seconds in (550, 1):
        client.post(f"/v1/games/{game_id}/clock", json={"seconds": seconds}, headers=owner)
    assert (
        bodies(sandbox.installation, ada.id, own)
        == bodies(sandbox.installation, game_id, games)
        == [("clock_low", 0, 0)]
    )


def test_a_budget_is_low_when_a_tenth_of_its_time_at_the_start_of_the_decision_is_left(sandbox):
    game = timed_for(sandbox, ADA, BEN, clock={"kind": "budget", "seconds": 599})
    loaded = load(sandbox.installation, game.game_id)
    low = TimedDecision(game.game_id, 0, 0).low
    found = game_info.low_times(loaded.header, loaded.info, loaded.position.decisions)
    assert found == {low: moment_of(loaded.header.created_at) + 540 * SECOND}
