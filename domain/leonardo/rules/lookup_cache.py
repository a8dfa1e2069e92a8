"""What was worked out is kept in tables by one number: compiled code looks it up several times faster than a tuple."""

from typing import Any, Final

MOST: Final = 1 << 15
"""Entries of a table; then it begins anew."""


def make_room(table: dict[int, Any]) -> None:
    """Forget all of a full table, before the next entry."""
    if len(table) >= MOST:
        table.clear()
