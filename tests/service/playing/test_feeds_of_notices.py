"""Test the feed: how long notices stay, and what a client learns about deleted ones."""

import time

import pytest
from msgspec import UNSET

from domain import replay
from service.game import game_info
from service.game.game import load
from service.lobby import seating
from service.players import deletion
from service.playing import abort, notices
from service.playing.expected_notices import concerned_seats, expected_notices
from service.store import START, LogPosition, StoredNotice, feeds
from tests.rulesets.games import NAMES, PLAYED, play, redeals
from tests.service.helpers.games.feeds import claimed, entries_of
from tests.service.helpers.players.notices import (
    ADA,
    BEN,
    CAT,
    game_in,
    known,
    reported,
)


def turn(version, game_id="g" * 20, kind="your_turn"):
    """Return a notice."""
    decision = version if kind == "your_turn" else UNSET
    return StoredNotice(kind, "2026-01-01T00:00:00.000000Z", game_id, "tiny", version, 0, decision)


def test_the_notice_of_a_past_turn_is_omitted(service):
    store = service.installation.store.feeds
    for version in (1, 9, 5, 9, 12):
        store.append({ADA: [turn(version)]}, time.time())
    assert [each.version for each in entries_of(service, ADA)] == [1, 9, 12]


def test_a_feed_keeps_its_last_notices_and_reports_deleted_ones(service, monkeypatch):
    monkeypatch.setattr(feeds, "MOST_NOTICES", 5)
    store = service.installation.store.feeds
    ids = []
    for number in range(8):
        store.append({ADA: [turn(number)]}, time.time())
        ids.append(store.read(ADA, START, 100, time.time()).entries[-1][0])
    stored = store.read(ADA, START, 100, time.time())
    assert [position for position, _ in stored.entries] == ids[3:]
    assert (stored.lost, store.read(ADA, ids[0], 100, time.time()).lost) == (None, ids[2])


def test_a_feed_keeps_its_notices_for_thirty_days(service):
    store, later = service.installation.store.feeds, time.time() + 31 * 24 * 3600
    store.append({ADA: [turn(1)]}, time.time())
    store.append({ADA: [turn(2)]}, later)
    assert [each.version for each in entries_of(service, ADA)] == [2]


def test_ids_rise_although_the_clock_is_put_back(service):
    store, now = service.installation.store.feeds, time.time()
    for version, moment in enumerate((now, now + 3600, now, now - 3600, now + 7200)):
        store.append({ADA: [turn(version)]}, moment)
    entries = store.read(ADA, START, 10, now).entries
    assert [each.version for _, each in entries] == [0, 1, 2, 3, 4]
    assert [position for position, _ in entries] == sorted({position for position, _ in entries})


def test_the_record_of_sent_notices_is_deleted_with_the_last_notices_of_the_game(service, monkeypatch):
    monkeypatch.setattr(feeds, "MOST_NOTICES", 5)
    store, client = service.installation.store.feeds, service.installation.store.servers.client
    for number in range(30):
        game_id = f"{number:020}"
        store.append(
            {ADA: [turn(0, game_id), turn(1, game_id, "queue_dropped"), turn(3, game_id, "scored")]}, time.time()
        )
    assert len(client.hkeys(f"bottega:{{{ADA}}}:marks")) <= 5 + len(feeds.MARKED)


def test_no_player_gets_a_notice_of_a_game_again_that_the_feed_has_forgotten(service):
    game, other = claimed(service, ADA, BEN), claimed(service, CAT)
    for seat in (0, 1):
        abort.abort(service.installation, game.game_id, seat, creator=False)
    assert [each[0] for each in reported(service)] == ["seated", "your_turn", "aborted"]
    service.pass_time(days=31)
    seating.claim_seat(service.installation, other.game_id, 1, caller=known(service.installation, ADA))
    since = reported(service)
    notices.send_missing(service.installation, game.game_id)
    assert reported(service) == since


def test_a_client_ahead_after_data_loss_continues_with_the_notices_sent_again(service):
    store = service.installation.store.feeds
    store.append({ADA: [turn(1)]}, time.time())
    (position, _), *_ = store.read(ADA, START, 10, time.time()).entries
    ahead = LogPosition(position.number + 60_000, "0")
    assert store.read(ADA, ahead, 10, time.time()).position == position


def test_a_client_that_returns_after_the_feed_has_expired_learns_of_deleted_notices(service):
    store = service.installation.store.feeds
    old = LogPosition(1000, "0")
    assert store.read(ADA, old, 10, time.time()).lost > old
    assert store.read(ADA, START, 10, time.time()).lost is None


def test_the_feed_of_a_deleted_player_is_deleted(service):
    claimed(service, ADA, BEN)
    deletion.delete_caller(service.installation, known(service.installation, ADA))
    assert reported(service) == []


def test_a_removed_game_leaves_only_its_notices(service):
    game = claimed(service, ADA)
    service.installation.store.remove(load(service.installation, game.game_id).header)
    assert service.installation.store.servers.client.hkeys(f"bottega:{{{ADA}}}:marks") == [b"latest"]


@pytest.mark.parametrize("name", NAMES)
def test_notices_do_not_depend_on_what_the_player_cannot_know(name):
    ruleset = PLAYED[name]
    for seats in (ruleset.min_seats, ruleset.max_seats):
        game = play(name, seats, seats)
        position = replay.start(ruleset, game.options, seats, game.seed)
        for step in [*game.steps[:30], None]:
            for seat in range(seats):
                for state in redeals(ruleset, position.state, seat, "notices"):
                    assert notices_due(ruleset, position, position.state, seat) == notices_due(
                        ruleset, position, state, seat
                    )
            if step is not None:
                replay.step(ruleset, position, step.seat, step.action, game.seed)


def notices_due(ruleset, position, state, seat):
    """Return the notices due to the player of a seat in a state."""
    game = game_in(ruleset, position, state, seat)
    return (
        expected_notices(game, seat, "now"),
        concerned_seats(game),
        game_info.low_times(game.header, game.info, position.decisions),
    )
