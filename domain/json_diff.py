"""Find differences between two JSON values, each with its path."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from domain.record import canonical

SHOWN = 100
"""Maximum of bytes of a value in a message."""

Difference = tuple[str, Any, Any]
"""Path, found value and expected value; `ABSENT` for a missing one."""
ABSENT = object()


def differences(found: Any, expected: Any, path: str = "") -> Iterator[Difference]:
    """Yield the differences of two JSON values, each with its path.

    >>> list(differences({"events": [1, 2]}, {"events": [1, 3]}))
    [('events[1]', 2, 3)]
    """
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
