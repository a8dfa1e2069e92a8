"""The event of the log of a tournament that starts, changes or ends a vacation."""

from service.tournaments.rules.log_entry import LogEntry
from service.tournaments.rules.types import EntrantNumber


class VacationSet(LogEntry, frozen=True, tag="vacation"):
    """A vacation of an entrant starts, ends, or has a new end. A withdrawal or a substitute ends it, too."""

    entrant: EntrantNumber
    until: str = ""
    """When it ends, in UTC (RFC 3339). Omitted: now."""
