"""Define the commands that run processes: serve, reload, api, worker, sweeper and workers."""

import argparse
import json
import logging
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import closing, suppress
from functools import partial

import redis

from service.installation.jobs import WORKERS
from service.runtime.heartbeat import VARIABLE
from service.runtime.liveness import read_limits
from service.runtime.setting_names import ignored
from service.runtime.signals import hold_interrupts
from service.settings import Settings, data_directory, log_settings, read_settings, with_absolute_paths
from service.store import open_store
from service.store.connection import remedy
from service.telemetry import logs
from workers.command.build import release
from workers.command.console import say
from workers.command.masking import masked
from workers.command.reporting import reported
from workers.processes import supervisor
from workers.processes.data_check import check_data
from workers.processes.managed_process import ServiceError
from workers.processes.pid_file import process_in
from workers.processes.supervisor import RunningService

SWEEPER = "sweeper"
UNLIMITED_SECONDS = 24 * 60 * 60.0
"""Longer than a supervisor waits for a single worker before it kills all processes."""
logger = logging.getLogger(__name__)

ANNOUNCEMENT = """
  Bottega is ready.

    play    {address}/
    docs    {address}/docs
    API     {address}/v1
    games   {directory}

  Try it:

    curl -s {address}/v1/games -H 'Content-Type: application/json' \\
      -d '{example}'

  Ctrl-C stops the service; the games are kept.
"""


def describe(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the commands that run processes to the command line."""
    commands.add_parser("serve", help="run everything on this machine").set_defaults(run=_serve)
    command = commands.add_parser("reload", help="let `bottega serve` replace its processes by new ones, one by one")
    command.set_defaults(run=_reload)
    commands.add_parser("api", help="run the web server alone").set_defaults(run=_api)
    command = commands.add_parser("worker", help="run one worker")
    command.add_argument(
        "kind",
        choices=WORKERS,
        help="scoring and fast AI turns, all AI turns and hints (thinking), or webhooks",
    )
    command.set_defaults(run=_worker)

    commands.add_parser("sweeper", help="run the sweeper, which enqueues lost jobs again").set_defaults(run=_sweeper)

    command = commands.add_parser("workers", help="run all workers and the sweeper")
    command.set_defaults(run=_workers)


def _serve(_options: argparse.Namespace) -> int:
    """Run the whole service. An invalid data file of the operator is reported before anything starts."""
    logs.set_up("supervisor", *log_settings())
    _warn_of_ignored_settings()
    if os.environ.get("BOTTEGA_DATA_FILES"):  # else the supervisor need not load the rulesets
        import domain.registry  # noqa: F401
    return supervisor.serve(os.environ, _announcement)


def _reload(_options: argparse.Namespace) -> None:
    """Send SIGUSR2 to the service of the data directory. Raises ServiceError if none runs."""
    directory = data_directory(os.environ)
    process = process_in(directory)
    if process is None:
        raise ServiceError(f"no `bottega serve` runs with the data directory {directory}; BOTTEGA_DATA names another")
    os.kill(process, signal.SIGUSR2)
    say("The processes are replaced one by one. The output of `bottega serve` says when this is done.")


def _announcement(service: RunningService) -> str:
    """Return what `bottega serve` prints when it is ready, with the creation of a game as an example."""
    from workers.command.connection import connect  # the processes of the service load in the meantime

    with connect(service.address) as client:
        ruleset = client.list_rulesets()["rulesets"][0]
    seats = [{"kind": "human"}, *({"kind": "ai", "level": "normal"},) * (ruleset["min_seats"] - 1)]
    example = json.dumps({"ruleset": ruleset["ruleset"], "options": {}, "seats": seats})
    directory, address = service.settings.data_directory, f"{service.address}{service.settings.prefix}"
    return ANNOUNCEMENT.format(address=address, directory=directory, example=example)


def _api(_options: argparse.Namespace) -> None:
    """Replace this process by gunicorn, after checking settings and rulesets."""
    logs.set_up("api", *log_settings())
    _warn_of_ignored_settings()
    import domain.registry  # noqa: F401

    settings = read_settings()
    _announce(settings, f"the API at {settings.host} port {settings.port}")
    check_data(settings)
    os.environ.update(with_absolute_paths(os.environ))
    os.chdir(supervisor.HOME)
    hold_interrupts()
    configuration = str(supervisor.GUNICORN_CONFIGURATION)
    os.execv(sys.executable, [*supervisor.ISOLATED, "-m", "gunicorn", "--config", configuration])


def _worker(options: argparse.Namespace) -> None:
    """Run one worker below a process that starts another one if it dies. The worker may always finish its job."""
    _run_group([options.kind], f"{options.kind} worker", UNLIMITED_SECONDS)


def _sweeper(_options: argparse.Namespace) -> None:
    """Run the sweeper below a process that starts another one if it dies."""
    _run_group([SWEEPER], SWEEPER, UNLIMITED_SECONDS)


def _workers(_options: argparse.Namespace) -> None:
    """Run workers and sweeper as one group."""
    from workers.processes import worker_group

    thinking = [worker_group.THINKING] * read_settings(serves=False).ai_workers
    _run_group(["scoring", *thinking, "webhooks", SWEEPER], "workers", worker_group.STOP_SECONDS)


def _run_group(kinds: Sequence[str], part: str, stop_seconds: float) -> None:
    """Run processes of these kinds until Ctrl-C or SIGTERM. The log names this process `part`."""
    settings = read_settings(serves=False)
    logs.set_up(part, settings.log_format, settings.log_level)
    if not os.environ.get(VARIABLE, "").isdigit():  # the supervisor of this process has warned already
        _warn_of_ignored_settings()
        import domain.registry  # noqa: F401  # an invalid data file is reported first

        _announce(settings, part)
    from workers.processes.worker_group import run_worker_group

    stopping = supervisor.end_on_signals()
    with suppress(KeyboardInterrupt):
        run_worker_group(kinds, read_limits(os.environ), _run_process, stopping, stop_seconds)


def _warn_of_ignored_settings() -> None:
    for each in ignored(os.environ):
        logger.warning("%s; deploy/SETTINGS.md lists all settings", each)


def _announce(settings: Settings, part: str) -> None:
    """Log one line at the start of a process that runs alone, and another one if it must wait for Redis."""
    logging.getLogger(logs.START).info("%s starts %s, with Redis at %s", release(), part, masked(settings.redis_url))
    with closing(open_store(settings.redis_url)) as store:
        try:
            store.ping()
        except redis.RedisError as error:
            todo = remedy(error)
            logger.warning("waiting for Redis: %s%s", error, f" ({todo})" if todo else "")


def _run_process(kind: str) -> int:
    """Run a process of this kind until SIGTERM; return its exit code."""
    return reported(_run_sweeper if kind == SWEEPER else partial(_run_worker, kind))


def _run_worker(kind: str) -> None:
    settings = read_settings(serves=False)
    logs.set_up(f"{kind} worker", settings.log_format, settings.log_level)
    from workers.processes.worker import run_worker  # it loads the rulesets, and logs those that are left out

    if kind != "webhooks":  # webhook workers use no archive
        check_data(settings)
    if settings.log_decisions:
        logging.getLogger("decisions").setLevel(logging.INFO)
    run_worker(settings, kind)


def _run_sweeper() -> None:
    settings = read_settings(serves=False)
    logs.set_up(SWEEPER, settings.log_format, settings.log_level)
    from workers.processes.sweeper import run_sweeper

    check_data(settings)
    run_sweeper(settings)
