"""Limit the memory of a process that runs the code of a package."""

import resource
import sys
from pathlib import Path
from typing import Final

MEGABYTE: Final = 1024 * 1024


def limit_memory(megabytes: int) -> None:  # pragma: no cover  # in processes of their own
    """Limit the memory that this process may use in addition to its present memory; on Linux only."""
    if not sys.platform.startswith("linux"):
        return
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * resource.getpagesize() + megabytes * MEGABYTE
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
