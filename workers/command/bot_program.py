"""Run the deciding program as a child process, with JSON lines on its standard input and output.

Two threads serve the pipes, so that neither side blocks the other.
"""

import json
import os
import signal
import subprocess
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import SimpleQueue
from typing import Any

END_SECONDS = 5.0
"""Seconds that a program may take to end after its input has ended."""
STOP_SECONDS = 1.0
"""Seconds that a program may take to end after Ctrl-C, or after the end of its output."""


class ProgramError(Exception):
    """The program cannot be started, ended too early, or wrote an invalid line."""


class Program:
    """A running program; close or stop it at the end."""

    def __init__(self, command: Sequence[str], hear: Callable[[bytes | None], None], errors: int | None = None) -> None:
        """Start a program; a thread calls `hear` with each line, and with None at the end of the output.

        `errors` is a file descriptor for its standard error; None shares that of the command. The program has its own
        process group: Ctrl-C stops the command only, and the program ends with its input. Raises ProgramError.
        """
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, process_group=0
            )
        except OSError as error:
            raise ProgramError(f"{command[0]} cannot be started: {error.strerror}") from error
        self.number = self._process.pid
        """The process id."""
        self._outbox: SimpleQueue[bytes | None] = SimpleQueue()
        self._hear = hear
        for work in (self._write, self._read):
            threading.Thread(target=work, daemon=True).start()

    def send(self, line: Any) -> None:
        """Send a line of JSON without waiting."""
        self._outbox.put(json.dumps(line, separators=(",", ":")).encode() + b"\n")

    def close(self, seconds: float = END_SECONDS) -> None:
        """End the program by closing its input, or by force after some seconds."""
        self._outbox.put(None)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
            return
        self._process.terminate()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
        self.kill()

    def ended(self) -> str:
        """Return how a program ended whose output has ended: ` (exit code 3)` or ` (SIGSEGV)`; empty for code 0."""
        with suppress(subprocess.TimeoutExpired):
            code = self._process.wait(STOP_SECONDS)
            self.kill()
            return f" ({_signal(-code)})" if code < 0 else f" (exit code {code})" if code else ""
        self.kill()
        return ""

    def kill(self) -> None:
        """End the program and its child processes at once."""
        self._outbox.put(None)
        with suppress(ProcessLookupError):
            os.killpg(self.number, signal.SIGKILL)
        self._process.kill()  # it may have left its group
        self._process.wait()

    def _write(self) -> None:
        """Write lines until the input is closed or the program stops reading."""
        pipe = self._process.stdin
        if pipe is None:
            return
        with suppress(OSError):
            while (line := self._outbox.get()) is not None:
                pipe.write(line)
                pipe.flush()
        with suppress(OSError):
            pipe.close()

    def _read(self) -> None:
        pipe = self._process.stdout
        if pipe is None:
            return
        with pipe:
            for line in pipe:
                self._hear(line)
        self._hear(None)


def _signal(number: int) -> str:
    """Return the name of a signal, or its number if it has none."""
    with suppress(ValueError):
        return signal.Signals(number).name
    return f"signal {number}"
