"""Limit the size of caches. Keys are integers: compiled code finds them several times faster than tuples."""

from typing import Any, Final

MOST: Final = 1 << 15
"""Maximum number of entries of a cache. A full cache is cleared."""


def evict_if_full(table: dict[int, Any]) -> None:
    """Clear a cache if it is full."""
    if len(table) >= MOST:
        table.clear()
