"""Manage the files with the counts of processes: one for each kind of metric and process, such as `counter_<pid>.db`.

The counts of a dead process must stay: otherwise a sum would fall, and Prometheus would assume a restart. Files of dead
processes are therefore folded into `counter_dead.db` and `histogram_dead.db`. The number of files thus stays small. A
process that is killed while it folds may count a file twice.

The directory belongs to the processes of one machine or container, since pids show which processes are alive.
"""

import fcntl
import logging
import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from prometheus_client.mmap_dict import MmapedDict

from service.telemetry.count_files import AllocatedFile, report

LOCK_SECONDS = 1.0
"""Timeout for another process that folds; it takes milliseconds."""
POLL_SECONDS = 0.01
UNREADABLE = (OSError, RuntimeError, ValueError)
"""Errors of reading a truncated file."""

logger = logging.getLogger(__name__)


def prepare(directory: Path) -> None:
    """Create the directory if missing, and fold the files in it; raises OSError.

    A file with the pid of this process belongs to a dead one. A directory of another user is not used: the default one
    is in memory, where every user can create it.
    """
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    if directory.stat().st_uid != os.getuid():
        raise PermissionError(f"{directory} belongs to another user")
    with locked(directory):
        fold(directory, os.getpid())


@contextmanager
def locked(directory: Path) -> Iterator[None]:
    """Hold the lock for folding during a block; after a timeout, or without space for it, continue without it."""
    deadline = time.monotonic() + LOCK_SECONDS
    with ExitStack() as stack:
        with suppress(OSError):
            lock = stack.enter_context((directory / "lock").open("wb"))
            while not _lock(lock.fileno()) and time.monotonic() < deadline:
                time.sleep(POLL_SECONDS)
        yield


def fold(directory: Path, dead: int | None = None) -> None:
    """Fold the files of dead processes; the process `dead` counts as dead. The lock is held."""
    for path in sorted(directory.glob("*_*.db")):
        pid = path.stem.rpartition("_")[2]
        is_dead = pid.isdigit() and (int(pid) == dead or not _is_running(int(pid)))
        if is_dead and _is_added(path, directory):
            path.unlink(missing_ok=True)


def _lock(descriptor: int) -> bool:
    """Lock a file; False if another process has locked it."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _is_added(path: Path, directory: Path) -> bool:
    """Add one file to those of the dead; False if it must wait for space. Gauges of dead processes are dropped."""
    kind = path.stem.partition("_")[0]
    if kind == "gauge":
        return True
    try:
        sums = AllocatedFile(str(directory / f"{kind}_dead.db"))
        sums.reserve(path.stat().st_size)
    except OSError as error:
        report(error)
        return False
    try:
        for key, value, _, _ in MmapedDict.read_all_values_from_file(str(path)):  # type: ignore[no-untyped-call]
            sums.write_value(key, sums.read_value(key)[0] + value, 0.0)  # type: ignore[no-untyped-call]
    except UNREADABLE as error:
        logger.warning("the metrics in %s cannot be read: %s", path, error)
    finally:
        sums.close()  # type: ignore[no-untyped-call]
    return True
