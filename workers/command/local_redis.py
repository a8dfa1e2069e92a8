"""Find the Redis of the commands for operators: the configured one, or the embedded one of `bottega serve`."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import redis

from service.runtime.redis_server import redis_server
from service.setting_values import SettingsError
from service.settings import data_directory, own_archive
from workers.processes.pid_file import process_in

LOG = "appendonlydir"
"""The directory with the data of an embedded Redis."""


@contextmanager
def redis_here(environ: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Yield the settings with the configured Redis, or with the Redis and archive of `bottega serve`.

    While the service does not run, its Redis runs during the block: an operator can thus repair what keeps the service
    from starting. Raises SettingsError if there is neither, and RedisServerError.
    """
    directory = data_directory(environ)
    socket = directory / "redis.sock"
    if environ.get("BOTTEGA_REDIS_URL"):
        yield dict(environ)
    elif _responds(socket) or process_in(directory) is not None:  # its Redis is away while the disk is full
        yield _with(environ, f"unix://{socket}")
    elif (directory / LOG).exists():
        with redis_server(directory) as server:
            yield _with(environ, server.url)
    else:
        raise SettingsError(f"BOTTEGA_REDIS_URL is not set, and no `bottega serve` keeps its games in {directory}")


def _with(environ: Mapping[str, str], url: str) -> dict[str, str]:
    return {**environ, "BOTTEGA_REDIS_URL": url, "BOTTEGA_ARCHIVE_URL": own_archive(environ)}


def _responds(socket: Path) -> bool:
    """Whether a Redis listens on a socket, even while it loads its data."""
    if not socket.exists():
        return False
    with redis.Redis.from_url(f"unix://{socket}", retry=None) as client:
        try:
            client.ping()
        except redis.BusyLoadingError:
            return True
        except redis.ConnectionError:
            return False
    return True
