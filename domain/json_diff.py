"""Differences between two JSON values, each by its path."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from domain.record import canonical

SHOWN = 100
"""How many bytes of a value a message shows."""

Difference = tuple[str, Any, Any]
"""A path, what is found there, and what is expected; `ABSENT` for nothing."""
ABSENT = object()


def differences(found: Any, expected: Any, path: str = "") -> Iterator[Difference]:
    """List where two JSON values differ, each place by its path: `events[3].action.stake`."""
    if isinstance(found, dict) and isinstance(expected, dict):
        for name in sorted({*found, *expected}):
            yield from differences(
                found.get(name, ABSENT), expected.get(name, ABSENT), f"{path}.{name}" if path else name
            )
    elif isinstance(found, list | tuple) and isinstance(expected, list | tuple):
        for number, (one, other) in enumerate(zip_longest(found, expected, fillvalue=ABSENT)):
            yield from differences(one, other, f"{path}[{number}]")
    elif found is ABSENT or expected is ABSENT or found != expected:
        yield path, found, expected


def differs(path: str, found: Any, expected: Any) -> str:
    """Return a difference in words."""
    return f"{path}: found {_shown(found)}, expected {_shown(expected)}"


def _shown(value: Any) -> str:
    return "nothing" if value is ABSENT else canonical(value)[:SHOWN].decode(errors="replace")
