"""Results are cached in tables by whole numbers: compiled code finds those several times faster than tuples."""

from typing import Any, Final

MOST: Final = 1 << 15
"""Entries of a table; then it begins anew."""


def evict_if_full(table: dict[int, Any]) -> None:
    """Empty a table that is full, before its next entry."""
    if len(table) >= MOST:
        table.clear()
