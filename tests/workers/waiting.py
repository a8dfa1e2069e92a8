"""Wait for the effects of other processes, without a fixed delay."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

PATIENCE_SECONDS = 100.0
POLL_SECONDS = 0.005


def until(condition: Callable[[], T], what: str, seconds: float = PATIENCE_SECONDS) -> T:
    """Return the first true result of `condition`; fail if it takes too long."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        response = condition()
        if response:
            return response
        time.sleep(POLL_SECONDS)
    raise AssertionError(f"not within {seconds:.0f} s: {what}")


def is_running(process: int) -> bool:
    """Whether a process exists and is no zombie."""
    return _state_and_parent(process) is not None


def children(process: int) -> list[int]:
    """List the running processes below `process`, at any depth."""
    running = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    found = [each for each in running if (_state_and_parent(each) or ("", 0))[1] == process]
    return found + [below for child in found for below in children(child)]


def _state_and_parent(process: int) -> tuple[str, int] | None:
    """Return the state and the parent of a process; None if it has ended."""
    try:
        state, parent = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()[:2]
    except (FileNotFoundError, ProcessLookupError):
        return None
    return None if state == "Z" else (state, int(parent))
