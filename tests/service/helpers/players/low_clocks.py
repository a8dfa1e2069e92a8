"""Games with real-time clocks that are about to run out."""

from msgspec.structs import replace

from domain.clock import SECOND
from service.game.game import load
from service.lobby import seating
from service.store.clock_types import SeatClock
from tests.service.helpers.games.clocks import TimedGame
from tests.service.helpers.players.notices import known

LONG = {"kind": "per_decision", "seconds": 599}
OPEN = ({"kind": "open"}, {"kind": "open"})


def running(service, *seated, clock=LONG):
    """Create a game with a real-time clock, whose open seats are claimed by players, in order."""
    game = TimedGame(service, clock, seats=OPEN, sandbox=None)
    for seat, each in enumerate(seated):
        seating.claim_seat(service.installation, game.game_id, seat, caller=known(service.installation, each))
    return game


def put_back(service, game, seconds):
    """Move the start of the first pending decision into the past."""
    loaded = load(service.installation, game.game_id)
    own, *others = loaded.info.clocks
    new = SeatClock(own.left, own.since - seconds * SECOND)
    changed = replace(loaded.info, clocks=(new, *others))
    assert service.installation.store.replace_info(game.game_id, loaded.info, changed)
    client = service.installation.store.servers.client
    for decision, when in service.installation.store.clocks.all().items():
        client.zadd("bottega:clocks", {decision.member: when - seconds})
