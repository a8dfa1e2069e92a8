"""Store counts in mapped files whose space is allocated before it is used.

The files of prometheus_client are sparse: a write to a mapped page that a full disk cannot store kills the process
with SIGBUS.
"""

import logging
import os
from mmap import PAGESIZE
from pathlib import Path
from typing import Any

from prometheus_client.mmap_dict import MmapedDict

SIZE = 1 << 16
"""The size of a new file, as in prometheus_client."""
MOST_OF_ENTRY = 32
"""The maximum size of an entry besides its key."""

logger = logging.getLogger(__name__)

_reported: set[int] = set()
"""The processes that have reported that something is not counted."""


class AllocatedFile(MmapedDict):
    """A file of counts. Opening it, and counting something new, raises OSError if there is no space for it."""

    def __init__(self, filename: str) -> None:
        with Path(filename).open("ab") as file:
            size = os.fstat(file.fileno()).st_size
            try:
                _allocate(file.fileno(), max(SIZE, size))
            except OSError:
                if not size:
                    Path(filename).unlink()  # an empty file cannot be read
                raise
        super().__init__(filename)  # type: ignore[no-untyped-call]

    def reserve(self, size: int) -> None:
        """Allocate space for entries of this size in bytes; raises OSError."""
        needed = self._used + size
        capacity: int = self._capacity
        while capacity < needed:
            capacity *= 2
        if capacity > self._capacity:
            _allocate(self._f.fileno(), capacity)

    def _init_value(self, key: str) -> None:
        self.reserve(len(key.encode()) + MOST_OF_ENTRY)
        super()._init_value(key)  # type: ignore[no-untyped-call]


class CountFile(AllocatedFile):
    """A file of counts that never raises: without space, a count stays in this process and is reported once."""

    def __init__(self, filename: str) -> None:
        self._uncounted: dict[str, tuple[float, float]] = {}
        self._f: Any = None
        try:
            super().__init__(filename)
        except OSError as error:
            report(error)

    def read_value(self, key: str) -> tuple[float, float]:
        """Return a count and its time; 0 for a new one."""
        try:
            if self._f and key not in self._uncounted:
                return super().read_value(key)  # type: ignore[no-untyped-call, no-any-return]
        except OSError as error:
            report(error)
        return self._uncounted.setdefault(key, (0.0, 0.0))

    def write_value(self, key: str, value: float, timestamp: float) -> None:
        """Store a count."""
        if key not in self._uncounted:
            super().write_value(key, value, timestamp)  # type: ignore[no-untyped-call]


def _allocate(file: int, size: int) -> None:
    """Allocate the space of a file up to a size, without a change of its content; raises OSError."""
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(file, 0, size)
        return
    for page in range(os.fstat(file).st_size, size, PAGESIZE):  # macOS has no such call
        os.pwrite(file, bytes(PAGESIZE), page)


def report(error: OSError) -> None:
    """Log once in each process that something is not counted."""
    if os.getpid() not in _reported:
        _reported.add(os.getpid())
        logger.warning("some metrics are not counted: %s", error)
