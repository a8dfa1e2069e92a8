"""Run the whole service on one machine: Redis, web server, workers and sweeper as children of one process.

circus needs psutil, pyzmq and Tornado for this, and its processes survive a killed parent.
"""

import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import partial
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from types import FrameType

import redis

from service.runtime import child_process
from service.runtime.heartbeat import READY, VARIABLE, HeartbeatPipe
from service.runtime.liveness import Limits, Waiting, read_limits
from service.runtime.redis_server import redis_server
from service.runtime.signals import ENDING, wake
from service.settings import Settings, data_directory, own_archive, read_settings, with_absolute_paths
from service.store import connect, open_store
from service.store.connection import remedy
from workers.processes.data_check import check_data
from workers.processes.managed_process import ManagedProcess, ServiceError, stop
from workers.processes.pid_file import pid_file

GUNICORN_CONFIGURATION = Path(__file__).parents[2] / "deploy" / "gunicorn.conf.py"
ISOLATED = (sys.executable, "-P")
"""A Python that imports nothing from its working directory."""
HOME = Path(__file__).parents[2]
"""Directory of the packages. Processes run here, since gunicorn imports from its working directory."""
SECRETS = ("BOTTEGA_SECRET", "BOTTEGA_PREVIOUS_SECRET")
"""Variables that only the web server gets."""
WATCH_SECONDS = 1.0
"""Seconds between two checks of all processes; the exit of one is noticed at once."""
RENEWAL_SECONDS = 0.2
"""Seconds between two checks while a process is replaced."""
POLL_SECONDS = 0.005
LONGEST_LOOK_SECONDS = 8.0
"""Longest wait for one response of `/readyz`; it doubles, since a busy machine needs longer."""
STOP_SECONDS = 8.0
"""Seconds after which a process is killed; its unfinished jobs are enqueued again at the next start."""


Part = ManagedProcess[subprocess.Popen[bytes]]


@dataclass(frozen=True)
class RunningService:
    """A running service."""

    settings: Settings
    address: str
    """The URL of the API: `http://host:port`, with the real port if the setting is 0."""
    parts: list[Part]
    """The processes; the embedded Redis, if any, comes first."""
    replacing: list[Part]
    """Processes that start or end during a renewal; they are not restarted."""
    changed: threading.Event
    """Set by a signal when a process has ended."""

    def watch(self, stopping: threading.Event, renewal: threading.Event) -> None:
        """Restart ended processes until `stopping` is set; renew all processes at each `renewal`.

        Raises ServiceError if a process cannot be kept running.
        """
        while not stopping.is_set():
            if renewal.is_set():
                renewal.clear()
                self.renew()
            self._keep_alive(WATCH_SECONDS)

    def renew(self) -> None:
        """Replace the processes one by one by new ones that run the code on the disk.

        Workers and sweeper come first, since old ones may not know what the new web server writes. If a new process
        does not start, the old one and all remaining ones continue.
        """
        for part in [each for each in reversed(self.parts) if each.another is not None]:
            if not self._replaced(part):
                print(f"a new {part.name} does not start; the old one continues", file=sys.stderr, flush=True)
                return
        print("all processes have been renewed", file=sys.stderr, flush=True)

    def _replaced(self, part: Part) -> bool:
        """Start another process of the same kind, and end the old one after the new one has started."""
        new = part.another()  # type: ignore[misc]  # `renew` skips processes without `another`
        self.replacing[:] = [new]
        waiting = Waiting(f"the new {new.name}")

        def is_decided() -> bool:
            if new.process.poll() is None:
                new.kill_if_hung()
                waiting.report(new.process.pid)
            return new.has_started or new.process.poll() is not None

        self._wait_until(is_decided)
        if not new.has_started:
            self._end_replaced()
            return False
        self.parts[self.parts.index(part)], self.replacing[:] = new, [part]
        part.process.terminate()
        self._wait_until(lambda: part.process.poll() is not None, _stop_seconds(self.settings))
        self._end_replaced()
        return True

    def _end_replaced(self) -> None:
        """End the processes that are being replaced."""
        stop(self.replacing, 0.0)
        self.replacing.clear()

    def _wait_until(self, condition: Callable[[], bool], seconds: float = float("inf")) -> None:
        """Keep the processes alive until a condition holds or the time has passed."""
        end = time.monotonic() + seconds
        while not condition() and time.monotonic() < end:
            self._keep_alive(RENEWAL_SECONDS)

    def _keep_alive(self, pause: float) -> None:
        """Check all processes, then wait until one ends or the pause has passed."""
        for part in self.parts:
            part.keep_alive()
        self.changed.wait(pause)
        self.changed.clear()


@contextmanager
def running_service(environ: Mapping[str, str]) -> Iterator[RunningService]:
    """Run the service with the settings in `environ`: yields once it is ready, and ends it after the block.

    Call it from the main thread. Raises ServiceError, SettingsError or RedisServerError.
    """
    with ExitStack() as stack:
        watched: list[Part] = []
        limits = read_limits(environ)
        if not environ.get("BOTTEGA_REDIS_URL"):
            embedded = stack.enter_context(redis_server(data_directory(environ), _flushes(environ), limits))
            environ = {**environ, "BOTTEGA_REDIS_URL": embedded.url, "BOTTEGA_ARCHIVE_URL": own_archive(environ)}
            client = stack.enter_context(connect(embedded.url, socket_timeout=1.0))
            beats, complaint = partial(_beats, client), embedded.complaint
            redis_part = ManagedProcess("Redis", embedded.start, beats, limits, embedded.process, complaint=complaint)
            watched.append(redis_part)
        settings = read_settings(environ)
        _check_redis(settings)
        check_data(settings)
        ports = [settings.port, *([settings.health_port] if settings.health_port else [])]
        listeners = [stack.enter_context(_listen(settings.host, port)) for port in ports]
        parts: list[Part] = []
        service = RunningService(settings, _address(listeners[0]), parts, [], threading.Event())
        stack.callback(lambda: stop([*parts[len(watched) :], *service.replacing], _stop_seconds(settings)))
        parts.extend(watched)
        parts.extend(_start_parts(environ, limits, listeners))
        _wait_until_ready(parts[: len(watched) + 1], listeners[0])
        yield service


def _flushes(environ: Mapping[str, str]) -> str:
    """Return the `appendfsync` of the embedded Redis: `always` unless the durability is `memory`."""
    return "everysec" if environ.get("BOTTEGA_DURABILITY") == "memory" else "always"


def _check_redis(settings: Settings) -> None:
    """Raise ServiceError unless both Redis servers respond."""
    for variable, url in (("BOTTEGA_REDIS_URL", settings.redis_url), ("BOTTEGA_RQ_URL", settings.rq_url)):
        try:
            with closing(open_store(url)) as store:
                store.ping()
        except redis.RedisError as error:
            todo = remedy(error)
            raise ServiceError(f"{variable}: {error}{f'; {todo}' if todo else ''}") from error


def _listen(host: str, port: int) -> socket.socket:
    """Open a listening socket. The supervisor holds it, so that clients can connect while the web server restarts."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        raise ServiceError(f"cannot listen on {host} port {port} (BOTTEGA_HOST, BOTTEGA_PORT): {error}") from error


def _address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    reachable = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104  # compared, not listened on
    return f"http://[{reachable}]:{port}" if ":" in reachable else f"http://{reachable}:{port}"


def _beats(client: redis.Redis) -> bytes:
    """Return a heartbeat if a Redis server responds, even while it loads its data."""
    try:
        client.ping()
    except redis.BusyLoadingError:
        return READY
    except (redis.ConnectionError, redis.TimeoutError):
        return b""
    return READY


def _start_parts(environ: Mapping[str, str], limits: Limits, listeners: Sequence[socket.socket]) -> Iterator[Part]:
    """Start the processes of the service one by one, the web server first."""
    installation = [*ISOLATED, "-m", "workers.command.entry"]
    gunicorn = [*ISOLATED, "-m", "gunicorn", "--config", str(GUNICORN_CONFIGURATION)]
    environ = with_absolute_paths(environ)
    environ.pop("BOTTEGA_METRICS_PORT", None)  # the health port reports the metrics of all processes
    without_secrets = {name: value for name, value in environ.items() if name not in SECRETS}

    def start(name: str, command: list[str], environ: Mapping[str, str], keep: Sequence[int] = ()) -> Part:
        pulse = HeartbeatPipe()
        written = pulse.writes.fileno()
        own = {**environ, VARIABLE: str(written)}
        launch = partial(child_process.start, command, environ=own, keep=[*keep, written], cwd=HOME)
        another = partial(start, name, command, environ, keep)
        return ManagedProcess(name, launch, pulse.beats, limits, another=another, close=pulse.close)

    files = [listener.fileno() for listener in listeners]
    binds = [part for file in files for part in ("--bind", f"fd://{file}")]
    yield start("web server", [*gunicorn, *binds], environ, files)
    yield start("workers", [*installation, "workers"], without_secrets)


def _wait_until_ready(needed: Sequence[Part], listener: socket.socket) -> None:
    """Wait until the API is ready, however long it takes.

    A process that hangs or is killed is started again. Raises ServiceError if a process ends with an exit code.
    """
    host, port = _address(listener).removeprefix("http://").rsplit(":", 1)
    web_server, waiting, patience = needed[-1], Waiting("the web server"), 1.0
    while not _is_ready(host, int(port), patience):
        for part in needed:
            code = part.process.poll()
            if code is not None and code >= 0:
                raise ServiceError(f"{part.name} ended with exit code {code}{part.why()}")
            part.keep_alive()
        waiting.report(web_server.process.pid)
        if web_server.has_started:
            patience = min(2 * patience, LONGEST_LOOK_SECONDS)
        time.sleep(POLL_SECONDS)


def _is_ready(host: str, port: int, patience: float) -> bool:
    connection = HTTPConnection(host, port, timeout=patience)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def _stop_seconds(settings: Settings) -> float:
    """Return how many seconds a process may take to end."""
    return STOP_SECONDS + settings.drain_seconds


def serve(environ: Mapping[str, str], announcement: Callable[[RunningService], str]) -> int:
    """Run the service until Ctrl-C or SIGTERM; return the exit code. Prints the announcement of the ready service."""
    stopping, renewal = end_on_signals(), threading.Event()
    signal.signal(signal.SIGUSR2, lambda _number, _frame: wake(renewal))
    try:
        with pid_file(data_directory(environ)), running_service(environ) as service:
            signal.signal(signal.SIGCHLD, lambda _number, _frame: wake(service.changed))
            print(announcement(service), flush=True)
            service.watch(stopping, renewal)
    except KeyboardInterrupt:
        pass
    return 0


def end_on_signals() -> threading.Event:
    """Make the first SIGINT or SIGTERM interrupt this thread and ignore later ones; return an event that it sets.

    Python discards the exception in places such as finalizers; then only the event shows the signal.
    """
    stopping = threading.Event()

    def end(_number: int, _frame: FrameType | None) -> None:
        for number in ENDING:
            signal.signal(number, signal.SIG_IGN)
        wake(stopping)
        raise KeyboardInterrupt

    for number in ENDING:  # shells start background jobs with SIGINT ignored
        signal.signal(number, end)
    return stopping
