"""Run the deciding program as a child process, with JSON lines on its standard input and output.

The program shares the command's standard error. Two threads serve the pipes, so that neither side blocks the other.
"""

import json
import subprocess
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import SimpleQueue
from typing import Any

END_SECONDS = 5.0
"""Seconds that a program may take to end after its input has ended."""


class ProgramError(Exception):
    """The program cannot be started, ended too early, or wrote an invalid line."""


class Program:
    """A running program; close it at the end."""

    def __init__(self, command: Sequence[str], hear: Callable[[bytes | None], None]) -> None:
        """Start a program; a thread calls `hear` with each line, and with None at the end of the output.

        The program has its own process group: Ctrl-C stops the command only, and the program ends with its input.
        Raises ProgramError.
        """
        try:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, process_group=0)
        except OSError as error:
            raise ProgramError(f"{command[0]} cannot be started: {error.strerror}") from error
        self._outbox: SimpleQueue[bytes | None] = SimpleQueue()
        self._hear = hear
        for work in (self._write, self._read):
            threading.Thread(target=work, daemon=True).start()

    def send(self, line: Any) -> None:
        """Send a line of JSON without waiting."""
        self._outbox.put(json.dumps(line, separators=(",", ":")).encode() + b"\n")

    def close(self) -> int:
        """End the program by closing its input, or by force; return its exit code."""
        self._outbox.put(None)
        for end in (self._process.terminate, self._process.kill):
            with suppress(subprocess.TimeoutExpired):
                return self._process.wait(END_SECONDS)
            end()
        return self._process.wait()

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
        for line in self._process.stdout or ():
            self._hear(line)
        self._hear(None)
