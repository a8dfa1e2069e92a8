"""Open the data of each release: this release reads them, and refuses those of later ones."""

import json
import shutil
import signal

import pytest
import redis

from service.runtime.redis_server import redis_server
from service.store.stored_format import FORMAT, FORMAT_KEY
from tests.workers.everything import Everything
from tests.workers.releases import BASE, HERE, MANIFEST, SECRET
from tests.workers.running import environ_for, run, serving

RELEASES = sorted(each.name for each in HERE.iterdir() if (each / "redis.aof").exists())


def known_part(now, before):
    """Return what a response has of an earlier one: later releases may add fields to objects."""
    if isinstance(now, dict) and isinstance(before, dict):
        return {name: known_part(now[name], each) for name, each in before.items() if name in now}
    if isinstance(now, list) and isinstance(before, list) and len(now) == len(before):
        return [known_part(*each) for each in zip(now, before, strict=True)]
    return now


def test_there_are_data_of_a_release():
    assert RELEASES


@pytest.mark.parametrize("release", RELEASES)
def test_every_token_game_and_tournament_of_a_release_works(release, tmp_path):
    data = tmp_path / "data"
    (data / "appendonlydir").mkdir(parents=True)
    shutil.copy(HERE / release / "redis.aof", data / "appendonlydir" / BASE)
    (data / "appendonlydir" / "appendonly.aof.manifest").write_text(MANIFEST)
    shutil.copy(HERE / release / "archive.sqlite", data)
    recorded = json.loads((HERE / release / "everything.json").read_text())
    everything = Everything(**recorded["everything"])
    with serving(tmp_path, BOTTEGA_SECRET=SECRET) as served:
        seen = everything.seen(served.address)
        assert known_part(seen, recorded["seen"]) == recorded["seen"]
        assert everything.plays_on(served.address)
        assert served.end(signal.SIGTERM) == 0


@pytest.mark.parametrize("command", [("serve",), ("api",), ("sweeper",), ("worker", "scoring")])
def test_data_of_a_later_release_is_refused_and_unchanged(command, tmp_path):
    with redis_server(tmp_path / "redis") as server, redis.Redis.from_url(server.url, retry=None) as client:
        client.set(FORMAT_KEY, FORMAT + 1)
        ended = run(*command, environ=environ_for(tmp_path / "data", BOTTEGA_REDIS_URL=server.url))
        assert ended.returncode == 1
        assert f"Redis has data of format {FORMAT + 1}, and this release reads {FORMAT}: install the" in ended.stderr
        assert client.keys("bottega:*") == [FORMAT_KEY.encode()]
