"""How gunicorn serves the API, for `make run` and for production alike."""

from service.runtime.signals import end_on_interrupt

end_on_interrupt()  # until gunicorn listens for signals itself

from gevent import monkey

# Before anything else is loaded: locks made earlier would stop all requests at once. Not `select`: nothing here waits
# that way, and redis asks it before each command whether the connection is good, which gevent answers ten times slower.
monkey.patch_all(select=False)

# But psycopg waits that way for an archive in PostgreSQL, unless it is told to wait by selectors, which are patched.
monkey.patch_selectors()

import os
import resource

from service.runtime import heartbeat
from service.settings import read_settings
from service.telemetry import logs, metrics

os.environ["PSYCOPG_WAIT_FUNC"] = "wait_selector"

CONNECTIONS = 1000
"""How many connections one process has besides those that watch; most of them wait for a next request."""
FILES = 1100
"""How many files one process has open besides its clients' connections; most lead to Redis."""

_settings = read_settings()

wsgi_app = "service.wsgi:app"
_host = f"[{_settings.host}]" if ":" in _settings.host else _settings.host
bind = [f"{_host}:{port}" for port in (_settings.port, _settings.health_port) if port or port == _settings.port]
workers = _settings.api_workers
worker_class = "service.runtime.web_worker.WebWorker"
worker_connections = _settings.watchers + CONNECTIONS
preload_app = True  # a faulty set-up shows once, before any worker starts

timeout = 30
graceful_timeout = _settings.drain_seconds + 5  # from SIGTERM on, until what is left is killed
keepalive = 15  # longer than a front end polls apart, so that its connection lasts
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: S108, PTH112  # heartbeats shall not wait for a disk

control_socket_disable = True

# Nobody says for us under which path we are: a header that a proxy passes on may come from anybody.
forwarder_headers = ""
secure_scheme_headers: dict[str, str] = {}


def on_starting(_server: object) -> None:
    """Tell the supervisor that this process lives, by a thread of the system: its main loop gives gevent no turn."""
    heartbeat.start_beating(monkey.get_original("_thread", "start_new_thread"), monkey.get_original("time", "sleep"))


def child_exit(_server: object, _worker: object) -> None:
    """Keep what a process has counted that has ended, and not its files."""
    if _settings.metrics is not None:
        metrics.settle(_settings.metrics)


logconfig_dict = logs.configuration("api", _settings.log_format, _settings.log_level)

_files, _allowed = resource.getrlimit(resource.RLIMIT_NOFILE)
_wanted = worker_connections + FILES
if resource.RLIM_INFINITY != _files < _wanted:
    _most = _wanted if _allowed == resource.RLIM_INFINITY else min(_wanted, _allowed)
    resource.setrlimit(resource.RLIMIT_NOFILE, (_most, _allowed))
