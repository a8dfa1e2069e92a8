"""Waiting for what other processes do, without guessing how long it takes."""

import os
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE_SECONDS = 30.0
POLL_SECONDS = 0.005


def until(condition: Callable[[], T], what: str) -> T:
    """Return the first true answer of `condition`; fail when it takes too long."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        answer = condition()
        if answer:
            return answer
        time.sleep(POLL_SECONDS)
    raise AssertionError(f"not within {PATIENCE_SECONDS:.0f} s: {what}")


def is_running(process: int) -> bool:
    """Tell whether a process exists and is no zombie."""
    try:
        with open(f"/proc/{process}/stat", encoding="utf-8") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def children(process: int) -> list[int]:
    """List the living processes below `process`, at any depth."""
    parents = {int(entry): _parent(int(entry)) for entry in os.listdir("/proc") if entry.isdigit()}
    found = [child for child, parent in parents.items() if parent == process]
    return found + [below for child in found for below in children(child)]


def _parent(process: int) -> int:
    """Give the parent of a process; 0 if it has just gone or is a zombie."""
    try:
        with open(f"/proc/{process}/stat", encoding="utf-8") as file:
            state, parent = file.read().rsplit(")", 1)[1].split()[:2]
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return 0 if state == "Z" else int(parent)
