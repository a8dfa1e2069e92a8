"""Configuration of gunicorn, for `make run` and for production."""

import gc

from service.runtime.heartbeat import beat_while_starting
from service.runtime.signals import end_on_interrupt

beat_while_starting()
end_on_interrupt()  # until gunicorn listens for signals itself
gc.disable()  # while modules load, collections find nothing and take a quarter of the time

from gevent import monkey

# Patch before all other imports: a lock created earlier would block all requests at once. `select` is not patched:
# redis calls it before each command to check the connection, and the version of gevent is ten times slower.
monkey.patch_all(select=False)

# psycopg waits with `select` by default. PSYCOPG_WAIT_FUNC below makes it wait with selectors, which are patched.
monkey.patch_selectors()

import os
import resource
from typing import Any

from service.runtime import heartbeat
from service.runtime.web_watch import WebWatch
from service.settings import read_settings
from service.telemetry import logs, metrics

os.environ["PSYCOPG_WAIT_FUNC"] = "wait_selector"

CONNECTIONS = 1000
"""Connections of one process in addition to streams; most of them are idle."""
FILES = 1100
"""Open files of one process in addition to client connections; most are connections to Redis."""

_settings = read_settings()

wsgi_app = "service.wsgi:app"
_host = f"[{_settings.host}]" if ":" in _settings.host else _settings.host
bind = [f"{_host}:{port}" for port in (_settings.port, _settings.health_port) if port or port == _settings.port]
workers = _settings.api_workers
worker_class = "service.runtime.web_worker.WebWorker"
logger_class = "service.runtime.web_worker.WebLogger"
worker_connections = _settings.spectators + CONNECTIONS
preload_app = True  # a wrong configuration fails once, before any worker starts

timeout = 0  # `web_watch` judges the processes instead
graceful_timeout = _settings.drain_seconds + 5  # from SIGTERM until the process is killed
keepalive = 15  # longer than the polling interval of a front end, to keep its connection open
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: S108, PTH112  # heartbeats must not wait for a disk

control_socket_disable = True

# Ignore headers that set the path or scheme: any client can send them through a proxy.
forwarder_headers = ""
secure_scheme_headers: dict[str, str] = {}


def on_starting(server: Any) -> None:
    """Send heartbeats to the supervisor from a system thread: the main loop never runs gevent. Watch the processes."""
    watch = WebWatch(_settings)
    server.murder_workers = lambda: watch.end_hung(server.WORKERS)  # gunicorn calls it about once a second
    heartbeat.start_beating(monkey.get_original("_thread", "start_new_thread"), monkey.get_original("time", "sleep"))


def pre_fork(_server: object, _worker: object) -> None:
    """Share the loaded modules: a garbage collection in a worker would copy each page that it looks through."""
    gc.freeze()


def post_fork(_server: object, _worker: object) -> None:
    """Collect garbage in the worker."""
    gc.enable()


def child_exit(_server: object, _worker: object) -> None:
    """Add the metrics of an ended process to the totals and remove its files."""
    if _settings.metrics is not None:
        metrics.settle(_settings.metrics)


logconfig_dict = logs.configuration("api", _settings.log_format, _settings.log_level)

_files, _allowed = resource.getrlimit(resource.RLIMIT_NOFILE)
_requested = worker_connections + FILES
if resource.RLIM_INFINITY != _files < _requested:
    _most = _requested if _allowed == resource.RLIM_INFINITY else min(_requested, _allowed)
    resource.setrlimit(resource.RLIMIT_NOFILE, (_most, _allowed))
