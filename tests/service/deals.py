"""Games that share a deal."""

from service.game.deals import SharedDeal
from service.lobby import creation
from service.lobby.game_terms import Terms
from service.store import SeatSetup
from tests.service.table import Table
from tests.tiny import TINY

DEAL = SharedDeal("dl_" + "d" * 20, bytes(range(32)), [letter * 20 for letter in "abc"])


def dealt(service, number, **terms):
    """Create a game of the deal."""
    chosen = Terms(game_id=DEAL.games[number], deal=DEAL, **terms)
    seats = [SeatSetup("human")] * 2
    created, _ = creation.create_game(service.bottega, TINY, TINY.options_type(), seats, terms=chosen)
    return Table(service, created.game_id, {each.seat: each.token for each in created.tokens})
