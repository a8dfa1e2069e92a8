"""A group whose process gets SIGTERM while it is being forked: `python -m tests.workers.early_signal`.

Prints the exit code of the process.
"""

import os
import signal
import time

from service.runtime.liveness import USUAL
from workers.processes import supervisor, worker_group


def run(_kind):
    """Work for longer than any test waits."""
    time.sleep(600)
    return 0


def main():
    """Start the process of the group, and end it at once."""
    os.register_at_fork(after_in_child=lambda: os.kill(os.getpid(), signal.SIGTERM))
    supervisor.end_on_signals()
    part = worker_group._start("sweeper", "sweeper", USUAL, run)
    print(part.process.wait())


if __name__ == "__main__":
    main()
