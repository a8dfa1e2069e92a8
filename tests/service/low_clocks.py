"""Games with real-time clocks that are about to run out."""

from msgspec.structs import replace

from service.game.clocks import SECOND
from service.game.game import load
from service.lobby import seating
from service.store.clock_types import SeatClock
from tests.service.notices import known
from tests.service.timed import TimedTable

LONG = {"kind": "per_decision", "seconds": 599}
OPEN = ({"kind": "open"}, {"kind": "open"})


def running(service, *seated, clock=LONG):
    """Create a game with a real-time clock, whose open seats are claimed by players, in order."""
    table = TimedTable(service, clock, seats=OPEN, sandbox=None)
    for seat, each in enumerate(seated):
        seating.claim_seat(service.bottega, table.game_id, seat, caller=known(service.bottega, each))
    return table


def put_back(service, table, seconds):
    """Move the start of the first pending decision into the past."""
    game = load(service.bottega, table.game_id)
    own, *others = game.info.clocks
    new = SeatClock(own.left, own.since - seconds * SECOND)
    changed = replace(game.info, clocks=(new, *others))
    assert service.bottega.store.replace_info(table.game_id, game.info, changed)
    client = service.bottega.store.servers.client
    for wanted, when in service.bottega.store.clocks.all().items():
        client.zadd("bottega:clocks", {wanted.member: when - seconds})
