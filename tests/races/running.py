"""Run the service for the races: four web server processes, and a proxy to Redis that can lose replies."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from service.runtime.redis_server import redis_server
from tests.service.helpers.client.proxy import Proxy
from tests.workers.running import Served, command_line, serving
from tests.workers.waiting import until

PROCESSES = 4


@contextmanager
def racing(directory: Path) -> Iterator[tuple[Served, Proxy]]:
    """Run the service, with a sandbox, during a block."""
    with redis_server(directory / "redis") as server:
        proxy = Proxy(directory / "wire.sock", server.url)
        urls = {"BOTTEGA_REDIS_URL": proxy.url, "BOTTEGA_RQ_URL": server.url}
        try:
            with serving(directory, BOTTEGA_API_WORKERS=str(PROCESSES), BOTTEGA_SANDBOX="on", **urls) as served:
                until(lambda: len(_web_server(served)) == 1 + PROCESSES, "all web server processes run")
                yield served, proxy
        finally:
            proxy.close()


def _web_server(served: Served) -> list[int]:
    """List the processes of the web server, including their parent."""
    return [process for process in served.below() if "gunicorn" in command_line(process)]
