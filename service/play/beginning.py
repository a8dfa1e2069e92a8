"""A game with a clock begins once all its seats are taken."""

from service.play import arranging
from service.play.bottega import Bottega
from service.play.game import Game, moment_in
from service.play.tables import rearrange
from service.store import Table


def begin_if_seated(bottega: Bottega, game_id: str) -> None:
    """Have the clocks begin to run, if the game has any, and all its seats are taken; may be called again.

    Raises GameNotFound, RulesNotHosted and GameBusy.
    """

    def begun(game: Game) -> Table | None:
        claims = bottega.store.claims(game_id) if game.waits_for_players else {}
        seats = (seat for seat, setup in enumerate(game.header.seats) if setup.kind == "open")
        if not game.waits_for_players or not all(seat in claims for seat in seats):
            return None
        return arranging.begun(game.header, game.table, game.to_act, moment_in(bottega, game.header, game.table))

    rearrange(bottega, game_id, begun, told=True)
