"""Name the process of `bottega serve` in a file, so that `bottega reload` finds it.

The process locks the file. Without the lock its id may belong to another process after a kill.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NAME = "bottega.pid"


@contextmanager
def pid_file(directory: Path) -> Iterator[None]:
    """Name this process in a data directory during a block, unless another service runs there."""
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (directory / NAME).open("a+", encoding="ascii") as file:
        if _lock(file.fileno(), fcntl.LOCK_EX):
            file.truncate(0)
            file.write(f"{os.getpid()}\n")
            file.flush()
        yield


def process_in(directory: Path) -> int | None:
    """Return the id of the process that runs a service in a data directory; None without one."""
    path = directory / NAME
    if not path.exists():
        return None
    with path.open(encoding="ascii") as file:
        text = "" if _lock(file.fileno(), fcntl.LOCK_SH) else file.read().strip()
    return int(text) if text.isdigit() else None


def _lock(file: int, kind: int) -> bool:
    """Lock a file until it is closed; False if another process holds it."""
    try:
        fcntl.flock(file, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
