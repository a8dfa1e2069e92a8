"""Run something, and print an error that is no fault of the program on one line."""

from collections.abc import Callable

from service.runtime.signals import INTERRUPTED


def reported(run: Callable[[], int | None]) -> int:
    """Run something and return its exit code; an expected error is printed on one line."""
    try:
        return int(run() or 0)
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        from workers.command.expected_errors import message_of  # noqa: PLC0415  # it loads all commands

        if (message := message_of(error)) is None:
            raise
        from workers.command.console import print_status  # noqa: PLC0415

        print_status(message)
        return 1
