"""Use an archive in another process: python -m tests.archive.another write|fork|patched ADDRESS."""

import os
import re
import runpy
import socket
import sys
import threading
from contextlib import suppress
from pathlib import Path

from service.archive import open_archive

GUNICORN = Path(__file__).parents[2] / "deploy" / "gunicorn.conf.py"
GAMES = [f"game_{number}" for number in range(20)]


def write(address):
    """Wait for a start signal, store the same games as the other processes at the same time, and exit."""
    archive = open_archive(address)
    print("ready", flush=True)
    sys.stdin.readline()
    for game in GAMES:
        archive.put(game, game.encode())


def fork(address):
    """Use an archive before a fork, and in both processes after it."""
    archive = open_archive(address)
    archive.put("before", b"before")
    archive.get_many(["before", "child"])
    child = os.fork()
    archive.put("child" if child == 0 else "parent", archive.get_many(["before", "missing"])["before"])
    if child == 0:
        return
    _, status = os.waitpid(child, 0)
    assert (status, archive.get("child"), archive.get("parent")) == (0, b"before", b"before")


def patched(address):
    """Reach a server through this same process; works only while a wait for the server blocks no greenlet."""
    os.environ["BOTTEGA_REDIS_URL"] = "redis://127.0.0.1:1"  # unused
    runpy.run_path(str(GUNICORN))
    from gevent.server import StreamServer  # noqa: PLC0415  # once all is patched

    port = re.search(r"127\.0\.0\.1:([0-9]+)", address)[1]
    proxy = StreamServer(("127.0.0.1", 0), lambda client, _: _forward(client, int(port)))
    proxy.start()
    archive = open_archive(address.replace(f":{port}", f":{proxy.server_port}"))
    archive.put("game", b"packed")
    assert archive.get("game") == b"packed"
    assert archive.get_many(["game", "missing"]) == {"game": b"packed"}
    archive.close()
    proxy.stop()


def _forward(client, port):
    """Forward the bytes of both sides."""
    with client, socket.create_connection(("127.0.0.1", port)) as server:
        back = threading.Thread(target=_copy, args=(server, client))
        back.start()
        _copy(client, server)
        back.join()


def _copy(source, sink):
    with suppress(OSError):
        while sent := source.recv(65536):
            sink.sendall(sent)
        sink.shutdown(socket.SHUT_WR)


if __name__ == "__main__":
    globals()[sys.argv[1]](sys.argv[2])
