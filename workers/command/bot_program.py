"""The program that decides, as a process of its own: JSON lines to its standard input, JSON lines from its output.

Its standard error is the command's own. Two threads keep the pipes moving, so that neither side ever waits for the
other to read.
"""

import json
import subprocess
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import SimpleQueue
from typing import Any

END_SECONDS = 5.0
"""How long a program may take to end once its input has ended."""


class ProgramError(Exception):
    """The program cannot be started, has ended too early, or speaks nonsense; the message says what."""


class Program:
    """A running program; to be closed at the end."""

    def __init__(self, command: Sequence[str], hear: Callable[[bytes | None], None]) -> None:
        """Start a program; `hear` is called, by a thread, with each of its lines, and with None when there are no more.

        It has a process group of its own: Ctrl-C ends the command alone, and the program when its input does. Raises
        ProgramError.
        """
        try:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, process_group=0)
        except OSError as error:
            raise ProgramError(f"{command[0]} cannot be started: {error.strerror}") from error
        self._outbox: SimpleQueue[bytes | None] = SimpleQueue()
        self._hear = hear
        for work in (self._write, self._read):
            threading.Thread(target=work, daemon=True).start()

    def tell(self, line: Any) -> None:
        """Send a line of JSON; does not wait."""
        self._outbox.put(json.dumps(line, separators=(",", ":")).encode() + b"\n")

    def close(self) -> int:
        """End the program, by force if it does not end when its input does; return its exit code."""
        self._outbox.put(None)
        for end in (self._process.terminate, self._process.kill):
            with suppress(subprocess.TimeoutExpired):
                return self._process.wait(END_SECONDS)
            end()
        return self._process.wait()

    def _write(self) -> None:
        """Write what is to be told, until there is nothing more or nobody reads."""
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
        """Hear what the program says."""
        for line in self._process.stdout or ():
            self._hear(line)
        self._hear(None)
