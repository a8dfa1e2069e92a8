"""Test that operations on a game that was deleted in the meantime store no data."""

import logging
import time

import pytest

from service import problems
from service.game import history
from service.game.game import load
from service.matchmaking.subject import SEEKS
from service.reading import records
from service.store import GameInfo, GameUnreadable, Holder, RunningClocks, StoredNotice, StoredWebhook, raw_game
from service.store.keys import DUE, key
from service.store.webhook_types import Delivery
from service.tournaments import progress
from service.tournaments.subject import TOURNAMENTS
from service.webhooks.subject import WEBHOOKS
from tests.races.deleting import _left_over
from tests.service.helpers.games.lists import finish
from tests.service.helpers.players.player import player
from tests.service.helpers.tournaments import games_of, has_started, rounds
from workers.processes.expiry import expire_games
from workers.processes.sweeper import sweep, sweep_of

sweep_tournaments = sweep_of(TOURNAMENTS.due)

SOON = 4e9
CLOCK = {"kind": "per_decision", "seconds": 60}
DELIVERY = Delivery("m1", "your_turn", "{}", "2026-01-01T00:00:00.000000Z")


@pytest.fixture
def late(service):
    """Delete a game just after it was read; return the creator, the game and the stored data."""
    creator = player(service, "Host")
    seats = [{"kind": "human", "player": creator.id}, {"kind": "open"}]
    made = creator.create(seats, clock=CLOCK, label="late", metadata={"a": "b"}).json
    creator.claim(made["game_id"], 1)
    game = load(service.installation, made["game_id"])
    stored = service.installation.store.load(made["game_id"])
    assert creator.send("DELETE", f"/games/{made['game_id']}").status_code == 204
    return creator, game, stored


def everything(store, creator, loaded, stored):
    """List all operations that write data of a game."""
    name, header, game = loaded.header.game_id, loaded.header, GameInfo(label="later")
    clocks = RunningClocks({f"{name}:0:0": SOON}, SOON)
    hook = StoredWebhook(
        webhook_id="wh_late",
        url="https://example.org/",
        event_types=(),
        created_at=DELIVERY.created_at,
        secret="whsec_" + "c2VjcmV0" * 4,
    )
    notice = StoredNotice("your_turn", "2026-01-01T00:00:00.000000Z", name, "tiny", 3, 0, 3)
    return {
        "create": lambda: store.create(header, stored.snapshot, {}, due=SOON, clocks=clocks),
        "arrange": lambda: store.replace_info(name, stored.info, game, due=SOON, clocks=clocks, publish=True),
        "begin": lambda: store.start_game(name, stored.info, game, due=SOON, clocks=clocks),
        "claim": lambda: store.seats.claim(name, 1, Holder(), Holder("d1"), None, 1, due=SOON, clocks=clocks),
        "hold": lambda: store.seats.hold(name, 0, Holder(player=creator.id), Holder("d1")),
        "leave": lambda: store.seats.leave(name, 0, Holder(player=creator.id), stored.info, game),
        "result": lambda: store.results.save(name, b"{}"),
        "snapshot": lambda: raw_game.put_snapshot(store.servers, name, 0, stored.snapshot),
        "ask for a hint": lambda: store.advice.request_hint(name, 0, 0, 10),
        "keep a hint": lambda: store.advice.store_hint(name, 0, 0, b"{}"),
        "analyse": lambda: store.advice.start_analysis(name, SOON),
        "review": lambda: store.advice.append_reviews(name, 0, [b"{}"], SOON),
        "conclude": lambda: store.advice.finish_analysis(name, b"{}", b"<svg/>"),
        "add a webhook": lambda: store.webhooks.add(name, hook, 10),
        "notify": lambda: store.webhooks.notify(name, "wh_late", DELIVERY, 0.0, 1.0),
        "send again": lambda: store.webhooks.send_again(name, "wh_late", "m1", 0.0, 1.0),
        "note presence": lambda: store.presence.note({(name, "s0"): 1.0}),
        "tell": lambda: store.feeds.append({creator.id: [notice]}, time.time()),
        "tell durably": lambda: store.feeds.append_durably({creator.id: [notice]}, time.time()),
        "finish": lambda: store.lists.finish(header, stored.claims),
        "abort": lambda: store.lists.abort(header, stored.claims),
        "tag": lambda: store.lists.tag(name, ["=later"]),
        "add a holder": lambda: store.lists.add_holder(header, Holder("d1", "Late", creator.id)),
        "look again": lambda: store.lists.check_at(name, 0.0),
        "restore": lambda: store.archived.restore(name),
        "end its deal": lambda: store.deals.end("dl_" + "a" * 20, [name]),
    }


def test_no_write_brings_anything_back(service, late):
    creator, game, stored = late
    store, client = service.installation.store, service.installation.store.servers.client
    own = [game.header.game_id.encode()]
    assert _left_over(client, own) == set()
    for what, write in everything(store, creator, game, stored).items():
        write()
        left = {name for name, _ in _left_over(client, own)}
        assert left <= {b"bottega:{webhooks}:due"}, what  # which the sweeper settles
    sweep_of(WEBHOOKS.due)(service.installation, 100.0)
    assert _left_over(client, own) == set()


@pytest.mark.parametrize("read", [history.whole_log, records.digest])
def test_a_missing_log_is_not_taken_for_an_empty_one(service, read):
    lost, deleted = service.new_game(), service.new_game()
    for game in (lost, deleted):
        finish(service, game.game_id)
    games = [load(service.installation, game.game_id) for game in (lost, deleted)]
    service.installation.store.servers.client.rpop(key(lost.game_id, "log"))
    service.installation.store.remove(games[1].header)
    for loaded, error in zip(games, (GameUnreadable, problems.GameNotFound), strict=True):
        with pytest.raises(error):
            read(service.installation, loaded)


def test_a_due_entry_of_a_deleted_game_is_settled_without_an_error(service, late, caplog):
    _, game, _ = late
    client = service.installation.store.servers.client
    client.zadd(DUE, {game.header.game_id: 1.0, "g" * 20: 2.0})
    with caplog.at_level(logging.INFO):
        sweep(service.installation, time.time())
    assert client.zcard(DUE) == 0
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


def test_a_due_entry_stays_while_its_game_may_still_be_created(service):
    installation = service.installation
    client, game = installation.store.servers.client, service.new_game()
    header = installation.store.header(game.game_id)
    installation.store.remove(header)
    installation.store.lists.add(header)
    client.zadd(DUE, {game.game_id: 1.0})
    sweep(installation, time.time())
    assert client.zscore(DUE, game.game_id) is not None
    expire_games(installation, time.time() + 4000)
    sweep(installation, time.time() + 5000)
    assert client.zcard(DUE) == 0


def test_a_tournament_continues_without_a_game_that_was_deleted(service):
    who, address = has_started(service, rated=False)
    first, *others = games_of(who, address)
    assert who.send("DELETE", f"/games/{first}").status_code == 204
    for each in others:
        assert who.send("DELETE", f"/games/{each}").status_code == 204
    sweep_of(SEEKS.due)(service.installation, time.time())
    sweep_tournaments(service.installation, time.time() + 100)
    progress.drive(service.installation, address.rpartition("/")[2])
    assert len(rounds(who, address)) == 2
    events = who.get(f"{address}/events").json["events"]
    assert {each["game_id"] for each in events if each["type"] == "finished" and each["aborted"]} == {first, *others}
