"""Limit the size of caches. Keys are integers: compiled code finds them several times faster than tuples."""

from typing import Any, Final

MOST: Final = 1 << 15
"""Maximum of entries of a cache; a full one is cleared."""


def evict_if_full(table: dict[int, Any]) -> None:
    """Clear a full table before its next entry."""
    if len(table) >= MOST:
        table.clear()
