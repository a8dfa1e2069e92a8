"""Test that games move to the archive and back without a visible change, even if processes die."""

import sqlite3
import time
from contextlib import closing

import pytest

from service.archive import ArchiveUnavailable
from service.playing import game_metadata, games
from service.resources.game_info import GameChange
from service.retention import archiving
from service.runtime import throttled_log
from service.settings import DAY
from service.store.archive_identity import IDENTITY
from service.store.archived_copies import copy_id
from service.telemetry import metrics
from service.webhooks import webhooks
from tests.service.analysis import analysed
from tests.service.archiving import (
    LISTS,
    OF_A_GAME,
    deaths,
    ended,
    held,
    kill,
    move,
    move_again,
    of,
    place_of,
    reported,
    settle,
    take_back,
    tidy,
)
from tests.service.contract import HOSTED
from tests.service.deals import dealt
from tests.service.lifetimes import leftovers
from tests.service.lists import finish, finish_and_score
from tests.service.past import Past
from tests.service.players import player
from tests.service.webhooks import OK, attempt, hooked, publish
from workers.jobs import context
from workers.processes.sweeper import expire_games

HOST = {"kind": "human"}


@pytest.fixture
def over(archival):
    """Return a game that has been scored and analysed."""
    return ended(archival)


def copies(service):
    """List the copies of games in the archive, which is a SQLite file and has its own id."""
    with closing(sqlite3.connect(service.bottega.settings.archive_url.removeprefix("sqlite://"))) as file:
        return [name for (name,) in file.execute("SELECT game_id FROM games") if name != IDENTITY]


def copy_of(table):
    """Return the name of the valid copy of a game."""
    mark = table.service.bottega.store.servers.client.get(f"bottega:{{{table.game_id}}}:archived")
    return copy_id(table.game_id, mark)


@pytest.mark.parametrize("ruleset", HOSTED)
def test_a_game_reads_the_same_bytes_from_the_archive(archival, ruleset):
    past = Past(archival, ruleset, HOSTED[ruleset].min_seats, number=5)
    games.score(archival.bottega, past.game_id)
    settle(archival)

    def wanted():
        return reported(archival, lambda path, viewer: past.get(viewer, path), past.viewers)

    before, last = wanted(), len(past.served) - 1
    assert archiving.archive(archival.bottega, past.game_id)
    assert wanted() == before
    assert [past.served_at(version) for version in (0, last // 2)] == [past.served[0], past.served[last // 2]]


def test_the_sweeper_archives_a_finished_game_after_its_time_and_keeps_a_few_bytes(over):
    advice = over.get("/analysis").data, over.get("/analysis/image").data
    before, bottega = of(over), over.service.bottega
    expire_games(bottega, time.time() + DAY - 60)
    assert {"header", "log", "state"} <= held(over)
    expire_games(bottega, time.time() + DAY + 60)
    assert held(over) == {"archived"}
    assert bottega.store.servers.client.memory_usage(f"bottega:{{{over.game_id}}}:archived") < 130
    assert (of(over), (over.get("/analysis").data, over.get("/analysis/image").data)) == (before, advice)


def test_an_aborted_game_is_moved_too(archival):
    table = archival.table()
    for seat in (0, 1):
        table.post("/abort", seat)
    settle(archival)
    before = of(table)
    move(table)
    assert (held(table), of(table)) == ({"archived"}, before)


def test_a_process_killed_while_archiving_a_game_loses_nothing(over, monkeypatch):
    before = of(over)
    for _ in deaths(over, monkeypatch, [("write", 1), ("put", 1), ("write", 2)], archiving.archive):
        assert of(over) == before
        move(over)
        assert (held(over), of(over)) == ({"archived"}, before)
        tidy(over)
        assert copies(over.service) == [copy_of(over)]
        take_back(over)


def test_a_process_killed_while_restoring_a_game_loses_nothing(over, monkeypatch):
    before, everything = of(over), of_redis(over)
    move(over)
    for done in deaths(over, monkeypatch, [("write", 1)], archiving.restore):
        assert of(over) == before
        assert archiving.restore(over.service.bottega, over.game_id) is not done
        assert (of_redis(over), of(over)) == (everything, before)
        move_again(over)


def of_redis(table):
    """Read all Redis data of a game except the data that archiving needs."""
    own = table.game_id.encode()
    return {
        key: value
        for key, value in table.stored.items()
        if own in key and not key.endswith((b":archived", b":superseded", b":restored"))
    }


def test_a_process_killed_while_removing_a_game_leaves_nothing(archival, monkeypatch):
    store, now = archival.bottega.store, time.time() + 366 * DAY
    for step, number in [("write", 1), ("remove", 1), ("write", 2)]:
        for done in (False, True):
            table = ended(archival)
            move(table)
            with monkeypatch.context() as patch:
                kill(patch, place_of(store, step), step, number, done=done)
                expire_games(archival.bottega, now)
            expire_games(archival.bottega, now + 31 * DAY)
            assert (leftovers(archival), copies(archival)) == (set(), [])


def test_changes_while_a_game_is_archived_are_not_lost(over, monkeypatch):
    bottega, archive = over.service.bottega, over.service.bottega.store.archived.copies.archive
    put = archive.put
    with monkeypatch.context() as patch:
        patch.setattr(
            archive,
            "put",
            lambda *what: (put(*what), game_metadata.change(bottega, over.game_id, GameChange(label="late"))),
        )
        assert not archiving.archive(bottega, over.game_id)
    move(over)
    assert over.get("").json["label"] == "late"


def test_a_game_that_is_removed_while_it_is_archived_does_not_stay_in_the_archive(over, monkeypatch):
    bottega, archive = over.service.bottega, over.service.bottega.store.archived.copies.archive
    put, header = archive.put, bottega.store.header(over.game_id)
    monkeypatch.setattr(archive, "put", lambda *what: (bottega.store.remove(header), put(*what)))
    assert not archiving.archive(bottega, over.game_id)
    assert (held(over), copies(over.service)) == (set(), [])


def test_a_game_stays_in_redis_as_long_as_it_has_pending_work(archival):
    context.use(archival.bottega)
    table = archival.table()
    finish(archival, table.game_id)
    assert not archiving.archive(archival.bottega, table.game_id)  # it is not scored
    games.score(archival.bottega, table.game_id)
    assert not archiving.archive(archival.bottega, table.game_id)  # it is due
    settle(archival)
    assert table.get("/analysis").status_code == 202
    settle(archival)
    assert not archiving.archive(archival.bottega, table.game_id)  # it is analysed
    analysed(table)
    settle(archival)
    hook = hooked(archival.bottega, table.game_id)
    publish(archival.bottega, hook, "one", owner=table.game_id)
    assert not archiving.archive(archival.bottega, table.game_id)  # its webhook waits
    attempt(archival.bottega, hook, OK, time.time(), owner=table.game_id)
    move(table)


def test_a_game_stays_in_redis_while_its_last_response_may_be_requested_again(archival):
    table = archival.table()
    while waiting := table.view()["to_act"]:
        response = table.action_body(waiting[0])
        sent = (waiting[0], response, {"Idempotency-Key": f"{table.view()['version']:016}"})
        done = table.post("/actions", *sent)
    games.score(archival.bottega, table.game_id)
    settle(archival)
    assert not archiving.archive(archival.bottega, table.game_id)
    assert table.post("/actions", *sent).data == done.data
    archival.bottega.store.servers.client.delete(f"bottega:{{{table.game_id}}}:responses")
    move(table)


def test_a_game_of_a_deal_stays_in_redis_until_all_have_ended(archival):
    tables = [dealt(archival, number) for number in range(3)]
    for table in tables:
        settle(archival)
        assert not archiving.archive(archival.bottega, tables[0].game_id)
        finish_and_score(archival, table.game_id)
    settle(archival)
    before = of(tables[0])
    move(tables[0])
    assert of(tables[0]) == before


def test_every_change_of_an_archived_game_is_made_and_archived_again(archival):
    context.use(archival.bottega)
    ada = player(archival, "Ada")
    created = ada.create([HOST, HOST])
    table, creator = archival.opened(created), {"Authorization": f"Bearer {created.json['creator_token']}"}
    finish_and_score(archival, table.game_id)
    path = f"/v1/games/{table.game_id}"

    def change(method, rest="", body=None):
        """Change something in the archived game, and archive it again."""
        settle(archival)
        move_again(table)
        response = archival.client.open(f"{path}{rest}", method=method, json=body, headers=creator)
        assert response.status_code < 300, response.text
        assert "header" in held(table)
        return response.json

    change("PATCH", body={"label": "final"})
    following = change("POST", "/rematch")["game_id"]
    token = change("POST", "/seats/0/token")["token"]
    change("GET", "/analysis")
    report = analysed(table).data
    hook = change("POST", "/webhooks", {"url": "https://example.org/hooks"})["webhook_id"]
    while attempt(
        archival.bottega, webhooks.read(archival.bottega, table.game_id, hook), OK, time.time(), table.game_id
    ):
        pass
    hooks = change("GET", "/webhooks")
    move_again(table)
    assert held(table) == {"archived"}
    assert (table.get("").json["label"], table.get("/analysis").data) == ("final", report)
    assert archival.client.get(f"{path}/view", headers={"Authorization": f"Bearer {token}"}).json["seat"] == 0
    assert archival.client.post(f"{path}/rematch", headers=creator).json["game_id"] == following
    assert [each["webhook_id"] for each in hooks["webhooks"]] == [hook]


def test_while_the_archive_is_unavailable_its_games_are_retried_and_all_others_are_played(
    over, tmp_path, caplog, monkeypatch
):
    monkeypatch.setattr(throttled_log, "_last", {})
    service, before = over.service, of(over)
    move(over)
    waiting, live = ended(service), service.table()
    broken = service.bottega.store.archived.copies.archive
    broken.close()
    away = broken._path.rename(tmp_path / "away")
    broken._path.mkdir()
    service.bottega.store.archived.copies.clear_cache()
    unavailable = [*(over.get(path, 0) for path in OF_A_GAME), *map(service.client.get, LISTS)]
    assert {(each.status_code, each.json["code"]) for each in unavailable} == {(503, "store_unavailable")}
    assert caplog.text.count("the archive cannot be read") == 1
    assert live.act(0).status_code == 200
    assert service.client.get("/v1/games/" + "z" * 20).status_code == 404
    with pytest.raises(ArchiveUnavailable):
        expire_games(service.bottega, time.time() + DAY + 60)
    broken._path.rmdir()
    away.rename(broken._path)
    expire_games(service.bottega, time.time() + DAY + 600)
    assert (held(waiting), of(over)[:5]) == ({"archived"}, before[:5])


def test_a_game_lost_by_the_archive_is_reported_to_the_operator_and_stops_no_other(over, caplog):
    bottega = over.service.bottega
    move(over)
    bottega.store.archived.copies.archive.remove(copy_of(over))
    other = ended(over.service)
    expire_games(bottega, time.time() + DAY + 60)
    assert held(other) == {"archived"}
    assert f"the archive does not have game {over.game_id} as it was stored" in caplog.text


def test_a_game_that_was_archived_under_its_id_before_is_read_and_archived_again(over):
    service, store = over.service, over.service.bottega.store
    before = over.get("/record").json
    move(over)
    name = f"bottega:{{{over.game_id}}}:archived"
    mark, archive = store.servers.client.get(name), store.archived.copies.archive
    archive.put(over.game_id, archive.get(copy_of(over)))
    archive.remove(copy_of(over))
    store.servers.client.set(name, mark[:8])
    store.archived.copies.clear_cache()
    assert over.get("/record").json == before
    take_back(over)
    move_again(over)
    tidy(over)
    assert copies(service) == [copy_of(over)] != [over.game_id]
    assert over.get("/record").json == before


def heard(monkeypatch, owner, names):
    """Record calls of some functions; return the list that receives them."""
    calls = []

    def hear(name, real):
        monkeypatch.setattr(owner, name, lambda *arguments: (calls.append((name, arguments)), real(*arguments))[1])

    for name in names:
        hear(name, getattr(owner, name))
    return calls


@pytest.mark.parametrize("loss", ["gone", "not as it was put there"])
def test_a_game_lost_by_the_archive_is_left_out_of_lists_and_named_in_exports(over, loss):
    service, archive = over.service, over.service.bottega.store.archived.copies.archive
    moved, live = ended(service), ended(service)
    for table in (over, moved):
        move(table)
    before = [service.client.get(f"/v1/games/{each.game_id}/record").json for each in (moved, live)]
    service.bottega.store.archived.copies.clear_cache()
    copy = copy_of(over)
    archive.remove(copy)
    if loss != "gone":
        archive.put(copy, b"something else")
    for path in ("/v1/games?status=over", "/v1/games"):
        games = service.client.get(path).json["games"]
        assert [each["game_id"] for each in games] == [live.game_id, moved.game_id]
    exported = service.client.get("/v1/records").json
    assert (exported["records"], exported["skipped"]) == (before, [over.game_id])
    wanted = [over.get(path, 0) for path in OF_A_GAME]
    assert {(each.status_code, each.json["code"]) for each in wanted} == {(503, "store_unavailable")}


def test_the_games_of_a_list_are_read_from_the_archive_in_one_request(archival, monkeypatch):
    ada = player(archival, "Ada")
    tables = [archival.opened(ada.create([HOST, {"kind": "open"}])) for _ in range(3)]
    for table in tables:
        ada.claim(table.game_id, 1)
        finish_and_score(archival, table.game_id)
    settle(archival)
    for table in tables:
        move(table)
    reads = heard(monkeypatch, archival.bottega.store.archived.copies.archive, ("get", "get_many"))
    steps = heard(monkeypatch, metrics, ("time_archive", "count_archive_read"))
    for path in (*LISTS, "/v1/me/games?status=over"):
        archival.bottega.store.archived.copies.clear_cache()
        shown = ada.get(path.removeprefix("/v1")).json
        assert len(shown.get("games", shown.get("records"))) == len(tables)
    reported(archival, tables[0].get, (None, 0))
    assert [name for name, _ in reads] == ["get_many"] * 4
    assert {frozenset(wanted) for _, (wanted,) in reads} == {frozenset(map(copy_of, tables))}
    assert [name for name, _ in steps] == 4 * ["time_archive", *3 * ["count_archive_read"]]


def test_all_games_whose_time_has_passed_are_archived_once_an_archive_is_configured(over):
    bottega, running = over.service.bottega, over.service.table()
    assert [archiving.archive_due(bottega, time.time() + days * DAY) for days in (0.5, 1.5, 1.5)] == [0, 1, 0]
    assert "header" in held(running)


def test_a_deleted_player_is_no_longer_named_in_an_archived_game(archival):
    ada = player(archival, "Ada")
    table = archival.opened(ada.create([HOST, HOST]))
    bea = player(archival, "Bea")
    game_id = bea.create([HOST, {"kind": "open"}]).json["game_id"]
    ada.claim(game_id, 1)
    finish_and_score(archival, game_id)
    settle(archival)
    assert archiving.archive(archival.bottega, game_id)
    assert ada.send("DELETE", "/me").status_code == 204
    seats = archival.client.get(f"/v1/games/{game_id}/seats").json["seats"]
    assert [seat.get("name") for seat in seats] == [None, None]
    assert table.get("").status_code == 200
