"""Return outages of the service in the time unit of clocks: microseconds since 1970."""

from service.game import clocks
from service.game.clocks import SECOND
from service.installation.bottega import Bottega
from service.store.clock_types import SeatClock


def since(bottega: Bottega, moment: int) -> list[tuple[int, int]]:
    """List start and end of the outages that ended after a time. Raises one of OUTAGES."""
    found = bottega.store.outages.since(moment / SECOND)
    return [(int(each.begin * SECOND), int(each.end * SECOND)) for each in found]


def is_due(bottega: Bottega, own: SeatClock, at: int) -> bool:
    """Whether an outage has not been credited to a running clock yet. Raises one of OUTAGES."""
    away = since(bottega, own.since or 0)
    return clocks.credit_outages((own,), away, at) != (own,)
