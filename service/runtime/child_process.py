"""Start child processes that end with their parent, even when the parent is killed.

The launcher below runs in the child, before the program. On Linux the kernel sends SIGTERM when the parent ends, and
the program replaces the launcher. Elsewhere the launcher runs beside the program and reads its standard input, which
closes with the parent.

`setpriv --pdeathsig` does this on Linux only, and does not notice a parent that ended before.

The launcher runs as a script that imports only the standard library, without site packages.
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
PR_SET_NAME = 15
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

    The program has its own session. Ctrl-C in a terminal thus reaches only the parent, which ends its children in
    order. `keep` lists inherited file descriptors. `output` receives standard output and error. The default `umask` of
    -1 changes nothing. `cwd` is the working directory.
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


def prctl(option: int, value: int | bytes) -> None:
    """Set an option of this process; on Linux only."""
    ctypes.CDLL(None, use_errno=True).prctl(option, value)


def _replace(parent: int, command: list[str]) -> None:
    """Replace this process by the program; the kernel ends it with the parent."""
    prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:  # it ended before the kernel was asked
        sys.exit(1)
    os.execv(command[0], command)


def _accompany(command: list[str]) -> int:
    """Run the program as a child, pass signals on, and end it when standard input closes."""
    program = subprocess.Popen(command, stdin=subprocess.DEVNULL, close_fds=False)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda received, _frame: program.send_signal(received))
    threading.Thread(target=_end_at_close, args=(program,), daemon=True).start()
    code = program.wait()
    return code if code >= 0 else 128 - code


def _end_at_close(program: subprocess.Popen[bytes]) -> None:
    """End the program when the parent closes standard input."""
    sys.stdin.buffer.read()
    program.terminate()


if __name__ == "__main__":
    if LINUX:
        _replace(int(sys.argv[1]), sys.argv[2:])
    sys.exit(_accompany(sys.argv[2:]))
