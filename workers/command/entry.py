"""Start the `bottega` command; Ctrl-C ends it without a traceback even while modules load."""

import gc
import sys

from service.runtime.heartbeat import beat_while_starting
from service.runtime.signals import end_on_interrupt, raise_on_interrupt

SUPERVISED = ("api", "worker", "workers", "sweeper")
"""Commands that run as processes of the service."""


def main() -> int:
    """Load the command and run it; return its exit code."""
    if sys.argv[1:2] and sys.argv[1] in SUPERVISED:  # other commands must not beat for a process of the same container
        beat_while_starting()
    end_on_interrupt()
    gc.disable()  # collections find nothing while modules load, and take a quarter of the time
    from workers.command import cli, console  # noqa: PLC0415  # it takes a second to load

    gc.freeze()
    gc.enable()
    raise_on_interrupt()
    try:
        return cli.main()
    finally:
        console.flush()


if __name__ == "__main__":
    sys.exit(main())
