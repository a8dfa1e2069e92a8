"""Record the data of this release. Nothing is overwritten: data of a release never changes."""

import json
import shutil
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory

import redis

from service.archive.sqlite_copies import copy_file
from service.runtime.redis_server import redis_server
from service.telemetry.build import RELEASE
from tests.workers.everything import filled
from tests.workers.releases import HERE, SECRET
from tests.workers.running import serving
from tests.workers.waiting import until


def main():
    """Fill a service, and store its data."""
    target = HERE / RELEASE
    target.mkdir()
    with TemporaryDirectory() as name:
        directory = Path(name)
        with serving(directory, BOTTEGA_SECRET=SECRET) as served:
            everything = filled(served, directory / "data")
            seen = everything.seen(served.address)
        copy_file(directory / "data" / "archive.sqlite", target / "archive.sqlite")
        shutil.copy(commands_of(directory / "data"), target / "redis.aof")
    (target / "everything.json").write_text(
        json.dumps({"everything": asdict(everything), "seen": seen}, indent=1) + "\n"
    )


def commands_of(data):
    """Rewrite the log of a stopped Redis as commands, and return the file."""
    with redis_server(data) as server, closing(redis.Redis.from_url(server.url, retry=None)) as client:
        client.config_set("aof-use-rdb-preamble", "no")
        for key in client.scan_iter("rq:*"):
            client.delete(key)
        client.bgrewriteaof()
        until(lambda: client.info("persistence")["aof_rewrite_in_progress"] == 0, "the log is rewritten")
    (base,) = (data / "appendonlydir").glob("*.base.aof")
    return base


if __name__ == "__main__":
    main()
