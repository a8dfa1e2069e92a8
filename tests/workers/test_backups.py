"""Back up a service that runs, kill it, and restore the backup in an empty place: everything works as before."""

import json
import shutil
import signal
import sqlite3
from contextlib import closing

import pytest
import redis

from service.runtime.redis_server import redis_server
from service.store.durability import DurabilityLevel
from service.store.key_copies import has_keys
from service.store.replication import copy_server
from service.store.servers import open_servers
from service.store.stored_format import FORMAT_KEY
from tests.workers.everything import filled
from tests.workers.running import environ_for, gone, run, serving
from tests.workers.test_supervisor import create_ai_game

SECRET = "the secret of a service in tests, 1234567890"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Fill a service, back it up while it runs, and kill it; return the backup and what everybody saw."""
    directory = tmp_path_factory.mktemp("backed-up")
    with serving(directory) as served:
        everything = filled(served, directory / "data")
        seen = everything.seen(served.address)
        ended = run("backup", str(directory / "backup"), environ=environ_for(directory / "data"))
        assert (ended.returncode, ended.stderr) == (0, "")
        doctor = run("doctor", "--json", environ=environ_for(directory / "data"))
        assert [each["level"] for each in json.loads(doctor.stdout) if each["check"] == "backup"] == ["ok"]
        assert everything.plays_on(served.address)
        killed = [served.process.pid, *served.below()]
        served.end(signal.SIGKILL)
        gone(killed)
    shutil.rmtree(directory / "data")
    return directory / "backup", everything, seen


@pytest.fixture
def backup(made, tmp_path):
    """Return a copy of the backup."""
    return shutil.copytree(made[0], tmp_path / "copied")


def restored(backup, data, **changes):
    """Restore a backup; return the exit code and the message."""
    ended = run("restore", str(backup), environ=environ_for(data, **changes))
    return ended.returncode, ended.stderr


def test_after_a_kill_every_token_and_record_works_in_an_empty_place(made, tmp_path):
    backup, everything, seen = made
    assert restored(backup, tmp_path / "data") == (0, "")
    with serving(tmp_path) as served:
        assert everything.seen(served.address) == seen
        assert everything.plays_on(served.address)
        create_ai_game(served.address)
        assert served.end(signal.SIGTERM) == 0
    assert run("games", "restore", everything.archived, environ=environ_for(tmp_path / "data")).returncode == 0


def test_a_backup_counts_what_it_has_and_is_private(made):
    backup, _, _ = made
    manifest = json.loads((backup / "backup.json").read_bytes())
    assert {name: manifest[name] for name in ("format", "archive")} == {"format": 1, "archive": "copied"}
    assert (manifest["counts"]["games"], manifest["counts"]["archived"]) == (5, 1)
    assert {each.name: oct(each.stat().st_mode & 0o777) for each in (backup, *backup.iterdir())} == {
        **dict.fromkeys(("backup.json", "redis.rdb", "archive.sqlite", "secret"), "0o600"),
        "backup": "0o700",
    }
    assert [each.name for each in backup.parent.iterdir() if "incomplete" in each.name] == []


def test_another_redis_and_another_kind_of_archive_take_the_backup(made, tmp_path):
    backup, everything, seen = made
    with redis_server(tmp_path / "redis") as server:
        other = {
            "BOTTEGA_REDIS_URL": server.url,
            "BOTTEGA_ARCHIVE_URL": f"file://{tmp_path}/games",
            "BOTTEGA_SECRET": (backup / "secret").read_text(),
        }
        assert restored(backup, tmp_path / "data", **other) == (0, "")
        with serving(tmp_path, **other) as served:
            assert everything.seen(served.address) == seen
            again = tmp_path / "again"
            ended = run("backup", str(again), environ=environ_for(tmp_path / "data", **other))
            assert (ended.returncode, ended.stderr) == (0, "")
            served.end(signal.SIGKILL)
    assert restored(again, tmp_path / "third" / "data") == (0, "")
    with serving(tmp_path / "third") as served:
        assert everything.seen(served.address) == seen


def test_an_archive_that_is_backed_up_apart_must_be_there_before_the_rest(made, tmp_path):
    backup, everything, seen = made
    first, apart, second = tmp_path / "first" / "data", tmp_path / "apart", tmp_path / "second" / "data"
    assert restored(backup, first) == (0, "")
    ended = run("backup", str(apart), "--without-archive", environ=environ_for(first))
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.endswith("Back up the archive within an hour: deploy/STORAGE.md, Backups.\n")
    assert not (apart / "archive.sqlite").exists()
    code, error = restored(apart, second)
    assert (code, error.partition(":")[2].partition(" lacks ")[2]) == (
        1,
        "1 of 1 games: restore its backup first (deploy/STORAGE.md, Backups)\n",
    )
    shutil.copy(first / "archive.sqlite", second)
    assert restored(apart, second) == (0, "")
    with serving(tmp_path / "second") as served:
        assert everything.seen(served.address) == seen


def test_an_archive_that_lacks_a_game_is_not_backed_up(made, tmp_path):
    data = tmp_path / "data"
    assert restored(made[0], data) == (0, "")
    with closing(sqlite3.connect(data / "archive.sqlite", isolation_level=None)) as file:
        file.execute("DELETE FROM games WHERE game_id != 'archive-identity'")
    ended = run("backup", str(tmp_path / "backup"), environ=environ_for(data))
    assert (ended.returncode, "the archive lacks 1 of its games" in ended.stderr) == (1, True)
    assert not (tmp_path / "backup").exists()


def test_a_place_with_games_is_refused_and_unchanged(backup, tmp_path):
    data = tmp_path / "data"
    assert restored(backup, data) == (0, "")
    assert restored(backup, data) == (
        1,
        "bottega: this Redis is not empty: restore in an empty one, or in a new data directory (BOTTEGA_DATA)\n",
    )


def test_a_place_with_another_secret_is_refused(backup, tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    (data / "secret").write_text(SECRET)
    assert restored(backup, data) == (1, f"bottega: {data} is not empty: it has the file secret; move it away\n")
    code, error = restored(backup, tmp_path / "other", BOTTEGA_SECRET=SECRET)
    assert (code, error.partition(",")[0]) == (1, "bottega: BOTTEGA_SECRET is not the secret of the backup")
    assert not has_games(tmp_path / "other")


def has_games(data):
    """Whether the Redis of a data directory holds any key."""
    with redis_server(data) as server, closing(open_servers(server.url, DurabilityLevel())) as servers:
        return has_keys(servers)


def test_a_place_in_use_is_refused(backup, tmp_path):
    with serving(tmp_path) as served:
        code, error = restored(backup, tmp_path / "data")
        where = f"a service runs with the data directory {tmp_path}/data"
        assert (code, error) == (1, f"bottega: {where}: stop it, or choose another BOTTEGA_DATA\n")
        socket = {"BOTTEGA_REDIS_URL": f"unix://{tmp_path}/data/redis.sock"}
        assert restored(backup, tmp_path / "other", **socket) == (
            1,
            "bottega: a service uses this Redis: stop it, and restore in an empty Redis\n",
        )
        assert served.get("/readyz")[0] == 200


@pytest.mark.parametrize("name", ["redis.rdb", "archive.sqlite", "secret"])
def test_a_damaged_backup_is_refused(backup, tmp_path, name):
    damaged = bytearray((backup / name).read_bytes())
    damaged[len(damaged) // 2] ^= 1
    (backup / name).write_bytes(damaged)
    message = f"bottega: {backup} is damaged: {name} is not as it was written; use another backup\n"
    assert restored(backup, tmp_path / "data") == (1, message)
    (backup / name).unlink()
    assert restored(backup, tmp_path / "data") == (
        1,
        f"bottega: {backup} is no backup: {backup / name} is missing\n",
    )
    assert not has_games(tmp_path / "data")


def test_a_backup_of_a_newer_release_is_refused(backup, tmp_path):
    manifest = json.loads((backup / "backup.json").read_bytes())
    (backup / "backup.json").write_text(json.dumps({"format": manifest["format"] + 1, "unknown": True}))
    assert restored(backup, tmp_path / "data") == (
        1,
        f"bottega: {backup} has format 2, and this release reads up to 1: use the release that made it\n",
    )


def test_a_folder_without_manifest_is_no_backup(tmp_path):
    assert restored(tmp_path, tmp_path / "data") == (
        1,
        f"bottega: {tmp_path} is no backup: {tmp_path}/backup.json is missing\n",
    )


def test_a_backup_overwrites_nothing(made, tmp_path):
    with redis_server(tmp_path / "redis") as server:
        environ = environ_for(tmp_path / "data", BOTTEGA_REDIS_URL=server.url, BOTTEGA_SECRET=SECRET)
        ended = run("backup", str(made[0]), environ=environ)
        message = f"bottega: {made[0]} is not empty; choose a new directory for each backup\n"
        assert (ended.returncode, ended.stderr) == (1, message)


def test_a_backup_without_the_secret_is_made_on_request_only(tmp_path):
    with redis_server(tmp_path / "redis") as server:
        environ = environ_for(tmp_path / "data", BOTTEGA_REDIS_URL=server.url)
        ended = run("backup", str(tmp_path / "backup"), environ=environ)
        assert (ended.returncode, "--without-secret" in ended.stderr) == (1, True)
        assert not (tmp_path / "backup").exists()
        ended = run("backup", str(tmp_path / "backup"), "--without-secret", environ=environ)
        assert (ended.returncode, ended.stderr) == (0, "")
    assert sorted(each.name for each in (tmp_path / "backup").iterdir()) == ["backup.json", "redis.rdb"]
    assert restored(tmp_path / "backup", tmp_path / "data") == (0, "")


def test_a_user_without_the_right_to_copy_gets_the_reason(tmp_path):
    with redis_server(tmp_path / "redis") as server, redis.Redis.from_url(server.url, retry=None) as client:
        client.execute_command("ACL", "SETUSER", "limited", "on", ">parole", "~bottega:*", "+@all", "-sync")
        url = server.url.replace("unix://", "unix://limited:parole@")
        ended = run(
            "backup", str(tmp_path / "b"), environ=environ_for(tmp_path, BOTTEGA_REDIS_URL=url, BOTTEGA_SECRET=SECRET)
        )
        assert (ended.returncode, "+sync" in ended.stderr, "parole" in ended.stderr) == (1, True, False)


def test_a_server_that_sends_a_file_of_known_size_is_copied_too(tmp_path):
    with redis_server(tmp_path / "redis") as server, redis.Redis.from_url(server.url, retry=None) as client:
        client.config_set("repl-diskless-sync", "no")
        client.set("bottega:{x}:y", b"z" * 3_000_000)
        copy_server(server.url, tmp_path / "known.rdb")
        client.config_set("repl-diskless-sync", "yes")
        copy_server(server.url, tmp_path / "unknown.rdb")
    known, unknown = ((tmp_path / f"{each}.rdb").read_bytes() for each in ("known", "unknown"))
    assert known[:5] == unknown[:5]
    assert abs(len(known) - len(unknown)) < 100


def test_a_restore_that_has_not_ended_lets_no_service_start(tmp_path):
    with redis_server(tmp_path / "redis") as server, redis.Redis.from_url(server.url, retry=None) as client:
        client.set(FORMAT_KEY, b"restoring")
        ended = run("serve", environ=environ_for(tmp_path / "data", BOTTEGA_REDIS_URL=server.url))
        message = "a restore has not ended here: empty this Redis, and run `bottega restore` again"
        assert (ended.returncode, ended.stderr) == (1, f"bottega: {message}\n")
