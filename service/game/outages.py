"""Return outages of the service in the time unit of clocks: microseconds since 1970."""

from domain.clock import SECOND
from service.game import clocks
from service.installation.installation import Installation
from service.store.clock_types import SeatClock


def since(installation: Installation, moment: int) -> list[tuple[int, int]]:
    """List start and end of the outages that ended after a time. Raises one of OUTAGES."""
    found = installation.store.outages.since(moment / SECOND)
    return [(int(each.begin * SECOND), int(each.end * SECOND)) for each in found]


def is_due(installation: Installation, own: SeatClock, at: int) -> bool:
    """Whether an outage has not been credited to a running clock yet. Raises one of OUTAGES."""
    away = since(installation, own.since or 0)
    return clocks.credit_outages((own,), away, at) != (own,)
