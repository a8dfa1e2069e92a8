"""Connect the commands to a service."""

import time
from math import inf

from bottega_client import Client

from workers.command.console import print_status

ATTEMPTS = 60
"""Attempts of one request while the service is unavailable; they take about five minutes."""
QUIET_SECONDS = 60.0
"""Time between two messages about a service that is unavailable."""


class InvalidUrl(Exception):
    """The URL of a service is not valid."""


def connect(url: str, token: str | None = None, attempts: int = ATTEMPTS) -> Client:
    """Return a client that reports retries; raises InvalidUrl."""
    reported_at = -inf

    def report(reason: str) -> None:
        nonlocal reported_at
        if time.monotonic() - reported_at > QUIET_SECONDS:
            reported_at = time.monotonic()
            print_status(f"{reason}; retrying")

    try:
        return Client(url, token, attempts=attempts, on_retry=report)
    except ValueError as error:
        raise InvalidUrl(str(error)) from error
