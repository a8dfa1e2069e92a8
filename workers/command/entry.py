"""Start the `bottega` command; Ctrl-C ends it without a traceback even while modules load."""

import gc
import sys

from service.runtime.signals import end_on_interrupt, raise_on_interrupt


def main() -> int:
    """Load the command and run it; return its exit code."""
    end_on_interrupt()
    gc.disable()  # collections find nothing while modules load, and take a quarter of the time
    from workers.command import cli  # noqa: PLC0415  # it takes a second to load

    gc.freeze()
    gc.enable()
    raise_on_interrupt()
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
