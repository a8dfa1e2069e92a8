"""The files in which processes count: one for each kind of metric and process, `counter_<pid>.db` and the like.

What a process has counted outlives it: else a sum over all would fall, and whoever reads it would take that for a
restart of everything. So the files of dead processes are folded into `counter_dead.db` and `histogram_dead.db`, and
there are never more than living processes have. A process that is killed while it folds may count a file twice.

The directory belongs to the processes of one machine, or of one container: the living are told from the dead by pid.
"""

import fcntl
import logging
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from prometheus_client.mmap_dict import MmapedDict

LOCK_SECONDS = 1.0
"""How long to wait for somebody else who folds; it takes milliseconds."""
POLL_SECONDS = 0.01
UNREADABLE = (OSError, RuntimeError, ValueError)
"""What reading a file raises that was cut off."""

logger = logging.getLogger(__name__)


def prepare(directory: Path) -> None:
    """Make the directory unless it is there, and fold what is left in it; raises OSError.

    A file with the pid of this process is of another one, which is dead.
    """
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    with locked(directory):
        fold(directory, os.getpid())


@contextmanager
def locked(directory: Path) -> Iterator[None]:
    """Keep others from folding for the length of a block; goes on without that if somebody hangs while he folds."""
    deadline = time.monotonic() + LOCK_SECONDS
    with (directory / "lock").open("wb") as lock:
        while not _lock(lock.fileno()) and time.monotonic() < deadline:
            time.sleep(POLL_SECONDS)
        yield


def fold(directory: Path, dead: int | None = None) -> None:
    """Add up what processes have counted that are dead, among them one that is known to be; the lock is held."""
    for path in sorted(directory.glob("*_*.db")):
        pid = path.stem.rpartition("_")[2]
        if pid.isdigit() and (int(pid) == dead or not _lives(int(pid))):
            _add(path, directory)
            path.unlink(missing_ok=True)


def _lock(descriptor: int) -> bool:
    """Lock a file unless somebody has."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _lives(pid: int) -> bool:
    """Whether there is a process with this pid."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _add(path: Path, directory: Path) -> None:
    """Add one file to those of the dead; gauges are of the living alone."""
    kind = path.stem.partition("_")[0]
    if kind == "gauge":
        return
    sums = MmapedDict(str(directory / f"{kind}_dead.db"))  # type: ignore[no-untyped-call]
    try:
        for key, value, _, _ in MmapedDict.read_all_values_from_file(str(path)):  # type: ignore[no-untyped-call]
            sums.write_value(key, sums.read_value(key)[0] + value, 0.0)  # type: ignore[no-untyped-call]
    except UNREADABLE as error:
        logger.warning("the metrics in %s cannot be read: %s", path, error)
    finally:
        sums.close()  # type: ignore[no-untyped-call]
