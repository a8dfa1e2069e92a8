"""One process of the service, kept alive."""

import logging
import subprocess
import time
from collections.abc import Callable

QUICK_SECONDS = 5.0
"""A process that lived longer than this had begun well."""
QUICK_ENDS = 3
"""A part that gives up this often in succession, each time that quickly, will not begin well the next time either."""
FIRST_WAIT_SECONDS = 0.2
LONGEST_WAIT_SECONDS = 10.0
"""How long to wait before a part is started again: twice as long with each quick end, up to this."""
HUNG_SECONDS = 20.0
"""A process that gives no sign of life for so long has been stopped or hangs, and is killed."""

logger = logging.getLogger(__name__)


class ServiceError(Exception):
    """The service cannot be started or kept running; the message says why."""


class ManagedProcess:
    """One process of the service; `launch` starts it, at once unless it runs already.

    `beats` tells whether it has given a sign of life since it was asked last.
    """

    def __init__(
        self,
        name: str,
        launch: Callable[[], subprocess.Popen[bytes]],
        beats: Callable[[], bool],
        running: subprocess.Popen[bytes] | None = None,
        another: Callable[[], "ManagedProcess"] | None = None,
        close: Callable[[], object] = lambda: None,
        complaint: Callable[[], str] = lambda: "",
    ) -> None:
        self.name, self.close = name, close
        """To be called once it has ended for good."""
        self._complaint = complaint
        """Says what keeps it from going on, if that is known and may pass: then it is started again for ever."""
        self.another = another
        """Starts one more of its kind; None where there can be but one."""
        self.has_begun = False
        """Whether there has been a sign of life."""
        self.process = running if running is not None else launch()
        self._launch, self._beats = launch, beats
        self._started = self._seen = time.monotonic()
        self._ended: float | None = None
        """When the process was seen to have ended; None while it runs."""
        self._quick_ends = 0
        """How often in succession it ended soon after its start."""
        self._rejections = 0
        """How often in succession it ended soon, and by itself: it was not killed."""

    def keep_alive(self) -> None:
        """Start the process again a while after it has ended; raise ServiceError if it keeps giving up.

        One that was killed, by whomever and however often, is always started again. One that hangs is killed.
        """
        code = self.process.poll()
        if code is None:
            self._check_life()
            return
        if self._ended is None:
            self._ended = self._note_end(code)
        if time.monotonic() - self._ended >= self._wait():
            self._started = self._seen = time.monotonic()
            self._ended, self.process = None, self._launch()

    def is_alive(self) -> bool:
        """Whether there has been a sign of life since this was asked last."""
        beats = self._beats()
        self.has_begun = self.has_begun or beats
        return beats

    def _check_life(self) -> None:
        now = time.monotonic()
        if self.is_alive():
            self._seen = now
        elif now - self._seen > HUNG_SECONDS:
            logger.warning("%s gives no sign of life; ending it", self.name)
            self.process.kill()
            self.process.wait()

    def _note_end(self, code: int) -> float:
        """Count and tell an end; return when it was."""
        now = time.monotonic()
        quick, killed = now - self._started < QUICK_SECONDS, code < 0
        self._quick_ends = self._quick_ends + 1 if quick else 0
        why = "" if killed else self.why()
        self._rejections = self._rejections + 1 if quick and not killed and not why else 0
        if self._rejections == QUICK_ENDS:
            raise ServiceError(f"{self.name} ended {QUICK_ENDS} times at once, last with exit code {code}")
        how = f"signal {-code}" if killed else f"exit code {code}"
        logger.warning("%s ended with %s; starting it again%s", self.name, how, why)
        return now

    def why(self) -> str:
        """Say why it has ended by itself, to be added to a sentence; empty where nobody knows."""
        complaint = self._complaint()
        return complaint and f": {complaint}"

    def _wait(self) -> float:
        """Return how long to wait: not at all for the first time, or after a process that had begun well."""
        if self._quick_ends < 2:
            return 0.0
        return min(FIRST_WAIT_SECONDS * float(2 ** (self._quick_ends - 2)), LONGEST_WAIT_SECONDS)
