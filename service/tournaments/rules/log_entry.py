"""The fields that all entries of the log of a tournament have."""

import msgspec


class LogEntry(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", kw_only=True):
    """Common fields of all log entries."""

    number: int
    at: str
    """The time of the entry, in UTC (RFC 3339)."""
    by: str = ""
    """Id of the player who caused the event; empty for automatic events."""
    reason: str = ""
    """Reason, in the words of the player who caused the event."""
