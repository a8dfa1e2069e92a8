"""Child processes that end with their parent, even when the parent is killed.

The launcher below runs in the child, before the program proper. On Linux the kernel is asked to send SIGTERM when the
parent goes, and the program takes the launcher's place. Elsewhere the launcher stays beside the program and watches its
standard input, whose other end closes with the parent.

Run as a script: only the standard library is imported, and no site packages.
"""

import ctypes
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

PR_SET_PDEATHSIG = 1
LINUX = sys.platform == "linux"


def start(
    command: Sequence[str | Path],
    *,
    environ: Mapping[str, str] | None = None,
    keep: Sequence[int] = (),
    output: IO[bytes] | None = None,
    umask: int = -1,
    cwd: Path | None = None,
) -> subprocess.Popen[bytes]:
    """Start a program that ends with this process; call it from a thread that lives as long.

    It runs in a session of its own, so that Ctrl-C in a terminal reaches the parent alone, which ends its children in
    order. `keep` lists file descriptors it inherits; `output` takes its standard output and error;
    `umask` says which rights its files do not get, -1 as here; `cwd` is the directory that it runs in.
    """
    return subprocess.Popen(
        [sys.executable, "-I", "-S", __file__, str(os.getpid()), *map(str, command)],
        env=environ,
        stdin=subprocess.DEVNULL if LINUX else subprocess.PIPE,
        stdout=output,
        stderr=subprocess.STDOUT if output else None,
        pass_fds=keep,
        start_new_session=True,
        umask=umask,
        cwd=cwd,
    )


def _replace(parent: int, command: list[str]) -> None:
    """Become the program, tied to the parent by the kernel."""
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:  # it went before the kernel was asked
        sys.exit(1)
    os.execv(command[0], command)


def _accompany(command: list[str]) -> int:
    """Run the program as a child, hand signals on to it, and end it when standard input closes."""
    program = subprocess.Popen(command, stdin=subprocess.DEVNULL, close_fds=False)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda received, _frame: program.send_signal(received))
    threading.Thread(target=_end_at_close, args=(program,), daemon=True).start()
    code = program.wait()
    return code if code >= 0 else 128 - code


def _end_at_close(program: subprocess.Popen[bytes]) -> None:
    """Wait for the parent's end of standard input to close, then end the program."""
    sys.stdin.buffer.read()
    program.terminate()


if __name__ == "__main__":
    if LINUX:
        _replace(int(sys.argv[1]), sys.argv[2:])
    sys.exit(_accompany(sys.argv[2:]))
