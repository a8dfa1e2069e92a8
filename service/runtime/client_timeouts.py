"""How long the web server waits for a client: for the body of a request, and for a reader of its reply.

The head of a request is waited for by `web_worker.Idle`.
"""

import time
from typing import Any

import gevent

from service.problems import RequestTimeout

BODY_SECONDS = 20.0
"""In which a body has come, all of it."""
STALL_SECONDS = 30.0
"""A client that takes nothing of its reply for so long is given up."""


class TimedReader:
    """Reads a body for gunicorn; raises RequestTimeout once the time of the whole body is over."""

    def __init__(self, reader: Any) -> None:
        self._reader = reader
        self._deadline = time.monotonic() + BODY_SECONDS

    def read(self, size: int) -> bytes:
        """Read up to so many bytes; none at the end of the body."""
        late = RequestTimeout("The body did not come within {seconds:.0f} s.", {"seconds": BODY_SECONDS})
        with gevent.Timeout(max(0.0, self._deadline - time.monotonic()), late):
            data: bytes = self._reader.read(size)
            return data
