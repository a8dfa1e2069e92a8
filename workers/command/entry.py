"""Start the `bottega` command; Ctrl-C ends it without a traceback even while modules load."""

import sys

from service.runtime.signals import end_on_interrupt, raise_on_interrupt


def main() -> int:
    """Load the command and run it; return its exit code."""
    end_on_interrupt()
    from workers.command import cli  # noqa: PLC0415  # it takes a second to load

    raise_on_interrupt()
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
