"""Test that processes archive, restore, change and read the same game at the same time without losing changes."""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import count

import pytest

from service.archive import ArchiveUnavailable
from service.playing import game_metadata
from service.resources.game_info import GameChange
from service.retention import archiving, lifetimes
from service.settings import DAY
from service.store import open_store
from service.store.archived import Archived
from tests.archive.interrupted import Interrupted
from tests.service.helpers.client.running import running
from tests.service.helpers.client.service import settings
from tests.service.helpers.games.archiving import (
    LISTS,
    OF_A_GAME,
    deaths,
    ended,
    held,
    move,
    move_again,
    of,
    take_back,
    tidy,
)
from tests.service.helpers.games.stored import leftovers
from workers.processes.expiry import expire_games


@pytest.fixture
def archive_directory(tmp_path):
    return tmp_path / "games"


@pytest.fixture
def over(redis_url, archive_directory):
    """Return a finished game of a service with an archive, on a Redis that does not wait for the disk."""
    own = settings(redis_url, archive_url=f"file://{archive_directory}", analysis_iterations=2, durability="memory")
    with running(own) as service:
        yield ended(service)


@pytest.fixture
def copies(archive_directory):
    """Return a function that lists the contents of the archive."""
    return lambda: {
        path.name: path.read_bytes()
        for path in archive_directory.glob("*/*/*")
        if not path.name.startswith("archive-identity")
    }


def another(game, step, in_between, *, done=False):
    """Return the archive as another process uses it; `meanwhile` runs at the given step."""
    store = game.service.installation.store
    return Archived(store.servers, Interrupted(store.archived.copies.archive, step, in_between, done=done), store.lists)


def change(game, label):
    game_metadata.change(game.service.installation, game.game_id, GameChange(label=label))


def move_changed(game, label):
    """Restore a game from the archive, change it, and archive it again."""
    change(game, label)
    move_again(game)


@pytest.mark.parametrize("done", [False, True])
def test_a_delayed_mover_overwrites_no_newer_copy(over, copies, done):
    def in_between():
        move_again(over)
        move_changed(over, "newer")

    late = another(over, "put", in_between, done=done)
    assert not late.move(over.game_id)
    assert (held(over), over.get("").json["label"]) == ({"archived"}, "newer")
    move_again(over)
    assert (held(over), len(copies()), over.get("").json["label"]) == ({"archived"}, 1, "newer")


def test_of_several_movers_one_moves_the_game(over, copies):
    before = of(over)
    moved = []
    third = another(over, "put", lambda: move_again(over), done=True)
    second = another(over, "put", lambda: moved.append(third.move(over.game_id)))
    assert (second.move(over.game_id), moved, of(over)) == (False, [False], before)
    move_again(over)
    assert (held(over), len(copies())) == ({"archived"}, 1)


def move_anew(game):
    """Restore a game from the archive and archive it again."""
    take_back(game)
    move(game)


def move_only_again(game):
    """Restore a game, archive it again, and delete the older copy."""
    move_anew(game)
    tidy(game)


def begin_in_redis(game):
    take_back(game)


def begin_in_the_archive(game):
    """Move the game to the archive before any read."""
    move(game)
    game.service.installation.store.archived.copies.clear_cache()


HAPPENINGS = {
    "moved": (begin_in_redis, move),
    "taken back": (begin_in_the_archive, take_back),
    "moved a second time": (begin_in_the_archive, move_only_again),
}
READ = (*OF_A_GAME, "/analysis", "/analysis/image")


def responses(game):
    """Return the responses to every request about a game, and to the list of games."""
    own = [partial(game.get, path, seat) for path in READ for seat in (None, 0)]
    return [*own, *(partial(game.service.client.get, path) for path in LISTS)]


def reported(send):
    response = send()
    return response.status_code, response.data, response.headers.get("ETag")


def interrupt(patch, servers, number, in_between):
    """Call a function after a number of requests to Redis; return the numbers of the requests."""
    call, calls = servers.call, count(1)
    made = []

    def interrupted(*arguments, **named):
        reply = call(*arguments, **named)
        made.append(next(calls))
        if made[-1] == number:
            with pytest.MonkeyPatch.context() as inner:
                inner.setattr(servers, "call", call)
                in_between()
        return reply

    patch.setattr(servers, "call", interrupted)
    return made


@pytest.mark.parametrize("happening", HAPPENINGS)
def test_a_client_that_reads_a_game_while_it_moves_finds_it(over, happening, monkeypatch):
    begin, in_between = HAPPENINGS[happening]
    servers = over.service.installation.store.servers
    for send in responses(over):
        before = reported(send)
        for number in count(1):
            begin(over)
            with monkeypatch.context() as patch:
                made = interrupt(patch, servers, number, lambda: in_between(over))
                assert (number, reported(send)) == (number, before)
            if len(made) < number:
                break


@pytest.mark.parametrize("done", [False, True])
@pytest.mark.parametrize("happening", ["taken back", "moved a second time"])
@pytest.mark.parametrize("step", ["get", "get_many"])
def test_who_reads_a_game_that_the_archive_is_just_rid_of_finds_it(over, step, happening, done, monkeypatch):
    store = over.service.installation.store
    for send in responses(over):
        before = reported(send)
        begin_in_the_archive(over)
        with monkeypatch.context() as patch:
            archive = store.archived.copies.archive
            slow = Interrupted(archive, step, lambda: HAPPENINGS[happening][1](over), done=done)
            patch.setattr(store.archived.copies, "archive", slow)
            assert reported(send) == before


def test_a_client_that_reads_a_game_while_it_is_removed_finds_none(over, monkeypatch):
    store = over.service.installation.store
    header = store.header(over.game_id)
    begin_in_the_archive(over)
    slow = Interrupted(store.archived.copies.archive, "get", lambda: store.remove(header))
    monkeypatch.setattr(store.archived.copies, "archive", slow)
    assert over.get("/view").status_code == 404


def test_a_restore_of_a_game_that_is_archived_again_restores_the_new_copy(over, monkeypatch):
    begin_in_the_archive(over)
    late = another(over, "get", lambda: move_only_again(over))
    assert late.restore(over.game_id)
    assert "header" in held(over)


def test_a_process_killed_while_removing_an_older_copy_loses_nothing(over, copies, monkeypatch):
    before = of(over)
    move(over)
    move_anew(over)
    for _ in deaths(over, monkeypatch, [("write", 1), ("remove", 1), ("write", 2)], archiving.archive):
        assert of(over) == before
        tidy(over)
        assert (of(over), len(copies())) == (before, 1)
        move_anew(over)


def test_an_older_copy_stays_for_an_hour_for_a_redis_that_lost_its_last_writes(over, copies):
    client, name = over.service.installation.store.servers.client, f"bottega:{{{over.game_id}}}:archived"
    move(over)
    before, mark = of(over), client.get(name)
    change(over, "newer")
    client.delete(f"bottega:{{{over.game_id}}}:restored")
    expire_games(over.service.installation, time.time() + 2 * DAY)
    now, newer = [client.get(name), len(copies()), over.get("").json["label"]], client.get(name)
    client.set(name, mark)
    assert (of(over), now) == (before, [newer, 2, "newer"])
    client.set(name, newer)
    expire_games(over.service.installation, time.time() + 2 * DAY + lifetimes.UNSETTLED_SECONDS + 1)
    assert (len(copies()), over.get("").json["label"]) == (1, "newer")


def test_a_removed_game_leaves_none_of_its_copies(over, copies):
    store = over.service.installation.store
    move(over)
    take_back(over)
    with pytest.raises(ArchiveUnavailable):
        another(over, "put", reject).move(over.game_id)
    take_back(over)
    move(over)
    take_back(over)
    store.remove(store.header(over.game_id))
    assert (leftovers(over.service), copies()) == (set(), {})


def reject():
    raise ArchiveUnavailable("it is away")


def test_a_long_outage_of_the_archive_does_not_grow_the_list_of_copies(over):
    store = over.service.installation.store
    for _ in range(5):
        with pytest.raises(ArchiveUnavailable):
            Archived(store.servers, None, store.lists).move(over.game_id)
    assert store.servers.client.scard(f"bottega:{{{over.game_id}}}:superseded") == 1


def test_simultaneous_changes_of_several_processes_are_not_lost(over, copies, redis_url, archive_directory):
    stores = [open_store(redis_url, "memory", archive_url=f"file://{archive_directory}") for _ in range(3)]
    installation, own = over.service.installation, f"bottega:{{{over.game_id}}}:restored"
    others = [replace(installation, store=store) for store in stores]

    def disturb(other):
        for _ in range(25):
            other.store.servers.client.delete(own)
            archiving.archive(other, over.game_id)
            archiving.restore(other, over.game_id)

    with ThreadPoolExecutor(len(others)) as pool:
        disturbing = [pool.submit(disturb, other) for other in others]
        for number in range(50):
            change(over, str(number))
            assert over.get("").json["label"] == str(number)
        for each in disturbing:
            each.result()
    for store in stores:
        store.close()
    move_again(over)
    tidy(over)
    assert (over.get("").json["label"], len(copies())) == ("49", 1)
