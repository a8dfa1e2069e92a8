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
from tests.service.helpers.client.contract import HOSTED
from tests.service.helpers.games.archiving import (
    LISTS,
    OF_A_GAME,
    analysed,
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
from tests.service.helpers.games.lists import finish, finish_and_score
from tests.service.helpers.games.lobby import dealt
from tests.service.helpers.games.played import Past
from tests.service.helpers.games.stored import leftovers
from tests.service.helpers.players.player import player
from tests.service.helpers.players.webhooks import OK, attempt, hooked, publish
from workers.jobs import context
from workers.processes.expiry import expire_games

HOST = {"kind": "human"}


@pytest.fixture
def over(archival):
    """Return a game that has been scored and analysed."""
    return ended(archival)


def copies(service):
    """List the copies of games in the archive, which is a SQLite file and has its own id."""
    with closing(sqlite3.connect(service.installation.settings.archive_url.removeprefix("sqlite://"))) as file:
        return [name for (name,) in file.execute("SELECT game_id FROM games") if name != IDENTITY]


def copy_of(game):
    """Return the name of the valid copy of a game."""
    mark = game.service.installation.store.servers.client.get(f"bottega:{{{game.game_id}}}:archived")
    return copy_id(game.game_id, mark)


@pytest.mark.parametrize("ruleset", HOSTED)
def test_a_game_reads_the_same_bytes_from_the_archive(archival, ruleset):
    past = Past(archival, ruleset, HOSTED[ruleset].min_seats, number=5)
    games.score(archival.installation, past.game_id)
    settle(archival)

    def responses():
        return reported(archival, lambda path, viewer: past.get(viewer, path), past.viewers)

    before, last = responses(), len(past.served) - 1
    assert archiving.archive(archival.installation, past.game_id)
    assert responses() == before
    assert [past.served_at(version) for version in (0, last // 2)] == [past.served[0], past.served[last // 2]]


def test_the_sweeper_archives_a_finished_game_after_its_time_and_keeps_a_few_bytes(over):
    advice = over.get("/analysis").data, over.get("/analysis/image").data
    before, installation = of(over), over.service.installation
    expire_games(installation, time.time() + DAY - 60)
    assert {"header", "log", "state"} <= held(over)
    expire_games(installation, time.time() + DAY + 60)
    assert held(over) == {"archived"}
    assert installation.store.servers.client.memory_usage(f"bottega:{{{over.game_id}}}:archived") < 130
    assert (of(over), (over.get("/analysis").data, over.get("/analysis/image").data)) == (before, advice)


def test_an_aborted_game_is_moved_too(archival):
    game = archival.new_game()
    for seat in (0, 1):
        game.post("/abort", seat)
    settle(archival)
    before = of(game)
    move(game)
    assert (held(game), of(game)) == ({"archived"}, before)


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
        assert archiving.restore(over.service.installation, over.game_id) is not done
        assert (of_redis(over), of(over)) == (everything, before)
        move_again(over)


def of_redis(game):
    """Read all Redis data of a game except the data that archiving needs."""
    own = game.game_id.encode()
    return {
        key: value
        for key, value in game.stored.items()
        if own in key and not key.endswith((b":archived", b":superseded", b":restored"))
    }


def test_a_process_killed_while_removing_a_game_leaves_nothing(archival, monkeypatch):
    store, now = archival.installation.store, time.time() + 366 * DAY
    for step, number in [("write", 1), ("remove", 1), ("write", 2)]:
        for done in (False, True):
            game = ended(archival)
            move(game)
            with monkeypatch.context() as patch:
                kill(patch, place_of(store, step), step, number, done=done)
                expire_games(archival.installation, now)
            expire_games(archival.installation, now + 31 * DAY)
            assert (leftovers(archival), copies(archival)) == (set(), [])


def test_changes_while_a_game_is_archived_are_not_lost(over, monkeypatch):
    installation, archive = over.service.installation, over.service.installation.store.archived.copies.archive
    put = archive.put
    with monkeypatch.context() as patch:
        patch.setattr(
            archive,
            "put",
            lambda *what: (put(*what), game_metadata.change(installation, over.game_id, GameChange(label="late"))),
        )
        assert not archiving.archive(installation, over.game_id)
    move(over)
    assert over.get("").json["label"] == "late"


def test_a_game_that_is_removed_while_it_is_archived_does_not_stay_in_the_archive(over, monkeypatch):
    installation, archive = over.service.installation, over.service.installation.store.archived.copies.archive
    put, header = archive.put, installation.store.header(over.game_id)
    monkeypatch.setattr(archive, "put", lambda *what: (installation.store.remove(header), put(*what)))
    assert not archiving.archive(installation, over.game_id)
    assert (held(over), copies(over.service)) == (set(), [])


def test_a_game_stays_in_redis_as_long_as_it_has_pending_work(archival):
    context.use(archival.installation)
    game = archival.new_game()
    finish(archival, game.game_id)
    assert not archiving.archive(archival.installation, game.game_id)  # it is not scored
    games.score(archival.installation, game.game_id)
    assert not archiving.archive(archival.installation, game.game_id)  # it is due
    settle(archival)
    assert game.get("/analysis").status_code == 202
    settle(archival)
    assert not archiving.archive(archival.installation, game.game_id)  # it is analysed
    analysed(game)
    settle(archival)
    hook = hooked(archival.installation, game.game_id)
    publish(archival.installation, hook, "one", owner=game.game_id)
    assert not archiving.archive(archival.installation, game.game_id)  # its webhook waits
    attempt(archival.installation, hook, OK, time.time(), owner=game.game_id)
    move(game)


def test_a_game_stays_in_redis_while_its_last_response_may_be_requested_again(archival):
    game = archival.new_game()
    while waiting := game.view()["to_act"]:
        response = game.action_body(waiting[0])
        sent = (waiting[0], response, {"Idempotency-Key": f"{game.view()['version']:016}"})
        done = game.post("/actions", *sent)
    games.score(archival.installation, game.game_id)
    settle(archival)
    assert not archiving.archive(archival.installation, game.game_id)
    assert game.post("/actions", *sent).data == done.data
    archival.installation.store.servers.client.delete(f"bottega:{{{game.game_id}}}:responses")
    move(game)


def test_a_game_of_a_deal_stays_in_redis_until_all_have_ended(archival):
    games = [dealt(archival, number) for number in range(3)]
    for game in games:
        settle(archival)
        assert not archiving.archive(archival.installation, games[0].game_id)
        finish_and_score(archival, game.game_id)
    settle(archival)
    before = of(games[0])
    move(games[0])
    assert of(games[0]) == before


def test_every_change_of_an_archived_game_is_made_and_archived_again(archival):
    context.use(archival.installation)
    ada = player(archival, "Ada")
    created = ada.create([HOST, HOST])
    game, creator = archival.opened(created), {"Authorization": f"Bearer {created.json['creator_token']}"}
    finish_and_score(archival, game.game_id)
    path = f"/v1/games/{game.game_id}"

    def change(method, rest="", body=None):
        """Change something in the archived game, and archive it again."""
        settle(archival)
        move_again(game)
        response = archival.client.open(f"{path}{rest}", method=method, json=body, headers=creator)
        assert response.status_code < 300, response.text
        assert "header" in held(game)
        return response.json

    change("PATCH", body={"label": "final"})
    following = change("POST", "/rematch")["game_id"]
    token = change("POST", "/seats/0/token")["token"]
    change("GET", "/analysis")
    report = analysed(game).data
    hook = change("POST", "/webhooks", {"url": "https://example.org/hooks"})["webhook_id"]
    while attempt(
        archival.installation, webhooks.read(archival.installation, game.game_id, hook), OK, time.time(), game.game_id
    ):
        pass
    hooks = change("GET", "/webhooks")
    move_again(game)
    assert held(game) == {"archived"}
    assert (game.get("").json["label"], game.get("/analysis").data) == ("final", report)
    assert archival.client.get(f"{path}/view", headers={"Authorization": f"Bearer {token}"}).json["seat"] == 0
    assert archival.client.post(f"{path}/rematch", headers=creator).json["game_id"] == following
    assert [each["webhook_id"] for each in hooks["webhooks"]] == [hook]


def test_while_the_archive_is_unavailable_its_games_are_retried_and_all_others_are_played(
    over, tmp_path, caplog, monkeypatch
):
    monkeypatch.setattr(throttled_log, "_last", {})
    service, before = over.service, of(over)
    move(over)
    waiting, live = ended(service), service.new_game()
    broken = service.installation.store.archived.copies.archive
    broken.close()
    away = broken._path.rename(tmp_path / "away")
    broken._path.mkdir()
    service.installation.store.archived.copies.clear_cache()
    unavailable = [*(over.get(path, 0) for path in OF_A_GAME), service.client.get("/v1/records")]
    assert {(each.status_code, each.json["code"]) for each in unavailable} == {(503, "store_unavailable")}
    page = service.client.get("/v1/games").json
    assert ([each["game_id"] for each in page["games"]], page["incomplete"]) == (
        [live.game_id, waiting.game_id],
        True,
    )
    assert caplog.text.count("the archive cannot be read") == 1
    assert live.act(0).status_code == 200
    assert service.client.get("/v1/games/" + "z" * 20).status_code == 404
    with pytest.raises(ArchiveUnavailable):
        expire_games(service.installation, time.time() + DAY + 60)
    broken._path.rmdir()
    away.rename(broken._path)
    expire_games(service.installation, time.time() + DAY + 600)
    assert (held(waiting), of(over)[:5]) == ({"archived"}, before[:5])


def test_a_game_lost_by_the_archive_is_reported_to_the_operator_and_stops_no_other(over, caplog):
    installation = over.service.installation
    move(over)
    installation.store.archived.copies.archive.remove(copy_of(over))
    other = ended(over.service)
    expire_games(installation, time.time() + DAY + 60)
    assert held(other) == {"archived"}
    assert f"the archive does not have game {over.game_id} as it was stored" in caplog.text


def test_a_game_that_was_archived_under_its_id_before_is_read_and_archived_again(over):
    service, store = over.service, over.service.installation.store
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
    service, archive = over.service, over.service.installation.store.archived.copies.archive
    moved, live = ended(service), ended(service)
    for game in (over, moved):
        move(game)
    before = [service.client.get(f"/v1/games/{each.game_id}/record").json for each in (moved, live)]
    service.installation.store.archived.copies.clear_cache()
    copy = copy_of(over)
    archive.remove(copy)
    if loss != "gone":
        archive.put(copy, b"something else")
    for path in ("/v1/games?status=over", "/v1/games"):
        games = service.client.get(path).json["games"]
        assert [each["game_id"] for each in games] == [live.game_id, moved.game_id]
    exported = service.client.get("/v1/records").json
    assert (exported["records"], exported["skipped"]) == (before, [over.game_id])
    responses = [over.get(path, 0) for path in OF_A_GAME]
    assert {(each.status_code, each.json["code"]) for each in responses} == {(503, "store_unavailable")}


def test_the_games_of_a_list_are_read_from_the_archive_in_one_request(archival, monkeypatch):
    ada = player(archival, "Ada")
    games = [archival.opened(ada.create([HOST, {"kind": "open"}])) for _ in range(3)]
    for game in games:
        ada.claim(game.game_id, 1)
        finish_and_score(archival, game.game_id)
    settle(archival)
    for game in games:
        move(game)
    reads = heard(monkeypatch, archival.installation.store.archived.copies.archive, ("get", "get_many"))
    steps = heard(monkeypatch, metrics, ("time_archive", "count_archive_read"))
    for path in (*LISTS, "/v1/me/games?status=over"):
        archival.installation.store.archived.copies.clear_cache()
        shown = ada.get(path.removeprefix("/v1")).json
        assert len(shown.get("games", shown.get("records"))) == len(games)
    reported(archival, games[0].get, (None, 0))
    assert [name for name, _ in reads] == ["get_many"] * 4
    assert {frozenset(responses) for _, (responses,) in reads} == {frozenset(map(copy_of, games))}
    assert [name for name, _ in steps] == 4 * ["time_archive", *3 * ["count_archive_read"]]


def test_all_games_whose_time_has_passed_are_archived_once_an_archive_is_configured(over):
    installation, running = over.service.installation, over.service.new_game()
    assert [archiving.archive_due(installation, time.time() + days * DAY) for days in (0.5, 1.5, 1.5)] == [0, 1, 0]
    assert "header" in held(running)


def test_a_deleted_player_is_no_longer_named_in_an_archived_game(archival):
    ada = player(archival, "Ada")
    game = archival.opened(ada.create([HOST, HOST]))
    bea = player(archival, "Bea")
    game_id = bea.create([HOST, {"kind": "open"}]).json["game_id"]
    ada.claim(game_id, 1)
    finish_and_score(archival, game_id)
    settle(archival)
    assert archiving.archive(archival.installation, game_id)
    assert ada.send("DELETE", "/me").status_code == 204
    seats = archival.client.get(f"/v1/games/{game_id}/seats").json["seats"]
    assert [seat.get("name") for seat in seats] == [None, None]
    assert game.get("").status_code == 200
