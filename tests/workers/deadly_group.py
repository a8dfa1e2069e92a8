"""Workers and sweeper as one real group: `python -m tests.workers.deadly_group DIRECTORY`.

Files in the directory control the rules: see `rulesets`.
"""

import sys
from contextlib import suppress
from functools import partial
from pathlib import Path

from service.runtime.liveness import Limits
from service.settings import read_settings
from service.telemetry import logs
from tests.workers.rulesets import with_slow_level
from workers.processes.supervisor import end_on_signals
from workers.processes.sweeper import run_sweeper
from workers.processes.worker import run_worker
from workers.processes.worker_group import run_worker_group

KINDS = ("scoring", "thinking", "webhooks", "sweeper")


def run(directory, kind):
    """Run one process of the group."""
    settings, rulesets = read_settings(serves=False), with_slow_level(directory)
    if kind == "sweeper":
        run_sweeper(settings, rulesets)
    else:
        run_worker(settings, kind, rulesets)
    return 0


def main(directory):
    """Run the group until SIGTERM."""
    logs.set_up("workers", "text", "warning")
    stopping = end_on_signals()
    with suppress(KeyboardInterrupt):
        run_worker_group(KINDS, Limits(busy=2.0), partial(run, directory), stopping)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
